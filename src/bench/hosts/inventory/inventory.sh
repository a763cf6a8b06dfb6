# Reads everything about a machine and a target in one round trip and changes nothing.
# Arguments: nonce, target path (may be empty), engine program (may be empty), 'health' to ask the drives for their health
# too (or empty), then the version arguments of the engine.
# Each part of the answer starts with a line '@NONCE name'; a part whose tool is missing is empty. Needs process-functions,
# file-identity-functions, state-folder, machine-functions and bench-state-functions.
LC_ALL=C
export LC_ALL
nonce=$1
target=$2
program=$3
health=$4
shift 4
part() { printf '\n@%s %s\n' "$nonce" "$1"; }
exec 2>/dev/null

part kernel; uname -s -r
part architecture; uname -m
part name; uname -n
part clock; date +%s
part boot; bw_boot; printf '%s' "$boot"
part machine; cat /etc/machine-id || cat /var/lib/dbus/machine-id || sysctl -n kern.uuid || hostid
part os-release; cat /etc/os-release || cat /usr/lib/os-release
part sw_vers; if command -v sw_vers >/dev/null; then sw_vers -productName; sw_vers -productVersion; fi
part meminfo; if [ -r /proc/meminfo ]; then cat /proc/meminfo; fi
part sysctl; if [ ! -r /proc/meminfo ]; then sysctl -n hw.memsize machdep.cpu.brand_string hw.logicalcpu; fi
part lscpu; lscpu -J
part cpuinfo; command -v lscpu >/dev/null || grep -E '^(processor|model name)' /proc/cpuinfo
# Columns that lsblk 2.27 knows, those that 2.33 added, and those of newer versions. One unknown column fails
# the whole call.
bw_columns=NAME,KNAME,MAJ:MIN,TYPE,SIZE,MODEL,SERIAL,REV,TRAN,ROTA,SCHED,PHY-SEC,LOG-SEC,FSTYPE,LABEL,UUID,MOUNTPOINT
part lsblk; lsblk -J -b -o "$bw_columns,PATH,VENDOR,WWN,RO,RM,PTTYPE,PTUUID" || lsblk -J -b -o "$bw_columns,PATH,VENDOR,WWN,RO,RM" || lsblk -J -b -o "$bw_columns"
part schedulers; grep '' /sys/block/*/queue/scheduler /dev/null
part bench-state; bw_bench_state
part drive-links; bw_drive_links
part firmware; grep '' /sys/block/*/device/firmware_rev /dev/null
# Holders, mounts, swap and temperature sensors of devices; and, without lsblk (BusyBox), the drives as the
# kernel lists them.
part holders; ls -d /sys/class/block/*/holders/*
part mountinfo; cat /proc/self/mountinfo
part swaps; cat /proc/swaps
part temperatures; grep '' /sys/block/*/device/hwmon*/temp1_input /sys/block/*/device/hwmon/hwmon*/temp1_input /dev/null
part sysfs
if ! command -v lsblk >/dev/null; then
  for bw_file in dev size ro removable device/model device/vendor device/serial device/rev wwid \
    queue/rotational queue/logical_block_size queue/physical_block_size; do
    grep '' /sys/block/*/$bw_file /dev/null
  done
  grep '' /sys/block/*/*/partition /sys/block/*/*/dev /sys/block/*/*/size /dev/null
fi
if [ "$health" = health ]; then
  # SMART and NVMe health of every drive. Sleeping drives are not woken, and each drive has at most ten
  # seconds. The exit status of smartctl is a mask; only its lowest two bits mean that nothing was read
  # (smartctl(8)). Then the NVMe tool is asked. Virtual drives, optical ones and floppies have no
  # health, and hidden paths of an NVMe drive no node.
  bw_raise=
  if [ "$(id -u)" != 0 ]; then
    { sudo -n smartctl --version || sudo -n nvme version; } </dev/null >/dev/null && bw_raise='sudo -n'
  fi
  command -v timeout >/dev/null && bw_raise="$bw_raise timeout 10"
  part rights; id -u; printf '%s\n' "$bw_raise"
  part health-tools; command -v smartctl; command -v nvme
  for bw_drive in /sys/block/*; do
    [ -e "$bw_drive/device" ] || continue
    bw_drive=${bw_drive##*/}
    case $bw_drive in sr* | fd* | vd* | xvd* | nbd* | rbd* | mmcblk*boot* | nvme*c*n*) continue ;; esac
    bw_status=3
    if command -v smartctl >/dev/null; then
      part "smartctl $bw_drive"
      # Only SCSI drives count what they moved in their error counters; the vendor of others is `ATA`, and NVMe has none.
      bw_errors=
      if read -r bw_vendor _ <"/sys/block/$bw_drive/device/vendor"; then
        case $bw_vendor in ATA | 0x*) ;; *) bw_errors='-l error' ;; esac
      fi
      # shellcheck disable=SC2086 # Split on purpose.
      $bw_raise smartctl -j -n standby -i -H -A -l devstat -l ssd $bw_errors "/dev/$bw_drive" </dev/null
      bw_status=$?
    fi
    case $bw_drive in
      nvme*) if [ $((bw_status & 3)) -ne 0 ]; then
        part "nvme $bw_drive"
        $bw_raise nvme smart-log -o json "/dev/$bw_drive" </dev/null
      fi ;;
    esac
  done
fi

bw_state_parts
part user; id -u
part sudo; command -v sudo >/dev/null || echo missing

if [ -n "$program" ]; then
  part engine-path; command -v "$program" || { part engine-elsewhere; bw_elsewhere "$program"; }
  part engine-version; "$program" "$@" 2>&1 </dev/null
fi

if [ -n "$target" ]; then
  case $target in /*) ;; *) target=./$target ;; esac
  parent=${target%/*}
  [ -n "$parent" ] || parent=/
  near=$target
  # For a path that begins with / or ./ this ends at an existing folder.
  while [ ! -d "$near" ]; do
    near=${near%/*}
    [ -n "$near" ] || near=/
  done
  part findmnt; findmnt -J -b -T "$near" -o TARGET,SOURCE,FSTYPE,OPTIONS,SIZE,AVAIL,MAJ:MIN
  part df; df -Pk "$near"
  part target
  if [ -d "$target" ]; then kind=folder
  elif [ -h "$target" ]; then kind=other
  elif [ -b "$target" ]; then kind=block-device
  elif [ -c "$target" ]; then kind=character-device
  elif [ -f "$target" ]; then kind="file"
  elif [ -e "$target" ]; then kind=other
  else kind=missing
  fi
  writable=no
  if [ -e "$target" ]; then
    if [ -w "$target" ]; then writable=yes; fi
  elif [ -d "$parent" ] && [ -w "$parent" ]; then writable=yes
  fi
  parent_exists=no
  if [ -d "$parent" ]; then parent_exists=yes; fi
  identity=
  if [ $kind = file ]; then bw_identity "$target"; fi
  printf 'kind=%s\nparent=%s\nwritable=%s\nidentity=%s\n' "$kind" "$parent_exists" "$writable" "$identity"
fi
exit 0
