import { type Group, groupsOf, metricOf, named } from './groups'
import { countOf, differs, type Said, wrongIf } from './read-back'
import {
  dayOf,
  halfWidthOf,
  isPrinted,
  meanOf,
  middleOf,
  type RawCampaign,
  testWords,
  wordsOf,
} from './raw-facts'

/** Says what is wrong with a sentence; nothing if it is true. */
export type Check<Facts> = (said: Said, facts: Facts) => string | undefined

/** The one group that a case in a sentence means. */
function meant(groups: readonly Group[], label: string): Group | string {
  const place = named(groups, label === 'base workload' ? [] : label.split(', '))
  return typeof place === 'string' ? place : (groups[place] ?? 'no case')
}

/** What the numbers of a summary rest on; the metric is the one that its sentences name. */
export interface SummaryFacts {
  readonly raw: RawCampaign
  readonly metric: string
}

function idOf(words: string | undefined): string {
  return words === undefined ? 'iops' : metricOf(words)
}

/** Where a campaign has several tests, they are what is counted and named. */
function nounIsWrong(said: Said, { raw, metric }: SummaryFacts): string | undefined {
  const isTest = new Set(groupsOf(raw, metric).map(({ test }) => test)).size > 1
  const noun = said.slots.get('noun')
  if (noun === undefined) return undefined
  const isSeveral =
    said.slots.has('count') && said.id !== 'summary-sure-of-some' && countOf(said, 'count') !== 1
  return (
    wrongIf(isTest !== noun.startsWith('test'), 'a case is no test') ??
    wrongIf(isSeveral !== noun.endsWith('s'), 'one is not several')
  )
}

export function summaryFacts(raw: RawCampaign, said: readonly Said[]): SummaryFacts {
  const first = said.find(({ id }) => /^summary-(best|only-mean|equal)$/.test(id))
  const words = first?.parts.get('metric')?.[0]?.slots.get('metric')
  return { raw, metric: idOf(words) }
}

function meanIsWrong(said: Said, { raw, metric }: SummaryFacts, end?: string): string | undefined {
  const groups = groupsOf(raw, metric)
  const group = meant(groups, said.slots.get('case') ?? '')
  if (typeof group === 'string') return group
  const metricSaid = said.parts.get('metric')?.[0]?.slots.get('metric')
  if (said.id !== 'summary-worst' && idOf(metricSaid) !== metric) return 'it is another metric'
  const means = groups.map(({ values }) => meanOf(values))
  const own = meanOf(group.values)
  const wanted = end === undefined ? own : end === 'highest' ? Math.max(...means) : Math.min(...means)
  if (Math.abs(own - wanted) > 1e-9 * wanted) return `another mean is the ${end ?? ''}`
  return meanTextIsWrong(
    said.slots.get('mean') ?? '',
    group.values,
    raw.rows.find((row) => row.metric === metric)?.unit,
  )
}

/** A mean with its interval, both with their digits and unit; a figure says the unit once. */
export function meanTextIsWrong(text: string, values: readonly number[], unit = ''): string | undefined {
  const [, mean = '', low, high] = /^(.*?)(?: \(95\u202f% interval (.*) to (.*)\))?$/su.exec(text) ?? []
  if (!isPrinted(mean, meanOf(values), unit)) return `the mean is ${String(meanOf(values))} ${unit}`
  const half = halfWidthOf(values)
  const isAlike = values.every((value) => value === values[0])
  if (low === undefined || high === undefined)
    return values.length > 1 && !isAlike ? 'the interval is missing' : undefined
  if (half === undefined || isAlike) return values.length > 21 ? undefined : 'there is no interval'
  const label = /[\u202f](.*)$/u.exec(high)?.[1] ?? /[\u202f](.*)$/u.exec(mean)?.[1] ?? ''
  if (!isPrinted(high.includes('\u202f') ? high : `${high}\u202f${label}`, meanOf(values) + half, unit))
    return `the interval ends at ${String(meanOf(values) + half)}`
  const least = Math.max(0, meanOf(values) - half)
  return isPrinted(`${low}\u202f${label}`, least, unit)
    ? undefined
    : `the interval starts at ${String(least)}`
}

function sharesOf({ raw, metric }: SummaryFacts) {
  return groupsOf(raw, metric).flatMap((group) => {
    const half = halfWidthOf(group.values)
    return half === undefined || half === 0 ? [] : [{ group, share: (100 * half) / meanOf(group.values) }]
  })
}

