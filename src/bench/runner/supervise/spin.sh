# Samples a running engine and all its descendants. Arguments: run directory, names of its outputs. Prints one
# line: bytes in log and outputs, bytes its processes have read and written so far, processor time in clock
# ticks, clock ticks per second, processes waiting for a drive. Prints nothing if the system does not report
# these (only Linux does), or if no engine is running.
# proc(5): in 'stat' the state follows the command name, which may contain blanks; parent, user and system
# time come after.
LC_ALL=C
export LC_ALL
run=$1
shift
[ -d "$run" ] || exit 0
[ -r /proc/self/io ] || exit 0
engines=' '
while read -r pid start bw_rest; do engines="$engines$pid:$start "; done 2>/dev/null < "$run/engine"
[ "$engines" != ' ' ] || exit 0
printed=$(for name in log "$@"; do cat "$run/$name" 2>/dev/null; done | wc -c)
all=$(for folder in /proc/[0-9]*; do
  bw_stat=
  { read -r bw_stat < "$folder/stat"; } 2>/dev/null
  [ -n "$bw_stat" ] || continue
  set -- ${bw_stat##*") "}
  printf '%s %s %s %s %s\n' "${folder#/proc/}" "$2" "$((${12} + ${13}))" "${20}" "$1"
done)
now=' '
grew=yes
while [ -n "$grew" ]; do
  grew=
  while read -r pid ppid ticks start state; do
    case $now in *" $pid "*) continue ;; esac
    case $engines in *" $pid:$start "*) now="$now$pid " ;; esac
    case $now in *" $ppid "*) now="$now$pid "; grew=yes ;; esac
  done <<TABLE
$all
TABLE
done
total_ticks=0
moved=0
found=
at_drive=0
while read -r pid ppid ticks start state; do
  case $now in *" $pid "*) ;; *) continue ;; esac
  found=yes
  total_ticks=$((total_ticks + ticks))
  if [ "$state" = D ]; then at_drive=$((at_drive + 1)); fi
  while read -r key value; do
    case $key in rchar: | wchar:) moved=$((moved + value)) ;; esac
  done 2>/dev/null < "/proc/$pid/io"
done 2>/dev/null <<TABLE
$all
TABLE
[ -n "$found" ] || exit 0
printf '%s %s %s %s %s\n' "$((printed))" "$moved" "$total_ticks" "$(getconf CLK_TCK 2>/dev/null || echo 100)" "$at_drive"
