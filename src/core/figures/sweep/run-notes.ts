import { fewIosSaid, fewIosText } from '../../comparison/judge/run-buckets'
import { cvLevel, summarize } from '../../statistics/summary/summarize'
import { harmonicMeanDiffers } from '../../statistics/summary/moments'
import type { Metric } from '../../results/metrics'
import type { FigureNote, FigurePart, FigureStatistic } from '../figure/figure'
import type { MeasuredCase } from '../cases/measured-cases'
import type { FigureProvenance } from '../figure/provenance'
import { statisticFor } from './sweep-points'
import type { SweepCell, SweepLine } from './sweep-lines'
import { formatNumber } from '../../units/number-format'
import { largestOf } from '../../iterables'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'

const placeAlone = template('notes-place', '{place}', { place: 'case' })
const placeOfRuns = template('notes-place-of-runs', '{place} ({done} of {runs} runs)', {
  place: 'case',
  done: 'count',
  runs: 'count',
})
const placeOfFewIos = template('notes-place-of-few-ios', '{place} ({few})', {
  place: 'case',
  few: { of: [fewIosSaid] },
})
const placeOfShare = template('notes-place-of-share', '{place} ({share})', {
  place: 'case',
  share: 'percent',
})

/** Below this many runs a point is called "low n". */
const lowRuns = 5
/** More places than this are counted, not listed. */
const mostListed = 4

const places = { of: [placeAlone, placeOfRuns, placeOfFewIos, placeOfShare], between: '; ' }
const more = { of: [andMore] }
const failedAt = template('notes-failed', '{runs|# run|# runs} failed: {places}{more}.', {
  runs: 'count',
  places,
  more,
})
const fewIosAt = template('notes-few-ios', 'A percentile needs 10 I/Os beyond it: {places}{more}.', {
  places,
  more,
})
const noDataAt = template('notes-no-data', 'No data: {places}{more}.', { places, more })
const singleAt = template('notes-single', 'Single runs have no interval: {places}{more}.', { places, more })
const lowAt = template('notes-low-n', 'Low n, fewer than 5 runs: {places}{more}.', { places, more })
const noisyAt = template('notes-scatter', 'Runs scatter by 5 % of their mean or more: {places}{more}.', {
  places,
  more,
})
/** Runs without a result. */
export const openRunsSaid = template('notes-open', '{runs|# run has|# runs have} no result yet.', {
  runs: 'count',
})
const harmonicAt = template(
  'notes-harmonic',
  'The harmonic mean, the rate of all runs of a fixed amount of data together, is below the mean by more than 0.5 %: {places}{more}.',
  { places, more },
)

/** What a reader should know about the runs: failures, few runs, large scatter, missing points, open runs. */
export function runNotes(
  lines: readonly SweepLine[],
  parts: readonly FigurePart[],
  xName: (x: number) => string,
  provenance: FigureProvenance,
): readonly FigureNote[] {
  const places = placesOf(lines)
  const name = (place: Place) => placeName(place, xName)
  const runsOf = ({ cell }: Place) => largestOf(parts.map((part) => cell.runs[part].values.length))
  const notes: FigureNote[] = []

  const failed = places.filter(({ cell }) => cell.failedRuns > 0)
  if (failed.length > 0) {
    const count = failed.reduce((sum, { cell }) => sum + cell.failedRuns, 0)
    const where = failed.map((place) => {
      const all = runsOf(place) + place.cell.failedRuns
      return placeOfRuns({ place: name(place), done: runsOf(place), runs: all })
    })
    notes.push({ severity: 'warning', text: failedAt({ runs: count, ...listed(where) }) })
  }

  const few = places.flatMap((place) =>
    place.cell.fewIos === undefined
      ? []
      : [placeOfFewIos({ place: name(place), few: fewIosText(place.cell.fewIos) })],
  )
  if (few.length > 0) notes.push({ severity: 'warning', text: fewIosAt(listed(few)) })

  const missing = places.filter((place) => runsOf(place) === 0 && place.cell.fewIos === undefined)
  if (missing.length > 0) notes.push({ severity: 'warning', text: noDataAt(listed(missing.map(name))) })

  const single = places.filter((place) => runsOf(place) === 1)
  if (single.length > 0) {
    notes.push({ severity: 'warning', text: singleAt(listed(single.map(name))) })
  }
  const low = places.filter((place) => runsOf(place) > 1 && runsOf(place) < lowRuns)
  if (low.length > 0) {
    notes.push({ severity: 'note', text: lowAt(listed(low.map(name))) })
  }

  const noisy = places.flatMap((place) => {
    const cv = summarize(valuesOf(place, parts))?.cvPercent
    return cv === undefined || cvLevel(cv) === 'calm' ? [] : [{ place, cv }]
  })
  if (noisy.length > 0) {
    const isRed = noisy.some(({ cv }) => cvLevel(cv) === 'red')
    const where = noisy.map(({ place, cv }) =>
      placeOfShare({ place: name(place), share: `${formatNumber(cv, 2)} %` }),
    )
    notes.push({
      severity: isRed ? 'warning' : 'note',
      text: noisyAt(listed(where)),
    })
  }

  const open = provenance.campaigns.reduce((sum, campaign) => sum + campaign.openRuns, 0)
  if (open > 0) {
    notes.push({
      severity: 'note',
      text: openRunsSaid({ runs: open }),
    })
  }
  return notes
}

/**
 * Where the rate of all runs together, the harmonic mean of runs that each move a fixed amount of data, is not their
 * mean. `cases`: those shown, of which IOzone's are such runs. Nothing for other statistics, and for metrics that are no
 * rates.
 */
export function harmonicNotes(
  lines: readonly SweepLine[],
  parts: readonly FigurePart[],
  xName: (x: number) => string,
  drawn: {
    readonly cases: readonly Pick<MeasuredCase, 'campaignId' | 'engine'>[]
    readonly metric: Pick<Metric, 'unit'>
    readonly statistic: FigureStatistic
  },
): readonly FigureNote[] {
  if (drawn.statistic !== 'mean' || statisticFor('harmonic', drawn.metric) !== 'harmonic') return []
  const ofIozone = new Set(
    drawn.cases.flatMap(({ campaignId, engine }) => (engine === 'iozone' ? [campaignId] : [])),
  )
  const where = placesOf(lines.filter(({ campaignId }) => ofIozone.has(campaignId))).flatMap((place) => {
    const { harmonicMean: harmonic, mean } = summarize(valuesOf(place, parts)) ?? {}
    if (harmonic === undefined || mean === undefined || !harmonicMeanDiffers(harmonic, mean)) return []
    const share = `${formatNumber(100 * (1 - harmonic / mean), 2)} %`
    return [placeOfShare({ place: placeName(place, xName), share })]
  })
  if (where.length === 0) return []
  const text = harmonicAt(listed(where))
  return [{ severity: 'note', text }]
}

interface Place {
  readonly line: SweepLine
  readonly cell: SweepCell
}

function placesOf(lines: readonly SweepLine[]): readonly Place[] {
  return lines.flatMap((line) => line.cells.map((cell) => ({ line, cell })))
}

function placeName({ line, cell }: Place, xName: (x: number) => string): string {
  return (line.id === 'all' ? '' : `${line.label}, `) + xName(cell.x)
}

/** The runs of the first part that has any. */
function valuesOf({ cell }: Place, parts: readonly FigurePart[]): ArrayLike<number> {
  return parts.map((part) => cell.runs[part].values).find((values) => values.length > 0) ?? []
}

function listed(names: readonly string[]) {
  return firstAndMore(names, mostListed)
}
