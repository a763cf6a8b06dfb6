# Finds all processes of one run. Needs process-functions, stray-functions and the variables 'run' (physical
# path of its run directory; empty if there is none), 'name' (run name), 'program' (engine's program name, may
# be empty), empty 'supervisor' and 'engine', and a 'seen' of one blank. collect puts every process into
# 'seen' as " pid:start ", and those on record (several engines separated by blanks) into 'supervisor' and
# 'engine'.
#
# A process belongs to the run when it is the supervisor or an engine on record, descends from one of them, carries
# BENCHWRIGHT_RUN=<name> in its environment (forked workers keep it even after setsid), is the engine's program with the
# run name in its arguments, works in the run directory, or has the run's limit (stray-functions).

# Prints PID:PARENT:START of every process.
table() {
  if [ -r /proc/self/stat ]; then
    # One program reads all files; the shell would read each byte by byte. The file's name in front of every line says whose it
    # is, whatever a command name contains: if that has several lines, only the last has a start time.
    stats=$(cd /proc && grep '' [0-9]*/stat /dev/null 2>/dev/null)
    IFS='
'
    set -f
    for line in $stats; do
      unset IFS
      bw_after_name "$line"
      # shellcheck disable=SC2086
      set -- $bw_fields
      case $1 in Z | X) continue ;; esac
      [ -z "${20-}" ] || printf '%s:%s:%s\n' "${line%%/*}" "$2" "${20}"
    done
  else
    ps -A -o pid=,ppid=,stat= | while read -r pid ppid state; do
      case $state in Z*) continue ;; esac
      bw_start "$pid"
      printf '%s:%s:%s\n' "$pid" "$ppid" "$start"
    done
  fi
}
# Prints the files (NUL between entries) that contain the word. busybox grep stops at the first NUL of a line
# ('grep_reads_on').
holders() {
  word=$1
  shift
  if [ "$grep_reads_on" = yes ]; then
    printf '%s\n' "$word" | grep -lwFf - "$@" 2>/dev/null
  elif cat "$@" 2>/dev/null | tr '\0' '\n' | grep -qF -e "$word"; then
    for file in "$@"; do
      if tr '\0' '\n' 2>/dev/null < "$file" | grep -qwF -e "$word"; then printf '%s\n' "$file"; fi
    done
  fi
}
marked() {
  if [ -r /proc/self/stat ]; then
    holders "BENCHWRIGHT_RUN=<$name>" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
      printf '%s\n' "$pid"
    done
    holders "$name" /proc/[0-9]*/cmdline | while IFS=/ read -r _ _ pid _; do
      comm=
      { read -r comm < "/proc/$pid/comm"; } 2>/dev/null
      if [ -n "$program" ] && [ "$comm" = "$program" ]; then printf '%s\n' "$pid"; fi
    done
  else
    ps -Aww -o pid=,command= | while read -r pid words; do
      case "${words%% *}" in "$program" | */"$program") ;; *) continue ;; esac
      case $words in *"$name"*) printf '%s\n' "$pid" ;; esac
    done
  fi
}
# Reads one line of a file of the run directory; true if the process it names is alive.
on_record() {
  pid=
  if [ -n "$run" ]; then { read -r pid start_then boot_then bw_rest < "$run/$1"; } 2>/dev/null; fi
  is_alive
}
is_alive() {
  [ -n "$pid" ] && [ "${boot_then:-}" = "$boot" ] && bw_alive "$pid" "$start_then"
}
engines_on_record() {
  engine=
  [ -n "$run" ] && [ -r "$run/engine" ] || return 0
  while read -r pid start_then boot_then bw_rest; do
    if is_alive; then engine="${engine:+$engine }$pid"; fi
  done < "$run/engine"
}
grep_reads_on=
collect() {
  if [ -z "$grep_reads_on" ]; then
    grep_reads_on=no
    if printf 'a\0b\n' | grep -qF b; then grep_reads_on=yes; fi
  fi
  bw_boot
  now=' '
  start_then=
  if on_record supervisor; then supervisor=$pid; now="$now$pid "; fi
  strays=
  if [ -n "$run" ]; then bw_find_strays "$start_then"; fi
  bw_find_limited "$name"
  engines_on_record
  for pid in $engine $(marked) $strays; do
    case $now in *" $pid "*) ;; *) now="$now$pid " ;; esac
  done
  all=$(table)
  grew=yes
  while [ -n "$grew" ]; do
    grew=
    for one in $all; do
      pid=${one%%:*}
      case $now in *" $pid "*) continue ;; esac
      one=${one#*:}
      case $now in *" ${one%%:*} "*) now="$now$pid "; grew=yes ;; esac
    done
  done
  for one in $all; do
    pid=${one%%:*}
    case $now in *" $pid "*) ;; *) continue ;; esac
    start=${one#*:*:}
    case $seen in *" $pid:$start "*) ;; *) seen="$seen$pid:$start " ;; esac
  done
}
