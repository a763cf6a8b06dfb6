import { stateFiles } from '../../../core/results/campaign/bench-state'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import { HostError } from '../host-error'
import type { Host } from '../host'

/** Shell functions that print the files of the bench's state as `path:content`, and which controller a drive belongs to. */
export const benchStateFunctions = `
bw_bench_state() { grep '' ${stateFiles.join(' ')} /dev/null; }
bw_drive_links() {
  for bw_drive in /sys/block/*; do
    if [ -e "$bw_drive/device" ]; then printf '%s %s\\n' "$bw_drive" "$(readlink -f "$bw_drive/device")"; fi
  done
}`

const between = '@ drive-links'
const script = `# benchwright bench-state
exec 2>/dev/null
${benchStateFunctions}
bw_bench_state
echo '${between}'
bw_drive_links
exit 0
`

/** The two parts of a record that tell the state of the bench, as they are now; undefined if the host does not answer. */
export async function benchStateNow(host: Host): Promise<HostRecord['raw'] | undefined> {
  try {
    const { stdout } = await host.execute(script, { purpose: 'the state of the bench', timeoutMs: 10_000 })
    const [state = '', links = ''] = new TextDecoder().decode(stdout).split(`${between}\n`)
    return { 'bench-state': state.trim(), 'drive-links': links.trim() }
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}
