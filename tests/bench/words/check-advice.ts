import { type ComparisonFacts, cellsOf, nameIsWrong } from './check-comparison'
import { type Group, groupsOf, metricOf, named } from './groups'
import { isPrinted, levelTexts, meanOf, type RawCampaign } from './raw-facts'
import { countOf, differs, type Said, wrongIf } from './read-back'
import { adjusted, twoSided } from './student'

/** Two campaigns that are compared, in these metrics. */
export interface AdviceFacts extends ComparisonFacts {
  readonly metrics: readonly string[]
}

/** The side that a sentence begins with. */
function sideOf(said: Said, facts: AdviceFacts, slot = 'side'): RawCampaign | undefined {
  const { baseline, candidate } = facts
  const name = said.slots.get(slot)
  if (nameIsWrong(name, baseline, candidate) === undefined) return baseline
  return nameIsWrong(name, candidate, baseline) === undefined ? candidate : undefined
}

/** Start of the first and end of the last of the runs that are compared. */
function spanOf({ runs }: RawCampaign, runIds: readonly number[]): readonly [number, number] {
  const own = runs.filter(({ id }) => runIds.includes(id))
  return [
    Math.min(...own.map(({ startedAtMs = NaN }) => startedAtMs)),
    Math.max(...own.map(({ finishedAtMs = NaN }) => finishedAtMs)),
  ]
}

function afterIsWrong(said: Said, facts: AdviceFacts): string | undefined {
  const [first, last] = [sideOf(said, facts, 'first'), sideOf(said, facts, 'last')]
  if (first === undefined || last === undefined || first === last) return 'they are other sides'
  const cells = facts.metrics.flatMap((metric) => cellsOf(facts, metric).cells)
  const isAfter = (runIds: readonly number[]) => spanOf(first, runIds)[1] <= spanOf(last, runIds)[0]
  const areAll = isAfter(cells.flatMap(({ allRuns }) => allRuns))
  return (
    wrongIf(!cells.every(({ allRuns }) => isAfter(allRuns)), 'some case was not') ??
    wrongIf(areAll !== (said.slots.get('what') === 'All runs'), 'whether all were')
  )
}

/** Ranks from 1, of equal values their mean. */
function ranksOf(values: readonly number[]): readonly number[] {
  return values.map((value) => {
    const below = values.filter((one) => one < value).length
    const equal = values.filter((one) => one === value).length
    return below + (equal + 1) / 2
  })
}

function correlationOf(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [meanOf(xs), meanOf(ys)]
  const sum = (of: (at: number) => number) => xs.reduce((all, _, at) => all + of(at), 0)
  const [dx, dy] = [(at: number) => (xs[at] ?? 0) - mx, (at: number) => (ys[at] ?? 0) - my]
  return sum((at) => dx(at) * dy(at)) / Math.sqrt(sum((at) => dx(at) ** 2) * sum((at) => dy(at) ** 2))
}

/** Rank correlation of size and place of the runs of a side, each from the middle of its case. */
function trendOf(facts: AdviceFacts, side: RawCampaign, metric: string) {
  const shared = cellsOf(facts, metric).cells.map(({ caseKey, test }) => `${caseKey} ${test}`)
  const cases = groupsOf(side, metric).filter(
    ({ caseKey, test, values }) => shared.includes(`${caseKey} ${test}`) && values.length > 1,
  )
  const round = (value: number) => Number(value.toFixed(9))
  const sizes = cases.flatMap(({ values }) => values.map((value) => round(value / meanOf(values) - 1)))
  const places = cases.flatMap(({ runIds }) => runIds.map((id) => id - meanOf(runIds)))
  const df = sizes.length - cases.length - 1
  if (df < 5) return undefined
  const rho = correlationOf(ranksOf(sizes), ranksOf(places))
  return Number.isNaN(rho) ? undefined : { rho, p: twoSided(rho * Math.sqrt(df / (1 - rho * rho)), df) }
}

function trendIsWrong(said: Said, facts: AdviceFacts): string | undefined {
  const side = sideOf(said, facts)
  const metric = metricOf(said.slots.get('metric') ?? '')
  if (side === undefined || !facts.metrics.includes(metric)) return 'it is no side or metric'
  const all = [facts.baseline, facts.candidate].flatMap((one) =>
    facts.metrics.flatMap((each) => {
      const trend = trendOf(facts, one, each)
      return trend === undefined ? [] : [{ one, each, trend }]
    }),
  )
  const ps = adjusted(all.map(({ trend }) => trend.p))
  const at = all.findIndex(({ one, each }) => one === side && each === metric)
  const { rho = NaN } = all[at]?.trend ?? {}
  const p = ps[at] ?? NaN
  const told = said.slots.get('p') ?? ''
  return (
    wrongIf((rho > 0 ? 'rises' : 'falls') !== said.slots.get('way'), 'it is the other way') ??
    wrongIf(!isPrinted(said.slots.get('rho') ?? '', rho), `rho is ${String(rho)}`) ??
    wrongIf(!(p <= 0.05), `p is ${String(p)}`) ??
    wrongIf(p < 0.001 ? !told.startsWith('<') : Math.abs(Number(told) - p) > 0.00051, `p is ${String(p)}`) ??
    wrongIf(
      (said.slots.get('remedy') === 'Shuffle') !== (side.detail.plan.order.kind === 'interleaved'),
      'the order is another',
    )
  )
}

