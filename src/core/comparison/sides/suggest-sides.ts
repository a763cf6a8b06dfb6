import { levelText } from '../../plan/cases'
import type { LevelValue } from '../../plan/plan'
import { findMetric } from '../../results/metrics'
import type { StoredPublishedResult } from '../../results/published-result'
import { largestOf } from '../../iterables'
import type { ComparedCampaign, ComparisonData, MeasuredColumns } from '../comparison-data'
import type { Selection } from './selection'
import { shownSpelling } from './spelling'

/** What can be compared: campaigns with numbers, and the quantities they measured. */
export interface ComparableData extends Pick<ComparisonData, 'campaigns' | 'published'> {
  readonly columns: readonly Pick<MeasuredColumns, 'campaignId' | 'test' | 'direction' | 'metric'>[]
}

/** Two sides to begin with. */
export interface SuggestedSides {
  readonly baseline: Selection
  readonly candidate: Selection
}

const by = (key: string, value: string): Selection => [{ key, value }]

/**
 * The last two campaigns that ran in turn; else the last campaign that shares cases with another of as many machines,
 * against the one it shares most with; of several, one that differs in its name, and of these the one whose plan differs least. A
 * synchronised campaign counts as one. If there is no such pair: two of its hosts, a campaign against printed results, or
 * the two levels of one axis that share most cases and are furthest apart.
 */
export function suggestSides(data: ComparableData, baselines: readonly string[]): SuggestedSides | undefined {
  const all = data.campaigns
  const campaigns = all.filter(({ leaderId }) => all.every(({ id }) => id !== leaderId))
  const pair =
    closestPair(campaigns, data, tookTurns) ??
    closestPair(campaigns, data, ({ first, last }) => first.machines === last.machines)
  if (pair) return namedApart(pair, campaigns)
  const last = campaigns[campaigns.length - 1]
  if (last === undefined) return undefined
  const parts = all.filter(({ leaderId }) => leaderId === last.id)
  const [ahead, behind] = [parts[0], parts.at(-1)]
  if (ahead && behind && ahead.host !== behind.host)
    return { baseline: by('host', ahead.host), candidate: by('host', behind.host) }
  const [printed] = baselines
  if (printed !== undefined && last.configuration !== '')
    return { baseline: by('configuration', printed), candidate: by('configuration', last.configuration) }
  for (const campaign of [...campaigns].reverse()) {
    const levels = closestLevels(campaign, data)
    if (levels === undefined) continue
    // Another campaign may vary the same parameter.
    const of = campaigns.length > 1 ? by('campaign', String(campaign.id)) : []
    return {
      baseline: [...of, ...by(levels.key, String(levels.first))],
      candidate: [...of, ...by(levels.key, String(levels.other))],
    }
  }
  return undefined
}

/**
 * The first level of an axis and the other one that share most cases: of the earliest such axis, the level that is
 * furthest from the first if both are numbers, else the earliest.
 */
function closestLevels(
  { id, axes }: ComparedCampaign,
  { published }: ComparableData,
): { readonly key: string; readonly first: LevelValue; readonly other: LevelValue } | undefined {
  const printed = published.filter((one) => one.campaignId === id && one.value.kind === 'summary')
  const pairs = axes.flatMap(({ key, levels: [first, ...others] }) => {
    const shared =
      printed.length > 0 && first !== undefined ? printedWithLevel(printed, key, first) : undefined
    const planned = axes.reduce((product, axis) => product * (axis.key === key ? 1 : axis.levels.length), 1)
    return others.flatMap((other) =>
      first === undefined ? [] : [{ key, first, other, count: shared?.(other) ?? planned }],
    )
  })
  const most = largestOf(pairs.map(({ count }) => count))
  const axis = pairs.find(({ count }) => count === most)?.key
  const equal = pairs.filter(({ key, count }) => key === axis && count === most)
  const furthest = largestOf(equal.map(distance))
  return equal.find((pair) => distance(pair) === furthest)
}

function distance({ first, other }: { readonly first: LevelValue; readonly other: LevelValue }): number {
  return typeof first === 'number' && typeof other === 'number' ? Math.abs(other - first) : 0
}

/** Counts the printed cases with a level of an axis that were also printed with its first level. */
function printedWithLevel(
  printed: readonly StoredPublishedResult[],
  axis: string,
  first: LevelValue,
): (level: LevelValue) => number {
  const withLevel = (level: LevelValue) =>
    printed
      .filter(({ levels }) => levelText(levels[axis]) === levelText(level))
      .map((one) => {
        const rest = Object.entries(one.levels).filter(([key]) => key !== axis)
        return JSON.stringify([quantityText(one), rest.sort(([a], [b]) => (a < b ? -1 : 1))])
      })
  const there = new Set(withLevel(first))
  return (level) => withLevel(level).filter((text) => there.has(text)).length
}

interface Pair {
  readonly first: ComparedCampaign
  readonly last: ComparedCampaign
}

