import { processFunctions } from '../process-functions'
import { guardFunctions } from './guard-functions'

/**
 * `benchwright guard`: judges one path and tells who it is, and changes nothing. Arguments: nonce, path, `yes` if it would be
 * written, then the folders that must not share its disk. Every line of the answer begins with `@NONCE`; without the
 * last line, `end`, nothing of it counts.
 */
export const guardScript = `# benchwright guard
${processFunctions}
${guardFunctions}
LC_ALL=C
export LC_ALL
nonce=$1
path=$2
writes=$3
shift 3
protected_paths=$(printf '%s\\n' "$@")
say() { printf '@%s %s %s\\n' "$nonce" "$1" "$(printf '%s' "$2" | tr '\\n' ' ')"; }
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
  bw_table_id "$node" "$target"
  say table "$table_id"
  say_contents "$node" "\${node#"$bw_dev/"}"
  bw_partitions "$target"
  for part in $found; do
    bw_name "$part"
    say part "$name"
    say_contents "$bw_dev/$name" "$name"
  done
}
judge_file() {
  case $path in /*) ;; *) guard_id=not-absolute; return ;; esac
  parent=\${path%/*}
  parent=\${parent:-/}
  if [ -h "$path" ] && [ ! -d "$path" ]; then guard_id=target-is-link
  elif [ -d "$path" ]; then
    kind=folder
    [ -w "$path" ] || guard_id=target-not-writable
  elif [ -f "$path" ]; then
    kind=file
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
  elif [ ! -w "$parent" ]; then guard_id=target-not-writable
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
`
