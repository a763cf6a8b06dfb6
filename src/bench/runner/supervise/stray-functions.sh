# Finds processes an engine left behind with neither its mark in their environment nor an ancestor of the run
# (env -i setsid): they still work in the run directory. Needs process-functions and, in 'run', the physical path of the
# run directory. bw_find_strays SINCE PARENTS puts their pids into 'strays', apart from this shell, the given processes and
# children of either, from programs of a terminal (somebody who looks around there), and from what is older than the start
# time SINCE (empty: unknown). Only Linux tells where a process works; elsewhere none is found.
#
# No script of the app may work in a run directory itself.
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
