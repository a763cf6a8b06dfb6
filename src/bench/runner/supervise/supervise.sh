# The supervisor: one POSIX sh script (dash, bash, busybox) that lives in the run directory and does
# everything for one run: claims the directory, guards the data file, executes the steps and commits the exit
# status. A step starts its sidecars and then its processes, and ends with the last process; then the sidecars
# are ended. After a step that failed only gather and teardown steps follow, and after a stop only the former.
#
# Files it leaves, all in the run directory:
# - `supervisor`: pid, start time, boot id, clock. Created exclusively: its creator owns the run, so a caller
#   that abandons a run creates it first, and no engine is ever started.
# - `engine`: pid, start time, boot id of each process of a step, one line each.
# - `created`: identity of the data file if this app created it, or of the folder for the engine's own files, which is
#   emptied and removed before the commit unless later runs share it.
# - `device`: actual size in bytes of the raw device that the guard let through.
# - `refused`: id and detail if the guard said no.
# - `log`: what the engine printed, up to a limit. `sum`: SHA-256 of each output.
# - `strays`: pids of processes that the engine left behind.
# - `counters`: what the drives under the target did while the steps measured, see core/observers/drive-counters.ts.
# - `rc`: exit status (or `refused`) and clock, written last, in one piece: the commit. Empty counts as missing.
#
# What does not depend on the moment of the start is done ahead, see `start-run.sh`: settings are read, pipes and
# their readers opened, the file of earlier runs is opened and recognised, and the program for checksums waits.
#
# The data file (or folder) is opened once, as descriptor 8, and judged by that descriptor; if there is /proc,
# all work on it uses the descriptor, even the engine's own (`heldTarget`): its path may lead elsewhere a
# moment later. Creation is exclusive (O_EXCL), which follows no link.
#
# `clock` counts seconds, including sleep of the machine (/proc/uptime), so that a suspended run is noticed.
# The processes of a step are foreground children (several as parts of a pipeline without data), because a
# shell makes background children ignore SIGINT, which stops runs. Their output goes into a pipe, so that an
# engine that prints without end fills no disk.
#
# Needs process-functions, file-identity-functions, own-folder-functions, stray-functions, keeper-functions and
# drive-functions.
umask 077
set -f
trap '' HUP
LC_ALL=C
export LC_ALL
. ./settings
BENCHWRIGHT_RUN="<$run_name>"
export BENCHWRIGHT_RUN

# Settings contain a function process_N for each process; arguments given to it precede the program.
become_engine() {
  number=$1
  bw_boot
  bw_start "$2"
  # An earlier step may have left anything under this name.
  if [ -h engine ] || { [ -e engine ] && [ ! -f engine ]; }; then rm -rf -- engine; fi
  printf '%s %s %s\n' "$2" "$start" "$boot" >> engine || exit 125
  [ ! -e stop ] || [ "${kind-}" = gather ] || exit 130
  bw_set_limit
  if [ "${device_holds-}" = yes ]; then hold_device; fi
  "process_$number"
}
# The engine's own process opens the device exclusively, so that it cannot be mounted in the meantime. Without
# perl and python3, the guard has just checked by other means.
hold_device() {
  if perl -MFcntl -e 1 2>/dev/null; then "process_$number" perl -MFcntl -e '
    $^F = 255;
    my $node = shift;
    sysopen(my $held, $node, O_RDONLY | O_EXCL) or do { print STDERR "$node: $!\n"; exit 125 };
    exec { $ARGV[0] } @ARGV or exit 127' "$data_file"
  elif python3 -c '' 2>/dev/null; then "process_$number" python3 -c '
import os, sys
held = os.open(sys.argv[1], os.O_RDONLY | os.O_EXCL)
os.set_inheritable(held, True)
os.execvp(sys.argv[2], sys.argv[2:])' "$data_file"
  fi
}
if [ "${1-}" = engine ]; then become_engine "$2" $$; fi

