# Waits until a server listens, its run has ended, or 20 s are over. Arguments: run directory, name of the socket.
turns=200
while [ -d "$1" ] && [ "$turns" -gt 0 ]; do
  if [ -s "$1/rc" ]; then printf ended; exit 0; fi
  if [ -S "$1/$2" ]; then sleep 0.1; printf listening; exit 0; fi
  sleep 0.1 2>/dev/null || sleep 1
  turns=$((turns - 1))
done
