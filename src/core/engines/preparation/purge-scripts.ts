/** POSIX sh scripts of the purges; `$1` is the device's node. Each checks once more what could hit another drive. */

/** blkdiscard opens the device exclusively by itself and prints a line for every step it has done. */
export const discardScript = `PATH=$PATH:/usr/sbin:/sbin
size=$(blockdev --getsize64 "$1") || exit 1
# In pieces, so that progress can be told: a hundredth each, in whole MiB.
step=$((size / 100 / 1048576 * 1048576))
[ "$step" -gt 0 ] || step=$size
offset=0
while [ "$offset" -lt "$size" ]; do
  length=$((size - offset))
  if [ "$length" -gt "$step" ]; then length=$step; fi
  blkdiscard -o "$offset" -l "$length" "$1" || exit 1
  offset=$((offset + length))
  printf 'discarded %s of %s bytes\\n' "$offset" "$size"
  printf 'purge %s %%\\n' "$((offset / (size / 100 + 1)))" >&2
done
`

/** A format may take every namespace of the controller with it (FNA of Identify Controller), so there must be one only. */
export const nvmeFormatScript = `PATH=$PATH:/usr/sbin:/sbin
name=\${1##*/}
controller=\${name%n*}
case $controller in nvme[0-9]*) ;; *) echo "$1 is no NVMe namespace" >&2; exit 1 ;; esac
for other in /sys/block/"$controller"n*; do
  [ -e "$other" ] || continue
  other=\${other##*/}
  [ "$other" = "$name" ] || { echo "$other is on the same controller and could be formatted too" >&2; exit 1; }
done
nvme format "$1" --ses=1 --force || nvme format "$1" --ses=1
`

/** The password is needed by the command and gone with the erase; a drive that loses power meanwhile wants it again. */
export const ataEraseScript = `PATH=$PATH:/usr/sbin:/sbin
facts=$(hdparm -I "$1") || exit 1
printf '%s\\n' "$facts"
verb=--security-erase
if printf '%s\\n' "$facts" | grep -Eq '^[[:space:]]*supported: enhanced erase'; then verb=--security-erase-enhanced; fi
if printf '%s\\n' "$facts" | grep -Eq '^[[:space:]]*frozen'; then echo "$1 is frozen by the firmware; a sleep and wake-up of the machine often thaws it" >&2; exit 1; fi
hdparm --user-master u --security-set-pass benchwright "$1" || exit 1
hdparm --user-master u "$verb" benchwright "$1"
`