# Writes a line into a file of the run directory, whatever an engine put there under that name.
put() {
  if [ -e "$1.tmp" ] || [ -h "$1.tmp" ]; then rm -rf -- "$1.tmp"; fi
  printf '%s\n' "$2" > "$1.tmp"
  if [ -d "$1" ]; then rm -rf -- "$1"; fi
  mv -f -- "$1.tmp" "$1"
}
# In its own subshell, which becomes the program.
sums_of() {
  if command -v sha256sum >/dev/null 2>&1; then exec sha256sum -- "$@"
  elif command -v shasum >/dev/null 2>&1; then exec shasum -a 256 -- "$@"
  else printf 'none\n'
  fi
}
clear_own_folder() {
  [ "$made_folder" = yes ] || return 0
  # shellcheck disable=SC2086
  bw_clear_folder "$held" '' $own_prefixes && bw_facts "$held" || return 0
  own=$bw_node
  # Only the folder itself: its path may lead to another one by now.
  if [ ! -h "$data_file" ] && bw_facts "$data_file" && [ "$bw_node" = "$own" ]; then rmdir -- "$data_file" 2>/dev/null; fi
}
# Waits for a child and puts its exit status into 'ended'. A signal interrupts the wait, not the work.
await() {
  while ended=0; wait "$1" || ended=$?; [ "$ended" -gt 128 ]; do kill -0 "$1" 2>/dev/null || break; done
}
# Starting the program for checksums takes longer than its work, so it is started before the engine: it waits for the
# end of its first input, which descriptor 4 holds open, and is limited to a second of processor time. It prints
# through descriptor 7, because an engine may put anything under the names `sum` and `sum.pipe`; so both ends of the
# pipe are opened here as well, not by the new process, which may get its turn only after the engine's.
summing=
start_sums() {
  [ -n "$outputs" ] && [ -p sum.pipe ] && [ -r /proc/self/fd ] && command -v sha256sum >/dev/null 2>&1 || return 0
  exec 4<> sum.pipe 9< sum.pipe 7> sum
  # shellcheck disable=SC2086,SC3045
  (trap '' INT TERM; ulimit -t 1; exec sha256sum -- - $outputs) <&9 >&7 2>/dev/null 3<&- 4<&- 6>&- 9<&- &
  summing=$!
  exec 9<&-
}
# Lets it start with the outputs, if all are ordinary files.
begin_sums() {
  [ -n "$summing" ] || return 0
  for output in $outputs; do
    if [ ! -f "$output" ] || [ -h "$output" ]; then kill -s KILL "$summing"; break; fi
  done
  exec 4<&-
}
# Otherwise, or if it failed, this makes the sums of those outputs that are ordinary files of at most 'output_bytes'.
end_sums() {
  [ -n "$outputs" ] || return 0
  exec 4<&-
  if [ -n "$summing" ]; then
    await "$summing"
    # shellcheck disable=SC3013
    if [ "$ended" -eq 0 ] && [ ! -h sum ] && [ sum -ef /proc/self/fd/7 ]; then return 0; fi
  fi
  if [ -e sum ] || [ -h sum ]; then rm -rf -- sum; fi
  # shellcheck disable=SC2046,SC2086
  set -- $(find $outputs -prune -type f -size "-$((output_bytes / 512 + 1))" 2>/dev/null)
  [ $# -eq 0 ] || (sums_of "$@") > sum
}
recording=
commit() {
  clear_own_folder
  bw_clock
  end_sums
  [ -z "$recording" ] || await "$recording"
  if [ -e rc ] || [ -h rc ]; then rm -rf -- rc; fi
  set -C
  printf '%s %s\n' "$1" "$clock" > rc
}
refuse() {
  rm -rf -- refused
  printf '%s\n%s\n' "$1" "${2-}" > refused
  commit refused
  exit 0
}
free_kib() {
  free=$(df -Pk "$1" 2>/dev/null)
  free=${free##*"
"}
  set -- ${free%%"% /"*}
  shift $(($# - 2))
  free=$1
}
# Opens the file that earlier runs left before the start, and recognises it; guard_file then only checks that its
# path still leads to it.
ahead=no
open_ahead() {
  [ "$data_kind" = file ] && [ -n "$expected_file" ] && [ ! -h "$data_file" ] && [ -f "$data_file" ] || return 0
  { command exec 8< "$data_file"; } 2>/dev/null || return 0
  if [ -e "$held_target" ] && bw_is_same "$held_target" "$expected_file"; then
    ahead=yes
    find_drives
  fi
}
# Opens the target as descriptor 8, for 'held': from then on it is judged and used by the descriptor and not
# by its path.
hold() {
  if [ "$1" = create ]; then
    set -C
    { command exec 8> "$data_file"; } 2> said
    opened=$?
    set +C
  else
    { command exec 8< "$data_file"; } 2> said
    opened=$?
  fi
  [ $opened -eq 0 ] || refuse target-not-writable "$(cat said)"
  held=$held_target
  if [ ! -e "$held" ]; then
    held=$data_file
    [ "$holds_target" = no ] || refuse no-proc
    # Without /proc the engine uses the path, which others could redirect.
    if [ "$(id -u)" = 0 ] && [ -n "$(find "$parent/." -prune \( ! -user 0 -o -perm -0002 -o -perm -0020 \) 2>/dev/null)" ]; then
      refuse target-folder-shared
    fi
  fi
}
recorded=
record() {
  bw_identity "$held" "$@"
  [ "$identity" != "$recorded" ] || return 0
  put created "$identity"
  recorded=$identity
}
mark_as_ours() {
  record
  bw_set_mark "$held" "$attempt" && record
}
# The limit on the size of files ('ulimit -f', whose unit differs between shells) belongs to the process.
refuse_size() {
  limit=$(sed -n 's/^Max file size  *\([0-9][0-9]*\) .*/\1/p' /proc/self/limits 2>/dev/null)
  if [ -n "$limit" ] && [ "$limit" -lt "$file_bytes" ]; then refuse file-size-limit "$limit"; fi
  refuse file-not-sized "$(tail -n 1 said)"
}
# Gives the file its size. The size is recorded first, in case this is interrupted in between.
give_size() {
  bw_identity "$held"
  if [ "$bw_size" != "$file_bytes" ]; then
    recorded=
    put created "$bw_node $file_bytes ${identity#"$bw_node $bw_size "}"
    # In a shell of its own, which says nothing of a signal of the limit.
    (dd if=/dev/null of="$held" bs=1 seek="$file_bytes" count=0) > /dev/null 2> said
    sized=$?
    record
    [ $sized -eq 0 ] || refuse_size
  fi
}
guard_folder() {
  if [ "$may_create" = no ]; then
    [ -d "$data_file" ] || refuse data-file-missing
    hold open
    [ -n "$expected_file" ] && bw_is_same "$held" "$expected_file" || refuse target-replaced
    recorded=$expected_file
    return
  fi
  if [ -d "$data_file" ] && [ -n "$expected_file" ]; then
    bw_is_same "$data_file" "$expected_file" || refuse target-replaced
    # shellcheck disable=SC2086
    bw_clear_folder "$data_file" "$expected_file" $own_prefixes && rmdir -- "$data_file" 2>/dev/null || refuse target-not-empty
  fi
  if [ -e "$data_file" ]; then refuse target-exists; fi
  said=$(mkdir -- "$data_file" 2>&1) || refuse target-not-writable "$said"
  hold open
  # The very folder, or one that is empty and ours alone.
  [ -d "$held" ] && [ -z "$(ls -A "$held/")" ] && [ "$(ls -nLd "$held" | cut -c 1-10)" = drwx------ ] || refuse target-replaced
  if [ "$keeps_folder" = no ]; then made_folder=yes; fi
  mark_as_ours
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
  # The engine and its workers inherit the lock: while one of them is alive, no other run starts.
  exec 9< "$lock_node" && flock -n 9 || refuse locked
  printf '%s\n' "$size" > device
}
guard_file() {
  if [ -d "$data_file" ]; then refuse target-is-folder
  elif [ -e "$data_file" ] && [ ! -f "$data_file" ]; then refuse target-not-a-file
  elif [ -e "$data_file" ]; then
    [ -n "$expected_file" ] || [ ! -s "$data_file" ] || refuse target-exists
    # shellcheck disable=SC3013
    if [ "$ahead" = yes ] && [ "$data_file" -ef "$held_target" ]; then
      held=$held_target
    else
      ahead=no
      hold open
    fi
    [ -f "$held" ] || refuse target-replaced
    if [ "$ahead" = yes ]; then
      recorded=$expected_file
    elif [ -n "$expected_file" ]; then
      if ! bw_is_same "$held" "$expected_file"; then
        bw_facts "$parent" || refuse no-stat
        refuse target-replaced
      fi
      recorded=$expected_file
    else
      # An attempt that was interrupted right after it created the file: empty, ours, under a name that is
      # only ours.
      [ "$may_create" = yes ] && [ "$own_name" = yes ] && [ ! -s "$held" ] && [ -O "$held" ] || refuse target-exists
      mark_as_ours
    fi
  else
    [ "$may_create" = yes ] || refuse data-file-missing
    hold create
    [ -f "$held" ] && [ ! -s "$held" ] || refuse target-replaced
    mark_as_ours
  fi
  [ -w "$held" ] || refuse target-not-writable
}
guard() {
  parent=${data_file%/*}
  [ -n "$parent" ] || parent=/
  [ -d "$parent" ] || refuse target-folder-missing
  # Otherwise a file that this run creates could not be distinguished from another one later.
  [ -n "$expected_file" ] || bw_facts "$parent" || refuse no-stat
  if [ -h "$data_file" ]; then refuse target-is-link
  elif [ -b "$data_file" ]; then refuse target-is-block-device
  fi
  # Among device nodes a mistyped name would become an ordinary file; shared memory is there, too, but is not
  # a device. With 'cd' rather than a subshell, which is an extra process.
  at_home=$PWD
  physical=
  cd -P -- "$parent" 2>/dev/null && physical=$PWD
  cd -- "$at_home" || exit 1
  case $physical/ in /dev/shm/*) ;; /dev/*) refuse target-in-dev ;; /proc/* | /sys/*) refuse kernel-folder ;; esac
  if [ "$data_kind" = folder ]; then guard_folder; else guard_file; fi
  if [ "$space_kib" -gt 0 ]; then
    free_kib "$parent"
    # shellcheck disable=SC2046
    set -- $(du -kL "$held")
    if [ $((space_kib - $1)) -gt "${free:-0}" ]; then refuse no-space "$free"; fi
  fi
  # fio unlinks a file that it has to extend, so the recorded file would be gone: give it its size first.
  if [ "$file_bytes" -gt 0 ]; then give_size; fi
}
look_back() {
  bw_look_only_after "$last_pid" "$began_clock"
  # The view of this run and the preparation of the next one are children of the caller.
  bw_leave_out $$ ${caller-}
  # Not with 'pwd -P', which is an extra process.
  cd -P . && run=$PWD
  bw_find_strays "$began" "$keepers $summing $recording "
  bw_find_limited "$run_name"
  if [ -n "$strays" ]; then put strays "$strays"; fi
}

# The drives under the target, found once and before anything is measured; called when bw_facts has just examined
# the target, or the device has been let through.
counted=
find_drives() {
  [ -z "$counted" ] && [ "$counts" = yes ] && [ -r /proc/uptime ] || return 0
  counted='benchwright-counters 1
'
  set +f
  if [ "$data_kind" = device ]; then
    bw_add_device "${data_file##*/}"
  elif [ -n "$bw_node" ]; then
    bw_number_of "${bw_node%%:*}"
    counted="${counted}target $bw_number
allocated before $bw_blocks $bw_size
"
    bw_add_number "$bw_number"
  fi
  for drive in $bw_drives; do
    bw_describe "$drive"
    counted="${counted}device $bw_told
"
  done
  set -f
}
# Right before and after a step that counts; what is built into the shell takes a tenth of a millisecond a drive.
count_drives() {
  [ -n "$counted" ] || return 0
  bw_clock
  for drive in $bw_drives; do
    if read -r counters < "/sys/class/block/$drive/stat"; then
      counted="$counted$1 $clock $drive $counters
"
    fi
    if read -r activity < "/sys/class/block/$drive/md/sync_action"; then
      counted="${counted}activity $drive $activity
"
    fi
  done 2>/dev/null
}
# In the background: the data file as the run left it, and the time of day when `supervisor` and `counters` were
# written, from which a clock that was set shows.
note_end() {
  [ -z "$counted" ] || set -- supervisor counters
  if [ "$data_kind" = file ] && [ -n "$held" ]; then
    # A new size, or a new time of change if that identifies the file.
    record "$@"
  else
    bw_facts . "$@"
  fi
  [ $# -gt 0 ] || return 0
  times=${bw_told#*"
"}
  printf 'allocated after %s %s\nwritten %s\nwritten %s\n' "$bw_blocks" "$bw_size" "${times%%"
"*}" "${times##*"
"}" >> counters
}

run_process() {
  if [ -r /proc/self/stat ]; then
    (
      read -r self bw_rest < /proc/self/stat
      become_engine "$1" "$self"
    )
  else
    # Without /proc a subshell cannot learn its own pid; a second shell can.
    sh ./supervise.sh engine "$1"
  fi < /dev/null >&6 2>&1 4<&- 6>&- 7>&-
}
run_together() {
  if [ $# -eq 1 ]; then
    run_process "$1"
    return
  fi
  one=$1
  shift
  { run_process "$one" || put "failed.$one" $?; } | run_together "$@"
}
# A sidecar leads its own process group, so that its children end with it.
sidecars=
start_sidecars() {
  sidecars=
  for number in "$@"; do
    open_output "$number"
    if command -v setsid >/dev/null 2>&1; then session=setsid; else session=; fi
    {
      bw_set_limit
      # Only the engine holds the lock of a device (9).
      # shellcheck disable=SC2086
      "process_$number" $session
    } < /dev/null >&6 2>&1 4<&- 6>&- 7>&- 9<&- &
    sidecars="$sidecars $!"
    exec 5>&-
  done
}
signal_sidecars() {
  for sidecar in $sidecars; do
    kill -s "$1" -- "-$sidecar" 2>/dev/null || kill -s "$1" "$sidecar" 2>/dev/null
  done
}
sidecars_left() {
  for sidecar in $sidecars; do
    bw_start "$sidecar"
    [ -z "$start" ] || return 0
  done
  return 1
}
end_sidecars() {
  [ -n "$sidecars" ] || return 0
  signal_sidecars TERM
  for turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sidecars_left || break
    bw_nap
  done
  # Includes what a sidecar that ended by itself left in its group.
  signal_sidecars KILL
  sidecars=
}

# Reads the settings of a step.
read_step() {
  eval "kind=\$kind_$1 numbers=\$processes_$1 beside=\$sidecars_$1"
}
# Everything prints to descriptor 6, the log.
open_log() { open_keeper log "$log_bytes" 6; }
# A process with an output of its own prints to descriptor 5, which the others close.
open_output() {
  eval "output=\${prints_$1-}"
  [ -z "$output" ] || open_keeper "$output" "$output_bytes" 5
}

trap : INT TERM
bw_boot
bw_start $$
bw_limit_of "$run_name"
held=
made_folder=no
counts=no
for step in $steps; do
  read_step "$step"
  case $kind in layout | measure) counts=yes ;; esac
done
read_step 1
open_log
start_sums
open_ahead
caller=
if [ "${bw_session-}" = own ]; then
  await_go
  caller=$PPID
fi
bw_clock
bw_last_pid
set -C
printf '%s %s %s %s\n' "$$" "$start" "$boot" "$clock" 2>/dev/null > supervisor || exit 0
set +C
began=$start
began_clock=$clock
last_pid=$bw_last
if [ "$data_kind" = device ]; then guard_device; elif [ -n "$data_file" ]; then guard; fi
if [ "$counts" = yes ] && [ -z "$counted" ]; then
  if [ -n "$held" ]; then bw_facts "$held"; else bw_node=; fi
  find_drives
fi
# Lets the caller continue, see start-run.
exec 5>&-
status=0
for step in $steps; do
  read_step "$step"
  case $kind in
    gather) ;;
    teardown) [ ! -e stop ] || continue ;;
    *) [ "$status" -eq 0 ] || continue ;;
  esac
  [ "$step" -eq 1 ] || open_log
  # shellcheck disable=SC2086
  start_sidecars $beside
  for number in $numbers; do open_output "$number"; done
  case $kind in layout | measure) count_drives before ;; esac
  # shellcheck disable=SC2086
  run_together $numbers
  ended=$?
  case $kind in layout | measure) count_drives after ;; esac
  for number in $numbers; do
    if [ "$ended" -eq 0 ] && [ -f "failed.$number" ]; then read -r ended < "failed.$number"; fi
  done
  end_sidecars
  exec 5>&- 6>&-
  await_keepers
  [ "$status" -ne 0 ] || status=$ended
done
begin_sums
if [ -n "$counted" ]; then
  bw_clock
  if [ -e counters ] || [ -h counters ]; then rm -rf -- counters; fi
  printf '%sclaimed %s\nended %s\n' "$counted" "$began_clock" "$clock" > counters
fi
if [ -n "$counted" ] || { [ "$data_kind" = file ] && [ -n "$held" ]; }; then
  note_end &
  recording=$!
fi
look_back
commit $status
exit 0
