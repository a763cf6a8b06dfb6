# Finds processes an engine left behind with neither its mark in their environment nor an ancestor of the run
# (env -i setsid): they still work in the run directory. Needs process-functions and, in 'run', the physical path of the
# run directory. bw_find_strays SINCE PARENTS puts their pids into 'strays', apart from this shell, the given processes and
# children of either, from programs of a terminal (somebody who looks around there), and from what is older than the start
# time SINCE (empty: unknown). Only Linux tells where a process works; elsewhere none is found.
#
# No script of the app may work in a run directory itself.
#
# Who changes its folder as well is found by its control group, where there is cgroup v2 and the user may make groups:
# bw_make_group NAME makes one for a run, below this shell's own, and puts its path into 'group' (empty: none);
# bw_find_grouped NAME adds all in it, by the kernel's word, to 'strays'; bw_remove_groups NAME removes what is empty.
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
bw_group_mount() {
  bw_groups=
  while read -r _ bw_place bw_kind _; do
    if [ "$bw_kind" = cgroup2 ]; then bw_groups=$bw_place; fi
  done 2>/dev/null < /proc/mounts
  [ -n "$bw_groups" ]
}
bw_make_group() {
  group=
  bw_group_mount || return 0
  bw_own=$(sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null)
  [ -n "$bw_own" ] || return 0
  bw_group=$bw_groups${bw_own%/}/benchwright-$1
  if mkdir "$bw_group" 2>/dev/null; then group=$bw_group; fi
}
bw_find_grouped() {
  for bw_pid in $(set +f; grep -lx "0::.*/benchwright-$1\(/.*\)*" /proc/[0-9]*/cgroup 2>/dev/null); do
    bw_pid=${bw_pid#/proc/}
    bw_pid=${bw_pid%/cgroup}
    bw_start "$bw_pid"
    [ -n "$start" ] || continue
    case " $strays " in *" $bw_pid "*) ;; *) strays="${strays:+$strays }$bw_pid" ;; esac
  done
}
bw_remove_groups() {
  bw_group_mount || return 0
  find "$bw_groups" -depth -type d -name "benchwright-$1" -exec rmdir {} \; 2>/dev/null
  return 0
}
