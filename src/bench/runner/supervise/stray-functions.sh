# Finds processes an engine left behind that have neither its mark in their environment nor an ancestor in the
# run (env -i setsid), but still work in the run directory. Needs process-functions and, in 'run', the
# physical path of the run directory. bw_find_strays SINCE PARENTS puts their pids into 'strays', apart from
# this shell, the given processes and children of either, from programs of a terminal (a person at a shell
# there), and from what is older than the start time SINCE (empty: unknown). Only Linux shows where a process
# works; elsewhere none is found.
#
# No script of the app may have a run directory as its working directory.
#
# Both examine all processes of the machine, which takes longer than anything else a supervisor does.
# bw_last_pid puts the last pid that was handed out into 'bw_last'. bw_look_only_after PID CLOCK limits the search
# to processes started after that pid was the last one, at CLOCK: pids are handed out in order, and between the two
# there was no time to hand them all out (20,000 a second). It changes nothing if that is not certain.
# bw_leave_out PID... then leaves out the given processes and their descendants, without starting a program: often
# none remains. init (1) is not left out, because a process whose parent ends becomes its child.
#
# A process that changes its folder, too, is recognized by
# a limit: every process of a run has one on its resident memory, of more than a pebibyte and unique to that
# run. Linux has ignored this limit since 2.4.30. Child processes inherit it, and only root may raise it
# again. bw_limit_of NAME puts it into 'limit' (KiB; empty if there are no such limits), bw_set_limit applies
# it, bw_find_limited NAME adds all processes that have it to 'strays'.
bw_suspects='[0-9]*'
bw_last_pid() {
  bw_last=0
  { read -r _ _ _ _ bw_last < /proc/loadavg; } 2>/dev/null
}
bw_look_only_after() {
  bw_last_pid
  bw_clock
  case $clock$2 in *[!0-9.]* | *.*.*.*) return 0 ;; *.??*.??) ;; *) return 0 ;; esac
  # Hundredths of a second; plus one, because both are truncated.
  bw_passed=$((${clock%.*}${clock#*.} - ${2%.*}${2#*.} + 1))
  bw_most=32768
  # The minimum on Linux. A shell that reads byte by byte gets only the first digit, so cat reads a larger
  # value.
  [ $((bw_passed * 200)) -lt "$bw_most" ] || bw_most=$(cat /proc/sys/kernel/pid_max 2>/dev/null)
  [ "$1" -gt 0 ] && [ "$bw_last" -ge "$1" ] && [ $((bw_passed * 200)) -lt "${bw_most:-0}" ] || return 0
  bw_first=$1
  bw_suspects=
  # Usually there are fewer numbers in between than processes on the machine.
  if [ $((bw_last - bw_first)) -lt 200 ]; then
    while [ "$bw_first" -lt "$bw_last" ]; do
      bw_first=$((bw_first + 1))
      if [ -d "/proc/$bw_first" ]; then bw_suspects="$bw_suspects $bw_first"; fi
    done
    return 0
  fi
  set +f
  set -- /proc/[0-9]*
  set -f
  for bw_place in "$@"; do
    bw_pid=${bw_place#/proc/}
    if [ "$bw_pid" -gt "$bw_first" ] && [ "$bw_pid" -le "$bw_last" ]; then bw_suspects="$bw_suspects $bw_pid"; fi
  done
}
bw_leave_out() {
  case $bw_suspects in *'*') return 0 ;; esac
  bw_family=" $* "
  bw_grew=yes
  while [ -n "$bw_grew" ]; do
    bw_grew=
    bw_others=
    for bw_pid in $bw_suspects; do
      bw_stat=
      { read -r bw_stat < "/proc/$bw_pid/stat"; } 2>/dev/null
      bw_after_name "$bw_stat"
      # State and parent; nothing if it has ended.
      # shellcheck disable=SC2086
      set -- $bw_fields
      case ${1:-Z} in Z | X) continue ;; esac
      case $bw_family in
        *" $bw_pid "*) ;;
        *" $2 "*) if [ "$2" -gt 1 ]; then bw_family="$bw_family$bw_pid "; bw_grew=yes; else bw_others="$bw_others $bw_pid"; fi ;;
        *) bw_others="$bw_others $bw_pid" ;;
      esac
    done
    bw_suspects=$bw_others
  done
}
# The files with this name of all suspects.
bw_files() {
  bw_found=
  for bw_pid in $bw_suspects; do bw_found="$bw_found /proc/$bw_pid/$1"; done
}
bw_find_strays() {
  strays=
  bw_since=${1:-0}
  bw_family=" $$ ${2-} "
  bw_found=
  if [ -r /proc/self/stat ]; then bw_files cwd; fi
  [ -n "$bw_found" ] || return 0
  bw_options=$-
  # shellcheck disable=SC2086
  bw_listing=$(set +f; exec ls -ln $bw_found 2>/dev/null)
  # Not by 'read', which makes a system call for every character.
  IFS='
'
  set -f
  # shellcheck disable=SC2086
  set -- $bw_listing
  unset IFS
  case $bw_options in *f*) ;; *) set +f ;; esac
  for bw_line in "$@"; do
    case $bw_line in *"/cwd -> $run" | *"/cwd -> $run/"* | *"/cwd -> $run (deleted)") ;; *) continue ;; esac
    bw_pid=${bw_line%%"/cwd -> "*}
    bw_pid=${bw_pid##*/}
    bw_stat=
    { read -r bw_stat < "/proc/$bw_pid/stat"; } 2>/dev/null
    [ -n "$bw_stat" ] || continue
    bw_after_name "$bw_stat"
    # shellcheck disable=SC2086
    set -- $bw_fields
    # State, parent, group, session, terminal; the 20th is the start time.
    case $1 in Z | X) continue ;; esac
    [ "$5" = 0 ] && [ "${20}" -ge "$bw_since" ] || continue
    case $bw_family in *" $bw_pid "* | *" $2 "*) ;; *) strays="${strays:+$strays }$bw_pid" ;; esac
  done
}
bw_limit_of() {
  limit=
  [ -r /proc/self/limits ] || return 0
  # The name of a run of a campaign contains two numbers; no program is needed then.
  bw_tag=${1#bw-}
  bw_number=${bw_tag#*-}
  bw_tag=${bw_tag%%-*}
  case $bw_tag in *[!0-9a-f]*) bw_tag= ;; esac
  case $bw_number in *[!0-9]* | 0?*) bw_tag= ;; esac
  case bw-$bw_tag-$bw_number in
    bw-????????-?*) if [ "$1" = "bw-$bw_tag-$bw_number" ]; then limit=$((1099511627776 + 0x$bw_tag * 524288 + bw_number % 524288)); fi ;;
  esac
  [ -z "$limit" ] || return 0
  # shellcheck disable=SC2046
  set -- $(printf '%s' "$1" | cksum 2>/dev/null)
  if [ -n "${1-}" ]; then limit=$((1099511627776 + $1)); fi
}
# Not every sh has -m, and it is refused within a run of another Benchwright that has a lower limit.
bw_set_limit() {
  # shellcheck disable=SC3045
  if [ -n "${limit-}" ]; then { ulimit -m "$limit"; } 2>/dev/null; fi
}
bw_find_limited() {
  bw_limit_of "$1"
  [ -n "$limit" ] || return 0
  bw_files limits
  [ -n "$bw_found" ] || return 0
  # shellcheck disable=SC2086
  for bw_pid in $(set +f; exec grep -l "^Max resident set  *$((limit * 1024)) " $bw_found 2>/dev/null); do
    bw_pid=${bw_pid#/proc/}
    bw_pid=${bw_pid%/limits}
    bw_start "$bw_pid"
    [ -n "$start" ] || continue
    case " $strays " in *" $bw_pid "*) ;; *) strays="${strays:+$strays }$bw_pid" ;; esac
  done
}
