import { betterSentence } from '../../results/metrics'
import { failedSentence, runsSentence } from '../caption'
import { sentences } from '../../units/plain-text'
import type { Placing } from '../../statistics/comparison/place-ranges'
import { largestOf } from '../../units/iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../clean-text'
import type { FigureNote, FigureNumbers } from '../figure'
import { printedSentence } from '../printed-point'
import { reservationColumn } from '../reservations'
import type { ExactNumber } from '../tables/table'
import { type Placed, placeText, roundsUsed, runsOf } from './placed-campaigns'
import type { RankedCampaign, RankedCampaigns } from './ranked-campaigns'

/** What is ranked, what the intervals are, the rule for the places, what failed, which direction is better. */
export function captionOf(
  { metric, cases }: RankedCampaigns,
  placed: readonly Placed[],
  { testedPairs, untestedPairs }: Placing,
  reference: RankedCampaign | undefined,
  showIntervals: boolean,
): string {
  if (placed.length === 0) return 'No data.'
  const all = placed.flatMap(({ campaign }) => campaign.cases)
  const printed = all.flatMap((one) => one.printed ?? [])
  const counts = all.map(({ runs }) => runs.values.length).filter((count) => count > 0)
  const failed = placed.reduce((sum, { campaign }) => sum + (campaign.failedRuns ?? 0), 0)
  const hasIntervals = showIntervals && placed.some(({ estimate }) => estimate.low !== undefined)
  const scale = cases.length > 1 || reference !== undefined ? 't on the log scale' : 'Student t'
  return sentences([
    cases.length > 1 ? `Geometric means over the ${String(cases.length)} cases that all have.` : '',
    reference === undefined
      ? ''
      : `In percent of ${reference.label}, which is exactly 100, as ratio of the means.`,
    runsSentence(counts, 'mean', ' a case'),
    hasIntervals
      ? `Intervals are 95 % confidence intervals (${scale}${unitText(cases.length, placed)}).`
      : '',
    printedSentence(printed, false),
    testedPairs === 0
      ? ''
      : 'Places run from the best to the worst that tests leave open: t tests of the log ratio of every pair, adjusted after Benjamini and Hochberg, p ≤ 0.05.',
    placed.some(({ place }) => place === undefined)
      ? 'What is not valid is grey, after the others, and has no place.'
      : '',
    untestedPairs === 0
      ? ''
      : testedPairs === 0
        ? 'Places follow the numbers and are not tested: a test needs three runs that vary on both sides.'
        : `${String(untestedPairs)} ${untestedPairs === 1 ? 'pair' : 'pairs'} could not be tested, which takes three runs that vary on both sides, and ${untestedPairs === 1 ? 'follows' : 'follow'} the numbers.`,
    failedSentence(failed),
    betterSentence(metric),
  ])
}

/** What is the unit of several cases. */
function unitText(cases: number, placed: readonly Placed[]): string {
  if (cases < 2) return ''
  const used = roundsUsed(placed)
  if (used === 'all') return ' over rounds'
  return used === 'none'
    ? ', cases treated as independent'
    : '; over rounds where there are any, elsewhere cases treated as independent'
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
      text: `${subject} called ${cleanText(asked ?? '', textLimits.label)}.`,
      advice: `The names are ${known}.`,
      ignored: setting,
    },
  ]
}

/** One row per campaign, in order; with every run if one case is ranked in its unit. */
export function rankedNumbers(
  placed: readonly Placed[],
  { metric, cases }: RankedCampaigns,
  unit: ScaledUnit & { readonly exact: ExactNumber | undefined },
): FigureNumbers {
  const isReserved = placed.some(({ known }) => known.reservations !== undefined)
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
        ...{ key: metric.id, label: metric.label, unit: unitLabel, followsInterval: true },
        ...(unit.exact && { exact: unit.exact }),
      },
      { key: 'low', label: 'Low', unit: unitLabel },
      { key: 'high', label: 'High', unit: unitLabel },
      ...Array.from({ length: most }, (_, at) => ({
        ...{ key: `run_${String(at + 1)}`, label: `Run ${String(at + 1)}`, unit: unitLabel },
      })),
      ...(isReserved ? [reservationColumn] : []),
    ],
    rows: placed.map(({ campaign, estimate, place, known }, at) => [
      ...[placeText(place), campaign.label, campaign.device, cases.length],
      ...[runsOf(campaign), campaign.failedRuns],
      ...[estimate.value, estimate.low, estimate.high].map((value) =>
        value === undefined ? undefined : value / unit.factor,
      ),
      ...Array.from({ length: most }, (_, run) => {
        const value = runs[at]?.[run]
        return value === undefined ? undefined : value / unit.factor
      }),
      ...(isReserved ? [known.reservations] : []),
    ]),
  }
}
