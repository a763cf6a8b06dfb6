# Discards every block of the device with the node $1, from byte $2 on if given. blkdiscard opens it exclusively.
PATH=$PATH:/usr/sbin:/sbin
size=$(blockdev --getsize64 "$1") || exit 1
# In pieces, so that progress can be shown: a hundredth each, in whole MiB.
step=$((size / 100 / 1048576 * 1048576))
[ "$step" -gt 0 ] || step=$size
offset=${2:-0}
while [ "$offset" -lt "$size" ]; do
  length=$((size - offset))
  if [ "$length" -gt "$step" ]; then length=$step; fi
  blkdiscard -o "$offset" -l "$length" "$1" || exit 1
  offset=$((offset + length))
  printf 'discarded %s of %s bytes\n' "$offset" "$size"
  printf 'purge %s %%\n' "$((offset / (size / 100 + 1)))" >&2
done
