import type { CampaignDetail } from '../results/campaign/campaign'
import { type Metric, metricInSentence } from '../results/metrics'
import { hasWarnings, openRunStates } from '../results/run'
import { type CountedReservation, isInvalidating, reservationName } from '../results/reserved-runs'
import { momentsOf } from '../statistics/summary/moments'
import { median } from '../statistics/summary/quantile'
import { meanHalfWidth } from '../statistics/summary/summarize'
import { groupBy, largestOf, smallestOf } from '../iterables'
import { formatShort } from '../units/number-format'
import { testLabel } from '../plan/levels/level-words'
import { template } from '../words/template'
import { caseTexts, type CaseValues } from './field-values'

const onDrive = template('summary-on-drive', ' on {drive}', { drive: 'drive' })
const onDriveInHost = template('summary-on-drive-in-host', ' on {drive} in {host}', {
  drive: 'drive',
  host: 'host',
})
const onHost = template('summary-on-host', ' on the machine {host}', { host: 'host' })
const onDay = template('summary-on-day', ' on {day}', { day: 'time' })
const onDays = template('summary-on-days', ' from {first} to {last}', { first: 'time', last: 'time' })
const inCases = template('summary-cases', '{cases|one case|# cases}', { cases: 'count' })
const inTests = template('summary-tests', '{cases|one case|# cases} with {tests} tests', {
  cases: 'count',
  tests: 'count',
})
const inCasesOfTest = template('summary-cases-of-test', '{cases|one case|# cases} of the test “{test}”', {
  cases: 'count',
  test: 'case',
})
const measuredWhat = template(
  'summary-measured',
  '“{plan}” measured {what} in {runs|# run|# runs}{where}{when}.',
  {
    plan: 'given',
    what: { of: [inCases, inTests, inCasesOfTest] },
    runs: 'count',
    where: { of: [onDrive, onDriveInHost, onHost] },
    when: { of: [onDay, onDays] },
  },
)

/** The unit IOPS says its metric already. */
const metricSaid = template('summary-metric', ' {metric}', { metric: 'metric' })
const nouns = ['case', 'test'] as const
const only = template('summary-only-mean', 'The mean{metric} was {mean}, in the {noun} “{case}”.', {
  metric: { of: [metricSaid] },
  mean: 'mean',
  noun: nouns,
  case: 'case',
})
const best = template('summary-best', 'The {end} mean{metric} was {mean}, in the {noun} “{case}”.', {
  end: ['highest', 'lowest'],
  metric: { of: [metricSaid] },
  mean: 'mean',
  noun: nouns,
  case: 'case',
})
const worst = template('summary-worst', 'The {end} was {mean}, in the {noun} “{case}”.', {
  end: ['highest', 'lowest'],
  mean: 'mean',
  noun: nouns,
  case: 'case',
})

const equal = template('summary-equal', 'Every mean{metric} was {mean}.', {
  metric: { of: [metricSaid] },
  mean: 'value',
})

const everyIdentical = template(
  'summary-all-identical',
  'The runs of every {noun} have identical values, so they say nothing about scatter; they may be one measurement, stored more than once.',
  { noun: nouns },
)
const someIdentical = template(
  'summary-some-identical',
  'The runs of {count} {noun} have identical values, so they say nothing about scatter; they may be one measurement, stored more than once.',
  { count: 'count', noun: ['case', 'cases', 'test', 'tests'] },
)
const someSingle = template('summary-some-single', '{count} {noun} {count|has|have} one run only.', {
  count: 'count',
  noun: ['case', 'cases', 'test', 'tests'],
})
const allSingle = template(
  'summary-all-single',
  'Each {noun} has one run only, so nothing is known about how much repeated runs would differ.',
  { noun: nouns },
)
const wideMean = template(
  'summary-wide-mean',
  'The runs scatter so widely that the 95\u202f% interval of the mean reaches down to zero.',
)
const wideMeans = template(
  'summary-wide-means',
  'The runs scatter so widely that the 95\u202f% intervals of {wide} of {all} means reach down to zero.',
  { wide: 'count', all: 'count' },
)
const twoRuns = template(
  'summary-two-runs',
  'Two runs are too few to know a mean, however close they are: {wide|one interval|# intervals} of 95\u202f% confidence {wide|reaches|reach} down to zero.',
  { wide: 'count' },
)
/** For the author, not for readers. */
const repeatLonger = template('summary-repeat-longer', 'Repeat the runs more often, or make them longer.')
const repeatMore = template('summary-repeat', 'Repeat the runs more often.')
const sureMean = template(
  'summary-sure-mean',
  'The mean is known to within ±{share} (95\u202f% confidence).',
  {
    share: 'percent',
  },
)
const sureOfOne = template(
  'summary-sure-of-one',
  'One mean is known to within ±{share} (95\u202f% confidence), in the {noun} “{case}”.',
  { share: 'percent', noun: nouns, case: 'case' },
)
const sureOfAll = template(
  'summary-sure-of-all',
  'Every mean is known to within ±{share} (95\u202f% confidence).',
  { share: 'percent' },
)
const widestToZero = template('summary-widest-to-zero', 'the widest interval reaches down to zero')
const widestShare = template('summary-widest', 'the widest interval is ±{share}', { share: 'percent' })
const sureMeans = template(
  'summary-sure-means',
  'Half of the means are known to within ±{share} (95\u202f% confidence); {widest}, in the {noun} “{case}”.',
  { share: 'percent', widest: { of: [widestToZero, widestShare] }, noun: nouns, case: 'case' },
)

