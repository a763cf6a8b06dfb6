# Prints the state of a run (see inspect-run.ts), and claims one that was prepared and never claimed by its supervisor.
# Argument: run directory. Needs process-functions.
[ -d "$1" ] || { printf missing; exit 0; }
if [ -s "$1/rc" ]; then printf committed; exit 0; fi
set -C
if printf 'given-up\n' 2>/dev/null > "$1/supervisor"; then printf gone; exit 0; fi
for turn in 1 2 3 4 5; do
  pid=
  { read -r pid start_then boot_then bw_rest < "$1/supervisor"; } 2>/dev/null
  [ -z "$pid" ] || break
  bw_nap
done
bw_boot
if [ "$pid" != given-up ] && [ -n "$pid" ] && bw_alive "$pid" "$start_then" && [ "$boot_then" = "$boot" ]; then
  printf running
elif [ -s "$1/rc" ]; then
  printf committed
elif [ -n "${boot_then:-}" ] && [ "$boot_then" != "$boot" ]; then
  printf rebooted
else
  printf gone
fi
