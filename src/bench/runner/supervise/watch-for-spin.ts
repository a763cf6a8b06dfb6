import { setTimeout as pause } from 'node:timers/promises'
import type { RunFailure } from '../../../core/results/run'
import type { Host } from '../../hosts/host'
import { HostError } from '../../hosts/host-error'
import spinScript from './spin.sh'

/** What a run had done when it was sampled. */
export interface RunSample {
  readonly atSeconds: number
  /** Bytes in its log and output. */
  readonly printedBytes: number
  /** Bytes its processes read and wrote through system calls. */
  readonly movedBytes: number
  readonly processorSeconds: number
  /** Number of processes waiting for a drive. */
  readonly atDrive: number
}

/**
 * A run that never waits for a drive and uses at least this share of a processor is spinning. IOzone's parent
 * polls for its children between very short sleeps, and on a busy machine it gets little more. A waiting run
 * uses almost none.
 */
const leastShare = 0.02

/**
 * Finds a run that prints nothing, moves no data and keeps a processor busy for `silenceSeconds`: IOzone's
 * parent does so forever when its children have died. A run that is only slow moves data, and one that waits
 * uses no processor.
 */
export class SpinDetector {
  #since: RunSample | undefined

  constructor(private readonly silenceSeconds: number) {}

  /** True when the run has been spinning for the whole time by now. */
  take(sample: RunSample): boolean {
    const since = this.#since ?? sample
    const hasDoneSomething =
      this.#since === undefined ||
      sample.printedBytes !== since.printedBytes ||
      sample.movedBytes !== since.movedBytes ||
      // The time of a process that ended is gone.
      sample.processorSeconds < since.processorSeconds ||
      sample.atDrive > 0
    if (hasDoneSomething) {
      this.#since = sample
      return false
    }
    const elapsed = sample.atSeconds - since.atSeconds
    if (elapsed < this.silenceSeconds) return false
    if (sample.processorSeconds - since.processorSeconds >= leastShare * elapsed) return true
    this.#since = sample
    return false
  }
}

export interface SpinWatch {
  readonly host: Host
  readonly runDirectory: string
  readonly outputs: readonly string[]
  readonly silenceSeconds: number
  readonly signal: AbortSignal
}

/**
 * Resolves with true as soon as the run is found spinning; with false when the watch is ended or the system
 * does not report it.
 */
export async function watchForSpin(watch: SpinWatch): Promise<boolean> {
  const { silenceSeconds, signal } = watch
  const detector = new SpinDetector(silenceSeconds)
  const everyMs = Math.max(200, (silenceSeconds * 1000) / 6)
  for (;;) {
    const isOver = await pause(everyMs, false, { signal }).catch(() => true)
    if (isOver) return false
    const sample = await look(watch)
    if (sample === 'untold') return false
    if (sample && detector.take(sample)) return true
  }
}

/** Undefined if the host could not be asked. */
async function look({ host, runDirectory, outputs }: SpinWatch): Promise<RunSample | 'untold' | undefined> {
  try {
    const answer = await host.execute(`# benchwright spin\n${spinScript}`, {
      arguments: [runDirectory, ...outputs],
      purpose: 'the processor time of the run',
      timeoutMs: 30_000,
    })
    return readSample(new TextDecoder().decode(answer.stdout), performance.now() / 1000) ?? 'untold'
  } catch (error) {
    if (error instanceof HostError) return undefined
    throw error
  }
}

export function readSample(text: string, atSeconds: number): RunSample | undefined {
  const match = /^(\d+) (\d+) (\d+) (\d+) (\d+)\s*$/.exec(text)
  if (!match) return undefined
  const [printedBytes = 0, movedBytes = 0, ticks = 0, ticksPerSecond = 100, atDrive = 0] = match
    .slice(1)
    .map(Number)
  return {
    atSeconds,
    printedBytes,
    movedBytes,
    processorSeconds: ticks / Math.max(1, ticksPerSecond),
    atDrive,
  }
}

/** Why a spinning run was ended. */
export function spinFailure(engineName: string, silenceSeconds: number): RunFailure {
  return {
    id: 'engine-spins',
    text: `${engineName} printed nothing and moved no data for ${silenceSeconds} s while it kept a processor busy, so it was ended.`,
    remedy: 'Look at the raw output for what it did last; a full disk or a missing folder has this effect.',
  }
}
