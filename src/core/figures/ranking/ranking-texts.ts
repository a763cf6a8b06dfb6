import { betterSentence, type Metric } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { reachesZero } from '../../statistics/summary/summarize'
import { verdictText } from '../../statistics/comparison/case-comparison'
import { afterRuns, failedSentence, runsSentence } from '../sweep/caption'
import { noData } from '../figure/no-data'
import { sentences } from '../../text/plain-text'
import type { Placing } from '../../statistics/comparison/place-ranges'
import { largestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigureNumbers } from '../figure/figure'
import { printedSentence } from '../sweep/printed-point'
import { reservationColumn } from '../figure/reservations'
import { type ExactNumber, printedPrefix } from '../figure/table'
import { markOf, type Placed, placeText, roundsUsed, runsOf } from './placed-campaigns'
import { meanInPrint, type RankedCampaign, type RankedCampaigns, rankedLabel } from './ranked-campaigns'
import { template } from '../../words/template'

const geometricMeans = template(
  'ranking-geometric',
  'Geometric means over the {cases} cases that all have.',
  { cases: 'count' },
)
const inPercentOf = template(
  'ranking-in-percent',
  'In percent of {reference}, which is exactly 100, as ratio of the means.',
  { reference: 'name' },
)
const overRounds = template('ranking-over-rounds', ' over rounds')
const overCases = template('ranking-over-cases', ', cases treated as independent')
const overSomeRounds = template(
  'ranking-over-some-rounds',
  '; over rounds where there are any, elsewhere cases treated as independent',
)
/** On what scale intervals are. */
export const scales = {
  log: 't on the log scale',
  plain: 'Student t',
  percentile: 'Student t, on the log scale where that would reach 0',
} as const
const intervals = template('ranking-intervals', 'Intervals are 95 % confidence intervals ({scale}{over}).', {
  scale: Object.values(scales),
  over: { of: [overRounds, overCases, overSomeRounds] },
})
const testedPlaces = template(
  'ranking-tested',
  'Places run from the best to the worst that tests leave open: t tests of the log ratio of every pair, adjusted after Benjamini and Hochberg, p ≤ 0.05.',
)
const openPairsSaid = template(
  'ranking-few-runs',
  '{pairs|# pair|# pairs} in which {verdict} {pairs|is|are} not separated.',
  { pairs: 'count', verdict: [verdictText('few_runs_slow')] },
)
const invalidLast = template(
  'ranking-invalid',
  'What is not valid is grey, after the others, and has no place.',
)
const untestedPlaces = template(
  'ranking-untested',
  'Places follow the numbers and are not tested: a test needs three runs that vary on both sides.',
)
const untestedPairsSaid = template(
  'ranking-untested-pairs',
  '{pairs|# pair|# pairs} could not be tested, which takes three runs that vary on both sides, and {pairs|follows|follow} the numbers.',
  { pairs: 'count' },
)

const namesAre = template('ranking-names', 'The names are {names}.', { names: 'name' })
const noneCalled = template('ranking-no-name', '{subject} called {name}.', {
  subject: ['Several campaigns are', 'No campaign is'],
  name: 'given',
})

/** What is ranked, what the intervals are, the rule for the places, what failed, which direction is better. */
export function captionOf(
  { metric, cases }: RankedCampaigns,
  placed: readonly Placed[],
  { testedPairs, untestedPairs, openPairs }: Placing,
  reference: RankedCampaign | undefined,
  showIntervals: boolean,
): string {
  if (placed.length === 0) return noData()
  const all = placed.flatMap(({ campaign }) => campaign.cases)
  const printed = all.flatMap((one) => one.printed ?? [])
  const counts = all.map(({ runs }) => runs.values.length).filter((count) => count > 0)
  const failed = placed.reduce((sum, { campaign }) => sum + (campaign.failedRuns ?? 0), 0)
  const hasIntervals = showIntervals && placed.some(({ estimate }) => estimate.low !== undefined)
  const scale = scaleOf(metric, cases.length > 1 || reference !== undefined, placed)
  return sentences([
    cases.length > 1 ? geometricMeans({ cases: cases.length }) : '',
    reference === undefined ? '' : inPercentOf({ reference: reference.label }),
    runsSentence(counts, 'mean', [afterRuns.aCase()]),
    hasIntervals ? intervals({ scale, over: unitText(cases.length, placed) }) : '',
    printedSentence(printed, false),
    testedPairs === 0 ? '' : testedPlaces(),
    placed.some(({ place }) => place === undefined) ? invalidLast() : '',
    untestedPairs === 0
      ? ''
      : testedPairs === 0
        ? untestedPlaces()
        : untestedPairsSaid({ pairs: untestedPairs }),
    openPairs === 0 ? '' : openPairsSaid({ pairs: openPairs, verdict: verdictText('few_runs_slow') }),
    failedSentence(failed),
    betterSentence(metric),
  ])
}

