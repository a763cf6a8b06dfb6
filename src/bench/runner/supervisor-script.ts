import { processFunctions } from '../hosts/process-functions'
import { ownFolderFunctions } from './own-folder-functions'

/**
 * The supervisor: one POSIX sh script (dash, bash, busybox) that lives in the run directory and does everything for one
 * run: claims the directory, guards the data file, starts the engine, waits for it and commits its exit status.
 *
 * Files it leaves, all in the run directory:
 * - `supervisor`: pid, start time, boot id, clock. Created exclusively: whoever creates it owns the run, so a caller that
 *   gives a run up creates it first and no engine is ever started.
 * - `engine`: pid, start time, boot id of the engine's main process.
 * - `created`: `device:inode` of the data file if this run created it, or of the folder for the engine's own files, which
 *   is emptied and removed before the commit.
 * - `device`: actual size in bytes of the raw device that the guard let through.
 * - `refused`: id and detail if the guard said no.
 * - `log`: what the engine printed. `sum`: SHA-256 of its output file.
 * - `rc`: exit status (or `refused`) and clock. It appears by rename, last: the commit.
 *
 * `clock` counts seconds including sleep of the machine (/proc/uptime), so that a suspended run is noticed.
 * The engine is a foreground child, because a shell lets background children ignore SIGINT, which is how runs are stopped.
 */
