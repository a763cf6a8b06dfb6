# The output of an engine goes through a pipe to a keeper, which writes it to a file up to a limit.
# open_keeper FILE BYTES DESCRIPTOR makes the pipe FILE.pipe, starts its keeper, whose pid is added to 'keepers', and
# opens the descriptor for what prints; await_keepers waits for them for a short time. Needs process-functions.
# Copies its input to a file up to a limit and discards the rest, so that the writer neither blocks nor fills
# the disk. dd passes on at once what it reads, on which the live view depends; it prints 'FULL+PARTIAL
# records in'. The file is descriptor 7, opened before the engine can put something else under its name:
# opening a pipe there would block.
keep() {
  kept=$1
  most=$2
  set -- 0
  while [ "${1:-$most}" -lt "$most" ]; do
    copied=$(dd bs=65536 count=64 2>&1 >&7) || break
    case $copied in *' records in'*) ;; *) break ;; esac
    copied=${copied%%" records in"*}
    copied=${copied##*"
"}
    # Fewer: that was the end. "FULL+PARTIAL" is summed, so the dollar has to stay.
    [ "$(($copied))" -ge 64 ] || exit 0
    [ -f "$kept" ] || break
    # shellcheck disable=SC2046
    set -- $(wc -c < "$kept")
  done
  if [ "${1:-0}" -ge "$most" ]; then printf '\n[%s bytes are kept; what came after is not.]\n' "$1" >&7; fi
  exec cat > /dev/null
}
# Opens a pipe to a keeper, or the file itself if pipes are not possible. A keeper ends with the last writer, so every step
# has its own. This shell holds the pipe open, to which everything prints: otherwise the keeper would end with the first of
# several processes, and the others would block without a reader.
# A pipe that is opened for reading waits for its writer, and the other way round; if one of the two were killed just
# then, the other would wait forever. So it is opened for both, which waits for nobody, and the keeper inherits that
# until it has opened its own end. Then it is opened for writing only: without a keeper, what prints fails.
keepers=
open_keeper() {
  # An earlier step may have left anything under these names.
  if [ -h "$1" ] || { [ -e "$1" ] && [ ! -f "$1" ]; }; then rm -rf -- "$1"; fi
  if [ -h "$1.pipe" ] || { [ -e "$1.pipe" ] && [ ! -p "$1.pipe" ]; }; then rm -rf -- "$1.pipe"; fi
  # The caller may be creating the same pipe at this moment.
  if [ -p "$1.pipe" ] || mkfifo "$1.pipe" 2>/dev/null || [ -p "$1.pipe" ]; then
    { eval "command exec $3<> \"\$1.pipe\""; } 2>/dev/null
    # The keeper ignores signals to the whole run, because an engine that writes to a pipe without a reader dies.
    (trap '' INT TERM; keep "$1" "$2") 7>> "$1" < "$1.pipe" >/dev/null 2>&1 3<&- 4<&- 5>&- 6>&- &
    keepers="$keepers $!"
    { eval "command exec $3>> \"\$1.pipe\""; } 2>/dev/null
  else
    { eval "command exec $3>> \"\$1\""; } 2>/dev/null
  fi
}
# The last output of the engine may still be in the pipe. A process that left the engine and keeps the pipe
# open is waited for at most one second.
await_keepers() {
  turn=0
  for keeper in $keepers; do
    while bw_start "$keeper" && [ -n "$start" ] && [ $turn -lt 200 ]; do
      turn=$((turn + 1))
      [ $turn -lt 100 ] || sleep 0.01 2>/dev/null || { sleep 1; turn=200; }
    done
  done
}
