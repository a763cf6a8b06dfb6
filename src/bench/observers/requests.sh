# Watches the block requests of some devices by the kernel's own tracepoints, and leaves a summary in one text
# file. It ends on SIGTERM, when its marker is gone, or when it has seen enough.
# src/core/observers/request-log.ts reads it.
#
# sh requests.sh FILE MARKER INTERVAL_CS MOST_SECONDS MOST_REQUESTS [DEVICE...]
#   FILE           is rewritten
#   MARKER         the run's file; without it the summary is no longer needed
#   INTERVAL_CS    hundredths of a second that each line of the summary over time covers
#   MOST_SECONDS   maximum duration
#   MOST_REQUESTS  maximum number of requests
#   DEVICE...      kernel names, e.g. `nvme0n1 nvme0n1p1`
#
# It needs root and tracefs, which it mounts in its own mount namespace if the host has not mounted it. The
# events go to its own trace instance, so that other tracing is not disturbed. What a killed one left is
# removed by the next.
LC_ALL=C
export LC_ALL

file=$1 marker=$2 interval=$3 most_seconds=$4 most_requests=$5

refuse() {
  printf 'benchwright-requests 1\nnone %s\n' "$1" >"$file"
  exit 0
}

[ "$(id -u)" = 0 ] || refuse not-root
[ $# -gt 5 ] || refuse no-device
tracing=
for place in /sys/kernel/tracing /sys/kernel/debug/tracing; do
  if [ -d "$place/instances" ]; then tracing=$place; fi
done
if [ -z "$tracing" ]; then
  [ -z "$BENCHWRIGHT_OWN_MOUNTS" ] || refuse no-tracefs
  command -v unshare >/dev/null 2>&1 || refuse no-tracefs
  unshare -m true 2>/dev/null || refuse no-tracefs
  BENCHWRIGHT_OWN_MOUNTS=1
  export BENCHWRIGHT_OWN_MOUNTS
  # shellcheck disable=SC2016 # The inner shell expands it.
  exec unshare -m sh -c 'mount -t tracefs nodev /sys/kernel/tracing 2>/dev/null; exec sh "$0" "$@"' "$0" "$@"
fi
shift 5

# Called again at the end: the processes of one that was just killed may still hold its instance.
remove_left() {
  for left in "$tracing/instances/benchwright-"*; do
    [ -d "/proc/${left##*-}" ] || rmdir "$left" 2>/dev/null
  done
}
remove_left
# Before there is anything to leave behind.
told='' sleeper='' reason=told
trap 'told=1; [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null' TERM INT HUP

instance=$tracing/instances/benchwright-$$
mkdir "$instance" 2>/dev/null || refuse no-instance

# The number of a device; that of a hidden path of an NVMe drive, which has no 'dev' file, is in the kernel's list (since
# Linux 5.15; it was 0:0 before).
number_of() {
  number=
  read -r number 2>/dev/null <"/sys/class/block/$1/dev" && return
  while read -r major minor name _; do
    if [ "$name" = "$1" ] && [ "$major" != 0 ]; then number=$major:$minor; fi
  done </proc/diskstats
  [ -n "$number" ]
}

# Requests are to whole disks; what waits for them may be on a partition, whose sectors count from its start, or on an
# NVMe drive with several controllers, which hands it to one of its paths.
disks='' all='' names=''
for device; do
  block=/sys/class/block/$device
  number_of "$device" || continue
  comma=${number%:*},${number#*:}
  clause="dev == $(((${number%:*} << 20) | ${number#*:}))"
  all="${all:+$all || }$clause"
  if [ -e "$block/partition" ]; then
    disk=$(readlink -f "$block")
    disk=${disk%/*}
    read -r start <"$block/start"
    read -r whole <"$disk/dev"
    names="$names $comma=${whole%:*},${whole#*:}+$start"
  else
    disks="${disks:+$disks || }$clause"
    names="$names $comma=$device"
  fi
  case $device in
    nvme*c*n*) if number_of "${device%%c*}n${device##*n}"; then names="$names ${number%:*},${number#*:}=$comma+0"; fi ;;
  esac
done

# The kernel may hold it for a moment after its reader has gone.
remove_instance() {
  for turn in 1 2 3 4 5; do
    if rmdir "$instance" 2>/dev/null; then return; fi
    sleep 0.1
  done
}

switch_on() {
  printf '%s' "$2" >"$instance/events/block/$1/filter" && echo 1 >"$instance/events/block/$1/enable"
}

# The times are those of /proc/uptime.
start_tracing() {
  echo boot >"$instance/trace_clock" || return 1
  for option in irq-info record-cmd; do echo 0 >"$instance/options/$option"; done 2>/dev/null
  room=$((32768 / $(getconf _NPROCESSORS_CONF 2>/dev/null || echo 1)))
  [ "$room" -ge 512 ] || room=512
  echo "$room" >"$instance/buffer_size_kb"
  switch_on block_rq_issue "$disks" && switch_on block_rq_complete "$disks" || return 1
  for event in block_rq_requeue block_bio_queue; do
    case $event in *bio*) switch_on "$event" "$all" ;; *) switch_on "$event" "$disks" ;; esac
  done 2>/dev/null
}

if [ -z "$disks" ] || ! start_tracing 2>/dev/null; then
  remove_instance
  refuse no-events
fi

read -r up _ </proc/uptime
clock=$(date +%s.%N)
case $clock in *[!0-9.]*) clock=$(date +%s) ;; esac
printf 'benchwright-requests 1\nclock %s %s\n' "$up" "$clock" >"$file"

# One pass over the events; memory is proportional to the requests in flight.
# shellcheck disable=SC2016 # The program is for awk.
summarise='
function way(words) {
  if (words ~ /D/) return "trim"
  if (words ~ /W/) return "write"
  if (words ~ /R/) return "read"
  return ""
}
# Sixteen bins per power of two, from 32 us; returns the middle of the bin.
function bin(us,  width) {
  width = 1
  while (us >= 32 * width) width *= 2
  return int(us / width) * width + (width - 1) / 2
}
function flush_until(slot,  key) {
  while (now < slot) {
    for (key in known)
      printf "at %.2f %s %d %.0f %d %d %.0f %d %.0f\n", (now + 1) * step, key, count[key], bytes[key], follows[key], done[key], served[key], waits[key], waited[key]
    split("", count); split("", bytes); split("", follows); split("", done); split("", served); split("", waits); split("", waited)
    now += known_any ? 1 : slot - now
  }
}
BEGIN {
  # Sectors beyond 2^31 are used as keys, and mawk would round them.
  CONVFMT = "%.17g"
  step = interval / 100
  n = split(names, list, " ")
  for (i = 1; i <= n; i++) {
    split(list[i], pair, "=")
    if (pair[2] ~ /\+/) { split(pair[2], part, "+"); whole[pair[1]] = part[1]; offset[pair[1]] = part[2] }
    else name[pair[1]] = pair[2]
  }
}
/LOST [0-9]+ EVENTS/ { split("", open); split("", queued) }
{
  # A name with blanks shifts the words.
  if ($4 !~ /^block_/) {
    if (!match($0, /[0-9.]+: block_/)) next
    $0 = "- - " substr($0, RSTART)
  }
  for (plus = 7; plus <= NF && $plus != "+"; plus++);
  if (!($6 in ways)) ways[$6] = way($6)
  dir = ways[$6]; sector = $(plus - 1) + 0; sectors = $(plus + 1) + 0
  if (plus > NF || dir == "" || sectors == 0) next
  stamp = $3; sub(/:$/, "", stamp); time = stamp + 0
  slot = int(time / step)
  if (!started) { now = slot; started = 1 }
  if (slot > now) flush_until(slot)
  dev = $5
  if ($4 == "block_bio_queue:") {
    while (dev in whole) { sector += offset[dev]; dev = whole[dev] }
    if (++queues > 200000) { split("", queued); queues = 0 }
    queued[dev, sector] = time
    next
  }
  if (!(dev in name)) next
  key = name[dev] " " dir; id = dev SUBSEP sector
  if ($4 == "block_rq_issue:") {
    if (id in again) { if (--again[id] <= 0) delete again[id]; next }
    known[key] = 1; known_any = 1
    size = sectors * 512
    count[key]++; bytes[key] += size; sizes[key " " size]++; all++
    # It continues one of the 64 requests before it: several interleaved streams count as sequential, too.
    if ((key, sector) in ends) follows[key]++
    turn[key] = (turn[key] + 1) % 64; place = key SUBSEP turn[key]
    if (place in ring) { old = ring[place]; if (--ends[old] <= 0) delete ends[old] }
    next_one = key SUBSEP (sector + sectors); ring[place] = next_one; ends[next_one]++
    if (id in open) open[id] = open[id] " " stamp
    else open[id] = stamp
    if (id in queued) {
      us = int((time - queued[id]) * 1000000 + 0.5)
      waits[key]++; waited[key] += us; queue[key " " (us < 32 ? us : bin(us))]++
      delete queued[id]
    }
    if (all >= most) { full = 1; exit }
  } else if ($4 == "block_rq_requeue:") again[id]++
  else if ($4 == "block_rq_complete:" && (id in open)) {
    begun = open[id]
    if (many = index(begun, " ")) { open[id] = substr(begun, many + 1); begun = substr(begun, 1, many - 1) }
    else delete open[id]
    us = int((time - begun) * 1000000 + 0.5)
    done[key]++; served[key] += us; service[key " " (us < 32 ? us : bin(us))]++
  }
}
END {
  if (started) flush_until(now + 1)
  for (key in sizes) print "size", key, sizes[key]
  for (key in service) print "service", key, service[key]
  for (key in queue) print "queue", key, queue[key]
  print "seen", all + 0, (full ? "full" : "all")
}'

# mawk takes half the time of the other common ones.
awk='awk'
if command -v mawk >/dev/null 2>&1; then awk='mawk'; fi

# Both continue until the trace has been read, although the whole process group gets the signal to end.
rm -f requests.pipe
mkfifo requests.pipe || {
  remove_instance
  refuse no-events
}
(
  trap '' TERM INT HUP
  exec "$awk" -v names="$names" -v interval="$interval" -v most="$most_requests" "$summarise" <requests.pipe >>"$file"
) &
reader=$!
(
  trap '' TERM INT HUP
  exec cat "$instance/trace_pipe" >requests.pipe
) 2>/dev/null &
feeder=$!

seconds=0
while [ -z "$told" ]; do
  if ! [ -e "$marker" ]; then
    reason=gone
    break
  fi
  if [ "$seconds" -ge "$most_seconds" ] || ! kill -0 "$reader" 2>/dev/null; then
    reason=enough
    break
  fi
  sleep 1 &
  sleeper=$!
  [ -z "$told" ] || kill "$sleeper" 2>/dev/null
  wait "$sleeper" 2>/dev/null
  sleeper=''
  seconds=$((seconds + 1))
done
trap '' TERM INT HUP

is_unread() {
  for stats in "$instance"/per_cpu/cpu*/stats; do
    while read -r word value; do
      if [ "$word" = entries: ] && [ "$value" != 0 ]; then return 0; fi
    done <"$stats"
  done
  return 1
}

echo 0 >"$instance/tracing_on"
for event in block_rq_issue block_rq_complete block_rq_requeue block_bio_queue; do
  echo 0 >"$instance/events/block/$event/enable"
done 2>/dev/null
for turn in 1 2 3 4 5 6 7 8 9 10; do
  if is_unread && kill -0 "$reader" 2>/dev/null; then sleep 0.1; fi
done
lost=0
for stats in "$instance"/per_cpu/cpu*/stats; do
  while read -r word value rest; do
    case "$word $value" in
      overrun:* | entries:*) lost=$((lost + value)) ;;
      "dropped events:") lost=$((lost + rest)) ;;
    esac
  done <"$stats"
done
# The last piece is still in the pipe.
sleep 0.1
kill -9 "$feeder" 2>/dev/null
wait "$feeder" 2>/dev/null
wait "$reader" 2>/dev/null
rm -f requests.pipe
remove_instance
remove_left
printf 'end %s %s\n' "$reason" "$lost" >>"$file"
