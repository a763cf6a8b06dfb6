/**
 * Shell functions for the folder in which an engine makes its own files. The supervisor creates the folder for one run, so
 * that all in it belongs to that run; device and inode prove that it still is that folder. Only files by the names an
 * engine is given (`bw.1`, `bw.2` …) are removed, and the folder only when nothing else is in it. Needs `bw_inode`.
 */
export const ownFolderFunctions = `
bw_clear_folder() {
  [ -d "$1" ] && [ ! -h "$1" ] && [ "$(bw_inode "$1")" = "$2" ] || return 1
  bw_count=1
  while [ "$bw_count" -le 1024 ]; do
    if [ -f "$1/bw.$bw_count" ] && [ ! -h "$1/bw.$bw_count" ]; then rm -f -- "$1/bw.$bw_count"; fi
    bw_count=$((bw_count + 1))
  done
  rmdir -- "$1" 2>/dev/null
}
`
