# The guard: decides whether a block device may be used, and identifies it. It runs on the device's host, in
# the same script that starts the engine, and fails closed: what cannot be read is a refusal.
#
# bw_guard_device PATH WRITES answers 0 for allowed, 1 for refused with 'guard_id' and 'guard_detail'. Expects
# the folders of the results file and the app in 'protected_paths'. Needs process-functions, device-functions,
# use-functions and identity-functions.
bw_refuse() {
  guard_id=$1
  guard_detail=${2-}
  return 1
}
bw_guard_device() {
  set +f
  guard_id=
  guard_detail=
  number=
  node=
  identity=
  bw_judge "$1" "$2"
  bw_answer=$?
  set -f
  return $bw_answer
}
bw_judge() {
  [ "$(uname -s)" = Linux ] || { bw_refuse not-linux; return; }
  [ -e "$1" ] || [ -h "$1" ] || { bw_refuse device-missing; return; }
  [ -b "$1" ] || { bw_refuse not-a-device; return; }
  bw_number "$1" || { bw_refuse facts-missing "stat"; return; }
  target=$number
  [ -d "$bw_sys/dev/block/$target" ] || { bw_refuse facts-missing "$bw_sys/dev/block/$target"; return; }
  bw_find_loops
  bw_find_uses || { bw_refuse facts-missing "$bw_proc/self/mountinfo"; return; }
  bw_kernel_name "$target"
  node=$bw_dev/$kernel
  [ -n "$kernel" ] && bw_number "$node" && [ "$number" = "$target" ] || { bw_refuse no-kernel-node "$node"; return; }
  bw_identify "$target"
  bw_find_protected
  bw_judge_place && bw_judge_uses && bw_judge_access "$2"
}
# The position of the device: the system's disk, the app's disk, part of something, something on it.
bw_judge_place() {
  bw_below "$target"
  target_below=$below
  target_bases=$bases
  target_built=$built
  while read -r bw_base bw_kind bw_path; do
    [ -n "$bw_base" ] || continue
    case $target_bases in *" $bw_base "*)
      if [ "$bw_kind" = system ]; then bw_refuse system-disk "$bw_path"; else bw_refuse own-disk "$bw_path"; fi
      return ;;
    esac
  done <<PROTECTED
$protected
PROTECTED
  bw_above "$target"
  for bw_one in $above; do
    if bw_use_of "$bw_one"; then bw_name "$bw_one"; bw_refuse "$use_kind" "$name $use_detail"; return; fi
  done
  for bw_one in $stacked; do bw_name "$bw_one"; bw_refuse has-holder "$name"; return; done
  for bw_one in $target_built; do bw_name "$bw_one"; bw_refuse is-holder "$name"; return; done
  for bw_one in $target_below; do
    [ "$bw_one" != "$target" ] || continue
    if bw_use_of "$bw_one"; then bw_name "$bw_one"; bw_refuse "$use_kind" "$name $use_detail"; return; fi
    bw_links "$bw_one" holders
    bw_holders=$found
    bw_loops_on "$bw_one"
    for bw_holder in $bw_holders $found; do bw_name "$bw_holder"; bw_refuse has-holder "$name"; return; done
  done
  bw_loops_on unknown
  for bw_one in $found; do bw_name "$bw_one"; bw_refuse loop-unknown "$name"; return; done
  return 0
}
# Uses that the device's own number does not show: another loop on its file, another path to the same drive, a neighbour.
bw_judge_uses() {
  bw_backing_of "$target"
  case $found in
    file:*)
      bw_file=$found
      bw_loops_on "$bw_file"
      for bw_one in $found; do
        [ "$bw_one" = "$target" ] || { bw_name "$bw_one"; bw_refuse shared-file "$name"; return; }
      done
      case $swap_files in *" ${bw_file#file:} "*) bw_refuse swap "${kernel} file"; return ;; esac
      ;;
  esac
  for bw_one in $target_below; do
    bw_backing_of "$bw_one"
    case $found in file:*) ;; *) continue ;; esac
    if bw_writer_of "${found#file:}"; then bw_name "$bw_one"; bw_refuse image-in-use "$name $opener"; return; fi
  done
  for bw_twin in $namesakes; do
    bw_above "$bw_twin"
    for bw_one in $above; do
      if bw_use_of "$bw_one"; then bw_name "$bw_one"; bw_refuse other-path "$name $use_detail"; return; fi
    done
    for bw_one in $stacked; do bw_name "$bw_one"; bw_refuse other-path "$name"; return; done
  done
  [ -n "$unseen" ] || return 0
  for bw_base in $target_bases; do
    bw_above "$bw_base"
    for bw_one in $above; do
      if bw_use_of "$bw_one"; then bw_name "$bw_one"; bw_refuse maybe-system-disk "$name $use_detail"; return; fi
    done
  done
}
bw_judge_access() {
  [ "$size" -gt 0 ] || { bw_refuse no-medium; return; }
  [ -r "$node" ] || { bw_refuse no-permission; return; }
  if [ "$1" = yes ]; then
    [ "$read_only" = 0 ] || { bw_refuse read-only-device; return; }
    [ -w "$node" ] || { bw_refuse no-permission; return; }
  fi
  command -v flock >/dev/null 2>&1 || { bw_refuse no-lock-tool; return; }
  flock -n "$lock_node" true 2>/dev/null || { bw_refuse locked; return; }
  bw_above "$target"
  if bw_opener_of "$above$target_below"; then bw_refuse open-by-process "$opener"; return; fi
  bw_exclusive "$node"
  case $? in
    0) ;;
    1) bw_refuse not-exclusive; return ;;
    *) bw_refuse no-exclusive-probe; return ;;
  esac
  return 0
}