/** Cases of a side with a value of a metric in every parameter. */
function casesOf(side: RawCampaign, metric: string) {
  return groupsOf(side, metric).map((group) => {
    const run = side.runs.find(({ caseKey }) => caseKey === group.caseKey)
    return { group, levels: { ...side.detail.plan.base, ...run?.levels } }
  })
}

const harmonicOf = (values: readonly number[]) =>
  values.length / values.reduce((sum, value) => sum + 1 / value, 0)

/** Some places are named by their levels, and the rest counted. */
function placesAreWrong<One extends { readonly group: Group }>(
  said: Said,
  wanted: readonly One[],
  isTold: (place: Said, one: One) => boolean,
): string | undefined {
  const places = said.parts.get('places') ?? []
  const [more] = said.parts.get('more') ?? []
  const found = places.map((place) => {
    const parts = (place.slots.get('case') ?? '').replaceAll('\u202f', ' ').split(' · ')
    const texts = wanted.map(({ group }) => ({
      ...group,
      texts: group.texts.map((text) => text.replaceAll('\u202f', ' ')),
    }))
    const at = named(texts, parts)
    const one = typeof at === 'number' ? wanted[at] : undefined
    return one !== undefined && isTold(place, one)
  })
  return (
    wrongIf(!found.every(Boolean), 'another case') ??
    wrongIf(
      places.length + (more === undefined ? 0 : countOf(more, 'count')) !== wanted.length,
      `${String(wanted.length)} cases`,
    )
  )
}

const checks: Readonly<Record<string, (said: Said, facts: AdviceFacts) => string | undefined>> = {
  'advice-after': afterIsWrong,
  'advice-order-trend': trendIsWrong,
  'advice-harmonic': (said, facts) => {
    const side = sideOf(said, facts)
    if (side === undefined) return 'it is no side'
    const off = facts.metrics.flatMap((metric) =>
      cellsOf(facts, metric).cells.flatMap((cell) => {
        const values = side === facts.baseline ? cell.a : cell.b
        const share = 100 * (1 - harmonicOf(values) / meanOf(values))
        return values.length > 1 && share > 0.5 ? [share] : []
      }),
    )
    const most = Math.max(...off)
    const told = Number(/^[\d.]+/.exec(said.slots.get('share') ?? '')?.[0])
    return (
      differs(said, 'cases', off.length) ??
      wrongIf(Math.abs(told / most - 1) > 0.051, `it is ${String(most)} %`)
    )
  },
  'missed-by-side': (said, facts) => {
    const side = sideOf(said, facts)
    const [missed] = said.parts.get('missed') ?? []
    if (side === undefined || missed === undefined) return 'it is no side'
    const off = casesOf(side, 'achieved_read_percent').flatMap(({ group, levels }) => {
      const [asked, reached] = [Number(levels.read_percent), meanOf(group.values)]
      return Math.abs(asked - reached) > 5 ? [{ group, asked, reached }] : []
    })
    return placesAreWrong(missed, off, (place, { asked, reached }) => {
      const [told, got] = ['asked', 'reached'].map((slot) =>
        Number(/^[\d.]+/.exec(place.slots.get(slot) ?? '')?.[0]),
      )
      return told === asked && Math.abs((got ?? NaN) - reached) <= 0.51
    })
  },
  'latency-by-side': (said, facts) => {
    const side = sideOf(said, facts)
    const [missed] = said.parts.get('missed') ?? []
    if (side === undefined || missed === undefined) return 'it is no side'
    const rates = groupsOf(side, 'iops')
    const all = casesOf(side, 'latency_mean').flatMap(({ group, levels }) => {
      const rate = rates.find(({ caseKey, test }) => caseKey === group.caseKey && test === group.test)
      const { queue_depth: depth, jobs = 1 } = levels
      const isPaced = Object.keys(levels).some((key) => /^(offered_|rate)/.test(key))
      if (rate === undefined || isPaced || typeof depth !== 'number' || typeof jobs !== 'number') return []
      const texts = [
        ...group.texts,
        ...Object.entries(levels).flatMap(([key, level]) => levelTexts(key, level)),
      ]
      const expected = (1e9 * depth * jobs) / harmonicOf(rate.values)
      return [{ group: { ...group, texts }, reported: meanOf(group.values), expected }]
    })
    const off = all.filter(({ reported, expected }) => Math.abs(reported / expected - 1) > 0.1)
    return (
      differs(missed, 'checked', all.length) ??
      differs(missed, 'differing', off.length) ??
      wrongIf(missed.slots.get('the') !== 'the', 'it begins no sentence') ??
      placesAreWrong(
        missed,
        off,
        (place, { reported, expected }) =>
          isPrinted(place.slots.get('reported') ?? '', reported, 'ns') &&
          isPrinted(place.slots.get('expected') ?? '', expected, 'ns'),
      )
    )
  },
}

/** Holds what a reader is told of two sides besides their differences against their runs. */
export function adviceIsWrong(said: Said, facts: AdviceFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? 'nothing checks it' : check(said, facts)
}
