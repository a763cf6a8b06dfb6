import { isInvalid, shortRuns } from './check-comparison'
import { axisNames, drawnIsWrong } from './check-drawn'
import type { Check } from './check-summary'
import { type DrawnFacts, marksOf, plain } from './drawn'
import { type Group, groupsOf, metricOf } from './groups'
import {
  deviationOf,
  halfWidthOf,
  levelTexts,
  meanOf,
  printed,
  type RawCampaign,
  testWords,
} from './raw-facts'
import { countOf, differs, rangeIsWrong, type Said, wrongIf } from './read-back'
import { adjusted, twoSided } from './student'

/** Campaigns in the order of a ranking, and what it ranks them by. */
export interface RankingFacts extends DrawnFacts {
  /** Only the first shared case is ranked. */
  readonly isOne: boolean
  /** Name of the one that is 100 %. */
  readonly reference?: string
}

/** A case by the axes that some campaign varies, whatever a plan has them in. */
function keyOf(facts: RankingFacts, { detail, runs }: RawCampaign, { caseKey, test }: Group): string {
  const levels = { ...detail.plan.base, ...runs.find((run) => run.caseKey === caseKey)?.levels }
  return JSON.stringify([test, ...axesOf(facts).map((key) => levels[key] ?? '')])
}

/** The cases of a campaign by their levels. */
function keyed(facts: RankingFacts, one: RawCampaign, metric = facts.figure.metric) {
  const printed = facts.published.flatMap((each) => {
    const { value, test, levels } = each
    if (value.kind !== 'summary' || each.metric !== metric || each.campaignId !== one.detail.id) return []
    const texts = Object.entries(levels).flatMap(([key, level]) => levelTexts(key, level))
    const group = { ...{ test, texts, values: [value.mean], runIds: [], caseKey: each.caseKey } }
    return [[JSON.stringify([test, ...axesOf(facts).map((key) => levels[key] ?? '')]), group] as const]
  })
  const measured = wholeGroups(one, metric).map((group) => {
    const base = Object.entries(one.detail.plan.base).flatMap(([key, level]) => levelTexts(key, level))
    return [keyOf(facts, one, group), { ...group, texts: [...group.texts, ...base] }] as const
  })
  return [...measured, ...printed]
}

/** Axes that some campaign varies. */
function axesOf({ campaigns }: RankingFacts): readonly string[] {
  return [...new Set(campaigns.flatMap((one) => one.detail.plan.axes.map(({ key }) => key)))].sort()
}

/** Without those of which reads and writes have a number each, and there is none of both. */
function wholeGroups(one: RawCampaign, metric: string): readonly Group[] {
  return groupsOf(one, metric).filter(({ runIds }) => new Set(runIds).size === runIds.length)
}

/** Cases that have reads and writes without a total. */
function partedCases(facts: RankingFacts): number {
  const parted = facts.campaigns.flatMap((one) =>
    groupsOf(one, facts.figure.metric)
      .filter(({ runIds }) => new Set(runIds).size < runIds.length)
      .map((group) => keyOf(facts, one, group)),
  )
  return new Set(parted).size
}

/** What has a bar: a campaign, or several plans of one drive of which the first that has a case counts. */
interface Contestant {
  readonly name: string
  readonly campaigns: readonly RawCampaign[]
  readonly groups: ReadonlyMap<string, Group>
}

/** The cases of each contestant by their levels, those that all have, and all. */
function contest(facts: RankingFacts) {
  const { campaigns, figure } = facts
  const points = figure.series.flatMap((one) => one.points).sort((a, b) => a.x - b.x)
  const placed = points.map(({ name = '' }): Contestant => {
    const called = campaigns.filter((one) => isCalled(one, plain(name)))
    const groups = new Map<string, Group>()
    for (const one of called)
      for (const [key, group] of keyed(facts, one)) if (!groups.has(key)) groups.set(key, group)
    return { name: plain(name), campaigns: called, groups }
  })
  const [first] = placed
  const short = shortCases(facts)
  const allShared = [...(first?.groups.keys() ?? [])].filter(
    (key) => placed.every(({ groups }) => groups.has(key)) && !short.has(key),
  )
  const all = new Set(placed.flatMap(({ groups }) => [...groups.keys()]))
  return { placed, shared: facts.isOne ? allShared.slice(0, 1) : allShared, allShared, all, short }
}

