# Waits for the end of a run: prints 'committed' when its directory holds 'rc', 'lost' when its supervisor
# ended without one or never started, 'waiting' when the time is up first. A dot every five seconds shows that
# the script is alive; writing it ends the script once nobody reads the output.
# Arguments: run directory, seconds to wait at most, seconds a supervisor has to start. Needs
# process-functions.
[ -d "$1" ] || { printf lost; exit 0; }
bw_clock
began=${clock%.*}
turn=0
while :; do
  if [ -s "$1/rc" ]; then printf committed; exit 0; fi
  bw_clock
  waited=$((${clock%.*} - began))
  if [ $((turn % 4)) -eq 0 ]; then
    pid=
    { read -r pid start_then boot_then bw_rest < "$1/supervisor"; } 2>/dev/null
    bw_boot
    if [ -n "$pid" ] && ! { [ "$boot_then" = "$boot" ] && bw_alive "$pid" "$start_then"; }; then
      if [ -s "$1/rc" ]; then printf committed; else printf lost; fi
      exit 0
    fi
    if [ -z "$pid" ] && [ "$waited" -ge "$3" ]; then printf lost; exit 0; fi
  fi
  if [ "$waited" -ge "$2" ]; then printf waiting; exit 0; fi
  turn=$((turn + 1))
  if [ $((turn % 10)) -eq 0 ]; then printf .; fi
  sleep 0.5 2>/dev/null || sleep 1
done
