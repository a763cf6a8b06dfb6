import { decimalsOf, signedNumber } from '../../comparison/texts/percent-text'
import { estimatorText } from '../../statistics/comparison/case-comparison'
import { formatPrinted, formatShort } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import { largestOf } from '../../iterables'
import type { UndrawnCase } from '../cases/histogram-lines'
import { withMoreRows } from '../cases/undrawn-rows'
import type { FigureNumbers } from '../figure/figure'
import {
  percents,
  type ComparedLine,
  type ComparedPercentile,
  type RankedLine,
  rankedLine,
} from './percentile-rows'

/** "99.9 %" as the heading of a column or tick. */
export function percentLabel(percent: number): string {
  return percent === 50 ? 'Median' : `${formatShort(percent, 6)}\u202f%`
}

/**
 * Every percentile of every line, with the runs behind it and its comparison, which only drawn lines have. The others
 * are read case by case when the rows are.
 */
export function percentileTable(
  lines: readonly RankedLine[],
  undrawn: readonly UndrawnCase[],
  compared: readonly ComparedLine[],
  { unit, isRobust }: { readonly unit: ScaledUnit; readonly isRobust: boolean },
): FigureNumbers {
  const most = largestOf(
    [...lines.map(({ line }) => line.runs.length), ...undrawn.map(({ mostRuns }) => mostRuns)],
    0,
  )
  const scaled = (value: number | undefined) => (value === undefined ? undefined : value / unit.factor)
  const columns: FigureNumbers['columns'] = [
    { key: 'line', label: 'Line' },
    { key: 'direction', label: 'Direction' },
    { key: 'percentile', label: 'Percentile', unit: '%' },
    { key: 'ios', label: 'I/Os' },
    { key: 'ios_beyond', label: 'I/Os beyond' },
    { key: 'n', label: 'n' },
    { key: 'all_ios', label: 'All I/Os', unit: unit.label },
    {
      key: 'value',
      label: `${isRobust ? 'Median' : 'Mean'} of the runs\u2019`,
      unit: unit.label,
      followsInterval: true,
    },
    { key: 'low', label: 'Low', unit: unit.label },
    { key: 'high', label: 'High', unit: unit.label },
    ...(compared.length === 0
      ? []
      : [
          { key: 'baseline', label: 'Against' },
          { key: 'difference_percent', label: 'Difference', unit: '%' },
          { key: 'difference_low', label: 'Low', unit: '%' },
          { key: 'difference_high', label: 'High', unit: '%' },
          { key: 'estimator', label: 'Estimator' },
          { key: 'adjusted_p', label: 'Adjusted p' },
          { key: 'verdict', label: 'Verdict' },
        ]),
    ...Array.from({ length: most }, (_, run) => ({
      key: `run_${String(run + 1)}`,
      label: `Run ${String(run + 1)}`,
      unit: unit.label,
    })),
  ]
  const rowsOf = ({ line, percentiles }: RankedLine) =>
    percentiles.map(({ percent, pooledNs, valueNs, lowNs, highNs, beyond, runsNs }, at) => {
      const pair = compared.find(({ candidate }) => candidate === line)
      const difference = pair?.percentiles[at]
      return [
        ...[line.label, line.part, percent, line.count, beyond, line.runs.length],
        ...[scaled(pooledNs), scaled(valueNs), scaled(lowNs), scaled(highNs)],
        ...(compared.length === 0
          ? []
          : [
              pair?.baseline.label,
              difference?.comparison.differencePercent,
              difference?.comparison.lowPercent,
              difference?.comparison.highPercent,
              estimatorOf(difference),
              difference?.adjustedP,
              difference?.verdict,
            ]),
        ...Array.from({ length: most }, (_, run) => scaled(runsNs[run])),
      ]
    })
  return withMoreRows({ columns, rows: lines.flatMap(rowsOf) }, undrawn, (one) =>
    one.lines().flatMap((line) => rowsOf(rankedLine(line, isRobust))),
  )
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
          const { valueNs, lowNs, highNs } = percentiles.find((one) => one.percent === percent) ?? {}
          if (valueNs === undefined) return undefined
          const isWide = lowNs !== undefined && highNs !== undefined && highNs > lowNs
          const half = isWide ? (highNs - lowNs) / 2 / unit.factor : undefined
          return formatPrinted(valueNs / unit.factor, half, half === undefined ? 4 : undefined)
        }),
      ]),
      ...compared.flatMap(({ baseline, candidate, percentiles }) => [
        [
          `${candidate.label} against ${baseline.label} (${['%', ...estimatorsOf(percentiles)].join(', ')})`,
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

function estimatorOf(compared: ComparedPercentile | undefined): string | undefined {
  const { estimator } = compared?.comparison ?? {}
  return estimator && estimatorText(estimator)
}

/** How these differences were estimated, each way once. */
export function estimatorsOf(percentiles: readonly ComparedPercentile[]): readonly string[] {
  return [...new Set(percentiles.flatMap((one) => estimatorOf(one) ?? []))]
}

function differenceText(compared: ComparedPercentile | undefined): string | undefined {
  const { differencePercent, lowPercent, highPercent } = compared?.comparison ?? {}
  if (differencePercent === undefined) return undefined
  const text = (percent: number) => signedNumber(percent, decimalsOf(lowPercent, highPercent))
  return lowPercent === undefined || highPercent === undefined
    ? text(differencePercent)
    : `${text(differencePercent)} (${text(lowPercent)} to ${text(highPercent)})`
}