const sureOfSome = template(
  'summary-sure-of-some',
  'Half of the {count} means with an interval are known to within ±{share} (95\u202f% confidence); {widest}, in the {noun} “{case}”.',
  {
    count: 'count',
    share: 'percent',
    widest: { of: [widestToZero, widestShare] },
    noun: nouns,
    case: 'case',
  },
)

const quotedCase = template('summary-quoted-case', '“{case}”', { case: 'case' })
const everyCase = template('summary-every-case', 'every case')
const someOfCase = template('summary-some-of-case', 'runs of “{case}”', { case: 'case' })
const someOfEveryCase = template('summary-some-of-every-case', 'runs of every case')
const reservedCases = { of: [quotedCase, someOfCase, everyCase, someOfEveryCase], between: ', ' } as const
const reservationNamed = template('summary-reservation', '{reservation}', { reservation: 'reservation' })
const reservationIn = template('summary-reservation-in', '{reservation} in {cases}', {
  reservation: 'reservation',
  cases: reservedCases,
})
const reservationsIn = template('summary-reservations-in', '{others} and {reservation} in {cases}', {
  others: { of: [reservationNamed], between: ', ' },
  reservation: 'reservation',
  cases: reservedCases,
})
const allReservations = { of: [reservationIn, reservationsIn], between: '; ' } as const
const notValid = template('summary-invalid', 'Not valid: {found}.', { found: allReservations })
const reservedOnce = template('summary-reserved-once', 'With a reservation: {found}.', {
  found: { of: [reservationIn] },
})
const reserved = template('summary-reserved', 'With reservations: {found}.', { found: allReservations })
const failedRuns = template('summary-failed', '{runs|# run|# runs} failed (first reason: “{reason}”)', {
  runs: 'count',
  reason: 'given',
})
const skippedRuns = template('summary-skipped', '{runs|# run was|# runs were} skipped', { runs: 'count' })
const stoppedRuns = template('summary-stopped', '{runs|# run was|# runs were} stopped', { runs: 'count' })
const openRuns = template('summary-open', '{runs|# run is|# runs are} still to be done', { runs: 'count' })
const warnedRuns = template(
  'summary-warned',
  '{runs|# run carries a warning|# runs carry warnings} (first: “{warning}”)',
  { runs: 'count', warning: 'given' },
)
const remarks = template('summary-remarks', '{parts}.', {
  parts: {
    of: [failedRuns, skippedRuns, stoppedRuns, openRuns, warnedRuns],
    between: '; ',
  },
})
const allWell = template('summary-all-well', 'All runs finished without a warning.')
const noneFailed = template('summary-none-failed', 'No run has failed so far.')

/** A case of a campaign, or one test of it, with its runs' values of one metric. */
export interface MeasuredCase {
  /** In words, as in tables; with its test where the campaign has several. */
  readonly label: string
  readonly caseKey: string
  /** Set where the campaign has several tests. */
  readonly test?: string
  /** Set where the campaign has one test only, and none of its levels names it. */
  readonly onlyTest?: string
  readonly metric: Metric
  readonly found: CaseValues
  /** What is known against its runs. */
  readonly reservations: readonly CountedReservation[]
}

/** What the sentences need to know about a campaign. */
type ToldCampaign = Pick<
  CampaignDetail,
  'name' | 'device' | 'hostRecord' | 'runs' | 'finishedAtMs' | 'state' | 'withoutDrive'
