import { isPercentileMeaningful, histogramPercentile } from '../../statistics/latency/histogram'
import { estimatorText, verdictText, type CaseComparison } from '../../statistics/comparison/case-comparison'
import { compareCases } from '../../statistics/comparison/settle-family'
import { latencyEstimate } from '../../statistics/summary/summarize'
import { formatPrinted, formatShort } from '../../units/number-format'
import type { ScaledUnit } from '../../units/unit-scale'
import { decimalsOf, signedNumber } from '../../comparison/percent-text'
import { fewIosText } from '../../comparison/run-buckets'
import type { FigureNumbers } from '../figure'
import type { CampaignProvenance } from '../provenance'
import type { HistogramLine } from './histogram-lines'

/** Percentiles in the table and at the marks; those with a label are ticks of the axis. */
export const percents = [50, 90, 95, 99, 99.9, 99.99, 99.999] as const

/** A percentile of all I/Os of a line, and of each of its runs. */
export interface LinePercentile {
  readonly percent: number
  /** Of all I/Os, from the merged histogram; undefined if fewer than ten are beyond. */
  readonly pooledNs: number | undefined
  /** The mark: mean (or median) of the runs' percentiles with its 95 % interval; undefined if a run made too few I/Os. */
  readonly valueNs: number | undefined
  readonly lowNs?: number
  readonly highNs?: number
  /** All I/Os and the mark differ by more than the interval: a few runs hold most of the slow I/Os. */
  readonly isUneven: boolean
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

export function rankedLine(line: HistogramLine, isRobust: boolean): RankedLine {
  return { line, percentiles: percents.flatMap((percent) => linePercentile(line, percent, isRobust)) }
}

function linePercentile(
  { merged, runs }: HistogramLine,
  percent: number,
  isRobust: boolean,
): readonly LinePercentile[] {
  const pooled = histogramPercentile(merged, percent)
  if (pooled === undefined) return []
  const runsNs = runs.map(({ histogram, count }) =>
    isPercentileMeaningful(count, percent) ? histogramPercentile(histogram, percent)?.valueNs : undefined,
  )
  const values = known(runsNs)
  const mark =
    values.length < runsNs.length ? undefined : latencyEstimate(values, isRobust ? 'median' : 'mean')
  const pooledNs = pooled.printable ? pooled.valueNs : undefined
  const { low: lowNs, high: highNs } = mark ?? {}
  const hasEnds = lowNs !== undefined && highNs !== undefined
  return [
    {
      ...{ percent, beyond: pooled.beyond, pooledNs, valueNs: mark?.value, runsNs },
      ...(hasEnds && { lowNs, highNs }),
      isUneven: hasEnds && pooledNs !== undefined && (pooledNs < lowNs || pooledNs > highNs),
    },
  ]
}

/**
 * Every line against the one of the same case in the first campaign: each percentile of the runs like any other value,
 * all of them together one family. A percentile for which some run made too few I/Os is not tested. Runs of campaigns
 * that were measured in turn are compared in pairs if every run has its partner.
 */
export function comparedLines(
  lines: readonly RankedLine[],
  campaigns: readonly CampaignProvenance[],
  isRobust: boolean,
): readonly ComparedLine[] {
  const scheduleOf = ({ line }: RankedLine) =>
    campaigns.find(({ campaignId }) => campaignId === line.campaignId)?.schedule
  const pairs = lines.flatMap((candidate) => {
    const baseline = lines.find(({ line }) => line.pairKey === candidate.line.pairKey)
    return baseline === undefined || baseline.line.campaignId === candidate.line.campaignId
      ? []
      : [{ baseline, candidate }]
  })
  const paired = pairs.map(({ baseline, candidate }) => {
    const schedule = scheduleOf(baseline)
    return schedule !== undefined && schedule === scheduleOf(candidate) && isInPairs(baseline, candidate)
  })
  const cells = pairs.flatMap((pair, place) =>
    percents.map((_, at) => {
      const [a, b] = [pair.baseline, pair.candidate].map(({ percentiles }) => percentiles[at]?.runsNs ?? [])
      return { place, at, a: a ?? [], b: b ?? [], paired: paired[place] === true }
    }),
  )
  const tested = cells.filter(({ a, b }) => [...a, ...b].every((value) => value !== undefined))
  const family = compareCases(
    tested.map(({ a, b, paired }) => ({ baseline: known(a), candidate: known(b), paired })),
    { better: 'lower', mode: isRobust ? 'robust' : 'default' },
  )
  return pairs.map(({ baseline, candidate }, place) => ({
    baseline: baseline.line,
    candidate: candidate.line,
    percentiles: percents.map((percent, at): ComparedPercentile => {
      const own = tested.findIndex((cell) => cell.place === place && cell.at === at)
      const comparison = family.cases[own]
      if (comparison !== undefined) {
        const isUneven = holdsFewRuns(baseline.percentiles[at], candidate.percentiles[at])
        const isJudged = directed.has(comparison.verdict)
        return {
          ...{ percent, comparison, adjustedP: family.adjustedP[own] },
          verdict: isUneven && isJudged ? unevenText : verdictText(comparison.verdict),
        }
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

/** What is said instead of better or worse if a few runs decide where the slow I/Os are. */
export const unevenText = 'few runs hold most slow I/Os'

const directed: ReadonlySet<CaseComparison['verdict']> = new Set([
  'better',
  'worse',
  'better_small_or_uncertain',
  'worse_small_or_uncertain',
])

/** All I/Os and the marks disagree: on one side by more than its interval, or about which side is slower. */
function holdsFewRuns(a: LinePercentile | undefined, b: LinePercentile | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const way = (of: (one: LinePercentile) => number | undefined) => Math.sign((of(b) ?? 0) - (of(a) ?? 0))
  const [pooled, marks] = [way(({ pooledNs }) => pooledNs), way(({ valueNs }) => valueNs)]
  return a.isUneven || b.isUneven || pooled * marks < 0
}

/** Both lines have the same repetitions, each once and in the same order. */
function isInPairs(...lines: readonly RankedLine[]): boolean {
  const [a = [], b = []] = lines.map(({ line }) => line.runs.map(({ run }) => run.repetition))
  return new Set(a).size === a.length && a.length === b.length && a.every((one, at) => one === b[at])
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
  isRobust: boolean,
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
    ],
    rows: lines.flatMap(({ line, percentiles }) =>
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
