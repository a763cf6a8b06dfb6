# Shell functions that identify a device and what is on it. They only read. Needs process-functions and
# device-functions.
# World wide name of a whole device, in 'word'.
bw_wwn() { bw_word "$1/wwid" || bw_word "$1/device/wwid" || bw_udev_value "$1" ID_WWN; }
bw_serial() {
  bw_word "$1/serial" || bw_word "$1/device/serial" || bw_udev_value "$1" ID_SERIAL_SHORT || bw_page_80 "$1"
}
# Unit serial number page of SCSI: four bytes of header, then text.
bw_page_80() {
  word=
  [ -r "$1/device/vpd_pg80" ] || return 1
  word=$(tail -c +5 "$1/device/vpd_pg80" 2>/dev/null | tr -dc '[:print:]')
  word=${word#"${word%%[! ]*}"}
  word=${word%"${word##*[! ]}"}
  [ -n "$word" ]
}
# A value of udev's database: bw_udev_value SYSDIR KEY.
bw_udev_value() {
  bw_word "$1/dev" || return 1
  bw_file=$bw_udev/data/b$word
  word=
  [ -r "$bw_file" ] || return 1
  while IFS= read -r bw_line; do
    case $bw_line in "E:$2="*) word=${bw_line#"E:$2="} ;; esac
  done < "$bw_file"
  [ -n "$word" ]
}
# Sets 'identity', which is compared as a whole right before every start.
bw_identify() {
  disk=$bw_sys/dev/block/$1
  partition=
  start=0
  if bw_word "$disk/partition"; then
    partition=$word
    if bw_word "$disk/start"; then start=$word; fi
    bw_word "$bw_sys/dev/block/$1/../dev" && disk=$bw_sys/dev/block/$word
  fi
  bw_word "$disk/device/model" || bw_word "$disk/model" || bw_udev_value "$disk" ID_MODEL
  model=$word
  bw_serial "$disk"
  serial=$word
  bw_wwn "$disk"
  wwn=$word
  bw_word "$bw_sys/dev/block/$1/size"
  size=$((${word:-0} * 512))
  bw_word "$disk/queue/logical_block_size"
  block=${word:-512}
  bw_word "$bw_sys/dev/block/$1/ro"
  read_only=${word:-0}
  bw_word "$disk/diskseq"
  bw_boot
  # Counts every attachment since the machine was started: distinguishes devices without serial numbers.
  sequence=$boot:${word:-none}
  bw_backing_of "$1"
  case $found in file:*) sequence=$sequence:$found ;; esac
  identity="$wwn|$serial|$model|$size|$block|$partition|$start"
  # A run locks the whole disk, as systemd requires of all programs that write to block devices.
  bw_word "$disk/dev"
  disk_number=$word
  bw_name "$disk_number"
  lock_node=$bw_dev/$name
  bw_find_namesakes "$disk"
}
# Other devices with the same name: 'namesakes' by WWN (another path to it); 'unique' means that none shares
# its serial number.
bw_find_namesakes() {
  namesakes=' '
  unique=no
  if [ -n "$wwn$serial" ]; then unique=yes; fi
  [ $unique = yes ] || return 0
  bw_word "$1/dev"
  bw_own=$word
  for bw_other in "$bw_sys"/block/*; do
    if ! bw_word "$bw_other/dev" || [ "$word" = "$bw_own" ]; then continue; fi
    bw_other_number=$word
    if bw_word "$bw_other/hidden" && [ "$word" = 1 ]; then continue; fi
    bw_links "$bw_other_number" slaves
    [ -z "$found" ] || continue
    if bw_wwn "$bw_other" && [ "$word" = "$wwn" ]; then
      bw_add namesakes "$bw_other_number"
      unique=no
    elif [ -n "$serial" ] && bw_serial "$bw_other" && [ "$word" = "$serial" ]; then unique=no
    fi
  done
}
# What is on a node: types between blanks in 'signatures', and one line 'TYPE LABEL UUID' for each in
# 'contents'.
bw_signatures() {
  signatures=' '
  contents=
  if command -v wipefs >/dev/null 2>&1; then
    bw_seen=$(wipefs -p -- "$1" 2>/dev/null) || return 1
    while IFS=, read -r bw_offset bw_uuid bw_label bw_type bw_rest; do
      case $bw_offset in '' | '#'*) continue ;; esac
      bw_content "$bw_type" "$bw_label" "$bw_uuid"
    done <<SEEN
$bw_seen
SEEN
  elif bw_blkid "$1"; then
    while IFS= read -r bw_type; do bw_content "$bw_type" '' ''; done <<SEEN
$bw_seen
SEEN
  else return 1
  fi
}
bw_content() {
  [ -n "$1" ] || return 0
  bw_add signatures "$1" || return 0
  contents="$contents$1${2:+ \"$2\"}${3:+ $3}
"
}
# blkid of util-linux probes the device itself (-p); 2 means that nothing was found. busybox has no -p.
bw_blkid() {
  bw_seen=$(blkid -p -o value -s TYPE -s PTTYPE -- "$1" 2>/dev/null)
  case $? in 0 | 2) return 0 ;; *) return 1 ;; esac
}
bw_table_id() {
  table_id=$(blkid -p -o value -s PTUUID -- "$1" 2>/dev/null)
  if [ -z "$table_id" ] && bw_udev_value "$bw_sys/dev/block/$2" ID_PART_TABLE_UUID; then table_id=$word; fi
}
# Whether the kernel grants a program exclusive use of the device: 0 yes, 1 no, 2 no tool to find out.
bw_exclusive() {
  # Without perl or its module the status is another one.
  perl -MFcntl -e 'exit(sysopen(my $device, $ARGV[0], O_RDONLY | O_EXCL) ? 0 : 42)' -- "$1" 2>/dev/null
  case $? in 0) return 0 ;; 42) return 1 ;; esac
  if python3 -c '' 2>/dev/null; then
    python3 -c 'import os, sys; os.open(sys.argv[1], os.O_RDONLY | os.O_EXCL)' "$1" 2>/dev/null
  elif command -v wipefs >/dev/null 2>&1; then
    # With -n nothing is erased, but the device is opened as for erasing.
    wipefs -a -n -- "$1" >/dev/null 2>&1
  else return 2
  fi || return 1
}