/** Two digits of a percentage. */
function shareIsWrong(text: string | undefined, share: number): string | undefined {
  const printedShare = Number((text ?? '').replace(/[^\d.]/g, ''))
  const slack = share >= 10 ? 0.5 : share >= 1 ? 0.05 : 0.005
  return wrongIf(
    Math.abs(printedShare - share) > slack * 1.0001 || !/\u202f%$/u.test(text ?? ''),
    `it is ${String(share)} %`,
  )
}

const measured: Check<SummaryFacts> = (said, { raw, metric }) => {
  const { detail, runs } = raw
  const groups = groupsOf(raw, metric)
  const done = runs.filter(({ state }) => state === 'done')
  const [where] = said.parts.get('where') ?? []
  const [what] = said.parts.get('what') ?? []
  const [when] = said.parts.get('when') ?? []
  const drive = where?.slots.get('drive') ?? ''
  const device = detail.hostRecord.device?.model ?? detail.device
  const tests = new Set(groups.map(({ test }) => test)).size
  const cases = new Set(done.map(({ caseKey }) => caseKey)).size
  const ends = done.flatMap(({ startedAtMs, finishedAtMs }) => [startedAtMs ?? [], finishedAtMs ?? []].flat())
  const [first, last] = [dayOf(Math.min(...ends)), dayOf(Math.max(...ends))]
  const days = when && [
    when.slots.get('day') ?? when.slots.get('first'),
    when.slots.get('day') ?? when.slots.get('last'),
  ]
  return (
    wrongIf(said.slots.get('plan') !== detail.name, 'it is another plan') ??
    differs(said, 'runs', done.length) ??
    (what === undefined ? 'no cases' : differs(what, 'cases', cases)) ??
    (what?.id === 'summary-tests' ? differs(what, 'tests', tests) : undefined) ??
    testIsWrong(what, groups) ??
    wrongIf(
      (detail.target.kind === 'none' || detail.plan.base.io_engine === 'null') &&
        detail.source === 'measured' &&
        drive !== '',
      'no drive was touched',
    ) ??
    wrongIf(drive !== '' && !drive.startsWith(device), `the drive is ${device}`) ??
    wrongIf(
      (where?.slots.get('host') ?? detail.hostRecord.name) !== detail.hostRecord.name,
      'another machine',
    ) ??
    wrongIf(
      days !== undefined && (days[0] !== first || days[1] !== last),
      `the runs are of ${first} to ${last}`,
    ) ??
    wrongIf(days === undefined && ends.length > 0, 'the day is known')
  )
}

/** The only test is named, unless a level of every case does. */
function testIsWrong(what: Said | undefined, groups: readonly Group[]): string | undefined {
  const tests = new Set(groups.map(({ test }) => test))
  const [only = ''] = tests
  const isLevel = groups.every(({ texts }) => texts.includes(wordsOf(only)))
  const wanted = tests.size > 1 || isLevel || only === '' ? undefined : only
  const words = what?.slots.get('test')
  if (wanted === undefined) return wrongIf(words !== undefined, 'there is not one test to name')
  return wrongIf(words === undefined || !testWords(wanted).includes(words), `the test is ${wanted}`)
}

/** Each reservation of a sentence, with the cases that are said to have it. */
const reserved =
  (kind: string): Check<SummaryFacts> =>
  (said, facts) => {
    for (const part of said.parts.get('found') ?? [])
      for (const named of [...(part.parts.get('others') ?? []), part]) {
        const cases = part.parts.get('cases') ?? []
        const wrong = reservationIsWrong(named.slots.get('reservation') ?? '', cases, kind, facts)
        if (wrong !== undefined) return wrong
      }
    return undefined
  }

function reservationIsWrong(
  words: string,
  cases: readonly Said[],
  kind: string,
  facts: SummaryFacts,
): string | undefined {
  const groups = groupsOf(facts.raw, facts.metric)
  const isRunOwn = (runId: number) =>
    facts.raw.runs.some(
      ({ id, warnings }) =>
        runId === id &&
        warnings.some((one) => one.id.replaceAll('-', ' ') === words && (one.class === kind || kind === '')),
    )
  const own = groups.filter(({ runIds }) => runIds.some(isRunOwn))
  // Rounds and times of runs are known against runs beside their own warnings.
  if (own.length === 0)
    return /^(not steady|beside another campaign)$/.test(words) ? undefined : 'no run says so'
  const isOfAll = ({ runIds }: Group) => runIds.every(isRunOwn)
  if (cases.some(({ id }) => id === 'summary-every-case'))
    return wrongIf(own.length !== groups.length || !groups.every(isOfAll), 'not every run has it')
  if (cases.some(({ id }) => id === 'summary-some-of-every-case'))
    return wrongIf(own.length !== groups.length || groups.every(isOfAll), 'not some runs of every case')
  const names = cases.map((one) => meant(groups, one.slots.get('case') ?? ''))
  return (
    names.find((one) => typeof one === 'string') ??
    wrongIf(names.length !== own.length, `${String(own.length)} cases have it`) ??
    wrongIf(
      own.some((one) => !names.includes(one)),
      'another case has it',
    ) ??
    wrongIf(
      cases.some(({ id }, at) => {
        const named = names[at]
        return typeof named === 'object' && isOfAll(named) !== (id === 'summary-quoted-case')
      }),
      'all or some runs',
    )
  )
}

