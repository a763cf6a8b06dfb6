import { choiceSetting } from '../figure/own-setting'
import { confounders, varyingKeys } from '../cases/axis-choice'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureInputs } from '../cases/define-figure'
import type { FigureNote } from '../figure/figure'
import {
  joinRuns,
  matches,
  noRuns,
  pickRuns,
  type MeasuredCase,
  type RunNumbers,
} from '../cases/measured-cases'
import { pooledKey, type PooledPercentiles } from '../cases/pooled-percentiles'
import { printedCases } from '../sweep/printed-cases'
import { printedMoments } from '../sweep/printed-point'
import { shownNames, type CampaignProvenance, type FigureProvenance } from '../figure/provenance'
import { caseName, leftCampaign, leftOutNotes, withoutPlaceNote } from './left-out-notes'
import { factsOf } from '../sweep/sweep-lines'
import { isChosen, metricOf, type UsualSettings } from '../figure/usual-settings'
import { levelText } from '../../plan/cases'
import type { LevelValue } from '../../plan/plan'
import type { CampaignSummary } from '../../results/campaign/campaign'
import { driveOf, type DriveFacts } from '../../results/campaign/drive'
import { type Metric, metricInSentence } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { asPrinted, type PrintedTexts } from '../../results/display-unit'
import type { PublishedSummary } from '../../results/published-result'
import { isPercentileMeaningful } from '../../statistics/latency/histogram'
import { momentsOf, type Moments } from '../../statistics/summary/moments'
import { groupBy } from '../../iterables'
import { template } from '../../words/template'

const hasNone = template('ranking-has-none', '{campaign} has no {metric} and no place.', {
  campaign: 'name',
  metric: 'metric',
})

/** What is known about one case of a campaign: its runs, or a printed mean. */
export interface RankedCase {
  readonly moments: Moments
  readonly runs: RunNumbers
  readonly printed: PublishedSummary | undefined
  /** Of a percentile of latency, that of all I/Os of the runs together, in ns, if known. */
  readonly pooledNs: number | undefined
}

/** A campaign with the cases it is ranked by, in the order of `RankedCampaigns.cases`. */
export interface RankedCampaign {
  /** The first one, if campaigns of several plans are ranked together. */
  readonly campaignId: number
  readonly label: string
  /** All names by which it may be requested, in lower case. */
  readonly names: ReadonlySet<string>
  readonly device: string
  /** Undefined if not known, of printed means. */
  readonly failedRuns: number | undefined
  /** The rounds that its repetitions were: of its own, or of a schedule in turn with others; undefined if they were none. */
  readonly rounds: string | undefined
  readonly cases: readonly RankedCase[]
}

export interface RankedCampaigns {
  readonly metric: Metric
  readonly campaigns: readonly RankedCampaign[]
  /** The names, in lower case, of campaigns that were left out because they share no case with the others. */
  readonly leftNames: ReadonlySet<string>
  /** Names of the cases that all campaigns share and that are ranked. */
  readonly cases: readonly string[]
  /** Runs and printed means of these cases. */
  readonly shown: readonly MeasuredCase[]
  readonly provenance: FigureProvenance
  readonly notes: readonly FigureNote[]
}

/** Geometric mean over all shared cases if unset. */
export const casesSetting = choiceSetting(
  [
    { value: 'all', label: 'All shared (geometric mean)' },
    { value: 'one', label: 'One case' },
  ],
  {
    label: 'Cases',
    help: 'One case means the first that all campaigns share; fix its levels to choose another.',
  },
)

/**
 * Campaigns with the cases that all of them have. A case is a test with the levels of every axis that varies within some
 * campaign. If there is none, the plans that measured one drive in one configuration, such as those of a suite, are ranked
 * together. Which of them are ranked: see `rankedGroup`; the others are named in a note. `onlyFirst`: the first shared
 * case alone. Throws a RangeError for a metric that does not exist.
 */
