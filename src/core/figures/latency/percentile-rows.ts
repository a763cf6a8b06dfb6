import { isPercentileMeaningful, histogramPercentile } from '../../statistics/latency/histogram'
import { verdictText, type CaseComparison } from '../../statistics/comparison/case-comparison'
import { compareCases } from '../../statistics/comparison/settle-family'
import {
  type MarkedPercentile,
  markedPercentile,
  percentileVerdict,
} from '../../statistics/latency/percentile-mark'
import { fewIosText } from '../../comparison/judge/run-buckets'
import type { CampaignProvenance } from '../figure/provenance'
import type { HistogramLine } from '../cases/histogram-lines'
import { template } from '../../words/template'

/** Percentiles in the table and at the marks; those with a label are ticks of the axis. */
export const percents = [50, 90, 95, 99, 99.9, 99.99, 99.999] as const

/** A percentile of all I/Os of a line, and of each of its runs. */
export interface LinePercentile extends MarkedPercentile {
  readonly percent: number
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
  const pooledNs = pooled.printable ? pooled.valueNs : undefined
  const marked =
    values.length < runsNs.length
      ? { pooledNs, valueNs: undefined }
      : markedPercentile(pooledNs, values, isRobust ? 'median' : 'mean')
  return [{ percent, beyond: pooled.beyond, ...marked, runsNs }]
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
        const [a, b] = [baseline.percentiles[at], candidate.percentiles[at]]
        return {
          ...{ percent, comparison, adjustedP: family.adjustedP[own] },
          verdict: verdictText(percentileVerdict(comparison.verdict, a, b)),
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

const uneven = template(
  'uneven-percentile',
  '{subject}: {verdict}; all I/Os and the {middle} of the runs differ by more than its interval.',
  { subject: 'name', verdict: [verdictText('few_runs_slow')], middle: ['mean', 'median'] },
)

/** What a figure says of a line or a drive whose percentile of all I/Os is outside the interval of its mark. */
export function unevenText(subject: string, middle: 'mean' | 'median'): string {
  return uneven({ subject, verdict: verdictText('few_runs_slow'), middle })
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
