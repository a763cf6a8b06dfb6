# The output of an engine goes through a pipe to a keeper, which writes it to a file up to a limit.
# open_keeper FILE BYTES makes the pipe FILE.pipe and starts its keeper, whose pid is added to 'keepers';
# open_log does it for the log; await_keepers waits for them for a short time. Needs process-functions.
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
# Opens a pipe to a keeper, or the file itself if pipes are not possible.
keepers=
open_keeper() {
  [ ! -h "$1.pipe" ] || return 0
  # The caller may be creating the same pipe at this moment.
  [ -p "$1.pipe" ] || mkfifo "$1.pipe" 2>/dev/null || [ -p "$1.pipe" ] || { ln -s "$1" "$1.pipe"; return; }
  # The keeper ignores signals to the whole run, because an engine that writes to a pipe without a reader
  # dies. It ends with the last writer.
  (trap '' INT TERM; keep "$1" "$2") 7>> "$1" < "$1.pipe" >/dev/null 2>&1 3<&- 4<&- 5>&- 6>&- &
  keepers="$keepers $!"
}
# Keepers end with the last writer, so every step has its own. This shell holds the log's pipe open as descriptor 6, to
# which everything prints: otherwise its keeper would end with the first of several processes, and the others would
# block without a reader.
# A pipe that is opened for reading waits for its writer, and the other way round; if one of the two were killed just
# then, the other would wait forever. So it is opened for both, which waits for nobody, and the keeper inherits that
# until it has opened its own end. Then it is opened for writing only: without a keeper, what prints fails.
open_log() {
  [ -p log.pipe ] || mkfifo log.pipe 2>/dev/null
  if [ ! -h log.pipe ] && [ -p log.pipe ]; then { command exec 6<> log.pipe; } 2>/dev/null; fi
  open_keeper log "$log_bytes"
  { command exec 6>> log.pipe; } 2>/dev/null
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
