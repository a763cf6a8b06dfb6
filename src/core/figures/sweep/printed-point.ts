import { sentences } from '../../text/plain-text'
import { template } from '../../words/template'
import { asPrinted } from '../../results/display-unit'
import type { PublishedSummary } from '../../results/published-result'
import type { Moments } from '../../statistics/summary/moments'
import {
  estimate,
  meanEnds,
  meanHalfWidth,
  possibleEnds,
  type Average,
  type Estimate,
} from '../../statistics/summary/summarize'
import { percentileOfMetric } from '../../results/percentiles'
import type { FigurePoint } from '../figure/figure'
import { plainZero } from './sweep-points'

/** The reliability of a printed mean. Without a printed number of runs there is no interval, as for a single run. */
export function printedMoments({ mean, standardDeviation, n }: PublishedSummary): Moments {
  return { n: n ?? 1, mean, sd: standardDeviation }
}

/** The average of runs of a metric, or the mean that was printed of them, with its interval; undefined if there is none. */
export function averageOrPrinted(
  metric: string,
  values: readonly number[],
  printed: PublishedSummary | undefined,
  average: Average,
): Estimate | undefined {
  const isPercentile = percentileOfMetric(metric) !== undefined
  return printed === undefined
    ? estimate(values, average, isPercentile)
    : { value: printed.mean, ...meanEnds(printedMoments(printed), isPercentile) }
}

/** A printed mean at its position on x, converted to the figure's unit. It has no runs to show as dots. */
export function printedPoint(
  summary: PublishedSummary,
  cell: Pick<FigurePoint, 'failedRuns'>,
  x: number,
  factor: number,
): FigurePoint {
  const { mean, standardDeviation: sd, n, note } = summary
  const half = meanHalfWidth(printedMoments(summary))
  const ends = half === undefined ? undefined : possibleEnds(mean, half)
  const scaled = (value: number) => plainZero(value / factor)
  const texts = asPrinted(summary, factor)
  return {
    x,
    y: scaled(mean),
    ...(ends && { low: scaled(ends.low), high: scaled(ends.high) }),
    mean: scaled(mean),
    ...(sd !== undefined && { sd: scaled(sd) }),
    ...(sd !== undefined && mean > 0 && { cvPercent: (100 * sd) / mean }),
    ...(texts && { printed: texts }),
    n,
    // A publication does not say how many runs failed; the file counts those that it holds.
    failedRuns: cell.failedRuns === 0 ? undefined : cell.failedRuns,
    dots: [],
    facts: [
      n === undefined ? 'printed mean; number of runs not printed' : `printed mean of ${n} runs`,
      ...(note === undefined ? [] : [note]),
    ],
  }
}

/** A level of a line of printed means that was not printed: nothing is known of its runs. */
export function unprintedPoint(x: number): FigurePoint {
  return { x, y: undefined, n: undefined, failedRuns: undefined, dots: [] }
}

const uncounted = template('printed-uncounted', ', their number of runs not printed')
const ofRuns = template('printed-of-runs', ' of {runs} runs', { runs: 'range' })
const fromDeviation = template(
  'printed-from-deviation',
  '; intervals are 95 % (Student t), from the printed deviation',
)
const publishedMeans = template(
  'printed-means',
  'Published means{of}, without their single runs{interval}.',
  { of: { of: [uncounted, ofRuns] }, interval: { of: [fromDeviation] } },
)
const allNumbers = template('printed-all', 'all')
const someNumbers = template('printed-some', '{count} of {all}', { count: 'count', all: 'count' })
const numbersMeant = { of: [allNumbers, someNumbers] }
const printedAbout = template('printed-about', '{which} printed as “about”', { which: numbersMeant })
const printedNote = template('printed-note', '{which}: {note}', { which: numbersMeant, note: 'given' })
const printedNotes = template('printed-notes', 'Printed numbers: {notes}.', {
  notes: { of: [printedAbout, printedNote], between: '; ' },
})

/** The caption's sentence about printed means; empty if there are none. */
export function printedSentence(printed: readonly PublishedSummary[], showIntervals: boolean): string {
  if (printed.length === 0) return ''
  const known = printed.flatMap(({ n }) => n ?? [])
  const hasInterval =
    showIntervals && printed.some((one) => one.standardDeviation !== undefined && (one.n ?? 0) > 1)
  const said = publishedMeans({
    of: known.length === 0 ? uncounted() : ofRuns({ runs: known }),
    interval: hasInterval ? fromDeviation() : '',
  })
  return sentences([said, noteSentence(printed.map(({ note }) => note))])
}

/** The remarks of the publication, or of whoever copied it, on its numbers; empty if there are none. */
function noteSentence(notes: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>()
  for (const note of notes) if (note !== undefined) counts.set(note, (counts.get(note) ?? 0) + 1)
  const parts = [...counts].map(([note, count]) => {
    const which = count === notes.length ? allNumbers() : someNumbers({ count, all: notes.length })
    return note === 'about' ? printedAbout({ which }) : printedNote({ which, note })
  })
  return parts.length === 0 ? '' : printedNotes({ notes: parts })
}
