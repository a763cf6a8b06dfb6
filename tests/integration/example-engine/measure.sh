# One measured run: asks the service, prints a line per interval, and writes its result last. Arguments: the service's
# directory, transactions a minute.
[ -e "$1/up" ] || { echo 'The service is down.' >&2; exit 3; }
[ -e prepared ] || exit 4
began=$(date +%s)
for second in 1 2 3; do
  echo "$second $(($2 + second)) $began"
  sleep 0.1
done
echo asked >> "$1/asked"
printf 'rate %s after %s\n' "$2" "$(wc -l < "$1/asked")" > result.txt
