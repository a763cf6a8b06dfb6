import { asPrinted, displayUnit } from '../../results/display-unit'
import { findMetric } from '../../results/metrics'
import type { PublishedDifference } from '../../results/published-result'
import type { Moments } from '../../statistics/summary/moments'
import { meanHalfWidth } from '../../statistics/summary/summarize'
import { formatByInterval, formatDeviation, formatNumber, thinSpace } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import type { ComparedCell } from '../comparison'
import { deviationText, differenceText, intervalText, signedNumber } from './percent-text'

/** What is asked for: a unit, where it fits a metric, or units by id of a metric. */
export interface AskedUnits {
  readonly unit?: string | undefined
  readonly units?: Readonly<Record<string, string>> | undefined
}

/** One unit per metric, in which the means of all its cells are read. */
export function unitsByMetric(
  cells: Iterable<ComparedCell>,
  { unit, units = {} }: AskedUnits = {},
): ReadonlyMap<string, ScaledUnit> {
  const found = new Map<string, { values: number[]; printed: ComparedCell[]; count: number }>()
  for (const cell of cells) {
    const of = found.get(cell.metric) ?? { values: [], printed: [], count: 0 }
    found.set(cell.metric, of)
    for (const side of ['baseline', 'candidate'] as const) {
      const mean = cell.comparison[side]?.mean
      if (mean !== undefined) of.values.push(mean)
    }
    of.count += 1
    if (isPrinted(cell)) of.printed.push(cell)
  }
  return new Map(
    [...found].map(([metric, { values, printed, count }]) => {
      const summaries =
        printed.length < count
          ? []
          : printed.flatMap(({ printed: { baseline, candidate } = {} }) => [
              ...(baseline ? [baseline] : []),
              ...(candidate ? [candidate] : []),
            ])
      return [
        metric,
        displayUnit(findMetric(metric)?.unit ?? 'ratio', values, {
          ...{ unit: unit ?? units[metric], printed: summaries },
        }),
      ]
    }),
  )
}

/** Whether no side was measured. */
function isPrinted({ printed, baselineRuns, candidateRuns }: ComparedCell): boolean {
  return printed !== undefined && baselineRuns === undefined && candidateRuns === undefined
}

/** A mean and its deviation as texts without unit, by the interval or as printed; undefined if the side has none. */
export function momentTexts(
  cell: ComparedCell,
  side: 'baseline' | 'candidate',
  { factor }: ScaledUnit,
): { readonly mean: string; readonly sd?: string } | undefined {
  const moments = cell.comparison[side]
  const printed = cell.printed?.[side]
  if (moments === undefined) return undefined
  return (printed && asPrinted(printed, factor)) ?? textsOf(moments, factor)
}

function textsOf(moments: Moments, factor: number): { readonly mean: string; readonly sd?: string } {
  const half = meanHalfWidth(moments)
  const mean = formatByInterval(moments.mean / factor, half === undefined ? undefined : half / factor)
  if (moments.sd === undefined) return { mean }
  const sd = moments.sd / factor
  return { mean, sd: half === undefined ? formatNumber(sd, 2) : formatDeviation(sd, mean) }
}

/** The difference with its sign and unit: as printed, or with the digits that its interval justifies; undefined if there is none. */
export function cellDifference({ comparison, printed }: ComparedCell): string | undefined {
  const { differencePercent, lowPercent, highPercent } = comparison
  if (differencePercent === undefined) return undefined
  return printedDifference(printed?.difference) ?? differenceText(differencePercent, lowPercent, highPercent)
}

function printedDifference(value: PublishedDifference | undefined): string | undefined {
  return value?.form && `${signedNumber(value.differencePercent, value.form.decimals)}${thinSpace}%`
}

/** Whether the ends beside the difference are those of an error bar of one standard deviation. */
function hasErrorBar({ comparison: { estimator, lowPercent } }: ComparedCell): boolean {
  return lowPercent !== undefined && (estimator === 'sigma_rule' || estimator === 'printed_difference')
}

/** The deviation of the sigma rule in percent; undefined for other estimators. */
export function cellDeviation(cell: ComparedCell): number | undefined {
  const { lowPercent, highPercent } = cell.comparison
  if (!hasErrorBar(cell) || lowPercent === undefined || highPercent === undefined) return undefined
  return cell.printedDeviationPercent ?? (highPercent - lowPercent) / 2
}

/** What stands beside the difference: its interval, or the deviation of the sigma rule ("± 4.50 %"); undefined without either. */
export function cellInterval(cell: ComparedCell): string | undefined {
  const { lowPercent, highPercent } = cell.comparison
  if (lowPercent === undefined || highPercent === undefined) return undefined
  const deviation = cellDeviation(cell)
  if (deviation === undefined) return intervalText(lowPercent, highPercent)
  return deviationText(deviation, cell.printed?.difference?.form?.deviationDecimals)
}

/** The difference with what stands beside it: "+1.25 % (+0.80 to +1.70 %)", "+21.02 % ± 4.50 %". */
export function cellChange(cell: ComparedCell): string | undefined {
  const [difference, interval] = [cellDifference(cell), cellInterval(cell)]
  if (difference === undefined || interval === undefined) return difference
  return hasErrorBar(cell) ? `${difference} ${interval}` : `${difference} (${interval})`
}