export function rankedCampaigns(
  input: FigureInputs['runs'],
  asked: UsualSettings,
  origin: FigureProvenance,
  onlyFirst: boolean,
): RankedCampaigns {
  const { measured, published, pooled = new Map<string, number>() } = input
  const metric = metricOf(asked)
  const fixed = asked.fixed ?? {}
  const { cases: means, printed, differences } = printedCases(published, metric, asked.campaignIds)
  const held = [...measured, ...means].filter(
    (one) => matches(one, fixed) && isChosen(one.campaignId, asked) && one.values.every(Number.isFinite),
  )
  const own = held.filter((one) => one.metric === metric.id)
  const keys = varyingKeys(own).filter((key) => !(key in fixed))
  const caseOf = ({ test, levels }: MeasuredCase) =>
    JSON.stringify([test, ...keys.map((key) => levelText(levels[key]))])
  const few = fewIos(held, metric, caseOf)
  const fewOfAny = new Set([...few.values()].flatMap((names) => [...names]))
  const single = new Map(
    [...groupBy(own, ({ campaignId }) => campaignId)].map(([id, all]) => [id, groupBy(all, caseOf)]),
  )
  const totalsOf = (cases: CampaignCases) =>
    new Map(
      [...cases].flatMap(([name, all]) => {
        const total = totalOf(all)
        const hasFew = all.some(({ campaignId }) => few.get(campaignId)?.has(name) === true)
        return total.length === 0 || hasFew ? [] : [[name, total] as const]
      }),
    )
  const namesSharedBy = (totals: ReadonlyMap<number, ReadonlyMap<string, unknown>>) =>
    [...all].filter((name) => [...totals.values()].every((cases) => cases.has(name)))
  const all = new Set([...single.values()].flatMap((cases) => [...cases.keys()]))
  const singleTotals = new Map([...single].map(([id, cases]) => [id, totalsOf(cases)]))
  const isShared = namesSharedBy(singleTotals).length > 0
  const byCampaign = isShared ? single : joinedPlans(single, origin)
  const totals = isShared
    ? singleTotals
    : new Map([...byCampaign].map(([id, cases]) => [id, totalsOf(cases)]))
  const shared = namesSharedBy(totals)
  // A case that is too short in some run has no number anywhere, which is nobody's gap.
  const whole = new Map(
    [...totals].map(([id, cases]) => [id, new Set([...cases.keys()].filter((name) => !fewOfAny.has(name)))]),
  )
  const group = rankedGroup(whole)
  const lone = [...totals.keys()].filter((id) => !group.includes(id))
  if (lone.length > 0) {
    const known = [...origin.campaigns.map((one) => one.campaignId), ...totals.keys()]
    const loneIds = lone.flatMap((id) => idsOf(byCampaign.get(id)))
    const campaignIds = known.filter((id) => isChosen(id, asked) && !loneIds.includes(id))
    const rest = rankedCampaigns(input, { ...asked, campaignIds }, origin, onlyFirst)
    const ofGroup = sharedBy(group, whole)
    const left = lone.map((id) => ({
      ...leftCampaign(id, own, origin),
      missing: ofGroup - sharedBy([...group, id], whole),
    }))
    return {
      ...rest,
      leftNames: new Set(left.flatMap(({ names }) => names)),
      notes: [
        ...rest.notes,
        ...left.map(({ label, missing }) => withoutPlaceNote(label, metric, missing, ofGroup)),
      ],
    }
  }
  const parted = new Set(
    [...byCampaign].flatMap(([id, cases]) =>
      [...cases.keys()].filter((name) => totals.get(id)?.has(name) !== true && !fewOfAny.has(name)),
    ),
  )
  const used = onlyFirst ? shared.slice(0, 1) : shared
  const campaignsWith = (name: string, of: ReadonlyMap<number, CampaignCases>) =>
    [...of.values()].filter((cases) => cases.has(name)).length
  const repeated = used.filter((name) => campaignsWith(name, single) > campaignsWith(name, byCampaign))
  const shown = [...totals.values()].flatMap((cases) => used.flatMap((name) => cases.get(name) ?? []))
  const provenance = { campaigns: origin.campaigns.filter((one) => single.has(one.campaignId)) }
  const names = new Map(own.map((one) => [caseOf(one), one] as const))
  // Several plans of one drive are not called after the first of them, nor is a drive alone.
  const isPlanless = ({ campaignId, named }: CampaignProvenance) =>
    idsOf(byCampaign.get(campaignId)).length > 1 ||
    (byCampaign.size === 1 && named !== undefined && driveOf(named) !== undefined)
  const subjects = provenance.campaigns.map((one) =>
    one.named !== undefined && isPlanless(one) ? { ...one, named: { ...one.named, plan: '' } } : one,
  )
  const labels = shownNames(byCampaign.keys(), { campaigns: subjects }, (id) =>
    factsOf([...(byCampaign.get(id)?.values() ?? [])][0]?.[0]),
  )
  return {
    ...{ metric, leftNames: new Set<string>() },
    campaigns: [...totals].map(([campaignId, cases]) => {
      const campaign = provenance.campaigns.find((one) => one.campaignId === campaignId)
      const ids = idsOf(byCampaign.get(campaignId))
      const [first] = [...cases.values()].flat()
      const label = cleanText(labels.get(campaignId) ?? '', textLimits.label)
      const device = campaign === undefined ? first?.device : campaign.device
      const ranked = used.map((name) => rankedCase(cases.get(name) ?? [], printed, pooled))
      const failed = failedRuns(
        provenance.campaigns.filter((one) => ids.includes(one.campaignId)),
        fixed,
        used.length === 1 ? names.get(used[0] ?? '') : undefined,
        keys,
      )
      return {
        ...{ campaignId, label, device: device ?? '' },
        names: new Set(
          [
            ...[label, device, first?.configuration],
            ...own.flatMap((one) => (ids.includes(one.campaignId) ? one.campaign : [])),
          ].flatMap((name) => (name === undefined ? [] : [name.trim().toLowerCase()])),
        ),
        // A publication does not say how many runs failed.
        failedRuns: failed === 0 && ranked.every((one) => one.printed) ? undefined : failed,
        rounds: roundsOf(campaign, ids),
        cases: ranked,
      }
    }),
    cases: used.map((name) => caseName(names.get(name), keys)),
    ...{ shown, provenance },
    notes: [
      ...leftOutNotes({
        metric,
        used,
        repeated,
        shared,
        all,
        names,
        keys,
        few: fewOfAny,
        parted,
        differences,
      }),
      ...origin.campaigns
        .filter((one) => isChosen(one.campaignId, asked) && !single.has(one.campaignId))
        .map((one) => ({
          severity: 'warning' as const,
          text: hasNone({ campaign: one.label, metric: metricInSentence(metric.id) }),
        })),
      ...confounders(shown, '', undefined, {
        ...fixed,
        ...Object.fromEntries(['test', ...keys].map((key) => [key, ''])),
      }),
    ],
  }
}

