import type { SeriesWindow, SeriesWindowRequest } from '../../core/contract/series-window'
import type { Series } from '../../core/results/observation'
import { MinMaxPyramid } from '../../core/statistics/series/min-max-pyramid'
import type { Session } from './session'

interface Kept {
  readonly key: string
  readonly series: Series | undefined
  readonly pyramid: MinMaxPyramid | undefined
}

/** Series that are kept per session: a figure has a few panels, and panning asks for each of them again and again. */
const mostKept = 6
/** Points that are kept per session: 16 bytes each. */
const mostKeptPoints = 16_000_000

/** By session, the one that was read last at the end. */
const kept = new WeakMap<Session, readonly Kept[]>()

/**
 * What a window shows of a series, read once and kept while it is looked at. A histogram over time has no such window.
 * Throws a BadColumnError where the series is not what was stored.
 */
export function seriesWindow(session: Session, request: SeriesWindowRequest): SeriesWindow | null {
  const { series, pyramid } = keptSeries(session, request)
  if (!series || !pyramid) return null
  const first = series.seconds[0] ?? 0
  const last = series.seconds.at(-1) ?? first
  const { from = first, to = last, pixels } = request
  return { unit: series.unit, span: [first, last], ...pyramid.window(from, to, pixels) }
}

function keptSeries(session: Session, request: SeriesWindowRequest): Kept {
  const { runId, source, device = '', direction, metric } = request
  const { review } = session
  // A run that is done again has other series.
  const [run] = review.runsById([runId])
  const key = JSON.stringify([runId, run?.startedAtMs, run?.finishedAtMs, source, device, direction, metric])
  const all = kept.get(session) ?? []
  const known = all.find((one) => one.key === key)
  if (known) return known
  const choice = { sources: [source], devices: [device], directions: [direction], metrics: [metric] }
  const series = review.series(runId, choice).find(({ binsNs }) => binsNs === undefined)
  const read = { key, series, pyramid: series && new MinMaxPyramid(series) }
  if (series) {
    const newest = [...all, read].slice(-mostKept)
    const points = () => newest.reduce((sum, one) => sum + (one.series?.seconds.length ?? 0), 0)
    while (newest.length > 1 && points() > mostKeptPoints) newest.shift()
    kept.set(session, newest)
  }
  return read
}
