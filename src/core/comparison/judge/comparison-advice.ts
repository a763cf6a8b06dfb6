import { namedLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import { metricInSentence } from '../../results/metrics'
import { relation, spanOf, type Relation, type Span } from '../../results/run-times'
import { discoveryRate } from '../../statistics/comparison/settle-family'
import { benjaminiHochberg, isDiscovery } from '../../statistics/comparison/benjamini-hochberg'
import { harmonicMean, harmonicMeanDiffers, mean } from '../../statistics/summary/moments'
import { formatDecimals, formatNumber } from '../../units/number-format'
import type { ComparedCampaign } from '../comparison-data'
import type { LinedUpCase } from './line-up'
import { pText } from '../texts/percent-text'
import {
  littleMisses,
  type MeasuredLatency,
  missedLatencies,
  missedReadShares,
  missedShares,
  type ReachedShare,
} from './measured-contradictions'
import { type OrderTrend, orderTrend } from './order-trend'
import type { CaseRuns } from './run-buckets'
import type { Side, Sides } from '../sides/side'
import { template } from '../../words/template'

const cameAfter = template(
  'advice-after',
  '{what} of {last} came after those of {first}: the two differ in time as well. Measure them in turn (A B, B A), or swap their order in later repetitions.',
  { what: ['All runs', 'In every case, the runs'], last: 'name', first: 'name' },
)
const orderTrendSaid = template(
  'advice-order-trend',
  '{side}: {metric} {way} with the place of a run in the order (Spearman {rho}, adjusted p {p}). {remedy} the order, and precondition the drive.',
  {
    side: 'name',
    metric: 'metric',
    way: ['rises', 'falls'],
    rho: 'value',
    p: 'given',
    remedy: ['Shuffle', 'Shuffle or interleave'],
  },
)
const missedBySide = template('missed-by-side', '{side} {missed}', {
  side: 'name',
  missed: { of: [missedShares] },
})
const latenciesOfSide = template('latency-by-side', '{side}: {missed}', {
  side: 'name',
  missed: { of: [missedLatencies] },
})
const harmonicOfSide = template(
  'advice-harmonic',
  '{side}: the harmonic mean, the rate of all runs of a fixed amount of data together, is below the mean by more than 0.5 % in {cases|# case|# cases}, at most by {share}.',
  { side: 'name', cases: 'count', share: 'percent' },
)

/**
 * What a reader should know about two sides besides their differences: order and time, read shares that were not
 * reached, latencies that contradict Little's law, harmonic means of rates. One sentence each, with the remedy if
 * there is one.
 */
export function comparisonAdvice(sides: Sides, cases: readonly LinedUpCase[]): readonly string[] {
  const found: (readonly string[])[] = [timeAdvice(sides, cases)]
  found.push(orderAdvice(sides, cases))
  for (const name of ['baseline', 'candidate'] as const) {
    const side = sides[name]
    found.push(readShareAdvice(side))
    found.push(littleAdvice(side, cases))
    found.push(harmonicAdvice(side, name, cases))
  }
  return found.flat()
}

function runsOf(one: LinedUpCase, side: 'baseline' | 'candidate'): CaseRuns | undefined {
  const own = one[side]
  return own && 'runs' in own ? own.runs : undefined
}

/** Sides of which one always ran after the other, by the times of their runs, differ in time as well. */
function timeAdvice({ baseline, candidate }: Sides, cases: readonly LinedUpCase[]): readonly string[] {
  const [a, b] = [baseline, candidate].map((side) => side.campaigns.map(({ campaign }) => campaign))
  if (!a || !b || a.length === 0 || b.length === 0 || ![...a, ...b].every((one) => one.isMeasured)) return []
  if (a.some(({ schedule }) => schedule !== undefined && b.some((one) => one.schedule === schedule)))
    return []
  const all: { readonly a: Span[]; readonly b: Span[] } = { a: [], b: [] }
  const inCases = new Set<Relation>()
  for (const one of cases) {
    const [ofA, ofB] = [runsOf(one, 'baseline'), runsOf(one, 'candidate')]
    if (ofA === undefined || ofB === undefined) continue
    const [own, other] = [spansOf(ofA, a), spansOf(ofB, b)]
    // Nothing is said where the time of a run is not known.
    if (own === undefined || other === undefined) return []
    for (const span of own) all.a.push(span)
    for (const span of other) all.b.push(span)
    const found = relation(own, other)
    if (found !== undefined) inCases.add(found)
  }
  const [only, more] = inCases
  if (only === undefined || more !== undefined || (only !== 'before' && only !== 'after')) return []
  const [first, last] = only === 'before' ? [baseline, candidate] : [candidate, baseline]
  const what = relation(all.a, all.b) === only ? 'All runs' : 'In every case, the runs'
  return [cameAfter({ what, last: last.label, first: first.label })]
}

/** When runs were measured; undefined if that is not known of all. */
function spansOf({ runIds }: CaseRuns, campaigns: readonly ComparedCampaign[]): readonly Span[] | undefined {
  const spans: Span[] = []
  for (const runId of runIds) {
    const [span] = campaigns.flatMap(({ times }) => (times && spanOf(times, runId)) ?? [])
    if (span === undefined) return undefined
    spans.push(span)
  }
  return spans
}

/** Runs whose values correlate with their position in the order, within their cases: the drive or the host drifted. */
function orderAdvice(sides: Sides, cases: readonly LinedUpCase[]): readonly string[] {
  const metrics = [...new Set(cases.map((one) => one.quantity.metric))]
  const tests: { side: 'baseline' | 'candidate'; metric: string; trend: OrderTrend | undefined }[] = []
  for (const side of ['baseline', 'candidate'] as const) {
    if (!sides[side].campaigns.every(({ campaign }) => campaign.isMeasured)) continue
    for (const metric of metrics) {
      const own = cases.filter((one) => one.quantity.metric === metric)
      tests.push({
        ...{ side, metric },
        trend: orderTrend(own.flatMap((one) => runsOf(one, side) ?? [])),
      })
    }
  }
  const adjusted = benjaminiHochberg(tests.map(({ trend }) => trend?.p))
  return tests.flatMap(({ side, metric, trend }, at) => {
    if (trend === undefined || !isDiscovery(adjusted[at], discoveryRate)) return []
    const way = trend.rho > 0 ? 'rises' : 'falls'
    const p = adjusted[at] ?? 1
    const { label, campaigns } = sides[side]
    const remedy = campaigns.every(({ campaign }) => campaign.interleaved)
      ? 'Shuffle'
      : 'Shuffle or interleave'
    return [
      orderTrendSaid({
        ...{ side: label, metric: metricInSentence(metric), way, remedy },
        rho: formatDecimals(trend.rho, 2),
        p: pText(p),
      }),
    ]
  })
}

/** Cases of which a rate limit or the engine kept the reads far from the requested share. */
function readShareAdvice(side: Side): readonly string[] {
  return missedReadShares(sharesOf(side)).map((missed) => missedBySide({ side: side.label, missed }))
}

function* sharesOf(side: Side): Generator<ReachedShare> {
  for (const { campaign, numbers, means } of caseMeans(side, 'achieved_read_percent'))
    for (const number of numbers)
      yield {
        name: () => caseName(campaign, number),
        asked: levelOf(campaign, number, 'read_percent'),
        reached: means[number] ?? NaN,
      }
}

/** Mean latencies that outstanding I/Os and IOPS do not explain: the depth was not kept, or the numbers measure different things. */
function littleAdvice(side: Side, cases: readonly LinedUpCase[]): readonly string[] {
  if (!cases.some(({ quantity: { metric } }) => /iops|latency/.test(metric))) return []
  if (!side.columns.some(({ metric, direction }) => metric === 'latency_mean' && direction === 'total'))
    return []
  return littleMisses(latenciesOf(side)).map((missed) => latenciesOfSide({ side: side.label, missed }))
}

function* latenciesOf(side: Side): Generator<MeasuredLatency> {
  const rates = [...caseMeans(side, 'iops', (value) => 1 / value)]
  for (const { campaign, test, numbers, means } of caseMeans(side, 'latency_mean')) {
    const ofTest = rates.filter((one) => one.campaign === campaign && one.test === test)
    for (const number of numbers)
      yield {
        name: () => caseName(campaign, number),
        levels: { ...campaign.base, ...campaign.cases[number] },
        iops: reciprocal(ofTest.find((one) => !Number.isNaN(one.means[number]))?.means[number]),
        latencyNs: means[number] ?? NaN,
      }
  }
}

/** Runs of a fixed amount of data: their overall rate is the harmonic mean. */
function harmonicAdvice(
  side: Side,
  name: 'baseline' | 'candidate',
  cases: readonly LinedUpCase[],
): readonly string[] {
  const isIozone = side.campaigns.some(({ campaign }) =>
    campaign.factors.some(({ key, value }) => key === 'engine' && value === 'iozone'),
  )
  if (!isIozone) return []
  let count = 0
  let furthest = { share: 0, text: '' }
  for (const one of cases) {
    const { unit } = one.quantity
    const runs = runsOf(one, name)
    if (runs === undefined || runs.count < 2 || (unit !== 'B/s' && unit !== 'IOPS')) continue
    const [harmonic, arithmetic] = [harmonicMean(runs.values), mean(runs.values)]
    if (harmonic === undefined || arithmetic === undefined || !harmonicMeanDiffers(harmonic, arithmetic))
      continue
    count++
    const share = 1 - harmonic / arithmetic
    if (share > furthest.share) furthest = { share, text: `${formatNumber(100 * share, 2)} %` }
  }
  if (count === 0) return []
  return [harmonicOfSide({ side: side.label, cases: count, share: furthest.text })]
}

function reciprocal(value: number | undefined): number | undefined {
  return value === undefined ? undefined : 1 / value
}

/** Means of a metric's totals in one campaign. */
interface CaseMeans {
  readonly campaign: ComparedCampaign
  readonly test: string
  /** Selected cases with a value, in the order of their first run. */
  readonly numbers: readonly number[]
  /** By the number of the case. */
  readonly means: Float64Array
}

/** `of`: what is averaged instead of the values themselves. */
function* caseMeans(
  { campaigns, columns }: Side,
  metric: string,
  of: (value: number) => number = (value) => value,
): Generator<CaseMeans> {
  for (const column of columns) {
    if (column.metric !== metric || column.direction !== 'total') continue
    const selected = campaigns.find(({ campaign }) => campaign.id === column.campaignId)
    if (selected === undefined) continue
    const { campaign, mask } = selected
    const { cases, values } = column
    const sums = new Float64Array(mask.length)
    const counts = new Uint32Array(mask.length)
    const numbers: number[] = []
    for (let at = 0; at < cases.length; at++) {
      const number = cases[at] ?? -1
      if (mask[number] !== 1) continue
      if (counts[number] === 0) numbers.push(number)
      counts[number] = (counts[number] ?? 0) + 1
      sums[number] = (sums[number] ?? 0) + of(values[at] ?? 0)
    }
    yield { campaign, test: column.test, numbers, means: sums.map((sum, at) => sum / (counts[at] ?? 0)) }
  }
}

function levelOf({ base, cases }: ComparedCampaign, number: number, key: string): LevelValue | undefined {
  return cases[number]?.[key] ?? base[key]
}

/** A case by the parameters that its campaign varies. */
function caseName(campaign: ComparedCampaign, number: number): string {
  const parts = campaign.axes.flatMap(({ key, levels: all }) => {
    const level = levelOf(campaign, number, key)
    return level === undefined || all.length < 2 ? [] : [namedLevel(key, level)]
  })
  return parts.length === 0 ? campaign.name : parts.join(' · ')
}
