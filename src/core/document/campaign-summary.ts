import type { CampaignDetail } from '../results/campaign'
import type { Metric } from '../results/metrics'
import { hasWarnings } from '../results/run'
import { type CountedReservation, isInvalidating, reservationName } from '../results/reserved-runs'
import { momentsOf } from '../statistics/summary/moments'
import { median } from '../statistics/summary/quantile'
import { meanHalfWidth } from '../statistics/summary/summarize'
import { largestOf } from '../units/iterables'
import { counted, formatCount, formatShort } from '../units/number-format'
import { withinSentence } from '../units/plain-text'
import { caseTexts, type CaseValues } from './field-values'

/** A case of a campaign, or one test of it, with its runs' values of one metric. */
export interface MeasuredCase {
  /** In words, as in tables; with its test where the campaign has several. */
  readonly label: string
  readonly caseKey: string
  /** Set where the campaign has several tests. */
  readonly test?: string
  readonly metric: Metric
  readonly found: CaseValues
  /** What is known against its runs. */
  readonly reservations: readonly CountedReservation[]
}

/** What the sentences need to know about a campaign. */
type ToldCampaign = Pick<CampaignDetail, 'name' | 'device' | 'hostRecord' | 'runs' | 'finishedAtMs' | 'state'>

/**
 * The findings of a campaign, in a few sentences: what was measured on what, the highest and the lowest mean,
 * how sure the means are (half the 95 % interval as a share of the mean), and what did not go as planned. `cases`:
 * those of the campaign's headline metric, one each.
 */
export function campaignSentences(campaign: ToldCampaign, cases: readonly MeasuredCase[]): readonly string[] {
  const sorted = [...cases].sort((one, other) => meanOf(other) - meanOf(one))
  return [
    whatWasMeasured(campaign, cases),
    ...extremes(sorted),
    ...sureness(cases),
    whatWentWrong(campaign, cases),
  ]
}

/** A mean with its interval, "548 MiB/s (541 to 555)"; the mean alone of a single run. */
export function meanText({ found }: MeasuredCase): {
  readonly mean: string
  readonly interval: string | undefined
} {
  const texts = caseTexts(found)
  return {
    mean: texts.get('mean') ?? '',
    interval: areIdentical(found.values) ? undefined : texts.get('interval'),
  }
}

/** Several runs with one value say nothing about scatter: they are one measurement, or a rounded one. */
function areIdentical(values: readonly number[]): boolean {
  return values.length > 1 && values.every((value) => value === values[0])
}

function withInterval(one: MeasuredCase): string {
  const { mean, interval } = meanText(one)
  return interval === undefined ? mean : `${mean} (95\u202f% interval ${interval})`
}

/** A case by its name, with its parts separated by commas within a sentence. */
function caseName({ label }: MeasuredCase): string {
  return `“${label.replaceAll(' · ', ', ')}”`
}

/** "in the case “4 KiB”", "in the test “Random read, 4 KiB”". */
function inCase(one: MeasuredCase): string {
  return `in the ${nounOf(one)} ${caseName(one)}`
}

function nounOf({ test }: MeasuredCase): string {
  return test === undefined ? 'case' : 'test'
}

function whatWasMeasured(
  { name, device, hostRecord, runs, finishedAtMs }: ToldCampaign,
  cases: readonly MeasuredCase[],
): string {
  const done = runs.filter(({ state, phase }) => state === 'done' && phase === 'measure').length
  const when = finishedAtMs === undefined ? '' : ` on ${dayText(finishedAtMs)}`
  const isKnown = (text: string) => text !== '' && text !== 'unknown'
  const drive = isKnown(device) ? ` on ${device}` : ''
  const where = isKnown(hostRecord.name) ? ` ${drive === '' ? 'on' : 'in'} ${hostRecord.name}` : ''
  const distinct = new Set(cases.map(({ caseKey }) => caseKey)).size
  const count = distinct === 1 ? 'one case' : `${formatCount(distinct)} cases`
  const tests = new Set(cases.flatMap(({ test }) => test ?? [])).size
  const what = tests > 1 && cases.length > distinct ? `${count} with ${formatCount(tests)} tests` : count
  return `“${name}” measured ${what} in ${counted(done, 'run')}${drive}${where}${when}.`
}

/** Day in UTC, as in the small print of figures. */
function dayText(atMs: number): string {
  const parts = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return new Date(atMs).toLocaleDateString('en-GB', { ...parts, timeZone: 'UTC' })
}

function extremes(sorted: readonly MeasuredCase[]): readonly string[] {
  const [most] = sorted
  const least = sorted.at(-1)
  if (!most || !least) return []
  // The unit IOPS says it already.
  const subject = most.metric.id === 'iops' ? 'mean' : `mean ${withinSentence(most.metric.label)}`
  if (most === least) return [`The ${subject} was ${withInterval(most)}, ${inCase(most)}.`]
  const isLower = most.metric.better === 'lower'
  const [best, worst] = isLower ? [least, most] : [most, least]
  const [first, last] = isLower ? ['lowest', 'highest'] : ['highest', 'lowest']
  return [
    `The ${first} ${subject} was ${withInterval(best)}, ${inCase(best)}.`,
    `The ${last} was ${withInterval(worst)}, ${inCase(worst)}.`,
  ]
}

