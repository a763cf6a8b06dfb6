import type { Host } from '../hosts/host'
import { processFunctions } from '../hosts/process-functions'
import type { Journal } from './journal'
import { readRunDirectory, runNameOf } from './run-name'
import { pidWords } from './run-words'
import { RunnerError } from './runner-error'
import { stopRun } from './stop-run'

/** What is done about runs that nobody of this process waits for: say so and go on, do not begin, or end them. */
export type OrphanChoice = 'leave' | 'refuse' | 'stop'

const orphansScript = `# benchwright orphans
${processFunctions}
bw_boot
for one in "$1"/bw-*; do
  for file in supervisor engine; do
    pid=
    { read -r pid start_then boot_then bw_rest < "$one/$file"; } 2>/dev/null
    if [ -n "$pid" ] && [ "\${boot_then:-}" = "$boot" ] && bw_alive "$pid" "$start_then"; then
      printf '%s\\n' "$one"
      break
    fi
  done
done
exit 0
`

/** Run directories on a host whose run is going on, apart from those of the given campaigns' tags. */
export async function findOrphans(
  host: Host,
  runsDirectory: string,
  ownTags: ReadonlySet<string>,
): Promise<readonly string[]> {
  const answer = await host.execute(orphansScript, { arguments: [runsDirectory], timeoutMs: 30_000 })
  return new TextDecoder()
    .decode(answer.stdout)
    .split('\n')
    .filter((path) => {
      const name = readRunDirectory(path)
      return name !== undefined && !ownTags.has(name.tag)
    })
}

/**
 * Before a new campaign: what goes on there already would disturb it, and perhaps the same device. Returns what the log
 * should say. Rejects with `orphans` where the choice is to refuse, with `processes-left` where one could not be ended.
 */
export async function settleOrphans(
  host: Host,
  runsDirectory: string,
  choice: OrphanChoice,
  ownTags: ReadonlySet<string>,
): Promise<Parameters<Journal['log']>[2] | undefined> {
  const orphans = await findOrphans(host, runsDirectory, ownTags)
  if (orphans.length === 0) return undefined
  const names = orphans.map((path) => path.slice(path.lastIndexOf('/') + 1)).join(', ')
  const found = `On ${host.name} runs are going on that this campaign knows nothing of: ${names}.`
  if (choice === 'leave') return `${found} They may disturb what is measured.`
  if (choice === 'refuse') {
    const remedy =
      'End them with --stop-orphans, or measure beside them with --leave-orphans. The results of finished runs are collected when their own file is resumed.'
    throw new RunnerError('orphans', found, remedy)
  }
  const ended: number[] = []
  for (const runDirectory of orphans) {
    const { tag = '', runId = 0 } = readRunDirectory(runDirectory) ?? {}
    const proof = await stopRun(host, { runDirectory, runName: runNameOf(tag, runId), program: 'fio' })
    ended.push(...proof.endedPids)
    if (proof.leftPids.length === 0) continue
    const text = `${found} Not all of them could be ended: ${pidWords(proof.leftPids)} still there.`
    throw new RunnerError('processes-left', text, 'A drive may not be answering; look at the kernel log.')
  }
  return `${found} They were ended: ${pidWords(ended)}.`
}
