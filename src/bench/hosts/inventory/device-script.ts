/** The parts of the inventory script about block devices. They stand on `part` and `bw_*` of the script around them. */

/**
 * What holds a device, what of it is mounted or swap, its own temperature sensor; and the drives as the kernel lists
 * them where there is no lsblk (BusyBox).
 */
export const deviceParts = `part holders; ls -d /sys/class/block/*/holders/*
part mountinfo; cat /proc/self/mountinfo
part swaps; cat /proc/swaps
part temperatures; grep '' /sys/block/*/device/hwmon*/temp1_input /sys/block/*/device/hwmon/hwmon*/temp1_input /dev/null
part sysfs
if ! command -v lsblk >/dev/null; then
  for bw_file in dev size ro removable device/model device/vendor device/serial device/rev wwid \\
    queue/rotational queue/logical_block_size queue/physical_block_size; do
    grep '' /sys/block/*/$bw_file /dev/null
  done
  grep '' /sys/block/*/*/partition /sys/block/*/*/dev /sys/block/*/*/size /dev/null
fi`

/**
 * SMART and NVMe health of every drive. Drives that sleep are left asleep, and none is asked longer than ten seconds.
 * smartctl's exit status is a mask of which only the lowest two bits say that nothing was read (smartctl(8)); then the
 * NVMe tool is asked. Virtual drives, optical ones and floppies have no health.
 */
export const healthParts = `bw_raise=
if [ "$(id -u)" != 0 ]; then
  { sudo -n smartctl --version || sudo -n nvme version; } </dev/null >/dev/null && bw_raise='sudo -n'
fi
command -v timeout >/dev/null && bw_raise="$bw_raise timeout 10"
part rights; id -u; printf '%s\\n' "$bw_raise"
part health-tools; command -v smartctl; command -v nvme
for bw_drive in /sys/block/*; do
  [ -e "$bw_drive/device" ] || continue
  bw_drive=\${bw_drive##*/}
  case $bw_drive in sr* | fd* | vd* | xvd* | nbd* | rbd* | mmcblk*boot*) continue ;; esac
  bw_status=3
  if command -v smartctl >/dev/null; then
    part "smartctl $bw_drive"
    $bw_raise smartctl -j -n standby -i -H -A -l devstat -l ssd "/dev/$bw_drive" </dev/null
    bw_status=$?
  fi
  case $bw_drive in
    nvme*) if [ $((bw_status & 3)) -ne 0 ]; then
      part "nvme $bw_drive"
      $bw_raise nvme smart-log -o json "/dev/$bw_drive" </dev/null
    fi ;;
  esac
done`
