import processFunctions from '../process-functions.sh'

/**
 * Prints files, one after the other, each as a line `@NONCE file BYTES SHA256` (or `none` where nothing makes a
 * checksum), its bytes and a newline; or `@NONCE missing`, `@NONCE too-large BYTES`, `@NONCE unreadable`, `@NONCE not-a-file` (links included).
 * Arguments: nonce, then limit and path of each.
 */
export const filesScript = `# benchwright files
nonce=$1
shift
sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256
  else printf 'none\\n'
  fi
}
while [ $# -gt 1 ]; do
  limit=$1
  file=$2
  shift 2
  if [ -h "$file" ]; then printf '@%s not-a-file\\n' "$nonce"; continue; fi
  if [ ! -e "$file" ]; then printf '@%s missing\\n' "$nonce"; continue; fi
  if [ ! -f "$file" ]; then printf '@%s not-a-file\\n' "$nonce"; continue; fi
  if [ ! -r "$file" ]; then printf '@%s unreadable\\n' "$nonce"; continue; fi
  bytes=$(($(wc -c < "$file")))
  if [ "$bytes" -gt "$limit" ]; then printf '@%s too-large %s\\n' "$nonce" "$bytes"; continue; fi
  sum=$(sum_of < "$file")
  printf '@%s file %s %s\\n' "$nonce" "$bytes" "\${sum%% *}"
  # No more than was announced, should it grow meanwhile.
  head -c "$bytes" < "$file"
  printf '\\n'
done
`

/**
 * Waits for the end of a run: prints \`committed\` when its directory holds \`rc\`, \`lost\` when its supervisor ended
 * without one or never began, \`waiting\` when the time is up first. A dot every five seconds shows that somebody is
 * there, and ends this script when nobody listens any more.
 * Arguments: run directory, seconds to wait at most, seconds a supervisor has to be born.
 */
export const waitScript = `# benchwright wait
${processFunctions}
[ -d "$1" ] || { printf lost; exit 0; }
bw_clock
began=\${clock%.*}
turn=0
while :; do
  if [ -e "$1/rc" ]; then printf committed; exit 0; fi
  bw_clock
  waited=$((\${clock%.*} - began))
  if [ $((turn % 4)) -eq 0 ]; then
    pid=
    { read -r pid start_then boot_then bw_rest < "$1/supervisor"; } 2>/dev/null
    bw_boot
    if [ -n "$pid" ] && ! { [ "$boot_then" = "$boot" ] && bw_alive "$pid" "$start_then"; }; then
      if [ -e "$1/rc" ]; then printf committed; else printf lost; fi
      exit 0
    fi
    if [ -z "$pid" ] && [ "$waited" -ge "$3" ]; then printf lost; exit 0; fi
  fi
  if [ "$waited" -ge "$2" ]; then printf waiting; exit 0; fi
  turn=$((turn + 1))
  if [ $((turn % 10)) -eq 0 ]; then printf .; fi
  sleep 0.5 2>/dev/null || sleep 1
done
`

/**
 * A script that is looked at while it runs, and is ended when nobody looks any more: the far end of the channel then
 * reads the end of its standard input. It should \`exec\` its program, so that nothing is left when it is ended.
 */
export function viewScript(script: string, words: string, nonce: string): string {
  return `(
exec 3<&0
printf '\\n@${nonce} begin\\n'
(
exec 3<&-
set --${words}
${script}
) </dev/null 2>&1 &
bw_view=$!
( cat <&3; kill "$bw_view" ) >/dev/null 2>&1 &
bw_guard=$!
exec 3<&-
wait "$bw_view"
bw_status=$?
kill "$bw_guard" 2>/dev/null
printf '\\n@${nonce} end %s\\n' "$bw_status"
)
`
}
