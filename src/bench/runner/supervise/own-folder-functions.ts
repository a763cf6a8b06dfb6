/**
 * Shell function for the folder in which an engine makes its own files. The supervisor creates the folder for one run, so
 * that all in it belongs to that run; its identity proves that it still is that folder. Only files by the names an engine
 * is given (`bw.1`, `bw.2` …) are removed, from within the folder: its path may lead elsewhere by then. False when
 * anything else is in it. `bw_clear_folder FOLDER IDENTITY`; without an identity for a folder that the caller holds open.
 * Wants `fileIdentityFunctions`.
 */
export const ownFolderFunctions = `
bw_clear_folder() (
  cd -- "$1" 2>/dev/null || exit 1
  [ -z "$2" ] || bw_is_same . "$2" || exit 1
  bw_count=1
  while [ "$bw_count" -le 1024 ]; do
    if [ -f "./bw.$bw_count" ] && [ ! -h "./bw.$bw_count" ]; then rm -f -- "./bw.$bw_count"; fi
    bw_count=$((bw_count + 1))
  done
  [ -z "$(ls -A)" ]
)
`
