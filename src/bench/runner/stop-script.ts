import { processFunctions } from '../hosts/process-functions'

/**
 * Ends everything that belongs to one run and says what it ended. Wants the variables `run` (run directory, may be empty
 * or gone), `name` (run name), `program` (engine's program name), `interrupt_seconds` and `terminate_seconds`, set by text
 * in front of it: the script travels on standard input, so its own command line never carries the name it looks for.
 *
 * A process belongs to the run when it is the supervisor or the engine on record, descends from one of them, carries
 * `BENCHWRIGHT_RUN=<name>` in its environment (forked workers keep it even after setsid), or is the engine's program with
 * the run name in its arguments. Killing a process group would not do: fio's workers leave it.
 *
 * Prints `ended PID` and `left PID` lines. At most 12 s: up to 1 s for a run that is just starting, 4 s after SIGINT,
 * 3 s after SIGTERM, 2 s after SIGKILL, 1 s for the supervisor to commit.
 */
export const stopScript = `
${processFunctions}
LC_ALL=C
export LC_ALL
supervisor=
engine=
seen=' '
if [ -n "$run" ] && cd "$run" 2>/dev/null; then
  set -C
  printf 'given-up\\n' 2>/dev/null > supervisor
  set +C
  : > stop
else
  run=
fi

table() {
  if [ -r /proc/self/stat ]; then
    for folder in /proc/[0-9]*; do
      bw_stat=
      { read -r bw_stat < "$folder/stat"; } 2>/dev/null
      [ -n "$bw_stat" ] || continue
      set -- \${bw_stat##*") "}
      case $1 in Z | X) continue ;; esac
      printf '%s %s %s\\n' "\${folder#/proc/}" "$2" "\${20}"
    done
  else
    ps -A -o pid=,ppid=,stat= | while read -r pid ppid state; do
      case $state in Z*) continue ;; esac
      bw_start "$pid"
      printf '%s %s %s\\n' "$pid" "$ppid" "$start"
    done
  fi
}
# Which of the files (NUL between entries) hold the word. busybox grep stops at the first NUL of a line.
holders() {
  word=$1
  shift
  if printf 'a\\0b\\n' | grep -qF b; then
    printf '%s\\n' "$word" | grep -lwFf - "$@" 2>/dev/null
  else
    for file in "$@"; do
      if tr '\\0' '\\n' 2>/dev/null < "$file" | grep -qwF -e "$word"; then printf '%s\\n' "$file"; fi
    done
  fi
}
marked() {
  if [ -r /proc/self/stat ]; then
    holders "BENCHWRIGHT_RUN=<$name>" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
      printf '%s\\n' "$pid"
    done
    holders "$name" /proc/[0-9]*/cmdline | while IFS=/ read -r _ _ pid _; do
      comm=
      { read -r comm < "/proc/$pid/comm"; } 2>/dev/null
      if [ -n "$program" ] && [ "$comm" = "$program" ]; then printf '%s\\n' "$pid"; fi
    done
  else
    ps -Aww -o pid=,command= | while read -r pid words; do
      case "\${words%% *}" in "$program" | */"$program") ;; *) continue ;; esac
      case $words in *"$name"*) printf '%s\\n' "$pid" ;; esac
    done
  fi
}
on_record() {
  pid=
  if [ -n "$run" ]; then { read -r pid start_then boot_then bw_rest < "$1"; } 2>/dev/null; fi
  [ -n "$pid" ] && [ "\${boot_then:-}" = "$boot" ] && bw_alive "$pid" "$start_then"
}
collect() {
  bw_boot
  now=' '
  if on_record supervisor; then supervisor=$pid; now="$now$pid "; fi
  if on_record engine; then engine=$pid; now="$now$pid "; fi
  for pid in $(marked); do
    case $now in *" $pid "*) ;; *) now="$now$pid " ;; esac
  done
  all=$(table)
  grew=yes
  while [ -n "$grew" ]; do
    grew=
    while read -r pid ppid start; do
      case $now in *" $pid "*) continue ;; esac
      case $now in *" $ppid "*) now="$now$pid "; grew=yes ;; esac
    done <<TABLE
$all
TABLE
  done
  while read -r pid ppid start; do
    case $now in *" $pid "*) ;; *) continue ;; esac
    case $seen in *" $pid:$start "*) ;; *) seen="$seen$pid:$start " ;; esac
  done <<TABLE
$all
TABLE
}
others() {
  left=
  for one in $seen; do
    [ "\${one%%:*}" != "$supervisor" ] || continue
    if bw_alive "\${one%%:*}" "\${one#*:}"; then left="$left \${one%%:*}"; fi
  done
  [ -n "$left" ]
}
send() {
  signal=$1
  shift
  for pid in "$@"; do kill -s "$signal" "$pid" 2>/dev/null; done
}
wait_until_gone() {
  bw_clock
  deadline=$((\${clock%.*} + $1))
  while others && bw_clock && [ "\${clock%.*}" -lt "$deadline" ]; do bw_nap; done
  ! others
}

collect
if [ -n "$supervisor" ] && [ -z "$engine" ]; then
  for turn in 1 2 3 4 5 6 7 8 9 10; do
    if [ -s engine ] || [ -e rc ]; then break; fi
    bw_nap
  done
  collect
fi
if others && [ -n "$engine" ]; then
  send INT "$engine"
  wait_until_gone $interrupt_seconds
fi
if others; then
  collect
  others
  send TERM $left
  wait_until_gone $terminate_seconds
fi
if others; then
  collect
  others
  send KILL $left
  wait_until_gone 2
fi
if [ -n "$supervisor" ]; then
  for turn in 1 2 3 4 5 6 7 8 9 10; do
    on_record supervisor || break
    bw_nap
  done
  if on_record supervisor; then send KILL "$pid"; bw_nap; fi
fi
collect
status=0
for one in $seen; do
  if bw_alive "\${one%%:*}" "\${one#*:}"; then
    printf 'left %s\\n' "\${one%%:*}"
    status=1
  else
    printf 'ended %s\\n' "\${one%%:*}"
  fi
done
exit $status
`
