import type { Host } from '../../hosts/host'
import processFunctions from '../../hosts/process-functions.sh'

/**
 * `committed`: the result waits in the run directory. `running`: its supervisor is alive. `rebooted`: its machine was
 * started again since. `gone`: the supervisor ended without a result. `missing`: there is no run directory.
 */
export type RunWhereabouts = 'committed' | 'running' | 'rebooted' | 'gone' | 'missing'

const script = `# benchwright inspect
${processFunctions}
[ -d "$1" ] || { printf missing; exit 0; }
if [ -e "$1/rc" ]; then printf committed; exit 0; fi
set -C
if printf 'given-up\\n' 2>/dev/null > "$1/supervisor"; then printf gone; exit 0; fi
for turn in 1 2 3 4 5; do
  pid=
  { read -r pid start_then boot_then bw_rest < "$1/supervisor"; } 2>/dev/null
  [ -z "$pid" ] || break
  bw_nap
done
bw_boot
if [ "$pid" != given-up ] && [ -n "$pid" ] && bw_alive "$pid" "$start_then" && [ "$boot_then" = "$boot" ]; then
  printf running
elif [ -e "$1/rc" ]; then
  printf committed
elif [ -n "\${boot_then:-}" ] && [ "$boot_then" != "$boot" ]; then
  printf rebooted
else
  printf gone
fi
`

/**
 * Finds out what became of a run whose watcher was away. A run that was prepared but never claimed by its supervisor is
 * claimed here, so that after the answer `gone` no engine can start in this directory any more.
 */
export async function inspectRun(host: Host, runDirectory: string): Promise<RunWhereabouts> {
  const answer = await host.execute(script, {
    arguments: [runDirectory],
    purpose: 'the state of the run',
    timeoutMs: 30_000,
  })
  const word = new TextDecoder().decode(answer.stdout).trim()
  switch (word) {
    case 'committed':
    case 'running':
    case 'rebooted':
    case 'gone':
    case 'missing':
      return word
    default:
      throw new Error(`The state of ${runDirectory} could not be read: ${answer.stderr.trim() || word}.`)
  }
}
