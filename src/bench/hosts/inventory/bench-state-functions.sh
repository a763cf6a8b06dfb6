# The files of the bench's state, a line `path:content` for each of their lines. bw_state_files: their patterns.
bw_bench_state() {
  # shellcheck disable=SC2086,SC2154 # Patterns, to be split and expanded; set by the caller.
  grep '' $bw_state_files /dev/null
}
# What each drive is attached to: `/sys/block/NAME TARGET`.
bw_drive_links() {
  for bw_drive in /sys/block/*; do
    if [ -e "$bw_drive/device" ]; then printf '%s %s\n' "$bw_drive" "$(readlink -f "$bw_drive/device")"; fi
  done
}
