import type { BenchEvent } from '../../../../core/contract/bench-requests'
import { progressValues, type Progress } from '../../../../core/engines/progress'
import { LiveSeries, type LiveRun } from '../../../../core/figures/over-time/live-series'
import { LiveSamples } from '../../../../core/observers/live-samples'
import { findMetric } from '../../../../core/results/metrics'
import type { SeriesPoints } from '../../../../core/results/observation'
import type { Host, Terminal } from '../../../hosts/host'
import { readDrive } from '../../../hosts/inventory/read-drive'
import followSamples from './follow-samples.sh'

/** Interval at which new points are sent. */
const tellMs = 1000

/**
 * How much of a sampler's file is reread by a process that adopts a run: hours of samples at one per second,
 * all that a chart shows.
 */
const mostBytes = 4 * 1024 * 1024

/**
 * Follows a run over time while it is measured: the engine's output and the sampler's file on its host. Only
 * for display.
 */
export class LiveRecorder {
  readonly #series = new LiveSeries()
  #current: { readonly runId: number; readonly startedAtMs: number } | undefined
  #isRunning = false
  #progress: Progress | undefined
  #samples: SeriesPoints[] = []
  #view: Terminal | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly campaignId: number,
    private readonly host: Pick<Host, 'openTerminal'>,
    private readonly tell: (event: BenchEvent) => void,
  ) {}

  /** What is known about the current or last run; null before the first. */
  get run(): LiveRun | null {
    if (!this.#current) return null
    return { runId: this.#current.runId, isRunning: this.#isRunning, series: this.#series.all() }
  }

  begin(runId: number, startedAtMs: number): void {
    this.end()
    this.#series.clear()
    this.#current = { runId, startedAtMs }
    this.#isRunning = true
    this.#timer = setInterval(() => this.#take(), tellMs)
    this.#tell([])
  }

  /** Shows the samples of the current run. `samples`: absolute path on the host of the file that a sampler writes. */
  follow(samples: string | undefined): void {
    if (samples === undefined || !this.#current) return
    const { startedAtMs } = this.#current
    const words = [samples, samples.replace(/[^/]*$/, 'supervisor'), String(mostBytes)]
    const reader = new LiveSamples({ readDrive })
    try {
      const view = this.host.openTerminal(followSamples, { columns: 200, rows: 30, arguments: words })
      this.#view = view
      view.onData((text) => {
        if (this.#view !== view) return
        for (const points of reader.push(text, Date.now(), startedAtMs)) this.#samples.push(points)
      })
    } catch {
      // The run's terminal says why there is no view; the engine's own lines are shown without it.
    }
  }

  push(progress: Progress): void {
    this.#progress = progress
  }

  end(): void {
    clearInterval(this.#timer)
    this.#view?.close()
    this.#view = undefined
    if (!this.#isRunning) return
    this.#isRunning = false
    this.#progress = undefined
    this.#tell(this.#samples)
    this.#samples = []
  }

  #take(): void {
    const current = this.#current
    if (!current) return
    const progress = this.#progress
    this.#progress = undefined
    const points = [
      ...(progress?.phase === 'running'
        ? enginePoints(progress, (Date.now() - current.startedAtMs) / 1000)
        : []),
      ...this.#samples,
    ]
    this.#samples = []
    if (points.length > 0) this.#tell(points)
  }

  #tell(points: readonly SeriesPoints[]): void {
    if (!this.#current) return
    this.#series.add(points)
    const live = { runId: this.#current.runId, isRunning: this.#isRunning, series: points }
    this.tell({ type: 'live', campaignId: this.campaignId, live })
  }
}

/** The engine's current numbers, reads and writes together. */
function enginePoints(progress: Progress, seconds: number): readonly SeriesPoints[] {
  return Object.entries(progressValues(progress)).flatMap(([metric, value]): SeriesPoints[] => {
    const unit = findMetric(metric)?.unit
    if (unit === undefined) return []
    return [
      {
        ...{ source: 'engine', direction: 'total', metric, unit },
        ...{ seconds: Float64Array.of(seconds), values: Float64Array.of(value) },
      },
    ]
  })
}
