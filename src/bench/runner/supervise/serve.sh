# Runs an engine's server for one client and ends it with all its jobs as soon as that client is gone. fio's
# server does not: it waits for the next client, and a job whose client was killed or cut off loads the drive
# until it is done. The server's children show whether there is a client: it forks one per connection.
#
# Arguments: the server's command. The file 'serving' appears with the first client. Needs process-functions.
LC_ALL=C
export LC_ALL
ending=
trap 'ending=yes' INT TERM
"$@" &
server=$!
program=${1##*/}

# Sleeps; a signal interrupts this at once, unlike a foreground program.
rest() {
  sleep "$1" &
  wait $! 2>/dev/null
}
connected() {
  if [ -r "/proc/$server/task/$server/children" ]; then
    children=
    read -r children < "/proc/$server/task/$server/children"
    [ -n "$children" ]
  else
    ps -A -o ppid= | grep -q "^ *$server\$"
  fi
}
serves() {
  bw_start "$server"
  [ -n "$start" ] && [ -z "$ending" ]
}
# Jobs are no longer descendants of the server by then; the mark in their environment identifies them.
jobs_left() {
  found=
  for file in $(grep -lsF "BENCHWRIGHT_RUN=$BENCHWRIGHT_RUN" /proc/[0-9]*/environ); do
    pid=${file#/proc/}
    pid=${pid%/environ}
    comm=
    { read -r comm < "/proc/$pid/comm"; } 2>/dev/null
    if [ "$comm" = "$program" ]; then found="$found $pid"; fi
  done
  [ -n "$found" ]
}

patience=600
while serves && ! connected && [ "$patience" -gt 0 ]; do
  rest 0.2 2>/dev/null || rest 1
  patience=$((patience - 1))
done
if connected; then : > serving; fi
while serves && connected; do rest 1; done
kill "$server" 2>/dev/null
for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  jobs_left || break
  if [ "$turn" -lt 12 ]; then kill $found 2>/dev/null; else kill -s KILL $found 2>/dev/null; fi
  bw_nap
done
exit 0