/** Cases with too few requests for the percentile in some run. */
function shortCases(facts: RankingFacts): ReadonlySet<string> {
  return new Set(
    facts.campaigns.flatMap((one) =>
      keyed(facts, one, 'io_count').flatMap(([key, { runIds }]) =>
        shortRuns(one, runIds, facts.figure.metric) > 0 ? key : [],
      ),
    ),
  )
}

function isCalled(campaign: RawCampaign, name: string): boolean {
  const marks = marksOf(campaign).map(plain)
  // What all names share is not said.
  const isMark = (part: string) => marks.some((mark) => mark.startsWith(part) || mark.endsWith(part))
  return marks.includes(name) || name.split(/, | · /).every(isMark)
}

function valuesOf(facts: RankingFacts, { groups }: Contestant): readonly (readonly number[])[] {
  return contest(facts).shared.map((key) => groups.get(key)?.values ?? [])
}

/** Some run of a ranked case is no result of what was asked for. */
function isOut(facts: RankingFacts, { campaigns, groups }: Contestant): boolean {
  return contest(facts).shared.some((key) => {
    const group = groups.get(key)
    return group !== undefined && campaigns.some((one) => isInvalid(one, group))
  })
}

const logOf = (cases: readonly (readonly number[])[]) =>
  meanOf(cases.map((values) => Math.log(meanOf(values))))

/** The same over the rounds that every case has. */
function roundsLogOf(facts: RankingFacts, { campaigns, groups }: Contestant): number {
  const repetitionOf = (runId: number) =>
    campaigns.flatMap(({ runs }) => runs).find(({ id }) => id === runId)?.repetition ?? NaN
  const rounds = contest(facts).shared.map((key) => {
    const { runIds = [], values = [] } = groups.get(key) ?? {}
    return new Map(runIds.map((runId, at) => [repetitionOf(runId), Math.log(values[at] ?? NaN)]))
  })
  const complete = [...(rounds[0]?.keys() ?? [])].filter((round) => rounds.every((one) => one.has(round)))
  return meanOf(complete.map((round) => meanOf(rounds.map((one) => one.get(round) ?? NaN))))
}

const varianceOf = (values: readonly number[]) =>
  values.every((value) => value === values[0])
    ? 0
    : deviationOf(values) ** 2 / values.length / meanOf(values) ** 2

/** The t test of two geometric means, each case on its own; undefined if a case has too few runs or none varies. */
function pOf(one: readonly (readonly number[])[], other: readonly (readonly number[])[]): number | undefined {
  const all = [...one, ...other]
  if (all.some((values) => values.length < 3)) return undefined
  const parts = all.map((values) => ({
    variance: varianceOf(values) / one.length ** 2,
    df: values.length - 1,
  }))
  const variance = parts.reduce((sum, part) => sum + part.variance, 0)
  if (variance === 0) return undefined
  const df = variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.df, 0)
  return twoSided((logOf(one) - logOf(other)) / Math.sqrt(variance), df)
}

function pairsOf(facts: RankingFacts) {
  const placed = contest(facts).placed.filter((one) => !isOut(facts, one))
  const cases = placed.map((one) => valuesOf(facts, one))
  const pairs = cases.flatMap((one, at) =>
    cases.slice(at + 1).map((other, next) => ({ at, next: at + 1 + next, p: pOf(one, other) })),
  )
  const ps = adjusted(pairs.flatMap(({ p }) => p ?? []))
  let seen = 0
  return pairs.map(({ p, ...pair }) => ({ ...pair, p: p === undefined ? undefined : ps[seen++] }))
}

