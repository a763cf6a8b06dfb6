# Ends everything that belongs to one run and prints what it ended. Needs process-functions, stray-functions,
# run-process-functions and the variables 'run' (run directory, may be empty or gone), 'name' (run name),
# 'program' (engine's program name), 'interrupt_seconds' and 'terminate_seconds', set by text in front of it:
# the script is sent on standard input, so its own command line never contains the name it looks for. Killing
# a process group is not enough: fio's workers leave it.
#
# Prints 'ended PID' and 'left PID' lines. At most 12 s: up to 1 s for a run that is just starting, 4 s after SIGINT, 3 s
# after SIGTERM, 2 s after SIGKILL, 1 s for the supervisor to commit.
LC_ALL=C
export LC_ALL
supervisor=
engine=
seen=' '
if [ -n "$run" ]; then run=$(cd "$run" 2>/dev/null && pwd -P); fi
if [ -n "$run" ]; then
  set -C
  printf 'given-up\n' 2>/dev/null > "$run/supervisor"
  set +C
  : > "$run/stop"
fi

others() {
  left=
  for one in $seen; do
    [ "${one%%:*}" != "$supervisor" ] || continue
    if bw_alive "${one%%:*}" "${one#*:}"; then left="$left ${one%%:*}"; fi
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
  deadline=$((${clock%.*} + $1))
  while others && bw_clock && [ "${clock%.*}" -lt "$deadline" ]; do bw_nap; done
  ! others
}

collect
if [ -n "$supervisor" ] && [ -z "$engine" ]; then
  for turn in 1 2 3 4 5 6 7 8 9 10; do
    if [ -s "$run/engine" ] || [ -s "$run/rc" ]; then break; fi
    bw_nap
  done
  collect
fi
if others && [ -n "$engine" ]; then
  # shellcheck disable=SC2086
  send INT $engine
  wait_until_gone $interrupt_seconds
fi
if others; then
  collect
  others
  send TERM $left
  wait_until_gone $terminate_seconds
fi
if others; then
  # A process that started between a look and the signal is found by the next look; on a slow machine that
  # takes longer than 2 s.
  bw_clock
  deadline=$((${clock%.*} + 2))
  looks=0
  while collect; others; do
    send KILL $left
    looks=$((looks + 1))
    bw_nap
    bw_clock
    [ "$looks" -lt 3 ] || [ "${clock%.*}" -lt "$deadline" ] || break
  done
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
  if bw_alive "${one%%:*}" "${one#*:}"; then
    printf 'left %s\n' "${one%%:*}"
    status=1
  else
    printf 'ended %s\n' "${one%%:*}"
  fi
done
exit $status
