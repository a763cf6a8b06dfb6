# Creates a directory, lets an engine write its data there, prints the data and removes the directory again,
# whatever happens. Exits with the engine's status and its text on standard error. Nothing outside the new
# directory is touched: if it already exists, the script ends at once with status 17. Arguments: directory,
# data file, its size beforehand ('' if the engine creates it), the engine's output, 'prints' if it prints
# that, number of files, name and text of each, and the engine with its arguments.
umask 077
dir=$1
data=$2
bytes=$3
output=$4
prints=$5
left=$6
shift 6
folder=${dir%/*}
[ -d "${folder:=/}" ] || { echo "There is no folder $folder." >&2; exit 2; }
if [ -e "$dir" ]; then exit 17; fi
mkdir "$dir" || exit 1
trap 'cd /; rm -rf -- "$dir"' EXIT
trap 'exit 130' INT TERM HUP
cd "$dir" || exit 1
while [ "$left" -gt 0 ]; do
  printf '%s' "$2" > "$1" || exit 1
  left=$((left - 1))
  shift 2
done
if [ -n "$bytes" ]; then dd if=/dev/zero of="$data" bs=1 count=0 seek="$bytes" 2>/dev/null || exit 1; fi
command -v "$1" >/dev/null 2>&1 || { echo "$1 is not installed." >&2; exit 127; }
"$@" </dev/null >printed 2>errors
status=$?
if [ "$status" -ne 0 ]; then
  cat errors >&2
  [ -f "$output" ] && head -n 5 "$output" >&2
  [ "$prints" != prints ] || tail -n 3 printed >&2
  exit "$status"
fi
cat "$data"
