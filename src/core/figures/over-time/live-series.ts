import type { SeriesPoints } from '../../results/observation'
import { ThinnedSeries } from '../../statistics/series/thinned-series'

/** What a run that is being measured has shown so far, for eyes only: results are read from what it leaves. */
export interface LiveRun {
  readonly runId: number
  /** False once it has ended. */
  readonly isRunning: boolean
  /** Times are seconds since the run began, in the clock of the machine that watches it. */
  readonly series: readonly SeriesPoints[]
}

/** Series of a run that is being measured, in bounded memory. Both ends of the line to a window keep one. */
export class LiveSeries {
  readonly #series = new Map<string, { readonly of: SeriesPoints; readonly thinned: ThinnedSeries }>()

  /** Adds points; those that are not newer than what is known of their series are passed over. */
  add(points: readonly SeriesPoints[]): void {
    for (const one of points) {
      const { source, device, direction, metric, seconds, values } = one
      const key = JSON.stringify([source, device, direction, metric])
      let known = this.#series.get(key)
      if (!known) this.#series.set(key, (known = { of: one, thinned: new ThinnedSeries() }))
      for (const [at, time] of seconds.entries()) known.thinned.add(time, values[at] ?? NaN)
    }
  }

  /** All series, in the order in which they were first heard of. */
  all(): readonly SeriesPoints[] {
    return [...this.#series.values()].map(({ of, thinned }) => ({ ...of, ...thinned.points() }))
  }

  clear(): void {
    this.#series.clear()
  }
}
