import { isPercentileMeaningful, histogramPercentile } from '../../statistics/latency/histogram'
import { mergedPercentiles } from '../../statistics/latency/merged-percentiles'
import { verdictText, type CaseComparison } from '../../statistics/comparison/case-comparison'
import { compareCases } from '../../statistics/comparison/settle-family'
import { mean } from '../../statistics/summary/moments'
import { formatShort, signedDigits } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import { fewIosText } from '../../comparison/run-buckets'
import type { FigureNumbers } from '../figure'
import type { HistogramLine } from './histogram-lines'

/** Percentiles in the table and at the marks; those with a label are ticks of the axis. */
export const percents = [50, 90, 95, 99, 99.9, 99.99, 99.999] as const

/** A percentile of all I/Os of a line, and of each of its runs. */
export interface LinePercentile {
  readonly percent: number
  /** Of the merged histogram; undefined if fewer than ten I/Os are beyond. */
  readonly valueNs: number | undefined
  readonly lowNs?: number
  readonly highNs?: number
  readonly beyond: number
  /** One per run; undefined for a run that made too few I/Os. */
  readonly runsNs: readonly (number | undefined)[]
}

export interface RankedLine {
  readonly line: HistogramLine
  readonly percentiles: readonly LinePercentile[]
}

/** One percentile of a line compared with that of its reference line. */
export interface ComparedPercentile {
  readonly percent: number
  readonly comparison: CaseComparison
  readonly adjustedP: number | undefined
  readonly verdict: string
}

/** A line against the one of the same case in the first campaign. */
export interface ComparedLine {
  readonly baseline: HistogramLine
  readonly candidate: HistogramLine
  readonly percentiles: readonly ComparedPercentile[]
}

export function rankedLine(line: HistogramLine): RankedLine {
  const merged = mergedPercentiles(
    line.runs.map(({ histogram }) => histogram),
    percents,
  )
  return {
    line,
    percentiles: merged.map(({ percent, valueNs, lowNs, highNs, beyond, printable }) => ({
      percent,
      beyond,
      valueNs: printable ? valueNs : undefined,
      ...(printable && lowNs !== undefined && highNs !== undefined && { lowNs, highNs }),
      runsNs: line.runs.map(({ histogram, count }) =>
        isPercentileMeaningful(count, percent) ? histogramPercentile(histogram, percent)?.valueNs : undefined,
      ),
    })),
  }
}

/**
 * Every line against the one of the same case in the first campaign: each percentile of the runs like any other value,
 * all of them together one family. A percentile for which some run made too few I/Os is not tested.
 */
export function comparedLines(lines: readonly RankedLine[], isRobust: boolean): readonly ComparedLine[] {
  const pairs = lines.flatMap((candidate) => {
    const baseline = lines.find(({ line }) => line.pairKey === candidate.line.pairKey)
    return baseline === undefined || baseline.line.campaignId === candidate.line.campaignId
      ? []
      : [{ baseline, candidate }]
  })
  const cells = pairs.flatMap((pair, place) =>
    percents.map((_, at) => {
      const [a, b] = [pair.baseline, pair.candidate].map(({ percentiles }) => percentiles[at]?.runsNs ?? [])
      return { place, at, a: a ?? [], b: b ?? [] }
    }),
  )
  const tested = cells.filter(({ a, b }) => [...a, ...b].every((value) => value !== undefined))
  const family = compareCases(
    tested.map(({ a, b }) => ({ baseline: known(a), candidate: known(b) })),
    { better: 'lower', mode: isRobust ? 'robust' : 'default' },
  )
  return pairs.map(({ baseline, candidate }, place) => ({
    baseline: baseline.line,
    candidate: candidate.line,
    percentiles: percents.map((percent, at): ComparedPercentile => {
      const own = tested.findIndex((cell) => cell.place === place && cell.at === at)
      const comparison = family.cases[own]
      if (comparison !== undefined)
        return {
          ...{ percent, comparison, adjustedP: family.adjustedP[own] },
          verdict: verdictText(comparison.verdict),
        }
      const runs = [baseline, candidate].flatMap(({ percentiles }) => percentiles[at]?.runsNs ?? [])
      const few = runs.filter((value) => value === undefined).length
      return {
        ...{ percent, comparison: missing, adjustedP: undefined },
        verdict: fewIosText({ few, of: runs.length }),
      }
    }),
  }))
}

function known(values: readonly (number | undefined)[]): readonly number[] {
  return values.flatMap((value) => value ?? [])
}

const missing: CaseComparison = {
  ...{ baseline: undefined, candidate: undefined, difference: undefined, differencePercent: undefined },
  ...{ estimator: undefined, log: undefined, lowPercent: undefined, highPercent: undefined },
  ...{ p: undefined, secondP: undefined, typicalPercent: undefined, verdict: 'too_few_ios', notes: [] },
}