/** The last campaign that makes an eligible pair with shared cases, with the best of its partners. */
function closestPair(
  campaigns: readonly ComparedCampaign[],
  data: ComparableData,
  isEligible: (pair: Pair) => boolean,
): Pair | undefined {
  for (let at = campaigns.length - 1; at > 0; at--) {
    const last = campaigns[at]
    if (last === undefined) continue
    const [best] = campaigns
      .slice(0, at)
      .map((first) => ({ first, last }))
      .filter(isEligible)
      .map((pair) => ({ ...pair, shared: sharedCases(pair.first, pair.last, data) }))
      .filter(({ shared }) => shared > 0)
      .sort(
        (a, b) =>
          b.shared - a.shared ||
          Number(tellingKey(b, campaigns) !== undefined) - Number(tellingKey(a, campaigns) !== undefined) ||
          differing(a) - differing(b),
      )
    if (best) return best
  }
  return undefined
}

/** Runs of both were made to alternate, for this comparison. */
function tookTurns({ first, last }: Pair): boolean {
  return first.schedule !== undefined && first.schedule === last.schedule
}

/** Number of parameters that both plans fix, to different levels or only one of them. */
function differing({ first, last }: Pair): number {
  const keys = new Set([...Object.keys(first.base), ...Object.keys(last.base)])
  return [...keys].filter((key) => levelText(first.base[key]) !== levelText(last.base[key])).length
}

/** Keys that may distinguish two campaigns by name, best first. */
const tellingKeys = ['configuration', 'device', 'host', 'kernel', 'firmware']

/** The best key of which both campaigns have a value that no other campaign has. */
function tellingKey({ first, last }: Pair, campaigns: readonly ComparedCampaign[]): string | undefined {
  return tellingKeys.find((key) =>
    [first, last].every((own) => {
      const value = shownSpelling(own, key) ?? ''
      return value !== '' && campaigns.filter((one) => shownSpelling(one, key) === value).length === 1
    }),
  )
}

/** Both campaigns by the names a reader would use, if these select exactly each of them. */
function namedApart(pair: Pair, campaigns: readonly ComparedCampaign[]): SuggestedSides {
  const key = tellingKey(pair, campaigns)
  const side = (one: ComparedCampaign) =>
    key === undefined ? by('campaign', String(one.id)) : by(key, shownSpelling(one, key) ?? '')
  return { baseline: side(pair.first), candidate: side(pair.last) }
}

/**
 * How many cases of judged quantities two campaigns have in common, judging by their plans and printed results: no
 * run is read, and a case that was planned but never finished counts.
 */
function sharedCases(
  one: ComparedCampaign,
  other: ComparedCampaign,
  { columns, published }: ComparableData,
): number {
  const [a, b] = [one, other].map(({ id }) => ({
    measured: judged(columns.filter(({ campaignId }) => campaignId === id)),
    printed: published.filter(({ campaignId, value }) => campaignId === id && value.kind === 'summary'),
  }))
  if (a === undefined || b === undefined) return 0
  const quantities = [...a.measured].filter((quantity) => b.measured.has(quantity)).length
  const printedCount = (
    results: readonly StoredPublishedResult[],
    campaign: ComparedCampaign,
    side: { readonly measured: ReadonlySet<string>; readonly printed: readonly StoredPublishedResult[] },
  ) => results.filter((result) => hasCase(result, campaign, side)).length
  return (
    quantities * sharedLevels(one, other) +
    Math.max(printedCount(a.printed, other, b), printedCount(b.printed, one, a))
  )
}

/** Number of level combinations that both plans have; a parameter that only one varies has one level in the other. */
function sharedLevels(one: ComparedCampaign, other: ComparedCampaign): number {
  const keys = new Set([...one.axes, ...other.axes].map(({ key }) => key))
  let count = 1
  for (const key of keys) {
    const there = levelsOf(other, key)
    count *= [...levelsOf(one, key)].filter((text) => there.has(text)).length
  }
  return count
}

function levelsOf({ axes, base }: ComparedCampaign, key: string): ReadonlySet<string> {
  const axis = axes.find((candidate) => candidate.key === key)
  return new Set((axis?.levels ?? [base[key]]).map(levelText))
}

/** Whether a campaign has the case and quantity of a printed mean, measured or printed. */
function hasCase(
  result: StoredPublishedResult,
  campaign: ComparedCampaign,
  {
    measured,
    printed,
  }: { readonly measured: ReadonlySet<string>; readonly printed: readonly StoredPublishedResult[] },
): boolean {
  const quantity = quantityText(result)
  if (!judged([result]).has(quantity)) return false
  if (printed.some((one) => one.caseKey === result.caseKey && quantityText(one) === quantity)) return true
  return (
    measured.has(quantity) &&
    Object.entries(result.levels).every(([key, level]) => levelsOf(campaign, key).has(levelText(level))) &&
    campaign.axes.every(({ key, levels }) => levels.length < 2 || result.levels[key] !== undefined)
  )
}

type Named = Pick<StoredPublishedResult, 'test' | 'direction' | 'metric'>

function judged(quantities: readonly Named[]): ReadonlySet<string> {
  return new Set(
    quantities
      .filter(({ metric }) => (findMetric(metric)?.better ?? 'neither') !== 'neither')
      .map(quantityText),
  )
}

function quantityText({ test, direction, metric }: Named): string {
  return JSON.stringify([test, direction, metric])
}
