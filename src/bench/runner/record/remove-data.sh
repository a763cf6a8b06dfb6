# Removes a file only if it is still the very one that this app created. It works from within the file's
# folder, so that swapping the folder cannot get another file removed. Arguments: path, identity, prefixes of
# engines' own files. Needs process-functions, file-identity-functions and own-folder-functions.
name=./${1##*/}
folder=${1%/*}
cd -- "${folder:-/}" 2>/dev/null || { printf missing; exit 0; }
if [ ! -e "$name" ] && [ ! -h "$name" ]; then printf missing; exit 0; fi
if [ -d "$name" ] && [ ! -h "$name" ] && bw_is_same "$name" "$2"; then
  shift
  bw_clear_folder "$name" "$@" && rmdir -- "$name" && printf removed
  exit 0
fi
if [ ! -f "$name" ] || [ -h "$name" ] || ! bw_is_same "$name" "$2"; then printf other; exit 0; fi
rm -f -- "$name" && printf removed
