# Judges one path, prints its identity, and changes nothing. Arguments: nonce, path, 'yes' if it would be
# written, then the folders that must not share its disk. Every line of the answer begins with '@NONCE';
# without the last line, 'end', the answer is void. Needs process-functions and the functions of the guard.
LC_ALL=C
export LC_ALL
nonce=$1
path=$2
writes=$3
shift 3
protected_paths=$(printf '%s\n' "$@")
# In one line; without starting a program, because it is called dozens of times.
say() {
  said=$2
  while :; do
    case $said in
      *"
"*) said="${said%%"
"*} ${said#*"
"}" ;;
      *) break ;;
    esac
  done
  printf '@%s %s %s\n' "$nonce" "$1" "$said"
}
say_contents() {
  if bw_signatures "$1"; then
    while IFS= read -r content; do
      if [ -n "$content" ]; then say content "$2 $content"; fi
    done <<CONTENTS
$contents
CONTENTS
  else say unread "$2"
  fi
}
tell_device() {
  say node "$node"
  say number "$target"
  say model "$model"
  say serial "$serial"
  say wwn "$wwn"
  say size "$size"
  say block "$block"
  say identity "$identity"
  say sequence "$sequence"
  say unique "$unique"
  [ -r "$node" ] || return 0
  tell_purges
  bw_table_id "$node" "$target"
  say table "$table_id"
  say_contents "$node" "${node#"$bw_dev/"}"
  bw_partitions "$target"
  for part in $found; do
    bw_name "$part"
    say part "$name"
    say_contents "$bw_dev/$name" "$name"
  done
}
# Prints why each purge cannot be done; empty if it can.
tell_purges() {
  name=${node#"$bw_dev/"}
  why='blkdiscard is not installed there.'
  if command -v blkdiscard >/dev/null 2>&1; then
    why='the device does not support it.'
    bw_word "$disk/queue/discard_max_bytes" && [ "$word" != 0 ] && why=
  fi
  say purge "discard $why"
  why=
  case $name in
    nvme*n*p*) why='it takes the whole drive, and this is a partition.' ;;
    nvme*n*)
      command -v nvme >/dev/null 2>&1 || why='nvme-cli is not installed there.'
      for other in "$bw_sys/block/${name%n*}"n*; do
        [ "${other##*/}" = "$name" ] || why="${other##*/} is on the same controller and could be formatted too."
      done
      ;;
    *) why='this is not an NVMe drive.' ;;
  esac
  say purge "nvme-format $why"
  why=
  if [ -n "$partition" ]; then why='it takes the whole drive, and this is a partition.'
  elif ! command -v hdparm >/dev/null 2>&1; then why='hdparm is not installed there.'
  else
    facts=$(hdparm -I "$node" 2>/dev/null)
    if ! printf '%s' "$facts" | grep -q '^Security:'; then why='this is not an ATA drive that supports it.'
    elif printf '%s\n' "$facts" | grep -Eq '^[[:space:]]*frozen'; then why='the firmware has frozen it; a sleep and wake-up of the machine often thaws it.'
    fi
  fi
  say purge "ata-secure-erase $why"
}
# A file system that is mounted read-only refuses everybody, so that no rights would help.
not_writable() {
  guard_id=target-not-writable
  case ,$(findmnt -n -o OPTIONS -T "$1" 2>/dev/null | tail -n 1), in *,ro,*) guard_detail=read-only ;; esac
}
judge_file() {
  case $path in '') guard_id=no-path; return ;; /*) ;; *) guard_id=not-absolute; return ;; esac
  parent=${path%/*}
  parent=${parent:-/}
  if [ -h "$path" ] && [ ! -d "$path" ]; then guard_id=target-is-link
  elif [ -d "$path" ]; then
    kind=folder
    if bw_in_kernel_folder "$path"; then guard_id=kernel-folder
    elif [ ! -w "$path" ]; then not_writable "$path"
    fi
  elif [ -f "$path" ]; then
    kind="file"
    guard_id=target-exists
    bw_find_loops
    bw_loops_on "file:$(bw_file_inode "$path")"
    for loop in $found; do
      bw_name "$loop"
      guard_id=file-in-use
      guard_detail=$name
    done
  elif [ -e "$path" ]; then
    kind=other
    guard_id=target-not-a-file
  elif [ ! -d "$parent" ]; then guard_id=target-folder-missing
  elif bw_in_device_folder "$parent"; then guard_id=device-missing
  elif bw_in_kernel_folder "$parent"; then guard_id=kernel-folder
  elif [ ! -w "$parent" ]; then not_writable "$parent"
  fi
}
kind=missing
if [ -b "$path" ]; then
  kind=device
  bw_guard_device "$path" "$writes"
else judge_file
fi
set +f
say kind "$kind"
say host "$(uname -n)"
if [ $kind = device ] && [ -n "$identity" ]; then tell_device; fi
if [ -n "$guard_id" ]; then say refused "$guard_id $guard_detail"; else say allowed yes; fi
say end yes
