# Shell functions that find out who uses a block device: mounts of every namespace that can be read, swap,
# btrfs, processes. 'uses' is a list of lines 'NUMBER KIND DETAIL'. Needs device-functions.
bw_use() {
  uses="$uses$1 $2 $3
"
}
bw_find_uses() {
  uses=
  swap_files=' '
  [ -r "$bw_proc/self/mountinfo" ] || return 1
  while read -r bw_id bw_up bw_mounted bw_root bw_point bw_rest; do
    [ -n "$bw_point" ] || continue
    bw_rest=${bw_rest#* - }
    bw_rest=${bw_rest#* }
    bw_source=${bw_rest%% *}
    if [ -e "$bw_sys/dev/block/$bw_mounted" ]; then bw_use "$bw_mounted" mount "$bw_point"; fi
    case $bw_source in /*) if bw_number "$bw_source"; then bw_use "$number" mount "$bw_point"; fi ;; esac
  done <<MOUNTS
$(cat "$bw_proc/self/mountinfo" "$bw_proc"/[0-9]*/mountinfo 2>/dev/null | sort -u)
MOUNTS
  # The mounts show only the first device of a btrfs.
  for bw_entry in "$bw_sys"/fs/btrfs/*/devices/*; do
    if bw_word "$bw_entry/dev"; then
      bw_volume=${bw_entry%/devices/*}
      bw_use "$word" btrfs "${bw_volume##*/}"
    fi
  done
  # Without this file the kernel has no swap.
  if [ -r "$bw_proc/swaps" ]; then
    while read -r bw_path bw_rest; do
      case $bw_path in /*) ;; *) continue ;; esac
      if bw_number "$bw_path"; then bw_use "$number" swap "$bw_path"
      elif [ -f "$bw_path" ]; then bw_add swap_files "$(bw_file_inode "$bw_path")"
      fi
    done < "$bw_proc/swaps"
  fi
  return 0
}
# First use of a device, in 'use_kind' and 'use_detail'.
bw_use_of() {
  use_kind=
  while read -r bw_used bw_used_kind bw_used_detail; do
    if [ -z "$use_kind" ] && [ -n "$bw_used" ] && [ "$bw_used" = "$1" ]; then
      use_kind=$bw_used_kind
      use_detail=$bw_used_detail
    fi
  done <<USES
$uses
USES
  [ -n "$use_kind" ]
}
# A process that has one of these devices open, in 'opener' as 'PID NAME'. Services open a device for a moment
# after it was written or appeared, so it counts as open only if it still is a second later.
bw_opener_of() {
  for bw_turn in 1 2 3 4 5; do
    opener=
    bw_open=$(find -L "$bw_proc"/[0-9]*/fd -maxdepth 1 -type b -exec stat -L -c '%t:%T %n' {} + 2>/dev/null)
    while read -r bw_pair bw_path; do
      [ -n "$bw_path" ] || continue
      bw_path=${bw_path#"$bw_proc/"}
      bw_pid=${bw_path%%/*}
      case " $1 " in *" $((0x${bw_pair%:*})):$((0x${bw_pair#*:})) "*) ;; *) continue ;; esac
      word=
      bw_word "$bw_proc/$bw_pid/comm"
      opener="$bw_pid ${word:-process}"
    done <<OPEN
$bw_open
OPEN
    [ -n "$opener" ] || return 1
    sleep 0.2 2>/dev/null || sleep 1
  done
}
# Who has a file open for writing, by 'DEVICE:INODE' as stat prints them, in 'opener' as 'PID NAME': an image
# that a running machine writes. If processes of others cannot be examined, the lock that most of them hold
# still shows.
bw_writer_of() {
  opener=
  bw_open=$(find -L "$bw_proc"/[0-9]*/fd -maxdepth 1 -type f -exec stat -L -c '%d:%i %n' {} + 2>/dev/null)
  while read -r bw_pair bw_path; do
    [ "$bw_pair" = "$1" ] || continue
    bw_pid=${bw_path#"$bw_proc/"}
    bw_pid=${bw_pid%%/*}
    bw_flags=
    while read -r bw_key bw_value; do
      if [ "$bw_key" = flags: ]; then bw_flags=$bw_value; fi
    done 2>/dev/null < "$bw_proc/$bw_pid/fdinfo/${bw_path##*/}"
    # The last octal digit is 0 for reading only.
    case $bw_flags in *0) continue ;; esac
    word=
    bw_word "$bw_proc/$bw_pid/comm"
    opener="$bw_pid ${word:-process}"
  done <<OPEN
$bw_open
OPEN
  [ -z "$opener" ] || return 0
  bw_file_dev=${1%:*}
  bw_locked=$(printf '%02x:%02x:%s' "$(((bw_file_dev >> 8) & 0xfff))" "$(((bw_file_dev & 0xff) | ((bw_file_dev >> 12) & 0xfff00)))" "${1#*:}")
  while read -r bw_id bw_how bw_kind bw_access bw_pid bw_place bw_rest; do
    if [ "$bw_place" = "$bw_locked" ] && [ "$bw_access" = WRITE ]; then opener="$bw_pid that locked it"; fi
  done 2>/dev/null < "$bw_proc/locks"
  [ -n "$opener" ]
}
# Block device under a path, in 'found'; empty for a file system without a visible one.
bw_device_under() {
  found=
  bw_dev_number=$(stat -L -c %d -- "$1" 2>/dev/null)
  [ -n "$bw_dev_number" ] || return 1
  bw_pair=$(((bw_dev_number >> 8) & 0xfff)):$(((bw_dev_number & 0xff) | ((bw_dev_number >> 12) & 0xfff00)))
  if [ -e "$bw_sys/dev/block/$bw_pair" ]; then found=$bw_pair; return 0; fi
  bw_source=$(df -P -- "$1" 2>/dev/null)
  bw_source=${bw_source##*"
"}
  if bw_number "${bw_source%% *}" && [ -e "$bw_sys/dev/block/$number" ]; then found=$number; fi
}
# All devices of the btrfs that a device belongs to, including itself, in 'found'.
bw_with_volume() {
  found=$1
  bw_use_of "$1" || return 0
  for bw_volume in "$bw_sys"/fs/btrfs/*/devices; do
    bw_members=
    for bw_entry in "$bw_volume"/*; do
      if bw_word "$bw_entry/dev"; then bw_members="$bw_members $word"; fi
    done
    case "$bw_members " in *" $1 "*) found=$bw_members ;; esac
  done
}
# Disks that must never be written, in lines 'NUMBER KIND PATH'. 'unseen' means that the disk of the root file
# system cannot be determined. Expects 'protected_paths', one path per line: the results file, the app, the
# run directories.
bw_find_protected() {
  protected=
  unseen=
  while read -r bw_kind bw_path; do
    if [ -z "$bw_path" ] || [ ! -e "$bw_path" ]; then continue; fi
    bw_device_under "$bw_path"
    if [ -z "$found" ]; then
      if [ "$bw_kind" = system ]; then unseen=yes; fi
      continue
    fi
    bw_with_volume "$found"
    for bw_member in $found; do
      bw_below "$bw_member"
      for bw_base in $bases; do
        protected="$protected$bw_base $bw_kind $bw_path
"
      done
    done
  done <<PATHS
system /
system /boot
system /boot/efi
system /efi
system /usr
system /var
$(printf '%s\n' "${protected_paths-}" | while IFS= read -r bw_path; do printf 'own %s\n' "$bw_path"; done)
PATHS
}
# A folder of device nodes, where a mistyped name would become an ordinary file. Shared memory is there too,
# but is not one.
bw_in_device_folder() {
  bw_real=$(cd "$1" 2>/dev/null && pwd -P) || return 1
  case $bw_real/ in /dev/shm/*) return 1 ;; /dev/*) return 0 ;; *) return 1 ;; esac
}
# A folder that the kernel makes up: nothing in it is on a drive.
bw_in_kernel_folder() {
  bw_in_device_folder "$1" && return 0
  case ${bw_real:-none}/ in /proc/* | /sys/*) return 0 ;; *) return 1 ;; esac
}