/** What the numbers are, as a heading: of several cases their geometric mean. */
export function rankedLabel({ metric, cases }: Pick<RankedCampaigns, 'metric' | 'cases'>): string {
  return cases.length > 1 ? `Geometric mean of ${metricInSentence(metric.id)}` : metric.label
}

/** The mean of a campaign's only case with the digits of print, in units of `factor` base units. */
export function meanInPrint({ cases }: RankedCampaign, factor: number): PrintedTexts | undefined {
  const [only, ...others] = cases
  return only?.printed && others.length === 0 ? asPrinted(only.printed, factor) : undefined
}

/** What was measured of each case. */
type CampaignCases = ReadonlyMap<string, readonly [MeasuredCase, ...MeasuredCase[]]>

/**
 * Campaigns of one drive, machine and configuration as one, unless two of them are of one plan. Of a case that several
 * plans measured, the first counts.
 */
function joinedPlans(
  byCampaign: ReadonlyMap<number, CampaignCases>,
  { campaigns }: FigureProvenance,
): ReadonlyMap<number, CampaignCases> {
  const bySubject = groupBy(byCampaign, ([id, cases]) => {
    const [[first] = []] = cases.values()
    const naming = campaigns.find(({ campaignId }) => campaignId === id)?.named
    return first === undefined ? id : rankedTogether({ ...first, id, naming })
  })
  return new Map(
    [...bySubject.values()].flatMap((group): readonly (readonly [number, CampaignCases])[] => {
      const plans = group.flatMap(([, cases]) => [...cases.values()][0]?.[0].campaign ?? [])
      if (new Set(plans).size < group.length) return group
      const firstLast = [...group].reverse().flatMap(([, cases]) => [...cases])
      return [[group[0][0], new Map(firstLast)]]
    }),
  )
}

/** The same for all campaigns of one drive, machine, configuration and engine; the campaign's id if its drive is unknown. */
export function rankedTogether({
  id,
  device,
  host,
  configuration,
  engine,
  naming = { device, host },
}: Pick<CampaignSummary, 'id' | 'device' | 'host' | 'configuration' | 'engine'> & {
  readonly naming?: DriveFacts | undefined
}): string | number {
  const drive = driveOf(naming)
  return drive === undefined ? id : JSON.stringify([drive.key, host, configuration, engine])
}

/** The campaigns of these cases. */
function idsOf(cases: CampaignCases | undefined): readonly number[] {
  return [...new Set([...(cases?.values() ?? [])].flat().map(({ campaignId }) => campaignId))]
}

/** The total of each run, otherwise its only direction. A case of several directions without a total has no single number. */
function totalOf(cases: readonly MeasuredCase[]): readonly MeasuredCase[] {
  const totals = cases.filter(({ direction }) => direction === 'total')
  if (totals.length > 0) return totals
  return new Set(cases.map(({ direction }) => direction)).size === 1 ? cases : []
}

