# Samples counters of the machine into one text file until SIGTERM, until its marker is gone, or until the
# file is full. src/core/observers/sample-log.ts reads it. Counters are read with the built-in `read` of the
# shell, so that a sample starts only one process, its sleep.
#
# sh sample.sh FILE MARKER INTERVAL_CS MOST_BYTES KINDS [DEVICE…]
#   FILE         is rewritten
#   MARKER       the run's file; without it the samples are no longer needed
#   INTERVAL_CS  hundredths of a second between samples, 10 or more
#   KINDS        what is sampled, separated by commas: disk,cpu,memory,pressure,temperature,power,smart
#   DEVICE…      kernel names, e.g. `nvme0n1 dm-0`

file=$1 marker=$2 interval=$3 most=$4 kinds=,$5,
shift 5

# Sensors and SMART are read at most every 10 s and every 60 s: a drive may pause for the answer.
sensors_every=1000 smart_every=6000
[ "$interval" -ge 10 ] || interval=10

# /proc/uptime in hundredths of a second, which clock changes do not affect. `010` would be read as 8.
read_now() {
  read -r up _ </proc/uptime
  fraction=1${up#*.}
  now=$((${up%.*} * 100 + fraction - 100))
}

add() {
  block="$block$now $*
"
}

tab='	'

# A reading that says all about itself; VALUE times SCALE is in UNIT. src/core/observers/gauges.ts reads it.
# add_gauge SOURCE METRIC UNIT SCALE DEVICE VALUE LABEL
add_gauge() {
  block="$block$now gauge$tab$1$tab$2$tab$3$tab$4$tab$5$tab$6$tab$7
"
}

# A total that is read as a rate, and starts again at WRAP, `-` if that is not known.
# add_counter SOURCE METRIC UNIT SCALE DEVICE TOTAL WRAP LABEL
add_counter() {
  block="$block$now counter$tab$1$tab$2$tab$3$tab$4$tab$5$tab$6$tab$7$tab$8
"
}

# The time of day next to the uptime; a date without %N prints the letter.
add_clock() {
  clock=$(date +%s.%N)
  case $clock in *[!0-9.]*) clock=$(date +%s) ;; esac
  read_now
  add clock "$clock"
}

add_disks() {
  for device; do
    if read -r counters <"/sys/class/block/$device/stat"; then add disk "$device" "$counters"; fi
  done 2>/dev/null
}

add_cpu() {
  if read -r _ counters </proc/stat; then add cpu "$counters"; fi
}

add_memory() {
  words=
  while read -r name value _; do
    case $name in
      MemAvailable: | Dirty: | SwapTotal: | SwapFree:) words="$words $name$value" ;;
      Writeback:)
        words="$words $name$value"
        break
        ;;
    esac
  done </proc/meminfo
  while read -r name value; do
    case $name in
      pswpin) words="$words $name:$value" ;;
      pswpout)
        words="$words $name:$value"
        break
        ;;
    esac
  done </proc/vmstat
  add memory "${words# }"
}

add_pressure() {
  [ -r /proc/pressure/io ] || return 0
  # If not supported, reading fails, not opening.
  while read -r name _ _ _ total; do
    case $total in total=*) add pressure "$name" "${total#total=}" ;; esac
  done 2>/dev/null </proc/pressure/io
}

