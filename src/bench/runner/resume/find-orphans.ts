import type { OrphanProcess } from '../../../core/contract/orphan-requests'
import type { Host } from '../../hosts/host'
import processFunctions from '../../hosts/shell/process-functions.sh'
import stateFolder from '../../hosts/shell/state-folder.sh'
import { readRunDirectory } from '../execute/run-name'
import runProcessFunctions from '../supervise/run-process-functions.sh'
import strayFunctions from '../supervise/stray-functions.sh'
import describeRuns from './find-orphans.sh'

const script = [
  '# benchwright orphans',
  processFunctions,
  strayFunctions,
  runProcessFunctions,
  stateFolder,
  describeRuns,
].join('\n')

/** A run in progress on a host, as found there. */
export interface FoundRun {
  readonly runDirectory: string
  readonly tag: string
  readonly runId: number
  /** Age of its supervisor by the host's clock; undefined if not on record. */
  readonly ageSeconds: number | undefined
  /** Path of its target; empty for engines that move no data. */
  readonly target: string
  /** Its engine's program; empty if the engine has already ended. */
  readonly program: string
  readonly processes: readonly OrphanProcess[]
}

/**
 * Runs in progress on a host, except those of campaigns with the given tags. Rejects if the host cannot be
 * reached.
 */
export async function findOrphans(host: Host, ownTags: ReadonlySet<string>): Promise<readonly FoundRun[]> {
  const answer = await host.execute(script, { purpose: 'the runs that go on there' })
  const lines = new TextDecoder().decode(answer.stdout).split('\n')
  return readRuns(lines).filter(({ tag }) => !ownTags.has(tag))
}

function readRuns(lines: readonly string[]): readonly FoundRun[] {
  const found: FoundRun[] = []
  for (const line of lines) {
    const [word = ''] = line.split(' ', 1)
    const rest = line.slice(word.length + 1)
    const last = found.at(-1)
    if (word === 'run') {
      const name = readRunDirectory(rest)
      if (name)
        found.push({
          runDirectory: rest,
          ...name,
          ageSeconds: undefined,
          target: '',
          program: '',
          processes: [],
        })
    } else if (last) found[found.length - 1] = { ...last, ...partOf(last, word, rest) }
  }
  return found
}

function partOf(run: FoundRun, word: string, rest: string): Partial<FoundRun> {
  switch (word) {
    case 'age':
      return { ageSeconds: Math.max(0, Number(rest)) }
    case 'target':
      return { target: rest }
    case 'program':
      return { program: rest }
    case 'process': {
      const match = /^(\d+) (.*)$/.exec(rest)
      if (!match) return {}
      const process = { pid: Number(match[1]), command: (match[2] ?? '').trim() }
      return { processes: [...run.processes, process] }
    }
    default:
      return {}
  }
}