/** Every bar is where its campaign's mean is. */
function barsAreWrong(facts: RankingFacts): string | undefined {
  const { figure } = facts
  const { placed } = contest(facts)
  const lost = placed.find(({ campaigns }) => campaigns.length === 0)
  if (lost !== undefined) return `${lost.name} is no campaign`
  const factor = printed(`1\u202f${figure.unit}`)?.value ?? 1
  const points = figure.series.flatMap((one) => one.points).sort((a, b) => a.x - b.x)
  const reference = placed.find(
    ({ name }) => facts.reference !== undefined && name === plain(facts.reference),
  )
  const logs = [
    (one: Contestant) => logOf(valuesOf(facts, one)),
    // Rounds, where they are the unit.
    ...(figure.caption.includes('over rounds') ? [(one: Contestant) => roundsLogOf(facts, one)] : []),
  ]
  const wrong = placed.findIndex((one, at) => {
    const y = (points[at]?.y ?? NaN) * (reference === undefined ? factor : 1)
    return !logs.some((log) => {
      const value = Math.exp(log(one) - (reference === undefined ? 0 : log(reference) - Math.log(100)))
      return Math.abs(value - y) <= 1e-9 * value
    })
  })
  return wrongIf(wrong >= 0, `${placed[wrong]?.name ?? ''} is elsewhere`)
}

/** The best first, at the places that the tests leave open. */
function placesAreWrong(facts: RankingFacts): string | undefined {
  const { figure } = facts
  if (/over rounds|not separated/.test(figure.caption)) return undefined
  const placed = contest(facts).placed.filter((one) => !isOut(facts, one))
  const differ = pairsOf(facts).filter(({ p }) => p === undefined || p <= 0.05)
  const wrong = placed.findIndex((_, at) => {
    const better = differ.filter(({ next }) => next === at).length
    const worse = differ.filter((one) => one.at === at).length
    const [from, to] = [1 + better, placed.length - worse]
    const wanted = from === to ? String(from) : `${String(from)}–${String(to)}`
    return figure.x.ticks?.[at]?.label.split('. ')[0] !== wanted
  })
  return wrongIf(wrong >= 0, `${placed[wrong]?.name ?? ''} has another place`)
}

function metricIsWrong(said: Said, { figure }: RankingFacts): string | undefined {
  return wrongIf(metricOf(said.slots.get('metric') ?? '') !== figure.metric, `the metric is ${figure.metric}`)
}

/** What a ranking says, by the runs of what it ranks. */
export function rankingIsWrong(said: Said, facts: RankingFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? drawnIsWrong(said, facts) : check(said, facts)
}

const nameOf = (said: Said, { campaigns }: RankingFacts) =>
  campaigns.find((one) => isCalled(one, plain(said.slots.get('campaign') ?? '').replace(/ \(.*\)$/, '')))

