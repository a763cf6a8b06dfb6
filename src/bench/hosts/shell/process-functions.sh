# Functions that identify a process uniquely: pid, start time and boot id together are never reused. Linux
# reads them from /proc without starting a program (proc(5): start time is field 22 of `stat`, counted after
# the command name, which may contain blanks); elsewhere `ps` and `sysctl` are used.
PATH=$PATH:/usr/local/bin:/opt/homebrew/bin:/usr/sbin:/sbin
bw_boot() {
  boot=
  { read -r boot < /proc/sys/kernel/random/boot_id; } 2>/dev/null || boot=$(sysctl -n kern.bootsessionuuid 2>/dev/null)
  [ -n "$boot" ] || boot=unknown
}
# Puts what follows the command name in a line of a 'stat' file into 'bw_fields'. '##' does the same with the line's
# length squared.
bw_after_name() {
  bw_fields=${1#*") "}
  while :; do
    case $bw_fields in *") "*) bw_fields=${bw_fields#*") "} ;; *) return 0 ;; esac
  done
}
bw_start() {
  start=
  if [ -r /proc/self/stat ]; then
    bw_stat=
    # A command name may contain ends of lines.
    { while read -r bw_line; do bw_stat="$bw_stat$bw_line "; done < "/proc/$1/stat"; } 2>/dev/null
    [ -n "$bw_stat" ] || return 0
    bw_after_name "$bw_stat"
    # shellcheck disable=SC2086
    set -- $bw_fields
    case $1 in Z | X) return 0 ;; esac
    start=${20}
  else
    case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z*) return 0 ;; esac
    # shellcheck disable=SC2046
    set -- $(ps -o lstart= -p "$1" 2>/dev/null)
    start=$(IFS=_; printf '%s' "$*")
  fi
}
bw_alive() {
  bw_start "$1"
  [ -n "$start" ] && [ "$start" = "$2" ]
}
bw_clock() {
  clock=
  { read -r clock bw_rest < /proc/uptime; } 2>/dev/null || clock=$(date +%s)
}
bw_nap() { sleep 0.1 2>/dev/null || sleep 1; }
