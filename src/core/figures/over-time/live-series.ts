import type { SeriesPoints } from '../../results/observation'
import { ThinnedSeries } from '../../statistics/series/thinned-series'

/** The series of a run in progress, for display only: results are read from its output. */
export interface LiveRun {
  readonly runId: number
  /** False once it has ended. */
  readonly isRunning: boolean
  /** Times are seconds since the run started, by the clock of the machine that watches it. */
  readonly series: readonly SeriesPoints[]
}

/** Series of a run in progress, in bounded memory. Both the bench and the window keep one. */
export class LiveSeries {
  readonly #series = new Map<string, { readonly of: SeriesPoints; readonly thinned: ThinnedSeries }>()

  /** Adds points; those not newer than the known ones of their series are ignored. */
  add(points: readonly SeriesPoints[]): void {
    for (const one of points) {
      const { source, device, direction, metric, seconds, values } = one
      const key = JSON.stringify([source, device, direction, metric])
      let known = this.#series.get(key)
      if (!known) this.#series.set(key, (known = { of: one, thinned: new ThinnedSeries() }))
      for (const [at, time] of seconds.entries()) known.thinned.add(time, values[at] ?? NaN)
    }
  }

  /** All series, in the order in which they first appeared. */
  all(): readonly SeriesPoints[] {
    return [...this.#series.values()].map(({ of, thinned }) => ({ ...of, ...thinned.points() }))
  }

  clear(): void {
    this.#series.clear()
  }
}