const checks: Readonly<Record<string, Check<RankingFacts>>> = {
  'caption-averages': (said, facts) => {
    const { placed, shared } = contest(facts)
    const counts = placed.flatMap(({ groups }) =>
      shared.flatMap((key) => groups.get(key)?.runIds.length ?? []).filter((count) => count > 0),
    )
    return (
      rangeIsWrong(said, 'runs', counts) ??
      wrongIf(said.slots.get('middle') !== 'Means', 'they are means') ??
      barsAreWrong(facts)
    )
  },
  'caption-single-runs': (_, facts) =>
    wrongIf(
      contest(facts).placed.some((one) => valuesOf(facts, one).some(({ length }) => length !== 1)),
      'some have more runs',
    ) ?? barsAreWrong(facts),
  'caption-failed': (said, facts) =>
    differs(
      said,
      'failed',
      contest(facts).placed.flatMap(({ campaigns }) =>
        campaigns.flatMap(({ runs }) => runs.filter(({ state }) => state === 'failed')),
      ).length,
    ),
  'ranking-geometric': (said, facts) =>
    differs(said, 'cases', contest(facts).shared.length) ?? barsAreWrong(facts),
  'ranking-in-percent': (said, facts) =>
    wrongIf(said.slots.get('reference') !== facts.reference, 'it is another one') ?? barsAreWrong(facts),
  'ranking-intervals': (said, facts) => {
    const { shared, placed } = contest(facts)
    const isLog = shared.length > 1 || facts.reference !== undefined
    const reachesZero = (values: readonly number[]) => (halfWidthOf(values) ?? 0) >= meanOf(values)
    const isWide = placed.some((one) => valuesOf(facts, one).some(reachesZero))
    const [over] = said.parts.get('over') ?? []
    return (
      wrongIf(isLog !== (said.slots.get('scale') === 't on the log scale'), 'it is another scale') ??
      wrongIf(
        !isLog && (/_p\d/.test(facts.figure.metric) && isWide) !== said.slots.get('scale')?.includes('where'),
        'it is another scale',
      ) ??
      wrongIf((over !== undefined) !== shared.length > 1, 'what varies')
    )
  },
  'ranking-tested': (_, facts) =>
    wrongIf(!pairsOf(facts).some(({ p }) => p !== undefined), 'nothing was tested') ?? placesAreWrong(facts),
  'ranking-untested': (_, facts) =>
    wrongIf(
      pairsOf(facts).some(({ p }) => p !== undefined),
      'a pair was tested',
    ) ?? placesAreWrong(facts),
  'ranking-untested-pairs': (said, facts) =>
    differs(said, 'pairs', pairsOf(facts).filter(({ p }) => p === undefined).length) ?? placesAreWrong(facts),
  'ranking-invalid': (_, facts) =>
    wrongIf(!contest(facts).placed.some((one) => isOut(facts, one)), 'everything is valid') ??
    wrongIf(
      facts.figure.x.ticks?.every(({ label }) => /^[\d–]+\. /.test(label)) === true,
      'all have a place',
    ),
  'ranking-only-case': (said, facts) => {
    const { allShared, placed } = contest(facts)
    const group = placed[0]?.groups.get(allShared[0] ?? '')
    const parts = plain(said.slots.get('case') ?? '').split(' · ')
    const own = [...(group?.texts ?? []), ...testWords(group?.test ?? '')].map(plain)
    return (
      differs(said, 'shared', allShared.length) ??
      wrongIf(!parts.every((part) => own.includes(part)), 'it is another case') ??
      axesAreWrong(said.parts.get('axes')?.[0], facts)
    )
  },
  'ranking-not-in-every': (said, facts) => {
    const { all, allShared, short } = contest(facts)
    const missing = [...all].filter((key) => !allShared.includes(key) && !short.has(key)).length
    return differs(said, 'all', all.size + partedCases(facts)) ?? differs(said, 'missing', missing)
  },
  'ranking-rank-together': (_, { figure }) =>
    wrongIf(!figure.notes.some(({ text }) => text.endsWith(' no place.')), 'all have a place'),
  'ranking-names': (said, facts) =>
    wrongIf(
      !contest(facts).placed.every(({ name }) =>
        plain(said.slots.get('names') ?? '')
          .split(', ')
          .includes(name),
      ),
      'they have other names',
    ),
  'ranking-no-name': (said, facts) =>
    wrongIf(
      contest(facts).placed.some(({ name }) => name === said.slots.get('name')),
      'there is one of that name',
    ) ??
    wrongIf(said.slots.get('subject') !== 'No campaign is', 'none has it') ??
    wrongIf(said.slots.get('name') !== 'Nobody', 'another name was asked for'),
  // As the drives of that world were made.
  'ranking-few-runs': (said) => differs(said, 'pairs', 1),
  'uneven-percentile': (said, facts) =>
    wrongIf(said.slots.get('middle') !== 'mean', 'they are means') ??
    wrongIf(
      !contest(facts).placed.some(({ name }) => name === said.slots.get('subject')),
      'it is no campaign',
    ),
  'ranking-parted': (said, facts) => differs(said, 'cases', partedCases(facts)),
  'ranking-nothing': (said, facts) =>
    metricIsWrong(said, facts) ??
    wrongIf(
      facts.campaigns.some((one) => groupsOf(one, facts.figure.metric).length > 0),
      'a campaign has it',
    ),
  'ranking-no-shared': (said, facts) => {
    const own = facts.campaigns.filter((one) => groupsOf(one, facts.figure.metric).length > 0)
    const [first, ...others] = own.map((one) => keyed(facts, one).map(([key]) => key))
    return (
      metricIsWrong(said, facts) ??
      wrongIf(
        others.length > 0 && first?.some((key) => others.every((one) => one.includes(key))) === true,
        'all share a case',
      )
    )
  },
  'ranking-has-none': (said, facts) => {
    const campaign = nameOf(said, facts)
    return (
      metricIsWrong(said, facts) ??
      (campaign === undefined
        ? 'there is no such campaign'
        : wrongIf(groupsOf(campaign, facts.figure.metric).length > 0, 'it has it'))
    )
  },
  'ranking-lacks-cases': (said, facts) => {
    const campaign = nameOf(said, facts)
    const { allShared } = contest(facts)
    if (campaign === undefined) return 'there is no such campaign'
    const own = keyed(facts, campaign).map(([key]) => key)
    const missing = allShared.filter((key) => !own.includes(key)).length
    return (
      metricIsWrong(said, facts) ?? differs(said, 'of', allShared.length) ?? differs(said, 'missing', missing)
    )
  },
  'ranking-nothing-in-common': (said, facts) => {
    const campaign = nameOf(said, facts)
    if (campaign === undefined) return 'there is no such campaign'
    const own = keyed(facts, campaign).map(([key]) => key)
    return (
      metricIsWrong(said, facts) ??
      wrongIf(
        contest(facts).allShared.some((key) => own.includes(key)),
        'it has a case in common',
      )
    )
  },
  'ranking-few-ios': (said, facts) => {
    const all = new Set(facts.campaigns.flatMap((one) => keyed(facts, one).map(([key]) => key)))
    return differs(said, 'cases', [...all].filter((key) => shortCases(facts).has(key)).length)
  },
  'ranking-repeated-case': (said, facts) => repeatedIsWrong(said, facts, 1),
  'ranking-repeated-cases': (said, facts) => repeatedIsWrong(said, facts, countOf(said, 'cases')),
  'ranking-differences': (said, { published, figure }) =>
    differs(
      said,
      'differences',
      published.filter(({ value, metric }) => value.kind === 'difference' && metric === figure.metric).length,
    ),
  'ranking-no-geometric': (said, facts) => {
    const campaign = nameOf(said, facts)
    return campaign === undefined
      ? 'there is no such campaign'
      : wrongIf(
          groupsOf(campaign, facts.figure.metric).every(({ values }) => meanOf(values) > 0),
          'all its means are above 0',
        )
  },
}

