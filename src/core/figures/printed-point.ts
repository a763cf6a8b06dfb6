import { countRange } from '../units/number-format'
import { asPrinted } from '../results/display-unit'
import type { PublishedSummary } from '../results/published-result'
import type { Moments } from '../statistics/summary/moments'
import { meanHalfWidth, possibleEnds } from '../statistics/summary/summarize'
import type { FigurePoint } from './figure'
import { plainZero } from './sweep-points'

/** The reliability of a printed mean. Without a printed number of runs there is no interval, as for a single run. */
export function printedMoments({ mean, standardDeviation, n }: PublishedSummary): Moments {
  return { n: n ?? 1, mean, sd: standardDeviation }
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

/** The caption's sentence about printed means; empty if there are none. */
export function printedSentence(printed: readonly PublishedSummary[], showIntervals: boolean): string {
  if (printed.length === 0) return ''
  const known = printed.flatMap(({ n }) => n ?? [])
  const of = known.length === 0 ? ', their number of runs not printed' : ` of ${countRange(known)} runs`
  const hasInterval =
    showIntervals && printed.some((one) => one.standardDeviation !== undefined && (one.n ?? 0) > 1)
  const interval = hasInterval ? '; intervals are 95 % (Student t), from the printed deviation' : ''
  const notes = noteSentence(printed.map(({ note }) => note))
  return `Published means${of}, without their single runs${interval}.${notes}`
}

/** The remarks of the publication, or of whoever copied it, on its numbers; empty if there are none. */
function noteSentence(notes: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>()
  for (const note of notes) if (note !== undefined) counts.set(note, (counts.get(note) ?? 0) + 1)
  const parts = [...counts].map(([note, count]) => {
    const which = count === notes.length ? 'all' : `${count} of ${notes.length}`
    return note === 'about' ? `${which} printed as “about”` : `${which}: ${note}`
  })
  return parts.length === 0 ? '' : ` Printed numbers: ${parts.join('; ')}.`
}
