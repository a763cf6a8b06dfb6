# The folder in which an engine creates its own files. The supervisor creates it for one run, so everything in
# it belongs to that run; its identity proves that it is still that folder. Only files and folders named by
# one of the prefixes of engines and a number are removed ('bw.1'), from within the folder: its path may lead
# elsewhere by then. False if anything else is in it. bw_clear_folder FOLDER IDENTITY PREFIX...; IDENTITY is
# empty for a folder that the caller has open. Needs file-identity-functions.
bw_clear_folder() (
  cd -- "$1" 2>/dev/null || exit 1
  [ -z "$2" ] || bw_is_same . "$2" || exit 1
  shift 2
  for bw_prefix in "$@"; do
    bw_count=0
    while [ "$bw_count" -le 1024 ]; do
      bw_own="./$bw_prefix$bw_count"
      if [ -f "$bw_own" ] && [ ! -h "$bw_own" ]; then rm -f -- "$bw_own"
      elif [ -d "$bw_own" ] && [ ! -h "$bw_own" ]; then rm -rf -- "$bw_own"; fi
      bw_count=$((bw_count + 1))
    done
  done
  [ -z "$(ls -A)" ]
)