/** The axes of which some campaign has several levels. */
function axesAreWrong(said: Said | undefined, { campaigns }: RankingFacts): string | undefined {
  const told = said?.slots.get('axes')?.split(', ') ?? []
  const varied = campaigns.flatMap(({ detail }) =>
    detail.plan.axes.filter(({ levels }) => levels.length > 1).map(({ key }) => axisNames[key] ?? key),
  )
  return wrongIf(
    told.some((axis) => axis !== 'Test' && !varied.includes(axis)),
    `what varies is ${varied.join(', ')}`,
  )
}

/** Ranked cases that several campaigns of one bar have. */
function repeatedIsWrong(said: Said, facts: RankingFacts, wanted: number): string | undefined {
  const { placed, shared } = contest(facts)
  const repeated = shared.filter((key) =>
    placed.some(
      ({ campaigns }) => campaigns.filter((one) => keyed(facts, one).some(([own]) => own === key)).length > 1,
    ),
  )
  const [key = ''] = repeated
  const group = placed.flatMap(({ groups }) => groups.get(key) ?? [])[0]
  const own = [...(group?.texts ?? []), ...testWords(group?.test ?? '')].map(plain)
  const parts = plain(said.slots.get('case') ?? '').split(' · ')
  return (
    wrongIf(repeated.length !== wanted, `${String(repeated.length)} cases are repeated`) ??
    wrongIf(said.slots.has('case') && !parts.every((part) => own.includes(part)), 'it is another case')
  )
}