const sureIsWrong: Check<SummaryFacts> = (said, facts) => {
  const shares = sharesOf(facts)
  const widest = Math.max(...shares.map(({ share }) => share))
  const group = meant(groupsOf(facts.raw, facts.metric), said.slots.get('case') ?? '')
  const [of] = said.parts.get('widest') ?? []
  const isWidest = (one: { group: Group; share: number }) =>
    typeof group !== 'string' &&
    one.group.caseKey === group.caseKey &&
    one.group.test === group.test &&
    one.share > widest * (1 - 1e-9)
  return (
    shareIsWrong(said.slots.get('share'), middleOf(shares.map(({ share }) => share))) ??
    (typeof group === 'string' ? group : undefined) ??
    wrongIf(!shares.some(isWidest), 'another interval is wider') ??
    (of?.id === 'summary-widest'
      ? shareIsWrong(of.slots.get('share'), widest)
      : wrongIf(widest < 100, 'it does not reach zero'))
  )
}

const isAlike = ({ values }: Group) => values.length > 1 && values.every((value) => value === values[0])

/** What every sentence of a summary has to agree with. */
export function summaryIsWrong(said: Said, facts: SummaryFacts): string | undefined {
  const check = checks[said.id]
  return check === undefined ? 'nothing checks it' : (nounIsWrong(said, facts) ?? check(said, facts))
}