# Each value of a drive's sensor costs a SMART command, so a drive is asked for one, its composite temperature, and only if
# it is under the target. Numbers of hwmon change between boots, so it is named. A drive with several controllers has its
# sensor under its paths.
add_temperatures() {
  for device; do
    for input in "/sys/class/block/$device/device"/hwmon*/temp1_input "/sys/class/block/$device/device"/hwmon/hwmon*/temp1_input; do
      read -r value 2>/dev/null <"$input" || continue
      read -r label 2>/dev/null <"${input%_input}_label" || label=
      add_gauge temperature temperature °C 0.001 "$device${label:+ $label}" "$value" Temperature
    done
  done
  for input in /sys/class/hwmon/hwmon*/temp*_input; do
    read -r chip 2>/dev/null <"${input%/*}/name" || chip=unknown
    case $chip in nvme | drivetemp) continue ;; esac
    read -r value 2>/dev/null <"$input" || continue
    label=${input##*/}
    label=${label%_input}
    sensor=$label
    read -r label 2>/dev/null <"${input%_input}_label" || label=$sensor
    place=${input#/sys/class/hwmon/}
    add_gauge temperature temperature °C 0.001 "$chip $label (${place%_input})" "$value" Temperature
  done
}

# Sensors of the machine: of the board and the cards (µW), the battery (µW, while it is what feeds the machine), and the
# processors' own count (µJ), whose packages hold their cores. None of them tells what a drive draws.
add_power() {
  for input in /sys/class/hwmon/hwmon*/power*_input /sys/class/hwmon/hwmon*/power*_average; do
    read -r value 2>/dev/null <"$input" || continue
    read -r chip 2>/dev/null <"${input%/*}/name" || chip=unknown
    sensor=${input##*/}
    sensor=${sensor%_*}
    read -r label 2>/dev/null <"${input%_*}_label" || label=$sensor
    place=${input#/sys/class/hwmon/}
    add_gauge power power W 0.000001 "$chip $label (${place%_*})" "$value" Power
  done
  for supply in /sys/class/power_supply/*; do
    read -r state 2>/dev/null <"$supply/status" || continue
    [ "$state" = Discharging ] || continue
    read -r value 2>/dev/null <"$supply/power_now" || continue
    add_gauge power power W 0.000001 "${supply##*/}" "$value" Power
  done
  for zone in /sys/class/powercap/intel-rapl:*; do
    read -r name 2>/dev/null <"$zone/name" || continue
    case $name in core | uncore) continue ;; esac
    read -r value 2>/dev/null <"$zone/energy_uj" || continue
    read -r wrap 2>/dev/null <"$zone/max_energy_range_uj" || wrap=-
    add_counter power power W 0.000001 "$name (${zone##*/})" "$value" "$wrap" Power
  done
}

# One line of JSON; word splitting removes its line ends. Only drives are asked, not what is built on them, and not the
# hidden paths of an NVMe drive, which have no node.
add_smart() {
  for device; do
    case $device in nvme*c*n*) continue ;; esac
    [ -e "/sys/class/block/$device/device" ] || continue
    text=
    case $device in
      nvme*) text=$(nvme smart-log "/dev/$device" -o json 2>/dev/null) ;;
    esac
    # Only SCSI drives count what they moved in their error counters; the vendor of others is `ATA`.
    errors=
    if read -r vendor _ 2>/dev/null <"/sys/class/block/$device/device/vendor"; then
      case $vendor in ATA | 0x*) ;; *) errors='-l error' ;; esac
    fi
    # The exit status is a bit mask of warnings, which may be other than 0 although the drive answered.
    # shellcheck disable=SC2086 # Split on purpose.
    [ -n "$text" ] || text=$(smartctl -n standby -j -i -H -A -l devstat $errors "/dev/$device" 2>/dev/null)
    [ -n "$text" ] || continue
    set -f
    # shellcheck disable=SC2086 # Split on purpose.
    text=$(printf '%s ' $text)
    set +f
    read_now
    add smart "$device" "$text"
  done
}

write_block() {
  size=$((size + ${#block}))
  if [ "$size" -gt "$most" ]; then finish full; fi
  printf %s "$block" >>"$file" || exit 1
  block=
}

take_sample() {
  case $kinds in *,disk,*) add_disks "$@" ;; esac
  case $kinds in *,cpu,*) add_cpu ;; esac
  case $kinds in *,memory,*) add_memory ;; esac
  case $kinds in *,pressure,*) add_pressure ;; esac
  case $kinds in *,power,*) add_power ;; esac
  if [ "$now" -ge "$sensors_at" ]; then
    sensors_at=$((now + sensors_every))
    case $kinds in *,temperature,*) add_temperatures "$@" ;; esac
    add_clock
  fi
  if [ "$now" -ge "$smart_at" ]; then
    smart_at=$((now + smart_every))
    case $kinds in *,smart,*) add_smart "$@" ;; esac
  fi
}

# Arguments: why it ends, then the devices.
finish() {
  trap '' TERM INT HUP
  reason=$1
  shift
  block=
  if [ "$reason" != full ]; then
    sensors_at=$now smart_at=$now
    take_sample "$@"
  fi
  read_now
  add end "$reason"
  printf %s "$block" >>"$file"
  exit 0
}

sleeper='' size=0 block='' sensors_at=0 smart_at=0 told=''
trap 'told=1; [ -z "$sleeper" ] || kill "$sleeper" 2>/dev/null' TERM INT HUP

printf 'benchwright-samples 1\n' >"$file" || exit 1
read_now
start=$now
while :; do
  [ -z "$told" ] || finish told "$@"
  [ -e "$marker" ] || finish gone "$@"
  take_sample "$@"
  write_block
  # Counted from the start, not from now, so that a late sample does not delay the next. Missed deadlines are
  # skipped.
  read_now
  wait_for=$((interval - (now - start) % interval))
  hundredths=$((wait_for % 100 + 100))
  sleep "$((wait_for / 100)).${hundredths#1}" &
  sleeper=$!
  [ -z "$told" ] || kill "$sleeper" 2>/dev/null
  # A sleep that accepts only whole seconds fails at once.
  wait "$sleeper" 2>/dev/null || [ -n "$told" ] || sleep 1
  sleeper=''
  read_now
done