>

/**
 * The findings of a campaign, in a few sentences: what was measured on what, the highest and the lowest mean,
 * how sure the means are (half the 95 % interval as a share of the mean), and what did not go as planned. `cases`:
 * those of the campaign's headline metric, one each. `unit`: that of the document around it.
 */
export function campaignSentences(
  campaign: ToldCampaign,
  cases: readonly MeasuredCase[],
  unit?: string,
): readonly string[] {
  const { sure, unsure, without } = sureness(cases)
  return [
    whatWasMeasured(campaign, cases),
    ...extremes(cases, unit),
    ...sure,
    ...(unsure ? [unsure.text, unsure.remedy] : []),
    ...without,
    ...reservationSentences(cases),
    ...whatWentWrong(campaign, cases),
  ]
}

/**
 * The same for readers of an article: first the numbers, then what they rest on. `unsure`: what its author should know and do
 * before it is published; the text alone is among the sentences.
 */
export function articleSentences(
  campaign: ToldCampaign,
  cases: readonly MeasuredCase[],
  unit?: string,
): { readonly sentences: readonly string[]; readonly unsure: Unsure | undefined } {
  const { sure, unsure, without } = sureness(cases)
  const sentences = [
    ...extremes(cases, unit),
    whatWasMeasured(campaign, cases),
    ...sure,
    ...(unsure ? [unsure.text] : []),
    ...without,
    ...reservationSentences(cases),
    ...whatWentWrong(campaign, cases),
  ]
  return { sentences, unsure }
}

/** A mean that is hardly known, and how it would be. */
interface Unsure {
  readonly text: string
  readonly remedy: string
}

/** A mean with its interval, "548 MiB/s (541 to 555)"; the mean alone of a single run. */
export function meanText(
  { found }: MeasuredCase,
  unit?: string,
): {
  readonly mean: string
  readonly interval: string | undefined
} {
  const texts = caseTexts(found, unit)
  return {
    mean: texts.get('mean') ?? '',
    interval: areIdentical(found.values) ? undefined : texts.get('interval'),
  }
}

/** Several runs with one value say nothing about scatter: they are one measurement, or a rounded one. */
function areIdentical(values: readonly number[]): boolean {
  return values.length > 1 && values.every((value) => value === values[0])
}

function withInterval(one: MeasuredCase, unit: string | undefined): string {
  const { mean, interval } = meanText(one, unit)
  return interval === undefined ? mean : `${mean} (95\u202f% interval ${interval})`
}

/** A case by its name, with its parts separated by commas within a sentence. */
function caseName({ label }: MeasuredCase): string {
  return label.replaceAll(' · ', ', ')
}

/** What a sentence says of one mean. */
function said(one: MeasuredCase, unit: string | undefined) {
  return { mean: withInterval(one, unit), noun: nounOf(one), case: caseName(one) }
}

function nounOf({ test }: MeasuredCase): (typeof nouns)[number] {
  return test === undefined ? 'case' : 'test'
}

function whatWasMeasured(
  { name, device, hostRecord, runs, finishedAtMs, withoutDrive }: ToldCampaign,
  cases: readonly MeasuredCase[],
): string {
  const done = runs.filter(({ state, phase }) => state === 'done' && phase === 'measure')
  const isKnown = (text: string) => text !== '' && text !== 'unknown'
  // Also those that have no number of the metric that the other sentences are about.
  const distinct = new Set(done.map(({ caseKey }) => caseKey)).size
  const tests = new Set(cases.flatMap(({ test }) => test ?? [])).size
  const onlyTest = cases[0]?.onlyTest
  const [drive, host] = [withoutDrive ? '' : device, hostRecord.name].map((text) =>
    isKnown(text) ? text : undefined,
  )
  const onKnown = drive === undefined ? host && onHost({ host }) : onDrive({ drive })
  return measuredWhat({
    plan: name,
    what:
      tests > 1 && cases.length > distinct
        ? inTests({ cases: distinct, tests })
        : onlyTest === undefined
          ? inCases({ cases: distinct })
          : inCasesOfTest({ cases: distinct, test: testLabel(onlyTest) }),
    runs: done.length,
    where: drive !== undefined && host !== undefined ? onDriveInHost({ drive, host }) : (onKnown ?? ''),
    when: whenText(runs, finishedAtMs),
  })
}