const checks: Readonly<Record<string, Check<SummaryFacts>>> = {
  'summary-measured': measured,
  'summary-only-mean': (said, facts) =>
    wrongIf(groupsOf(facts.raw, facts.metric).length !== 1, 'there are more means') ??
    meanIsWrong(said, facts),
  'summary-best': (said, facts) => {
    const better = facts.metric.startsWith('latency') ? 'lowest' : 'highest'
    const end = said.slots.get('end')
    return wrongIf(end !== better, `the best is the ${better}`) ?? meanIsWrong(said, facts, end)
  },
  'summary-worst': (said, facts) => {
    const worse = facts.metric.startsWith('latency') ? 'highest' : 'lowest'
    const end = said.slots.get('end')
    return wrongIf(end !== worse, `the worst is the ${worse}`) ?? meanIsWrong(said, facts, end)
  },
  'summary-equal': (said, { raw, metric }) => {
    const unit = raw.rows.find((row) => row.metric === metric)?.unit
    const means = groupsOf(raw, metric).map(({ values }) => meanOf(values))
    return (
      wrongIf(idOf(said.parts.get('metric')?.[0]?.slots.get('metric')) !== metric, 'it is another metric') ??
      wrongIf(means.length < 2, 'there is one mean') ??
      wrongIf(!means.every((mean) => isPrinted(said.slots.get('mean') ?? '', mean, unit)), 'a mean differs')
    )
  },
  'summary-all-identical': (_, { raw, metric }) =>
    wrongIf(!groupsOf(raw, metric).every(isAlike), 'some runs differ'),
  'summary-some-identical': (said, { raw, metric }) =>
    differs(said, 'count', groupsOf(raw, metric).filter(isAlike).length),
  'summary-some-single': (said, { raw, metric }) =>
    differs(said, 'count', groupsOf(raw, metric).filter(({ values }) => values.length === 1).length),
  'summary-all-single': (_, { raw, metric }) =>
    wrongIf(!groupsOf(raw, metric).every(({ values }) => values.length === 1), 'some have more runs'),
  'summary-wide-mean': (_, facts) =>
    wrongIf(
      sharesOf(facts).some(({ share, group }) => share < 100 || group.values.length < 3),
      'it is not so wide',
    ),
  'summary-wide-means': (said, facts) =>
    differs(said, 'wide', sharesOf(facts).filter(({ share }) => share >= 100).length) ??
    differs(said, 'all', sharesOf(facts).length),
  'summary-repeat-longer': (_, facts) =>
    wrongIf(
      !sharesOf(facts).some(({ share, group }) => share >= 100 && group.values.length > 2),
      'nothing scatters so widely',
    ),
  'summary-repeat': (_, facts) =>
    wrongIf(
      !sharesOf(facts).some(({ share, group }) => share >= 100 && group.values.length === 2),
      'no case has two runs',
    ),
  'summary-two-runs': (said, facts) => {
    const wide = sharesOf(facts).filter(({ share }) => share >= 100)
    return (
      differs(said, 'wide', wide.length) ??
      wrongIf(
        wide.some(({ group }) => group.values.length !== 2),
        'some have more runs',
      )
    )
  },
  'summary-sure-mean': (said, facts) =>
    shareIsWrong(said.slots.get('share'), sharesOf(facts)[0]?.share ?? NaN),
  'summary-sure-of-one': (said, facts) => {
    const [only, ...more] = sharesOf(facts)
    const group = meant(groupsOf(facts.raw, facts.metric), said.slots.get('case') ?? '')
    return (
      wrongIf(more.length > 0 || groupsOf(facts.raw, facts.metric).length < 2, 'it is not the only one') ??
      wrongIf(typeof group === 'string' || group.caseKey !== only?.group.caseKey, 'it is another case') ??
      shareIsWrong(said.slots.get('share'), only?.share ?? NaN)
    )
  },
  'summary-sure-of-all': (said, facts) =>
    wrongIf(sharesOf(facts).length !== groupsOf(facts.raw, facts.metric).length, 'some have no interval') ??
    shareIsWrong(said.slots.get('share'), Math.max(...sharesOf(facts).map(({ share }) => share))),
  'summary-sure-means': (said, facts) =>
    wrongIf(sharesOf(facts).length !== groupsOf(facts.raw, facts.metric).length, 'some have no interval') ??
    sureIsWrong(said, facts),
  'summary-sure-of-some': (said, facts) =>
    wrongIf(sharesOf(facts).length === groupsOf(facts.raw, facts.metric).length, 'all have an interval') ??
    differs(said, 'count', sharesOf(facts).length) ??
    sureIsWrong(said, facts),
  'summary-invalid': reserved('invalidates'),
  'summary-reserved': (said, facts) =>
    wrongIf(
      (said.parts.get('found') ?? []).length === 1 &&
        said.parts.get('found')?.[0]?.id === 'summary-reservation-in',
      'it is only one',
    ) ?? reserved('qualifies')(said, facts),
  'summary-reserved-once': reserved('qualifies'),
  'summary-remarks': (said, facts) => {
    const { runs } = facts.raw
    const count = (state: string) => runs.filter((run) => run.state === state)
    for (const part of said.parts.get('parts') ?? []) {
      const wrong = remarkIsWrong(part)
      if (wrong !== undefined) return wrong
    }
    return undefined
    function remarkIsWrong(part: Said): string | undefined {
      switch (part.id) {
        case 'summary-failed':
          return (
            differs(part, 'runs', count('failed').length) ??
            wrongIf(count('failed')[0]?.failure?.text !== part.slots.get('reason'), 'another reason')
          )
        case 'summary-skipped':
          return differs(
            part,
            'runs',
            count('skipped').filter(({ failure }) => failure?.id !== 'steady').length,
          )
        case 'summary-stopped':
          return differs(part, 'runs', count('stopped').length)
        case 'summary-open':
          return differs(
            part,
            'runs',
            runs.filter(({ state }) => /waiting|running|interrupted|unknown/.test(state)).length,
          )
        case 'summary-warned': {
          const warned = count('done').filter(({ warnings }) => warnings.some((one) => one.class !== 'note'))
          const texts = warned[0]?.warnings.map(({ text }) => text) ?? []
          return (
            differs(part, 'runs', warned.length) ??
            wrongIf(!texts.includes(part.slots.get('warning') ?? ''), 'another warning comes first')
          )
        }
        default:
          return 'nothing checks it'
      }
    }
  },
  'summary-all-well': (_, { raw: { runs } }) =>
    wrongIf(
      runs.some(
        ({ state, failure, warnings }) =>
          (state !== 'done' && failure?.id !== 'steady') || warnings.some((one) => one.class !== 'note'),
      ),
      'some run did not finish, or has a warning',
    ),
  'summary-none-failed': (_, { raw: { runs } }) =>
    wrongIf(
      runs.some(({ state }) => state === 'failed'),
      'a run failed',
    ),
}