function sureness(cases: readonly MeasuredCase[]): readonly string[] {
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
  const without = [
    ...(identical === 0
      ? []
      : [
          `The runs of ${identical === cases.length ? `every ${noun}` : counted(identical, noun)} have identical values, so they say nothing about scatter; they may be one measurement, stored more than once.`,
        ]),
    ...(single === 0 || single === cases.length
      ? []
      : [`${counted(single, noun)} ${single === 1 ? 'has' : 'have'} one run only.`]),
  ]
  return [...scatter(cases, shares), ...without]
}

interface Share {
  readonly share: number
  readonly one: MeasuredCase
}

/** How sure the means of cases with different runs are. */
function scatter(cases: readonly MeasuredCase[], shares: readonly Share[]): readonly string[] {
  if (shares.length === 0 && cases.some(({ found }) => found.values.length > 1)) return []
  if (shares.length === 0)
    return [
      `Each ${cases[0] ? nounOf(cases[0]) : 'case'} has one run only, so nothing is known about how much repeated runs would differ.`,
    ]
  const middle = median(shares.map(({ share }) => share)) ?? 0
  const widest = largestOf(shares.map(({ share }) => share))
  const worst = shares.find(({ share }) => share === widest)
  const percent = (share: number) => `±${formatShort(share, 2)}\u202f%`
  const isUnsure = ({ share }: { readonly share: number }) => share >= 100
  const remedy = 'Repeat the runs more often, or make them longer.'
  if (shares.length === 1 || !worst)
    return shares.every(isUnsure)
      ? [`The runs scatter so widely that the 95\u202f% interval of the mean reaches down to zero. ${remedy}`]
      : [`The mean is known to within ${percent(middle)} (95\u202f% confidence).`]
  if (middle >= 100) {
    const count = `${formatCount(shares.filter(isUnsure).length)} of ${formatCount(shares.length)}`
    return [
      `The runs scatter so widely that the 95\u202f% intervals of ${count} means reach down to zero. ${remedy}`,
    ]
  }
  const least = isUnsure(worst)
    ? 'the widest interval reaches down to zero'
    : `the widest interval is ${percent(worst.share)}`
  return [
    `Half of the means are known to within ${percent(middle)} (95\u202f% confidence); ${least}, ${inCase(worst.one)}.`,
  ]
}

/** What is known against the cases, each with the cases that have it. */
function reservedParts(cases: readonly MeasuredCase[]): readonly string[] {
  const known = new Map(cases.flatMap(({ reservations }) => reservations).map((one) => [one.id, one]))
  return [...known.values()].map((one) => {
    const own = cases.filter(({ reservations }) => reservations.some(({ id }) => id === one.id))
    const where = own.length === cases.length ? 'every case' : own.map(caseName).join(', ')
    return `${isInvalidating(one) ? 'Not valid' : 'With a reservation'} (${reservationName(one)}) in ${where}`
  })
}

function whatWentWrong({ runs, state }: ToldCampaign, cases: readonly MeasuredCase[]): string {
  const measured = runs.filter(({ phase }) => phase === 'measure')
  const failed = measured.filter((run) => run.state === 'failed')
  const skipped = measured.filter(
    // Rounds after the drive became steady were not needed.
    (run) => run.state === 'skipped' && run.failure?.id !== 'steady',
  ).length
  const missing = measured.filter((run) => !['failed', 'done', 'skipped'].includes(run.state)).length
  const warned = measured.filter((run) => run.state === 'done' && hasWarnings(run))
  const parts = [
    ...reservedParts(cases),
    ...(failed.length === 0
      ? []
      : [
          `${counted(failed.length, 'run')} failed (first reason: “${failed[0]?.failure?.text ?? 'none was stored'}”)`,
        ]),
    ...(skipped === 0 ? [] : [`${counted(skipped, 'run')} ${skipped === 1 ? 'was' : 'were'} skipped`]),
    ...(missing === 0 ? [] : [`${counted(missing, 'run')} ${missing === 1 ? 'is' : 'are'} still to be done`]),
    ...(warned.length === 0
      ? []
      : [
          `${counted(warned.length, 'run')} ${warned.length === 1 ? 'carries a warning' : 'carry warnings'} (first: “${warned[0]?.warnings.find((one) => one.class !== 'note')?.text ?? ''}”)`,
        ]),
  ]
  if (parts.length > 0) return `${parts.join('; ')}.`
  return state === 'done' ? 'All runs finished without a warning.' : 'No run has failed so far.'
}

function meanOf({ found }: MeasuredCase): number {
  return momentsOf(found.values)?.mean ?? Number.NEGATIVE_INFINITY
}
