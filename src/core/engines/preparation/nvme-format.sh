# Formats the NVMe namespace with the node $1. A format may erase every namespace of its controller (FNA of Identify
# Controller), so it is refused where there is another one.
PATH=$PATH:/usr/sbin:/sbin
name=${1##*/}
controller=${name%n*}
case $controller in nvme[0-9]*) ;; *) echo "$1 is no NVMe namespace" >&2; exit 1 ;; esac
for other in /sys/block/"$controller"n*; do
  [ -e "$other" ] || continue
  other=${other##*/}
  [ "$other" = "$name" ] || { echo "$other is on the same controller and could be formatted too" >&2; exit 1; }
done
nvme format "$1" --ses=1 --force || nvme format "$1" --ses=1
