# Tries a command until it ends with 0. If it never does, or the service has ended, prints its last output.
# Arguments: run directory of the service, seconds to try, then the command.
run=$1
turns=$(($2 * 10))
shift 2
while :; do
  said=$("$@" 2>&1 < /dev/null) && exit 0
  turns=$((turns - 1))
  # Ended, timed out, or stopped by a caller that no longer waits.
  if [ -s "$run/rc" ] || [ "$turns" -le 0 ] || [ ! -e "$run/supervise.sh" ]; then printf '%s' "$said" | tail -n 1; exit 1; fi
  sleep 0.1 2>/dev/null || sleep 1
done
