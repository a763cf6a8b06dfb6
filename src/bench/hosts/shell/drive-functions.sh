# Functions that find the block devices under a file, folder or device, down to the drives. Only Linux has /sys;
# elsewhere, and under a file system that is on no block device of this host (tmpfs, NFS), there are none.
#
# bw_add_device NAME, bw_add_number MAJOR:MINOR and bw_add_path PATH put kernel names into 'bw_drives', each once and
# every device before those it is built on; the latter two fail if there is no such device. Partitions lead to their
# disk, dm and md to their members, loop devices to the drive of their file, an NVMe drive with several controllers
# (native multipath: most U.2 and U.3 drives, even with one cable) to its hidden paths, which are the only ones with
# counters before Linux 6.2. They have no 'dev' file and no node.
#
# bw_describe NAME puts what is known about one of them into 'bw_told': NAME KIND BELOW IOSTATS FACTS. KIND is
# partition, dm, md, loop, head (of hidden paths), path, drive (of a real or virtual machine) or other. BELOW is what it
# is built on, separated by commas. IOSTATS is 1 if it counts its requests. FACTS are: of md its level, disks, missing
# disks and layout, of dm its uuid, of drive and path 'dax' if data may go around the block layer.
#
# /sys is read with what is built into the shell, so no process is started, except for the file of a loop device. Needs
# names to be expanded ('set +f'). bw_sys: another root than /sys.
bw_drives=

# Name of the device whose folder this is, or leads to, in 'found'.
bw_name_of() {
  found=
  bw_home=$PWD
  cd -P -- "$1" 2>/dev/null || return 1
  found=${PWD##*/}
  cd -- "$bw_home" || return 1
}
bw_number_of() { bw_number=$((($1 >> 8) & 4095)):$((($1 & 255) | (($1 >> 12) & 1048320))); }

# What a device is built on, in 'found'; for a loop device without that of its file.
bw_below_device() {
  found=
  bw_folder=${bw_sys:-/sys}/class/block/$1
  if [ -e "$bw_folder/partition" ]; then
    bw_name_of "$bw_folder/.."
    return
  fi
  for bw_entry in "$bw_folder/slaves"/*; do
    if [ -e "$bw_entry" ]; then found="$found ${bw_entry##*/}"; fi
  done
  case $1 in
    nvme*c*) return ;;
    nvme*n*)
      bw_entry=${1#nvme}
      for bw_entry in "${bw_sys:-/sys}/class/block/nvme${bw_entry%%n*}c"*"n${bw_entry#*n}"; do
        if [ -e "$bw_entry" ]; then found="$found ${bw_entry##*/}"; fi
      done
      ;;
  esac
}
bw_add_device() {
  case " $bw_drives " in *" $1 "*) return 0 ;; esac
  [ -d "${bw_sys:-/sys}/class/block/$1" ] || return 1
  bw_drives="${bw_drives:+$bw_drives }$1"
  bw_below_device "$1"
  # shellcheck disable=SC2086
  set -- "$1" $found
  if read -r bw_backing 2>/dev/null < "${bw_sys:-/sys}/class/block/$1/loop/backing_file"; then bw_add_path "$bw_backing"; fi
  shift
  for bw_member; do bw_add_device "$bw_member"; done
  return 0
}
bw_add_number() { bw_name_of "${bw_sys:-/sys}/dev/block/$1" && bw_add_device "$found"; }
# By the number of its device or, if no device has it (btrfs, overlays), by the source that df prints.
bw_add_path() {
  if [ -b "$1" ]; then
    bw_found=$(stat -L -c '%t:%T' -- "$1" 2>/dev/null) || return 1
    bw_add_number "$((0x${bw_found%:*})):$((0x${bw_found#*:}))"
    return
  fi
  bw_found=$(stat -L -c %d -- "$1" 2>/dev/null) || return 1
  bw_number_of "$bw_found"
  bw_add_number "$bw_number" && return
  bw_found=$(df -P -- "$1" 2>/dev/null)
  bw_found=${bw_found##*"
"}
  bw_found=${bw_found%% *}
  case $bw_found in /dev/*) bw_add_path "$bw_found" ;; *) return 1 ;; esac
}

bw_word_of() {
  bw_value=
  { read -r bw_value < "${bw_sys:-/sys}/class/block/$1"; } 2>/dev/null || [ -n "$bw_value" ]
}
bw_describe() {
  bw_kind=other bw_facts_of=
  if bw_word_of "$1/partition"; then bw_kind=partition
  elif [ -d "${bw_sys:-/sys}/class/block/$1/dm" ]; then
    bw_kind=dm
    bw_word_of "$1/dm/uuid"
    bw_facts_of=" ${bw_value%% *}"
  elif [ -d "${bw_sys:-/sys}/class/block/$1/md" ]; then
    bw_kind=md
    for bw_entry in level raid_disks degraded layout; do
      bw_word_of "$1/md/$bw_entry"
      bw_facts_of="$bw_facts_of ${bw_value:--}"
    done
  elif [ -d "${bw_sys:-/sys}/class/block/$1/loop" ]; then bw_kind=loop
  elif [ -e "${bw_sys:-/sys}/class/block/$1/device" ]; then bw_kind=drive
  fi
  bw_below_device "$1"
  case $1 in
    nvme*c*n*) bw_kind=path ;;
    nvme*n*) if [ "$bw_kind" = drive ] && [ -n "$found" ]; then bw_kind="head"; fi ;;
  esac
  bw_word_of "$1/queue/dax"
  if [ "$bw_value" = 1 ]; then bw_facts_of="$bw_facts_of dax"; fi
  # Partitions have no queue of their own.
  bw_word_of "$1/queue/iostats" || bw_word_of "$1/../queue/iostats"
  bw_list=
  for bw_entry in $found; do bw_list="${bw_list:+$bw_list,}$bw_entry"; done
  bw_told="$1 $bw_kind ${bw_list:--} ${bw_value:-0}$bw_facts_of"
}
