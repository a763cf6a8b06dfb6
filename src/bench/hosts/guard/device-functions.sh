# Shell functions that find a block device and its members, only by number (MAJ:MIN), from sysfs: names, links
# and nodes are only spellings of the same number. Works with dash, bash and busybox; does not need lsblk.
#
# The roots are set in the four lines below. Tests replace them to show the trees of other machines; nothing
# in the environment can.
bw_sys=/sys
bw_proc=/proc
bw_dev=/dev
bw_udev=/run/udev

# First line of a file without surrounding blanks, in 'word'.
bw_word() {
  word=
  [ -r "$1" ] || return 1
  { read -r word < "$1"; } 2>/dev/null
  [ -n "$word" ]
}
# MAJ:MIN of a block device by any path that leads to it, in 'number'.
bw_number() {
  number=
  [ -b "$1" ] || return 1
  bw_pair=$(stat -L -c '%t:%T' -- "$1" 2>/dev/null)
  case $bw_pair in ?*:?*) ;; *) return 1 ;; esac
  number=$((0x${bw_pair%:*})):$((0x${bw_pair#*:}))
}
# Adds a word to a list that begins and ends with a blank, unless it contains the word: bw_add NAME WORD.
bw_add() {
  eval "bw_list=\$$1"
  case $bw_list in *" $2 "*) return 1 ;; esac
  eval "$1=\"\$bw_list\$2 \""
}
bw_partitions() {
  found=
  for bw_entry in "$bw_sys/dev/block/$1"/*/partition; do
    if bw_word "${bw_entry%/partition}/dev"; then found="$found $word"; fi
  done
}
bw_parent() {
  found=
  [ -e "$bw_sys/dev/block/$1/partition" ] || return 0
  if bw_word "$bw_sys/dev/block/$1/../dev"; then found=$word; else found=unknown; fi
}
# 'holders' (dm, md, bcache … built on it) or 'slaves' (what it is built on): bw_links NUMBER WHICH.
bw_links() {
  found=
  for bw_entry in "$bw_sys/dev/block/$1/$2"/*; do
    [ -e "$bw_entry" ] || [ -h "$bw_entry" ] || continue
    if bw_word "$bw_entry/dev"; then found="$found $word"; else found="$found unknown"; fi
  done
}
# Loop devices as lines 'NUMBER BACKING', where the backing is a device MAJ:MIN or a file 'file:DEVICE:INODE'.
# From the kernel itself (LOOP_GET_STATUS64): the path in sysfs may be missing or lead elsewhere by now.
bw_find_loops() {
  loops=
  bw_asked=$(
    perl -e '
      for my $name (@ARGV) {
        open(my $device, "<", $name) or next;
        my $status = "\0" x 232;
        ioctl($device, 0x4C05, $status) or next;
        my ($dev, $inode, $rdev) = unpack("QQQ", $status);
        my ($major, $minor) = (($rdev >> 8) & 0xfff, ($rdev & 0xff) | (($rdev >> 12) & 0xfff00));
        print "$name ", $rdev ? "$major:$minor" : "file:$dev:$inode", "\n";
      }' "$bw_dev"/loop[0-9]* 2>/dev/null
  )
  for bw_entry in "$bw_sys"/block/loop*/loop/backing_file; do
    bw_loop=${bw_entry%/loop/backing_file}
    bw_word "$bw_loop/dev" || continue
    bw_loop_number=$word
    bw_back=
    { IFS= read -r bw_back < "$bw_entry"; } 2>/dev/null
    bw_line=${bw_asked#*"$bw_dev/${bw_loop##*/} "}
    if [ "$bw_line" != "$bw_asked" ]; then
      bw_backing=${bw_line%%"
"*}
    elif bw_number "$bw_back"; then bw_backing=$number
    elif [ -e "$bw_back" ]; then bw_backing=file:$(bw_file_inode "$bw_back")
    else bw_backing=unknown
    fi
    loops="$loops$bw_loop_number $bw_backing
"
  done
}
bw_file_inode() { stat -L -c '%d:%i' -- "$1" 2>/dev/null; }
# Backing of a loop device, in 'found'; empty for all others.
bw_backing_of() {
  found=
  while read -r bw_loop bw_backing; do
    if [ "$bw_loop" = "$1" ]; then found=$bw_backing; fi
  done <<LOOPS
$loops
LOOPS
}
# Loop devices on a backing, in 'found'.
bw_loops_on() {
  found=
  while read -r bw_loop bw_backing; do
    if [ -n "$bw_loop" ] && [ "$bw_backing" = "$1" ]; then found="$found $bw_loop"; fi
  done <<LOOPS
$loops
LOOPS
}
# Everything on a device: 'above' with itself, its partitions, what is built on any of them; 'stacked' without partitions.
bw_above() {
  above=' '
  stacked=' '
  set -- "$1"
  while [ $# -gt 0 ]; do
    bw_one=$1
    shift
    bw_add above "$bw_one" || continue
    bw_partitions "$bw_one"
    set -- "$@" $found
    for bw_how in holders loops; do
      if [ $bw_how = loops ]; then bw_loops_on "$bw_one"; else bw_links "$bw_one" holders; fi
      set -- "$@" $found
      for bw_stack in $found; do bw_add stacked "$bw_stack"; done
    done
  done
}
# Everything under a device: 'below' with itself; 'bases', the devices at the bottom; 'built', what it is
# built on.
bw_below() {
  below=' '
  bases=' '
  built=' '
  set -- "$1"
  while [ $# -gt 0 ]; do
    bw_one=$1
    shift
    bw_add below "$bw_one" || continue
    bw_parent "$bw_one"
    bw_under=$found
    bw_links "$bw_one" slaves
    for bw_slave in $found; do bw_add built "$bw_slave"; done
    bw_under="$bw_under $found"
    bw_backing_of "$bw_one"
    case $found in
      '' | file:*) ;;
      *)
        bw_add built "$found"
        bw_under="$bw_under $found"
        ;;
    esac
    case $bw_under in
      *[0-9a-z]*) set -- "$@" $bw_under ;;
      *) bw_add bases "$bw_one" ;;
    esac
  done
}
# The kernel's name of a device as under /dev, in 'kernel'; 'device' and the number if unknown.
bw_kernel_name() {
  kernel=
  while IFS='=' read -r bw_key bw_value; do
    if [ "$bw_key" = DEVNAME ]; then kernel=$bw_value; fi
  done < "$bw_sys/dev/block/$1/uevent" 2>/dev/null
  kernel=${kernel#/dev/}
}
bw_name() {
  bw_kernel_name "$1"
  name=${kernel:-device $1}
}
