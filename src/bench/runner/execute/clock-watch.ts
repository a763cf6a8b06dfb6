import { uptime } from 'node:os'
import { thisMachine } from '../../../core/plan/destination'
import { invalidates, note } from '../../../core/results/reservation'
import { formatDuration } from '../../../core/units/durations'
import type { RunResult } from '../../store/tables/runs/run-changes'
import type { CampaignContext } from '../campaign-context'

/** Steps below this are corrections; NTP shifts a clock by at most 0.5 ms a second without setting it (adjtime(3)). */
const leastStepMs = 1000
const mostDrift = 0.001

/** Notices that somebody or a service sets this machine's clock, which is not the one that its uptime is counted by. */
export class ClockWatch {
  #last = now()

  /** By how much the clock was set since the last call, in ms, back if negative; 0 if it was not. */
  look(): number {
    const before = this.#last
    this.#last = now()
    const passedMs = this.#last.uptimeMs - before.uptimeMs
    const stepMs = this.#last.wallMs - before.wallMs - passedMs
    return Math.abs(stepMs) > leastStepMs + mostDrift * passedMs ? Math.round(stepMs) : 0
  }
}

function now(): { readonly wallMs: number; readonly uptimeMs: number } {
  return { wallMs: Date.now(), uptimeMs: uptime() * 1000 }
}

/** What happened, without when. */
export function clockWords(stepMs: number): string {
  return `This machine's clock was set ${stepMs < 0 ? 'back' : 'forward'} by ${formatDuration(Math.abs(stepMs) / 1000)}`
}

/**
 * The result of a run during which the clock was set by `stepMs`. Its end is as long after its start as it really was:
 * of a run that was watched it was read from the clock afterwards, of any other it was counted from its start.
 */
export function withClockStep(
  result: RunResult,
  stepMs: number,
  {
    context: { engine, host },
    wasWatched,
  }: { readonly context: Pick<CampaignContext, 'engine' | 'host'>; readonly wasWatched: boolean },
): RunResult {
  if (stepMs === 0) return result
  const { name, usesSettableClock } = engine.description
  const text = `${clockWords(stepMs)} during the run.`
  const isMeasuredByIt = usesSettableClock === true && host.id === thisMachine && result.state === 'done'
  const reservation = isMeasuredByIt
    ? invalidates('clock-set', `${text} ${name} takes its times from that clock.`)
    : note('clock-set', `${text} The times of the run are those of the clock as it was at its start.`)
  // The supervisor noticed the same where the host is this machine.
  const isSame = ({ id }: { readonly id: string }) => id === reservation.id && host.id === thisMachine
  const warnings = [...result.warnings.filter((one) => !isSame(one)), reservation]
  if (!wasWatched) return { ...result, warnings }
  const machines = result.machines?.map((one) => ({ ...one, finishedAtMs: one.finishedAtMs - stepMs }))
  return {
    ...result,
    finishedAtMs: result.finishedAtMs - stepMs,
    warnings,
    ...(machines && { machines }),
  }
}
