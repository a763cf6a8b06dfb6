# Erases the ATA drive with the node $1. The command needs a password, which the erase removes; a drive that loses power
# half-way asks for it again.
PATH=$PATH:/usr/sbin:/sbin
facts=$(hdparm -I "$1") || exit 1
printf '%s\n' "$facts"
verb=--security-erase
if printf '%s\n' "$facts" | grep -Eq '^[[:space:]]*supported: enhanced erase'; then verb=--security-erase-enhanced; fi
if printf '%s\n' "$facts" | grep -Eq '^[[:space:]]*frozen'; then
  echo "$1 is frozen by the firmware; a sleep and wake-up of the machine often thaws it" >&2
  exit 1
fi
hdparm --user-master u --security-set-pass benchwright "$1" || exit 1
hdparm --user-master u "$verb" benchwright "$1"
