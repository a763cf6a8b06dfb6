import type { StoredPublishedResult } from '../../results/published-result'
import { findMetric } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { CaseNumbers } from './case-numbers'
import { comparedQuantities } from './compared-quantities'
import type { Levels } from '../comparison-data'
import type { Quantity } from '../../results/observation'
import type { ComparisonSettings } from '../comparison-settings'
import { ignoresTest } from '../sides/factor-differences'
import { fewIosTable, type FewIosOfSides, RunBuckets, type CaseRuns, type SideIos } from './run-buckets'
import type { PrintedOrRuns } from './compare-printed'
import { type Side, type Sides, headlinesOfSides, measuredCampaigns, type LevelRoles } from '../sides/side'
import { wholeKeys, type WholeKey } from '../sides/whole-campaign'

/** One case of one quantity with the numbers of each side; at least one side has some. */
export interface LinedUpCase {
  readonly quantity: Quantity
  readonly levels: Levels
  readonly baseline: PrintedOrRuns | undefined
  readonly candidate: PrintedOrRuns | undefined
  /** For a percentile: the runs that made too few I/Os for it; undefined if none did. */
  readonly fewIos: FewIosOfSides | undefined
}

/**
 * Lines up equal cases of both sides: same test, direction, metric and levels of every parameter that varies. Cases
 * come in the order of the baseline's plan, quantity by quantity. Printed differences are not cases of two sides and
 * are left out.
 */
export function lineUp(
  sides: Sides,
  roles: LevelRoles,
  settings: ComparisonSettings,
): readonly LinedUpCase[] {
  const cases: LinedUpCase[] = []
  const wholes = wholeKeys(sides, roles)
  const numbers = new CaseNumbers(roles.lineUp, wholes)
  const baseline = numbered(sides.baseline, numbers, wholes)
  const candidate = numbered(sides.candidate, numbers, wholes)
  const anyTest = ignoresTest(sides)
  const all = quantitiesOf(sides)
  const offered = [...all, ...unranked(all, settings)]
  const quantities = distinct(comparedQuantities(offered, settings, headlinesOfSides(sides)), anyTest)
  for (const quantity of quantities) {
    const a = caseTable(baseline, quantity, numbers.count, anyTest)
    const b = caseTable(candidate, quantity, numbers.count, anyTest)
    const fewOf = ({ side, caseNumbers }: NumberedSide) =>
      fewIosTable(side.columns, quantity, caseNumbers, numbers.count, anyTest)
    const [fewA, fewB] = [fewOf(baseline), fewOf(candidate)]
    for (let number = 0; number < numbers.count; number++) {
      const [left, right] = [a(number), b(number)]
      const fewIos = fewIosOf(fewA?.(number), fewB?.(number))
      if (left === undefined && right === undefined && fewIos === undefined) continue
      cases.push({ quantity, levels: numbers.levels(number), baseline: left, candidate: right, fewIos })
    }
  }
  return cases
}

function fewIosOf(
  a: SideIos = { short: [], of: 0 },
  b: SideIos = { short: [], of: 0 },
): FewIosOfSides | undefined {
  const few = a.short.length + b.short.length
  return few === 0 ? undefined : { few, of: a.of + b.of, baseline: a.short, candidate: b.short }
}

interface NumberedSide {
  readonly side: Side
  readonly caseNumbers: ReadonlyMap<number, Int32Array>
  readonly printed: readonly { readonly number: number; readonly result: StoredPublishedResult }[]
}

function numbered(side: Side, numbers: CaseNumbers, wholes: readonly WholeKey[]): NumberedSide {
  const caseNumbers = new Map<number, Int32Array>()
  const campaigns = new Map(side.campaigns.map(({ campaign }) => [campaign.id, campaign]))
  for (const selected of measuredCampaigns(side)) {
    caseNumbers.set(selected.campaign.id, numbers.ofCampaign(selected))
  }
  return {
    side,
    caseNumbers,
    printed: summaries(side).map((result) => ({
      number: numbers.of((key) => {
        const campaign = campaigns.get(result.campaignId)
        const whole = wholes.find((one) => one.key === key)
        return whole === undefined ? result.levels[key] : campaign && whole.ofCampaign(campaign)
      }),
      result,
    })),
  }
}

function summaries(side: Side): readonly StoredPublishedResult[] {
  return side.published.filter((one) => one.value.kind === 'summary')
}

/** What a side has for each case number of a quantity: its runs, otherwise printed results. */
function caseTable(
  { side, caseNumbers, printed }: NumberedSide,
  quantity: Quantity,
  caseCount: number,
  anyTest: boolean,
): (number: number) => PrintedOrRuns | undefined {
  const isSame = (one: Quantity) => sameQuantity(one, quantity, anyTest)
  const runs = new RunBuckets(side.columns.filter(isSame), caseNumbers, caseCount)
  const fromPrint = new Map(
    printed.filter(({ result }) => isSame(result)).map(({ number, result }) => [number, result]),
  )
  return (number) => {
    const own: CaseRuns | undefined = runs.runs(number)
    if (own) return { runs: own }
    const result = fromPrint.get(number)
    return result && { printed: result }
  }
}

/** The chosen percentile of a test that was measured without it: all its runs made too few I/Os. */
function unranked(all: readonly Quantity[], { metric: name }: ComparisonSettings): readonly Quantity[] {
  const metric = name === undefined ? undefined : findMetric(name)
  if (metric === undefined || percentileOfMetric(metric.id) === undefined) return []
  const { id, unit } = metric
  return all
    .filter((one) => one.metric === 'io_count')
    .filter((one) => !all.some((other) => other.metric === id && other.test === one.test))
    .map(({ test, direction }) => ({ test, direction, metric: id, unit }))
}

/** Each quantity once per campaign that has it. */
function quantitiesOf({ baseline, candidate }: Sides): readonly Quantity[] {
  return [baseline, candidate].flatMap((side) => [...side.columns, ...distinct(summaries(side), false)])
}

function distinct(quantities: readonly Quantity[], anyTest: boolean): readonly Quantity[] {
  return quantities.filter(
    (one, at) => quantities.findIndex((other) => sameQuantity(one, other, anyTest)) === at,
  )
}

function sameQuantity(one: Quantity, other: Quantity, anyTest: boolean): boolean {
  return (
    (anyTest || one.test === other.test) &&
    one.direction === other.direction &&
    one.metric === other.metric &&
    one.unit === other.unit
  )
}
