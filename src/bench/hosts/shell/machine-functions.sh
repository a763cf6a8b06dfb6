# What a machine lacks, as parts of an answer. Needs state-folder and a function 'part'.

# Where run directories are, whether they can be made there ('yes', or 'no' and what prevents it), and on which file
# system.
bw_state_parts() {
  part state; printf '%s' "$state/runs"
  bw_near=$state/runs
  while [ ! -e "$bw_near" ] && [ ! -h "$bw_near" ]; do
    bw_near=${bw_near%/*}
    [ -n "$bw_near" ] || bw_near=/
  done
  part state-writable
  if [ -d "$bw_near" ] && [ -w "$bw_near" ] && [ -x "$bw_near" ]; then echo yes; else echo "no $bw_near"; fi
  [ -d "$bw_near" ] || bw_near=${bw_near%/*}/
  part state-findmnt; findmnt -J -b -T "$bw_near" -o TARGET,SOURCE,FSTYPE,OPTIONS,SIZE,AVAIL,MAJ:MIN
  part state-df; df -Pk "$bw_near"
}
# The program of that name in a folder that is usually on the PATH of a login shell only.
bw_elsewhere() {
  for bw_folder in "${HOME-}/bin" "${HOME-}/.local/bin" "${HOME-}/go/bin" "${HOME-}/.nix-profile/bin" \
    "${HOME-}/.linuxbrew/bin" /home/linuxbrew/.linuxbrew/bin /usr/local/sbin /usr/local/go/bin /opt/bin /opt/*/bin \
    /snap/bin /opt/local/bin /run/current-system/sw/bin; do
    if [ -f "$bw_folder/$1" ] && [ -x "$bw_folder/$1" ]; then
      printf '%s\n' "$bw_folder/$1"
      return 0
    fi
  done
}