/** The days of the finished runs; where their times are not known, that on which the campaign ended. */
function whenText(runs: ToldCampaign['runs'], finishedAtMs: number | undefined): string {
  const done = runs.filter(({ state, phase }) => state === 'done' && phase === 'measure')
  const times = done.flatMap((run) => [run.startedAtMs, run.finishedAtMs].flatMap((time) => time ?? []))
  const known = times.length > 0 ? times : finishedAtMs === undefined ? [] : [finishedAtMs]
  if (known.length === 0) return ''
  const [first, last] = [dayText(smallestOf(known)), dayText(largestOf(known))]
  return first === last ? onDay({ day: first }) : onDays({ first, last })
}

/** Day in UTC, as in the small print of figures. */
function dayText(atMs: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Date(atMs).toLocaleDateString('en-GB', { ...parts, timeZone: 'UTC' })
}

function extremes(cases: readonly MeasuredCase[], unit: string | undefined): readonly string[] {
  const sorted = [...cases].sort((one, other) => meanOf(other) - meanOf(one))
  const [most] = sorted
  const least = sorted.at(-1)
  if (!most || !least) return []
  // The mean of a mean latency is said once.
  const name = metricInSentence(most.metric.id).replace(/^mean /, '')
  const metric = most.metric.id === 'iops' ? '' : metricSaid({ metric: name })
  if (most === least) return [only({ metric, ...said(most, unit) })]
  const { mean } = meanText(most, unit)
  if (mean === meanText(least, unit).mean) return [equal({ metric, mean })]
  return most.metric.better === 'lower'
    ? [best({ end: 'lowest', metric, ...said(least, unit) }), worst({ end: 'highest', ...said(most, unit) })]
    : [best({ end: 'highest', metric, ...said(most, unit) }), worst({ end: 'lowest', ...said(least, unit) })]
}

function sureness(cases: readonly MeasuredCase[]): Sureness {
  const shares = cases.flatMap((one) => {
    const moments = momentsOf(one.found.values)
    const half = moments && meanHalfWidth(moments)
    return half === undefined || half === 0 || !moments || moments.mean === 0
      ? []
      : [{ share: (100 * half) / Math.abs(moments.mean), one }]
  })
  const identical = cases.filter(({ found }) => areIdentical(found.values)).length
  const single = cases.filter(({ found }) => found.values.length === 1).length
  const noun = cases[0] ? nounOf(cases[0]) : 'case'
  const some = (count: number) => ({ count, noun: count === 1 ? noun : (`${noun}s` as const) })
  const without = [
    ...(identical === 0
      ? []
      : [identical === cases.length ? everyIdentical({ noun }) : someIdentical(some(identical))]),
    ...(single === 0 || single === cases.length ? [] : [someSingle(some(single))]),
  ]
  return { ...scatter(cases, shares), without }
}

interface Sureness {
  readonly sure: readonly string[]
  readonly unsure?: Unsure
  /** What was said of cases whose runs do not differ. */
  readonly without: readonly string[]
}

interface Share {
  readonly share: number
  readonly one: MeasuredCase
}

/** How sure the means of cases with different runs are. */
function scatter(cases: readonly MeasuredCase[], shares: readonly Share[]): Omit<Sureness, 'without'> {
  if (shares.length === 0 && cases.some(({ found }) => found.values.length > 1)) return { sure: [] }
  if (shares.length === 0) return { sure: [allSingle({ noun: cases[0] ? nounOf(cases[0]) : 'case' })] }
  const middle = median(shares.map(({ share }) => share)) ?? 0
  const widest = largestOf(shares.map(({ share }) => share))
  const least = shares.find(({ share }) => share === widest)
  const percent = (share: number) => `${formatShort(share, 2)}\u202f%`
  const isUnsure = ({ share }: { readonly share: number }) => share >= 100
  const wide = shares.filter(isUnsure)
  // The t of one degree of freedom is 12.7: runs that differ by a tenth have such an interval.
  const areTwo = wide.every(({ one }) => one.found.values.length === 2)
  if (cases.length === 1 || !least) {
    if (wide.length < shares.length) return { sure: [sureMean({ share: percent(middle) })] }
    return unsureOf(areTwo ? twoRuns({ wide: 1 }) : wideMean(), areTwo)
  }
  if (middle >= 100)
    return unsureOf(
      areTwo ? twoRuns({ wide: wide.length }) : wideMeans({ wide: wide.length, all: shares.length }),
      areTwo,
    )
  const where = { noun: nounOf(least.one), case: caseName(least.one) }
  const share = percent(middle)
  if (shares.length === 1) return { sure: [sureOfOne({ share, ...where })] }
  if (shares.length === cases.length && percent(least.share) === share)
    return { sure: [sureOfAll({ share })] }
  const widestSaid = isUnsure(least) ? widestToZero() : widestShare({ share: percent(least.share) })
  return {
    sure: [
      shares.length === cases.length
        ? sureMeans({ share, widest: widestSaid, ...where })
        : sureOfSome({ count: shares.length, share, widest: widestSaid, ...where }),
    ],
  }
}