/** Of what the intervals are; `isRatio`: of geometric means or ratios. */
export function scaleOf(
  metric: Metric,
  isRatio: boolean,
  placed: readonly Pick<Placed, 'campaign'>[],
): (typeof scales)[keyof typeof scales] {
  if (isRatio) return scales.log
  const isOnLogScale = placed.some(({ campaign }) =>
    campaign.cases.some(({ moments }) => reachesZero(moments)),
  )
  return percentileOfMetric(metric.id) !== undefined && isOnLogScale ? scales.percentile : scales.plain
}

/** What is the unit of several cases. */
function unitText(cases: number, placed: readonly Placed[]): string {
  if (cases < 2) return ''
  const used = roundsUsed(placed)
  return used === 'all' ? overRounds() : used === 'none' ? overCases() : overSomeRounds()
}

/** Statistics for the small print if they are not those of a mean. */
export function statisticsText(
  { cases, campaigns }: RankedCampaigns,
  reference: RankedCampaign | undefined,
): string | undefined {
  if (reference === undefined && cases.length < 2) return undefined
  const hasIntervals = campaigns.some((one) => one.cases.some(({ moments }) => moments.sd !== undefined))
  return [
    `statistics: ${reference === undefined ? 'geometric mean' : 'ratio of means'}`,
    hasIntervals ? 't on the log scale' : 'without intervals',
  ].join(', ')
}

/** Lists the available names if the requested one is unknown or ambiguous; not if that campaign was left out, which has its own note. */
export function unknownName(
  { campaigns, leftNames }: RankedCampaigns,
  setting: 'reviewed' | 'relativeTo',
  asked: string | undefined,
  found: RankedCampaign | undefined,
): readonly FigureNote[] {
  const wanted = asked?.trim().toLowerCase() ?? ''
  if (wanted === '' || found !== undefined || leftNames.has(wanted)) return []
  const known = campaigns.map(({ label }) => label).join(', ')
  const subject = campaigns.some(({ names }) => names.has(wanted))
    ? 'Several campaigns are'
    : 'No campaign is'
  return [
    {
      severity: 'warning',
      text: noneCalled({ subject, name: cleanText(asked ?? '', textLimits.label) }),
      advice: namesAre({ names: known }),
      ignored: setting,
    },
  ]
}

/** Means with the digits of print. */
export function printedColumn({ id, label }: Metric): FigureNumbers['columns'][number] {
  return { key: `${printedPrefix}${id}`, label: `${label} as printed` }
}

/** One row per campaign, in order; with every run if one case is ranked in its unit. */
export function rankedNumbers(
  placed: readonly Placed[],
  data: RankedCampaigns,
  unit: ScaledUnit & { readonly exact: ExactNumber | undefined },
): FigureNumbers {
  const { metric, cases } = data
  const isReserved = placed.some(({ known }) => known.reservations !== undefined)
  const inPrint = placed.map(({ campaign }) =>
    unit.exact === undefined ? meanInPrint(campaign, unit.factor)?.mean : undefined,
  )
  const isInPrint = inPrint.some((text) => text !== undefined)
  const marks = placed.map(({ campaign }) => markOf(campaign))
  const isPooled = unit.exact === undefined && marks.some((mark) => mark?.pooledNs !== undefined)
  const unitLabel = unit.label
  const runs = placed.map(({ campaign }) =>
    cases.length === 1 ? (campaign.cases[0]?.runs.values ?? []) : [],
  )
  const most =
    unitLabel === '%' && metric.unit !== '%'
      ? 0
      : largestOf(
          runs.map(({ length }) => length),
          0,
        )
  return {
    columns: [
      { key: 'place', label: 'Place', align: 'right' },
      { key: 'name', label: 'Name' },
      { key: 'device', label: 'Device' },
      { key: 'cases', label: 'Cases' },
      { key: 'n', label: 'n' },
      { key: 'failed_runs', label: 'Failed' },
      {
        ...{ key: metric.id, label: rankedLabel(data), unit: unitLabel, followsInterval: true },
        ...(unit.exact && { exact: unit.exact }),
      },
      { key: 'low', label: 'Low', unit: unitLabel },
      { key: 'high', label: 'High', unit: unitLabel },
      ...(isPooled ? [{ key: 'all_ios', label: 'All I/Os', unit: unitLabel }] : []),
      ...Array.from({ length: most }, (_, at) => ({
        ...{ key: `run_${String(at + 1)}`, label: `Run ${String(at + 1)}`, unit: unitLabel },
      })),
      ...(isInPrint ? [printedColumn(metric)] : []),
      ...(isReserved ? [reservationColumn] : []),
    ],
    rows: placed.map(({ campaign, estimate, place, known }, at) => [
      ...[placeText(place), campaign.label, campaign.device, cases.length],
      ...[runsOf(campaign), campaign.failedRuns],
      ...[estimate.value, estimate.low, estimate.high].map((value) =>
        value === undefined ? undefined : value / unit.factor,
      ),
      ...(isPooled ? [marks[at]?.pooledNs].map((ns) => ns && ns / unit.factor) : []),
      ...Array.from({ length: most }, (_, run) => {
        const value = runs[at]?.[run]
        return value === undefined ? undefined : value / unit.factor
      }),
      ...(isInPrint ? [inPrint[at]] : []),
      ...(isReserved ? [known.reservations] : []),
    ]),
  }
}
