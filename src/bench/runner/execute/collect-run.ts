import { createHash } from 'node:crypto'
import { readIdentity } from '../../hosts/created-file'
import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'

/** What a committed run left behind, as read and checked. */
export interface CollectedRun {
  /** Exit status of the engine; undefined when the guard refused to start it. */
  readonly exitCode: number | undefined
  readonly refusal: { readonly id: string; readonly detail: string } | undefined
  /** Seconds from claim to commit by the host's own clock, sleep of the machine included. */
  readonly wallSeconds: number | undefined
  /** The engine's output file, whole and unchanged; undefined when it was not written. */
  readonly output: Uint8Array | undefined
  /** Why `output` cannot be trusted although there is a file. */
  readonly outputProblem: 'checksum' | 'too-large' | 'not-a-file' | undefined
  readonly log: Uint8Array | undefined
  /** Identity of the data file, if it is of this app's making, as the run left it. */
  readonly created: string | undefined
  /** Processes the engine left behind. */
  readonly strayPids: readonly number[]
  /** Boot during which the run was started. */
  readonly bootId: string | undefined
}

const outputLimitBytes = 64 * 1024 * 1024
const logLimitBytes = 16 * 1024 * 1024

/** Reads a committed run directory; undefined when it holds no commit. Rejects when the host cannot be reached. */
export async function collectRun(
  host: Host,
  runDirectory: string,
  outputFile: string,
): Promise<CollectedRun | undefined> {
  const small = async (name: string) => {
    const bytes = await readLimited(host, `${runDirectory}/${name}`, 64 * 1024)
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes).trim() : undefined
  }
  const [rc, supervisor, sum, refused, created, strays, output, log] = await Promise.all([
    small('rc'),
    small('supervisor'),
    small('sum'),
    small('refused'),
    small('created'),
    small('strays'),
    readLimited(host, `${runDirectory}/${outputFile}`, outputLimitBytes),
    readLimited(host, `${runDirectory}/log`, logLimitBytes),
  ])
  const commit = /^(\d+|refused) ([\d.]+)$/.exec(rc ?? '')
  if (!commit) return undefined
  const startedClock = Number(supervisor?.split(' ')[3])
  const outputProblem =
    typeof output === 'string' ? output : output && !matches(output, sum) ? 'checksum' : undefined
  return {
    exitCode: commit[1] === 'refused' ? undefined : Number(commit[1]),
    refusal: commit[1] === 'refused' ? readRefusal(refused ?? '') : undefined,
    wallSeconds: Number.isFinite(startedClock) ? Math.max(0, Number(commit[2]) - startedClock) : undefined,
    output: typeof output === 'string' || outputProblem ? undefined : output,
    outputProblem,
    log: typeof log === 'string' ? undefined : log,
    created: readIdentity(created),
    strayPids: (strays ?? '')
      .split(' ')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 1),
    bootId: supervisor?.split(' ')[2],
  }
}

async function readLimited(
  host: Host,
  path: string,
  limitBytes: number,
): Promise<Uint8Array | 'too-large' | 'not-a-file' | undefined> {
  try {
    return await host.readFile(path, limitBytes)
  } catch (error) {
    if (error instanceof HostError && (error.id === 'too-large' || error.id === 'not-a-file')) return error.id
    throw error
  }
}

/** `none`: the host has no program that makes a SHA-256; the commit by rename is then all there is. */
function matches(output: Uint8Array, sum: string | undefined): boolean {
  if (sum === 'none') return true
  return createHash('sha256').update(output).digest('hex') === sum?.split(' ')[0]
}

function readRefusal(text: string): { id: string; detail: string } {
  const [id = '', ...detail] = text.split('\n')
  return { id, detail: detail.join('\n').trim() }
}