/** "99.9 %" as the heading of a column or tick. */
export function percentLabel(percent: number): string {
  return percent === 50 ? 'Median' : `${formatShort(percent, 6)}\u202f%`
}

/** Every percentile of every line, with the runs behind it and its comparison. */
export function percentileTable(
  lines: readonly RankedLine[],
  compared: readonly ComparedLine[],
  unit: ScaledUnit,
): FigureNumbers {
  const most = lines.reduce((count, { line }) => Math.max(count, line.runs.length), 0)
  const scaled = (value: number | undefined) => (value === undefined ? undefined : value / unit.factor)
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'direction', label: 'Direction' },
      { key: 'percentile', label: 'Percentile', unit: '%' },
      { key: 'ios', label: 'I/Os' },
      { key: 'ios_beyond', label: 'I/Os beyond' },
      { key: 'n', label: 'n' },
      { key: 'value', label: 'All runs', unit: unit.label, followsInterval: true },
      { key: 'low', label: 'Low', unit: unit.label },
      { key: 'high', label: 'High', unit: unit.label },
      { key: 'mean_of_runs', label: 'Mean of the runs\u2019', unit: unit.label },
      ...(compared.length === 0
        ? []
        : [
            { key: 'baseline', label: 'Against' },
            { key: 'difference_percent', label: 'Difference', unit: '%' },
            { key: 'difference_low', label: 'Low', unit: '%' },
            { key: 'difference_high', label: 'High', unit: '%' },
            { key: 'adjusted_p', label: 'Adjusted p' },
            { key: 'verdict', label: 'Verdict' },
          ]),
      ...Array.from({ length: most }, (_, run) => ({
        key: `run_${String(run + 1)}`,
        label: `Run ${String(run + 1)}`,
        unit: unit.label,
      })),
    ],
    rows: lines.flatMap(({ line, percentiles }) =>
      percentiles.map(({ percent, valueNs, lowNs, highNs, beyond, runsNs }, at) => {
        const pair = compared.find(({ candidate }) => candidate === line)
        const difference = pair?.percentiles[at]
        const isWhole = runsNs.every((value) => value !== undefined)
        return [
          ...[line.label, line.part, percent, line.count, beyond, line.runs.length],
          ...[scaled(valueNs), scaled(lowNs), scaled(highNs)],
          isWhole ? scaled(mean(known(runsNs))) : undefined,
          ...(compared.length === 0
            ? []
            : [
                pair?.baseline.label,
                difference?.comparison.differencePercent,
                difference?.comparison.lowPercent,
                difference?.comparison.highPercent,
                difference?.adjustedP,
                difference?.verdict,
              ]),
          ...Array.from({ length: most }, (_, run) => scaled(runsNs[run])),
        ]
      }),
    ),
  }
}

/** A row for each line and for each difference; the percentiles in columns. */
export function printedPercentiles(
  lines: readonly RankedLine[],
  compared: readonly ComparedLine[],
  unit: ScaledUnit,
): FigureNumbers {
  const shown = percents.filter((_, at) =>
    lines.some(({ percentiles }) => percentiles[at]?.valueNs !== undefined),
  )
  return {
    columns: [
      { key: 'line', label: `Latency (${unit.label})` },
      { key: 'n', label: 'n', align: 'right' },
      ...shown.map((percent) => ({
        key: `p${String(percent).replace('.', '')}`,
        label: percentLabel(percent),
        align: 'right' as const,
      })),
    ],
    rows: [
      ...lines.map(({ line, percentiles }) => [
        line.label,
        String(line.runs.length),
        ...shown.map((percent) => {
          const { valueNs } = percentiles.find((one) => one.percent === percent) ?? {}
          return valueNs === undefined ? undefined : formatShort(valueNs / unit.factor, 4)
        }),
      ]),
      ...compared.flatMap(({ baseline, candidate, percentiles }) => [
        [
          `${candidate.label} against ${baseline.label} (%)`,
          '',
          ...shown.map((percent) => differenceText(percentiles.find((one) => one.percent === percent))),
        ],
        [
          'Verdict',
          '',
          ...shown.map((percent) => percentiles.find((one) => one.percent === percent)?.verdict),
        ],
      ]),
    ],
  }
}

function differenceText(compared: ComparedPercentile | undefined): string | undefined {
  const { differencePercent, lowPercent, highPercent } = compared?.comparison ?? {}
  if (differencePercent === undefined) return undefined
  const text = signedDigits(differencePercent)
  return lowPercent === undefined || highPercent === undefined
    ? text
    : `${text} (${signedDigits(lowPercent)} to ${signedDigits(highPercent)})`
}