function unsureOf(text: string, areTwo: boolean): Omit<Sureness, 'without'> {
  return { sure: [], unsure: { text, remedy: areTwo ? repeatMore() : repeatLonger() } }
}

/** What is known against the cases, first what makes them no result. */
function reservationSentences(cases: readonly MeasuredCase[]): readonly string[] {
  const known = new Map(cases.flatMap(({ reservations }) => reservations).map((one) => [one.id, one]))
  const invalid = [...known.values()].filter(isInvalidating)
  const qualified = [...known.values()].filter((one) => !isInvalidating(one))
  const found = reservationParts(qualified, cases)
  return [
    ...(invalid.length === 0 ? [] : [notValid({ found: reservationParts(invalid, cases) })]),
    ...(qualified.length === 0 ? [] : [(qualified.length === 1 ? reservedOnce : reserved)({ found })]),
  ]
}

/** Reservations with the cases that have them; those of the same cases are one part. */
function reservationParts(
  known: readonly CountedReservation[],
  cases: readonly MeasuredCase[],
): readonly string[] {
  const byPlaces = groupBy(known, (one) => casesWith(one, cases).join('\n'))
  return [...byPlaces.values()].flatMap((group) => {
    const last = group.at(-1)
    if (!last) return []
    const others = group.slice(0, -1).map((one) => reservationNamed({ reservation: reservationName(one) }))
    const said = { reservation: reservationName(last), cases: casesWith(last, cases) }
    return [others.length === 0 ? reservationIn(said) : reservationsIn({ others, ...said })]
  })
}

/** The cases that have a reservation, in all their runs or in some. */
function casesWith({ id }: CountedReservation, cases: readonly MeasuredCase[]): readonly string[] {
  const own = cases.filter(({ reservations }) => reservations.some((one) => one.id === id))
  const isOfAll = ({ found, reservations }: MeasuredCase) =>
    reservations.some((one) => one.id === id && one.runs >= found.values.length)
  if (own.length === cases.length) return [own.every(isOfAll) ? everyCase() : someOfEveryCase()]
  return own.map((each) => (isOfAll(each) ? quotedCase : someOfCase)({ case: caseName(each) }))
}

function whatWentWrong({ runs, state }: ToldCampaign, cases: readonly MeasuredCase[]): readonly string[] {
  const measured = runs.filter(({ phase }) => phase === 'measure')
  const failed = measured.filter((run) => run.state === 'failed')
  const skipped = measured.filter(
    // Rounds after the drive became steady were not needed.
    (run) => run.state === 'skipped' && run.failure?.id !== 'steady',
  ).length
  const stopped = measured.filter(({ state: ended }) => ended === 'stopped').length
  const missing = measured.filter(({ state: now }) => openRunStates.includes(now)).length
  const warned = measured.filter((run) => run.state === 'done' && hasWarnings(run))
  const reason = failed[0]?.failure?.text ?? 'none was stored'
  const warning = warned[0]?.warnings.find((one) => one.class !== 'note')?.text ?? ''
  const parts = [
    ...(failed.length === 0 ? [] : [failedRuns({ runs: failed.length, reason })]),
    ...(skipped === 0 ? [] : [skippedRuns({ runs: skipped })]),
    ...(stopped === 0 ? [] : [stoppedRuns({ runs: stopped })]),
    ...(missing === 0 ? [] : [openRuns({ runs: missing })]),
    ...(warned.length === 0 ? [] : [warnedRuns({ runs: warned.length, warning })]),
  ]
  if (parts.length > 0) return [remarks({ parts })]
  if (cases.some(({ reservations }) => reservations.length > 0)) return []
  return [state === 'done' ? allWell() : noneFailed()]
}

function meanOf({ found }: MeasuredCase): number {
  return momentsOf(found.values)?.mean ?? Number.NEGATIVE_INFINITY
}
