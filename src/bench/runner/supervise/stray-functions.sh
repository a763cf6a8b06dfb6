# Finds processes an engine left behind with neither its mark in their environment nor an ancestor of the run
# (env -i setsid): they still work in the run directory. Needs process-functions and, in 'run', the physical path of the
# run directory. bw_find_strays SINCE PARENTS puts their pids into 'strays', apart from this shell, the given processes and
# children of either, from programs of a terminal (somebody who looks around there), and from what is older than the start
# time SINCE (empty: unknown). Only Linux tells where a process works; elsewhere none is found.
#
# No script of the app may work in a run directory itself.
#
# Who changes its folder as well is known by a limit: every process of a run has one on its resident memory, of more than a
# pebibyte and of that run alone. Linux has ignored this limit since 2.4.30. Whatever a process starts inherits it, and only
# root may raise it again. bw_limit_of NAME puts it into 'limit' (KiB; empty where there are no such limits), bw_set_limit
# takes it on, bw_find_limited NAME adds all that have it to 'strays'.
bw_find_strays() {
  strays=
  [ -r /proc/self/stat ] || return 0
  bw_since=${1:-0}
  bw_family=" $$ ${2-} "
  bw_places=$(set +f; ls -l /proc/[0-9]*/cwd 2>/dev/null)
  while IFS= read -r bw_line; do
    case $bw_line in *"/cwd -> $run" | *"/cwd -> $run/"* | *"/cwd -> $run (deleted)") ;; *) continue ;; esac
    bw_pid=${bw_line%%"/cwd -> "*}
    bw_pid=${bw_pid##*/}
    bw_stat=
    { read -r bw_stat < "/proc/$bw_pid/stat"; } 2>/dev/null
    [ -n "$bw_stat" ] || continue
    set -- ${bw_stat##*") "}
    # State, parent, group, session, terminal; the 20th is the start time.
    case $1 in Z | X) continue ;; esac
    [ "$5" = 0 ] && [ "${20}" -ge "$bw_since" ] || continue
    case $bw_family in *" $bw_pid "* | *" $2 "*) ;; *) strays="${strays:+$strays }$bw_pid" ;; esac
  done <<PLACES
$bw_places
PLACES
}
bw_limit_of() {
  limit=
  [ -r /proc/self/limits ] || return 0
  # shellcheck disable=SC2046
  set -- $(printf '%s' "$1" | cksum 2>/dev/null)
  if [ -n "${1-}" ]; then limit=$((1099511627776 + $1)); fi
}
# Not every sh knows -m, and it is refused below a run of another Benchwright that has a lower one.
bw_set_limit() {
  # shellcheck disable=SC3045
  if [ -n "${limit-}" ]; then { ulimit -m "$limit"; } 2>/dev/null; fi
}
bw_find_limited() {
  bw_limit_of "$1"
  [ -n "$limit" ] || return 0
  for bw_pid in $(set +f; grep -l "^Max resident set  *$((limit * 1024)) " /proc/[0-9]*/limits 2>/dev/null); do
    bw_pid=${bw_pid#/proc/}
    bw_pid=${bw_pid%/limits}
    bw_start "$bw_pid"
    [ -n "$start" ] || continue
    case " $strays " in *" $bw_pid "*) ;; *) strays="${strays:+$strays }$bw_pid" ;; esac
  done
}
