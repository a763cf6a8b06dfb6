# Finds the block devices under a path, down to the drives, and becomes the script that observes them.
#
# sh observe.sh PATH SCRIPT [ARGUMENT...]
#   PATH      file, folder or block device; empty if no data is moved
#   SCRIPT    sample.sh or requests.sh, which gets the arguments and then the devices
#
# Partitions lead to their disk, dm and md to their members, loop devices to the drive of their file. A file
# system that is on no block device of this host (tmpfs, NFS) has none. Only Linux provides this; elsewhere
# there is nothing to sample.
LC_ALL=C
export LC_ALL
devices=

add_device() {
  case " $devices " in *" $1 "*) return 0 ;; esac
  [ -d "/sys/class/block/$1" ] || return 0
  devices="${devices:+$devices }$1"
  if [ -e "/sys/class/block/$1/partition" ]; then
    disk=$(readlink -f "/sys/class/block/$1")
    disk=${disk%/*}
    add_device "${disk##*/}"
    return
  fi
  for slave in "/sys/class/block/$1/slaves/"*; do
    if [ -e "$slave" ]; then add_device "${slave##*/}"; fi
  done
  if read -r backing 2>/dev/null < "/sys/class/block/$1/loop/backing_file"; then add_path "$backing"; fi
}

add_numbered() {
  numbered=$(readlink -f "/sys/dev/block/$1") || return 1
  [ -e "/sys/dev/block/$1" ] || return 1
  add_device "${numbered##*/}"
}

# By the number of its device or, if no device has it (btrfs, overlays), by the source that df prints.
add_path() {
  if [ -b "$1" ]; then
    node=$(readlink -f "$1")
    add_device "${node##*/}"
    return
  fi
  number=$(stat -L -c %d -- "$1" 2>/dev/null) || return 0
  add_numbered "$(((number >> 8) & 4095)):$(((number & 255) | ((number >> 12) & 1048320)))" && return
  mounted=$(df -P -- "$1" 2>/dev/null)
  mounted=${mounted##*"
"}
  mounted=${mounted%% *}
  case $mounted in /dev/*) ;; *) return 0 ;; esac
  node=$(readlink -f "$mounted")
  add_device "${node##*/}"
}

if [ -n "$1" ]; then add_path "$1"; fi
shift
# shellcheck disable=SC2086 # Names without blanks.
exec sh "$@" $devices
