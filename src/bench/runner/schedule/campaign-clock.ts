/** A run as the clock sees it. */
export interface TimedRun {
  readonly expectedSeconds: number | undefined
}

/**
 * Remaining time of a campaign: the plan's durations, corrected by the overrun of finished runs. Runs of
 * unknown duration are estimated from finished ones of their kind. Undefined while nothing is known about
 * such runs.
 */
export class CampaignClock {
  #extraSeconds = 0
  #timedRuns = 0
  #openSeconds = 0
  #openRuns = 0

  constructor(private readonly pauseSeconds: number) {}

  /** Records the wall time of a finished run, from its start to the readiness of the next one. */
  finished(run: TimedRun, wallSeconds: number): void {
    if (run.expectedSeconds === undefined) {
      this.#openSeconds += wallSeconds
      this.#openRuns += 1
    } else {
      this.#extraSeconds += wallSeconds - run.expectedSeconds
      this.#timedRuns += 1
    }
  }

  /** Expected wall time of one run; undefined if nothing is known. */
  expect(run: TimedRun): number | undefined {
    if (run.expectedSeconds === undefined) {
      return this.#openRuns === 0 ? undefined : this.#openSeconds / this.#openRuns
    }
    return Math.max(
      0,
      run.expectedSeconds + (this.#timedRuns === 0 ? 0 : this.#extraSeconds / this.#timedRuns),
    )
  }

  /** Time left for the waiting runs, pauses included, plus `currentSecondsLeft` of the running one. */
  secondsLeft(waiting: WaitingTotals, currentSecondsLeft: number | undefined): number | undefined {
    const extra = this.#timedRuns === 0 ? 0 : this.#extraSeconds / this.#timedRuns
    const open = this.expect({ expectedSeconds: undefined })
    if (currentSecondsLeft === undefined || (waiting.openRuns > 0 && open === undefined)) return undefined
    const pauses = (waiting.timedRuns + waiting.openRuns) * this.pauseSeconds
    const timed = Math.max(0, waiting.timedSeconds + waiting.timedRuns * extra)
    return currentSecondsLeft + timed + waiting.openRuns * (open ?? 0) + pauses
  }
}

/** Sums over the waiting runs. */
export interface WaitingTotals {
  readonly timedSeconds: number
  readonly timedRuns: number
  readonly openRuns: number
}

export function waitingTotals(waiting: readonly TimedRun[]): WaitingTotals {
  let [timedSeconds, timedRuns, openRuns] = [0, 0, 0]
  for (const { expectedSeconds } of waiting) {
    if (expectedSeconds === undefined) openRuns += 1
    else {
      timedSeconds += expectedSeconds
      timedRuns += 1
    }
  }
  return { timedSeconds, timedRuns, openRuns }
}
