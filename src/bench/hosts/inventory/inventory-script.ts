import fileIdentityFunctions from '../file-identity-functions.sh'
import processFunctions from '../process-functions.sh'
import { stateFolder } from '../state-folder'
import { deviceParts, healthParts } from './device-script'

/** Columns that lsblk 2.27 knows, what 2.33 added, and what newer ones have besides. One unknown column fails the whole call. */
const lsblkShortColumns =
  'NAME,KNAME,MAJ:MIN,TYPE,SIZE,MODEL,SERIAL,REV,TRAN,ROTA,SCHED,PHY-SEC,LOG-SEC,FSTYPE,LABEL,UUID,MOUNTPOINT'
const lsblkColumns = `${lsblkShortColumns},PATH,VENDOR,WWN,RO,RM`
const lsblkLongColumns = `${lsblkColumns},PTTYPE,PTUUID`

/**
 * Reads everything about a machine and a target in one round trip and changes nothing.
 * Arguments: nonce, target path (may be empty), engine program (may be empty), `health` to ask the drives for their
 * health too (or empty), then the version arguments of the engine.
 * Each part of the answer starts with a line `@NONCE name`; a part whose tool is missing is empty.
 */
export const inventoryScript = `# benchwright inventory
${processFunctions}
${fileIdentityFunctions}
LC_ALL=C
export LC_ALL
nonce=$1
target=$2
program=$3
health=$4
shift 4
part() { printf '\\n@%s %s\\n' "$nonce" "$1"; }
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
part lsblk; lsblk -J -b -o ${lsblkLongColumns} || lsblk -J -b -o ${lsblkColumns} || lsblk -J -b -o ${lsblkShortColumns}
part schedulers; grep '' /sys/block/*/queue/scheduler /dev/null
part firmware; grep '' /sys/block/*/device/firmware_rev /dev/null
${deviceParts}
if [ "$health" = health ]; then
${healthParts}
fi

part state
${stateFolder}
printf '%s' "$state/runs"

if [ -n "$program" ]; then
  part engine-path; command -v "$program"
  part engine-version; "$program" "$@" 2>&1 </dev/null
fi

if [ -n "$target" ]; then
  case $target in /*) ;; *) target=./$target ;; esac
  parent=\${target%/*}
  [ -n "$parent" ] || parent=/
  near=$target
  # From a path that begins with / or ./ this ends at an existing folder.
  while [ ! -d "$near" ]; do
    near=\${near%/*}
    [ -n "$near" ] || near=/
  done
  part findmnt; findmnt -J -b -T "$near" -o TARGET,SOURCE,FSTYPE,OPTIONS,SIZE,AVAIL,MAJ:MIN
  part df; df -Pk "$near"
  part target
  if [ -d "$target" ]; then kind=folder
  elif [ -h "$target" ]; then kind=other
  elif [ -b "$target" ]; then kind=block-device
  elif [ -c "$target" ]; then kind=character-device
  elif [ -f "$target" ]; then kind=file
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
  printf 'kind=%s\\nparent=%s\\nwritable=%s\\nidentity=%s\\n' "$kind" "$parent_exists" "$writable" "$identity"
fi
exit 0
`
