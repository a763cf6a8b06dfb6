import { levelText } from '../plan/case-key'
import { findMetric } from '../results/metrics'
import type { StoredPublishedResult } from '../results/published-result'
import type { ComparedCampaign, ComparisonData, MeasuredColumns } from './comparison-data'

/** What can be compared: campaigns that hold numbers, and what they are numbers of. */
export interface ComparableData extends Pick<ComparisonData, 'campaigns' | 'published'> {
  readonly columns: readonly Pick<MeasuredColumns, 'campaignId' | 'test' | 'direction' | 'metric'>[]
}

/**
 * How many cases of judged quantities two campaigns have in common, as far as their plans and what was printed tell:
 * no run is read, and a case that was planned and never finished counts.
 */
export function sharedCases(
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

/** Combinations of levels that both plans have; a parameter that only one varies has one level in the other. */
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
    Object.entries(result.levels).every(([key, level]) => levelsOf(campaign, key).has(levelText(level)))
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