/** By campaign, the cases in which some run made too few I/Os for the percentile. */
function fewIos(
  held: readonly MeasuredCase[],
  metric: Metric,
  caseOf: (one: MeasuredCase) => string,
): ReadonlyMap<number, ReadonlySet<string>> {
  const percent = percentileOfMetric(metric.id)
  if (percent === undefined) return new Map()
  const short = held
    .filter(({ metric: of }) => of === 'io_count')
    .filter(({ values }) => values.some((value) => value > 0 && !isPercentileMeaningful(value, percent)))
  return new Map(
    [...groupBy(short, ({ campaignId }) => campaignId)].map(([id, cases]) => [
      id,
      new Set(cases.map(caseOf)),
    ]),
  )
}

/** Joined plans have no rounds in common. */
function roundsOf(campaign: CampaignProvenance | undefined, ids: readonly number[]): string | undefined {
  if (campaign?.isInRounds !== true || ids.length > 1) return undefined
  return campaign.schedule ?? `campaign ${String(campaign.campaignId)}`
}

function rankedCase(
  cases: readonly MeasuredCase[],
  printed: ReadonlyMap<number, PublishedSummary>,
  pooled: PooledPercentiles,
): RankedCase {
  const all = joinRuns(cases)
  const runs = pickRuns(all, (runId) => !printed.has(runId))
  const moments = momentsOf(runs.values)
  const [first] = cases
  const pooledNs = first && pooled.get(pooledKey(first, runs.runIds))
  if (moments !== undefined) return { moments, runs, printed: undefined, pooledNs }
  const [summary] = all.runIds.flatMap((runId) => printed.get(runId) ?? [])
  if (summary === undefined) throw new Error('A shared case has neither runs nor a printed mean')
  return { moments: printedMoments(summary), runs: noRuns, printed: summary, pooledNs: undefined }
}

/** Failed runs of the ranked cases, and of one case if only one is shown. */
function failedRuns(
  campaigns: readonly CampaignProvenance[],
  fixed: Readonly<Record<string, LevelValue>>,
  only: MeasuredCase | undefined,
  keys: readonly string[],
): number {
  const levels = { ...fixed }
  for (const key of keys) {
    const level = only?.levels[key]
    if (level !== undefined) levels[key] = level
  }
  const agrees = (run: Readonly<Record<string, LevelValue>>) =>
    Object.entries(levels).every(([key, level]) => run[key] === undefined || run[key] === level)
  return campaigns.flatMap((campaign) => campaign.failedRuns).filter(agrees).length
}

/** By campaign, the names of the cases that it has. */
type CasesOf = ReadonlyMap<number, ReadonlySet<string>>

/**
 * The campaigns that are ranked: all that share a case, without those whose gaps hide more of what the others measured
 * than they add (campaigns times shared cases). If all share none, the most campaigns that do, and of several such groups
 * the one with most cases. All of them if no two share any.
 */
export function rankedGroup(cases: CasesOf): readonly number[] {
  const all = [...cases.keys()]
  if (sharedBy(all, cases) === 0) return largestGroup(cases) ?? all
  let group = all
  for (;;) {
    const size = (ids: readonly number[]) => ids.length * sharedBy(ids, cases)
    const smaller = group.length < 3 ? [] : group.map((left) => group.filter((id) => id !== left))
    const [best] = smaller.sort((a, b) => size(b) - size(a))
    if (best === undefined || size(best) <= size(group)) return group
    group = best
  }
}

function largestGroup(cases: CasesOf): readonly number[] | undefined {
  const names = new Set([...cases.values()].flatMap((own) => [...own]))
  const groups = [...names]
    .map((name) => [...cases].flatMap(([id, own]) => (own.has(name) ? [id] : [])))
    .filter(({ length }) => length > 1)
  return groups.sort((a, b) => b.length - a.length || sharedBy(b, cases) - sharedBy(a, cases))[0]
}

/** How many cases these campaigns have in common. */
function sharedBy([first, ...others]: readonly number[], cases: CasesOf): number {
  const own = (first === undefined ? undefined : cases.get(first)) ?? new Set()
  return [...own].filter((name) => others.every((id) => cases.get(id)?.has(name) === true)).length
}

/** The printed means of single cases, if nothing else is ranked: they keep their unit. */
export function printedOnly({ campaigns }: RankedCampaigns): readonly PublishedSummary[] {
  const all = campaigns.flatMap((one) => one.cases)
  const printed = all.flatMap((one) => one.printed ?? [])
  return printed.length < all.length ? [] : printed
}
