# Prints the machine's clock, then what a sampler writes, starting with its last bytes, for as long as its
# output is read. Arguments: its file, a file that exists as long as the run directory, how many bytes to
# print of what was written before.
cat /proc/uptime || exit 0
while ! [ -e "$1" ]; do
  [ -e "$2" ] || exit 0
  sleep 0.5
done
exec tail -c "$3" -f "$1"
