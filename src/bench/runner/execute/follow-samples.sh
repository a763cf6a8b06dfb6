# Prints the machine's clock, then what a sampler writes, from its last bytes on, for as long as its output is read. Arguments: its
# file, a file that is there as long as the run directory is, most bytes of what was written before.
cat /proc/uptime || exit 0
while ! [ -e "$1" ]; do
  [ -e "$2" ] || exit 0
  sleep 0.5
done
exec tail -c "$3" -f "$1"
