import { uptime } from 'node:os'
import type { Engine } from '../../../core/engines/engine'
import { readDriveCounters } from '../../../core/observers/drive-counters'
import { clockStep, clockWords, type ClockReading } from '../../../core/observers/host-clock'
import { thisMachine } from '../../../core/plan/destination'
import { invalidates, note, type Reservation } from '../../../core/results/reservation'
import type { RunResult } from '../../store/tables/runs/run-changes'
import type { CampaignContext } from '../campaign-context'

/** Notices that somebody or a service sets this machine's clock, which is not the one that its uptime is counted by. */
export class ClockWatch {
  #last = now()

  /** By how much the clock was set since the last call, in ms, back if negative; 0 if it was not. */
  look(): number {
    const before = this.#last
    this.#last = now()
    return Math.round(clockStep(before, this.#last, 1) * 1000)
  }
}

function now(): ClockReading {
  return { timeOfDay: Date.now() / 1000, uptime: uptime() }
}

/** A host other than this machine, and what a run on it left for `readDriveCounters`. */
export interface RemoteReading {
  readonly host: string
  readonly bootId: string | undefined
  readonly counters: string | undefined
}

/** Notices from what runs leave behind that the clocks of other hosts are set. */
export class RemoteClocks {
  readonly #last = new Map<string, ClockReading & { readonly bootId: string | undefined }>()

  /** What happened since the previous run on the host, and during this one, in seconds; 0 if nothing did. */
  look({ host, bootId, counters }: RemoteReading): { readonly before: number; readonly during: number } {
    const clocks = counters === undefined ? undefined : readDriveCounters(counters)?.clocks
    if (!clocks) return { before: 0, during: 0 }
    const [start, end] = clocks
    const last = this.#last.get(host)
    this.#last.set(host, { ...end, bootId })
    const isComparable = last && bootId !== undefined && last.bootId === bootId
    return { before: isComparable ? clockStep(last, start) : 0, during: clockStep(start, end) }
  }
}

/** What is known against a run during which a clock of its host, named `clock`, was set by `step` seconds. */
export function clockReservation(
  clock: string,
  step: number,
  { description: { name, usesSettableClock } }: Pick<Engine, 'description'>,
): Reservation {
  const text = `${clockWords(clock, step)} during the run.`
  return usesSettableClock === true
    ? invalidates('clock-set', `${text} ${name} takes its times from that clock.`)
    : note('clock-set', text)
}

/** As the subject of a sentence. */
export const ownClock = "This machine's clock"

/**
 * The result of a run during which the clock was set by `stepMs`. Its end is as long after its start as it really was:
 * of a run that was watched it was read from the clock afterwards, of any other it was counted from its start. How far the
 * clock was set is known to some milliseconds, so a short run may seem to end before its start and then ends with it.
 */
export function withClockStep(
  result: RunResult,
  stepMs: number,
  {
    context: { engine, host },
    startedAtMs,
    wasWatched,
  }: {
    readonly context: Pick<CampaignContext, 'engine' | 'host'>
    readonly startedAtMs: number
    readonly wasWatched: boolean
  },
): RunResult {
  if (stepMs === 0) return result
  const step = stepMs / 1000
  const isOwn = host.id === thisMachine && result.state === 'done'
  const known = isOwn ? clockReservation(ownClock, step, engine) : undefined
  const reservation =
    known?.class === 'invalidates'
      ? known
      : note(
          'clock-set',
          `${clockWords(ownClock, step)} during the run. The times of the run are those of the clock as it was at its start.`,
        )
  // The supervisor noticed the same where the host is this machine.
  const isSame = ({ id }: { readonly id: string }) => id === reservation.id && host.id === thisMachine
  const warnings = [...result.warnings.filter((one) => !isSame(one)), reservation]
  if (!wasWatched) return { ...result, warnings }
  const really = (finishedAtMs: number) => Math.max(startedAtMs, finishedAtMs - stepMs)
  const machines = result.machines?.map((one) => ({ ...one, finishedAtMs: really(one.finishedAtMs) }))
  return {
    ...result,
    finishedAtMs: really(result.finishedAtMs),
    warnings,
    ...(machines && { machines }),
  }
}
