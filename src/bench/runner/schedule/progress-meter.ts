import type { CampaignProgress } from '../../../core/contract/bench-requests'
import type { Progress } from '../../../core/engines/progress'
import { waitingTotals, type CampaignClock, type WaitingTotals } from './campaign-clock'
import type { QueuedRun, RunQueue } from './run-queue'

/** At most four reports a second. */
const reportMs = 250
/** How often the time left is updated between the engine's own reports. */
const tickMs = 1000

interface CurrentRun {
  readonly run: QueuedRun
  readonly startedAtMs: number
  progress: Progress | undefined
}

/** Turns live numbers and the clock into the progress of a campaign, and reports it at a limited rate. */
export class ProgressMeter {
  #current: CurrentRun | undefined
  #waiting: WaitingTotals = { timedSeconds: 0, timedRuns: 0, openRuns: 0 }
  #lastReportMs = 0
  #reportTimer: NodeJS.Timeout | undefined
  #tickTimer: NodeJS.Timeout | undefined

  constructor(
    private readonly queue: RunQueue,
    private readonly clock: CampaignClock,
    private readonly report: (progress: CampaignProgress) => void,
  ) {}

  begin(run: QueuedRun, startedAtMs: number): void {
    this.#current = { run, startedAtMs, progress: undefined }
    this.#count()
    clearInterval(this.#tickTimer)
    this.#tickTimer = setInterval(() => this.#reportSoon(), tickMs)
    this.#reportSoon()
  }

  push(progress: Progress): void {
    if (!this.#current) return
    this.#current.progress = progress
    this.#reportSoon()
  }

  /** No run is in progress: between two, or at the end. */
  idle(): void {
    this.#current = undefined
    this.#count()
    clearInterval(this.#tickTimer)
    this.#reportSoon()
  }

  /** Reports the last state and stops. */
  close(): void {
    this.idle()
    clearTimeout(this.#reportTimer)
    this.report(this.now())
  }

  now(): CampaignProgress {
    const current = this.#current
    const expected = current && this.clock.expect(current.run)
    const elapsed = current ? Math.max(0, (Date.now() - current.startedAtMs) / 1000) : 0
    const left = expected === undefined ? current?.progress?.secondsLeft : Math.max(0, expected - elapsed)
    return {
      runId: current?.run.runId,
      run: current?.progress,
      runFraction: expected ? Math.min(1, elapsed / expected) : (current?.progress?.fraction ?? 0),
      runSecondsLeft: left,
      finishedRuns: this.queue.finishedCount,
      totalRuns: this.queue.measuredCount,
      secondsLeft: this.clock.secondsLeft(this.#waiting, current ? left : 0),
    }
  }

  /** A run that begins still waits until its engine has started. */
  #count(): void {
    const current = this.#current?.run.runId
    this.#waiting = waitingTotals(this.queue.inState('waiting').filter(({ runId }) => runId !== current))
  }

  #reportSoon(): void {
    if (this.#reportTimer) return
    const wait = Math.max(0, this.#lastReportMs + reportMs - Date.now())
    this.#reportTimer = setTimeout(() => {
      this.#reportTimer = undefined
      this.#lastReportMs = Date.now()
      this.report(this.now())
    }, wait)
  }
}
