import { createHash } from 'node:crypto'
import { readIdentity } from '../../hosts/created-file'
import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import { outputLimitBytes } from '../supervise/run-directory'

/** One output of a run. */
export interface CollectedOutput {
  readonly name: string
  /** The whole file, unchanged; undefined if it was not written or cannot be trusted. */
  readonly bytes: Uint8Array | undefined
  /** Why the existing file cannot be trusted. */
  readonly problem: 'checksum' | 'too-large' | 'not-a-file' | undefined
}

/** What a committed run left behind, as read and checked. */
export interface CollectedRun {
  /** Exit status of the engine; undefined if the guard refused to start it. */
  readonly exitCode: number | undefined
  readonly refusal: { readonly id: string; readonly detail: string } | undefined
  /** Seconds from claim to commit by the host's own clock, sleep of the machine included. */
  readonly wallSeconds: number | undefined
  /** The outputs of its steps, in their order. */
  readonly outputs: readonly CollectedOutput[]
  readonly log: Uint8Array | undefined
  /** Identity of the data file as the run left it, if this app created it. */
  readonly created: string | undefined
  /** Processes the engine left behind. */
  readonly strayPids: readonly number[]
  /** Boot id at the start of the run. */
  readonly bootId: string | undefined
  /** What the drives did meanwhile, for `readDriveCounters`; undefined if nothing was measured, or not on Linux. */
  readonly counters: string | undefined
}

/**
 * When a run ended that an earlier process started at `startedAtMs`: nobody may have seen its end, but the host has
 * counted the seconds, whatever was done to a clock meanwhile. Now for one that this process has watched.
 */
export function endOfRunMs(
  { wallSeconds }: Pick<CollectedRun, 'wallSeconds'>,
  startedAtMs: number | undefined,
): number {
  if (startedAtMs === undefined) return Date.now()
  return wallSeconds === undefined
    ? Math.max(Date.now(), startedAtMs)
    : startedAtMs + Math.round(wallSeconds * 1000)
}

const logLimitBytes = 16 * 1024 * 1024

/** Reads a committed run directory; undefined if it has no commit. Rejects if the host cannot be reached. */
export async function collectRun(
  host: Host,
  runDirectory: string,
  outputs: readonly string[],
): Promise<CollectedRun | undefined> {
  const small = async (name: string) => {
    const bytes = await readLimited(host, `${runDirectory}/${name}`, 64 * 1024)
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes).trim() : undefined
  }
  const [rc, supervisor, sums, refused, created, strays, counters, log, ...found] = await Promise.all([
    small('rc'),
    small('supervisor'),
    small('sum'),
    small('refused'),
    small('created'),
    small('strays'),
    small('counters'),
    readLimited(host, `${runDirectory}/log`, logLimitBytes),
    ...outputs.map((name) => readLimited(host, `${runDirectory}/${name}`, outputLimitBytes)),
  ])
  const commit = /^(\d+|refused) ([\d.]+)$/.exec(rc ?? '')
  if (!commit) return undefined
  const startedClock = Number(supervisor?.split(' ')[3])
  return {
    exitCode: commit[1] === 'refused' ? undefined : Number(commit[1]),
    refusal: commit[1] === 'refused' ? readRefusal(refused ?? '') : undefined,
    wallSeconds: Number.isFinite(startedClock) ? Math.max(0, Number(commit[2]) - startedClock) : undefined,
    outputs: outputs.map((name, at) => checked(name, found[at], sums)),
    log: typeof log === 'string' ? undefined : log,
    created: readIdentity(created),
    strayPids: (strays ?? '')
      .split(' ')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 1),
    bootId: supervisor?.split(' ')[2],
    counters,
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

/**
 * `sums`: what sha256sum printed of all outputs. `none`: the host has no program for SHA-256; then only the
 * commit by rename protects the result.
 */
function checked(
  name: string,
  file: Awaited<ReturnType<typeof readLimited>>,
  sums: string | undefined,
): CollectedOutput {
  if (typeof file === 'string' || file === undefined) return { name, bytes: undefined, problem: file }
  const sum = createHash('sha256').update(file).digest('hex')
  const lines = sums?.split('\n') ?? []
  // Supervisors of earlier versions wrote one sum, of the only output.
  const isSound = ['none', `${sum}  ${name}`, `${sum}  -`].some((line) => lines.includes(line))
  return { name, bytes: isSound ? file : undefined, problem: isSound ? undefined : 'checksum' }
}

function readRefusal(text: string): { id: string; detail: string } {
  const [id = '', ...detail] = text.split('\n')
  return { id, detail: detail.join('\n').trim() }
}
