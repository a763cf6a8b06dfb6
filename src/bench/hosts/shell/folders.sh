# Lists one folder and changes nothing. Arguments: path (empty for the account's own), most entries. Prints
# fields that end with NUL, the one byte that no name contains: problem, path, 'yes' if writable, findmnt, df,
# then the names.
LC_ALL=C
export LC_ALL
unset CDPATH
field() { printf '%s\0' "$1"; }
problem() { field "$1"; exit 0; }
path=$1
[ -n "$path" ] || path=${HOME:-/}
if [ ! -e "$path" ] && [ ! -h "$path" ]; then problem missing
elif [ ! -d "$path" ]; then problem not-a-folder
elif ! cd "$path" 2>/dev/null; then problem no-entry
elif [ ! -r . ]; then problem unreadable
fi
field ''
field "$(pwd; printf x)"
if [ -w . ]; then field yes; else field no; fi
field "$(findmnt -J -b -T . -o TARGET,SOURCE,FSTYPE,OPTIONS,SIZE,AVAIL,MAJ:MIN 2>/dev/null)"
field "$(df -Pk . 2>/dev/null)"
count=0
for one in * .[!.]* ..?*; do
  [ -d "$one" ] || continue
  [ "$count" -lt "$2" ] || { field "$one"; break; }
  field "$one"
  count=$((count + 1))
done
exit 0