export const supervisorScript = `# Benchwright run supervisor
umask 077
set -f
trap '' HUP
${processFunctions}
${ownFolderFunctions}
LC_ALL=C
export LC_ALL
. ./settings
BENCHWRIGHT_RUN="<$run_name>"
export BENCHWRIGHT_RUN

become_engine() {
  bw_boot
  bw_start "$1"
  printf '%s %s %s\\n' "$1" "$start" "$boot" > engine || exit 125
  [ ! -e stop ] || exit 130
  if [ "\${device_holds-}" = yes ]; then hold_device; fi
  start_engine
}
# The engine's own process keeps the device to itself, so that nobody can mount it meanwhile. Where neither perl nor
# python3 is there, the guard has just asked with other means.
hold_device() {
  if perl -MFcntl -e 1 2>/dev/null; then start_engine perl -MFcntl -e '
    $^F = 255;
    my $node = shift;
    sysopen(my $held, $node, O_RDONLY | O_EXCL) or do { print STDERR "$node: $!\\n"; exit 125 };
    exec { $ARGV[0] } @ARGV or exit 127' "$data_file"
  elif python3 -c '' 2>/dev/null; then start_engine python3 -c '
import os, sys
held = os.open(sys.argv[1], os.O_RDONLY | os.O_EXCL)
os.set_inheritable(held, True)
os.execvp(sys.argv[2], sys.argv[2:])' "$data_file"
  fi
}
if [ "\${1-}" = engine ]; then become_engine $$; fi

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum < "$1"
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 < "$1"
  else printf 'none\\n'
  fi
}
clear_own_folder() {
  [ "$data_kind" = folder ] || return 0
  own_inode=
  { read -r own_inode < created; } 2>/dev/null || return 0
  bw_clear_folder "$data_file" "$own_inode"
}
commit() {
  clear_own_folder
  bw_clock
  if [ -f "$output_file" ]; then sum_of "$output_file" > sum; fi
  printf '%s %s\\n' "$1" "$clock" > rc.tmp && mv -f rc.tmp rc
}
refuse() {
  printf '%s\\n%s\\n' "$1" "\${2-}" > refused
  commit refused
  exit 0
}
free_kib() {
  free=$(df -Pk "$1" 2>/dev/null)
  free=\${free##*"
"}
  set -- \${free%%"% /"*}
  shift $(($# - 2))
  free=$1
}
guard_folder() {
  if [ -d "$data_file" ] && [ -n "$expected_inode" ]; then
    [ "$(bw_inode "$data_file")" = "$expected_inode" ] || refuse target-replaced
    bw_clear_folder "$data_file" "$expected_inode" || refuse target-not-empty
  fi
  if [ -e "$data_file" ]; then refuse target-exists; fi
  said=$(mkdir -- "$data_file" 2>&1) || refuse target-not-writable "$said"
  bw_inode "$data_file" > created
}
guard_device() {
  . ./guard.sh
  bw_guard_device "$data_file" "$device_writes" || refuse "$guard_id" "$guard_detail"
  [ "$node" = "$data_file" ] || refuse device-identity "$node"
  [ "$identity" = "$expected_identity" ] || refuse device-identity "$identity"
  if [ -n "$expected_sequence" ] && [ "$sequence" != "$expected_sequence" ]; then refuse device-replaced "$sequence"; fi
  bw_table_id "$node" "$target"
  if [ -n "$table_id" ] && [ "$table_id" != "$expected_table" ]; then
    refuse device-content-changed "partition table $table_id"
  fi
  bw_signatures "$node" || refuse device-content-unread
  for content in $signatures; do
    case $expected_contents in *" $content "*) ;; *) refuse device-content-changed "$content" ;; esac
  done
  # The engine and its workers inherit the lock: while one of them is alive, no other run begins.
  exec 9< "$lock_node" && flock -n 9 || refuse locked
  printf '%s\\n' "$size" > device
}
guard() {
  parent=\${data_file%/*}
  [ -n "$parent" ] || parent=/
  [ -d "$parent" ] || refuse target-folder-missing
  # What this run creates could not be told from another file later.
  [ -n "$(bw_inode "$parent")" ] || refuse no-stat
  if [ -h "$data_file" ]; then refuse target-is-link
  elif [ -b "$data_file" ]; then refuse target-is-block-device
  elif [ "$data_kind" = folder ]; then guard_folder
  elif [ -d "$data_file" ]; then refuse target-is-folder
  elif [ -e "$data_file" ] && [ ! -f "$data_file" ]; then refuse target-not-a-file
  elif [ -e "$data_file" ]; then
    [ -n "$expected_inode" ] || refuse target-exists
    [ "$(bw_inode "$data_file")" = "$expected_inode" ] || refuse target-replaced
  else
    [ "$may_create" = yes ] || refuse data-file-missing
    # Among device nodes a mistyped name would become an ordinary file; shared memory lies there too and is none.
    case $(cd "$parent" && pwd -P)/ in /dev/shm/*) ;; /dev/*) refuse target-in-dev ;; esac
    said=$( (set -C; : > "$data_file") 2>&1 ) || refuse target-not-writable "$said"
    bw_inode "$data_file" > created
  fi
  [ -w "$data_file" ] || refuse target-not-writable
  if [ "$space_kib" -gt 0 ]; then
    free_kib "$parent"
    set -- $(du -k "$data_file")
    if [ $((space_kib - $1)) -gt "\${free:-0}" ]; then refuse no-space "$free"; fi
  fi
  # fio unlinks a file that it has to extend, and the inode on record would be gone: give the file its size first.
  if [ "$file_bytes" -gt 0 ]; then dd if=/dev/null of="$data_file" bs=1 seek="$file_bytes" count=0 2>/dev/null; fi
}

trap : INT TERM
bw_boot
bw_start $$
bw_clock
set -C
printf '%s %s %s %s\\n' "$$" "$start" "$boot" "$clock" 2>/dev/null > supervisor || exit 0
set +C
if [ "$data_kind" = device ]; then guard_device; elif [ -n "$data_file" ]; then guard; fi
if [ -r /proc/self/stat ]; then
  (
    read -r self bw_rest < /proc/self/stat
    become_engine "$self"
  ) < /dev/null >> log 2>&1
else
  # Without /proc a subshell cannot learn its own pid; a second shell can.
  sh ./supervise.sh engine < /dev/null >> log 2>&1
fi
status=$?
# An engine that writes the file first may have replaced it all the same; what it left is what this run created.
if [ "$may_create" = yes ] && [ -f "$data_file" ] && [ ! -h "$data_file" ]; then bw_inode "$data_file" > created; fi
commit $status
`
