import type { SeriesWindow, SeriesWindowRequest } from '../../core/contract/series-window'
import type { Series } from '../../core/results/observation'
import { MinMaxPyramid } from '../../core/statistics/series/min-max-pyramid'
import { keptSeries } from './kept-series'
import type { Session } from './session'

/** Of series that are kept; they go with them. */
const pyramids = new WeakMap<Series, MinMaxPyramid>()

/**
 * What a window shows of a series, which is read once and kept while it is looked at. A histogram over time has no such
 * window. Throws a DamagedContentError where the series is not what was stored.
 */
export function seriesWindow(session: Session, request: SeriesWindowRequest): SeriesWindow | null {
  const { runId, source, device, direction, metric, pixels } = request
  const series = keptSeries(session, runId).find(
    (one) =>
      one.source === source &&
      one.device === device &&
      one.direction === direction &&
      one.metric === metric &&
      one.binsNs === undefined,
  )
  if (!series) return null
  const first = series.seconds[0] ?? 0
  const last = series.seconds.at(-1) ?? first
  const { from = first, to = last } = request
  return { unit: series.unit, span: [first, last], ...pyramidOf(series).window(from, to, pixels) }
}

function pyramidOf(series: Series): MinMaxPyramid {
  const known = pyramids.get(series)
  if (known) return known
  const made = new MinMaxPyramid(series)
  pyramids.set(series, made)
  return made
}
