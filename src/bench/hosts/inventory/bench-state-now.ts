import { stateFiles } from '../../../core/results/campaign/bench-state'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import { HostError } from '../host-error'
import type { Host } from '../host'
import functions from './bench-state-functions.sh'
import { parseParts } from './parse-parts'

/** Shell functions that print the two parts of a record in which the state of the bench is read. */
export const benchStateFunctions = `bw_state_files='${stateFiles.join(' ')}'\n${functions}`

const script = `# benchwright bench-state
exec 2>/dev/null
${benchStateFunctions}
printf '\\n@now bench-state\\n'; bw_bench_state
printf '\\n@now drive-links\\n'; bw_drive_links
exit 0
`

/** These parts as they are now; undefined if the host does not answer. */
export async function benchStateNow(host: Host): Promise<HostRecord['raw'] | undefined> {
  try {
    const { stdout } = await host.execute(script, { purpose: 'the state of the bench', timeoutMs: 10_000 })
    return Object.fromEntries(parseParts(new TextDecoder().decode(stdout), 'now'))
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}
