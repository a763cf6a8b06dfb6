# Becomes the script that observes the block devices under a path, down to the drives.
#
# sh observe.sh PATH SCRIPT [ARGUMENT...]
#   PATH      file, folder or block device; empty if no data is moved
#   SCRIPT    sample.sh or requests.sh, which gets the arguments and then the devices
#
# Needs drive-functions.
LC_ALL=C
export LC_ALL

if [ -n "$1" ]; then bw_add_path "$1"; fi
shift
# shellcheck disable=SC2086 # Names without blanks.
exec sh "$@" $bw_drives
