import { sentences } from '../../text/plain-text'
import { type DevicePromise, promisedMetrics } from '../../devices/device-card'
import type { LinkedDevice } from '../../devices/link-devices'
import { promiseText } from '../../devices/promise-text'
import { namedLevel } from '../../plan/levels/format-level'
import type { LevelValue } from '../../plan/plan'
import type { Metric } from '../../results/metrics'
import { percentileOfMetric } from '../../results/percentiles'
import { meanEnds, meanHalfWidth, reachesZero } from '../../statistics/summary/summarize'
import { groupBy } from '../../iterables'
import { formatByInterval, formatShort, withUnit } from '../../units/number-format'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import type { Figure, FigureNote } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { asPrinted } from '../../results/display-unit'
import { printedSentence } from '../sweep/printed-point'
import { pointReservations, reservationColumn, reservedIn } from '../figure/reservations'
import type { FigureProvenance } from '../figure/provenance'
import { rankedCampaigns, type RankedCase } from '../ranking/ranked-campaigns'
import { smallPrint } from '../figure/small-print'
import { isChosen, type UsualSettings } from '../figure/usual-settings'
import type { Cell, Table } from '../figure/table'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { tableFigure } from './table-figure'

const noneAgrees = template('spec-none-agrees', '{drive}: nothing was measured that agrees with {promise}.', {
  drive: 'drive',
  promise: 'given',
})
const noPromise = template(
  'spec-no-promise',
  'No device card states what its vendor promises. Add it among the devices of the Review room, or with the command device set.',
)
const noneMeasured = template(
  'spec-none-measured',
  'No campaign measured a device whose card states what its vendor promises.',
)
const claimedBySeveral = template(
  'spec-claimed-twice',
  'The cards {cards} claim the same campaign; state a serial number or name on one.',
  { cards: 'given' },
)
const onLogScale = template('spec-log-scale', ', on the log scale where that would reach 0')
const withIntervals = template('spec-intervals', ' with 95 % confidence intervals (Student t{scale})', {
  scale: { of: [onLogScale] },
})
const advertisedSaid = template(
  'spec-advertised',
  'Advertised as on the data sheet; measured: means{intervals}, each for itself.',
  { intervals: { of: [withIntervals] } },
)
const differenceSaid = template(
  'spec-difference',
  'The difference is that of the measured mean to the advertised number, which is taken as exact.',
)
const bestAgainst = template(
  'spec-best',
  'Where several cases agree with what is advertised, the best one is set against it.',
)

/** A promise with what a campaign measured for it. */
interface Held {
  readonly device: LinkedDevice
  readonly promise: DevicePromise
  readonly metric: Metric
  readonly campaign: string
  readonly campaignId: number
  readonly plan: string
  readonly best: RankedCase
  /** What is known against the runs of the best case. */
  readonly known: ReturnType<typeof pointReservations>
  readonly caseName: string
  /** Cases that agree with the workload of the promise. */
  readonly cases: number
}

/**
 * Levels that match a promise's workload: as stated, by test name if tests have names instead of patterns, or as one
 * end of a mix sweep.
 */
function workloadsOf({ workload }: DevicePromise): readonly Readonly<Record<string, LevelValue>>[] {
  const { pattern, ...others } = workload
  if (typeof pattern !== 'string') return [workload]
  const [, order, direction] = /^(random|sequential)-(read|write)$/.exec(pattern) ?? []
  return [
    workload,
    { ...others, test: pattern },
    ...(order === undefined
      ? []
      : [{ ...others, pattern: `${order}-mix`, read_percent: direction === 'read' ? 100 : 0 }]),
  ]
}

/** The best case of a campaign that agrees with the promise: data sheets say what a drive can reach. */
function heldBy(
  device: LinkedDevice,
  promise: DevicePromise,
  campaignId: number,
  input: FigureInputs['runs'],
  origin: FigureProvenance,
): Held | undefined {
  for (const fixed of workloadsOf(promise)) {
    const asked = { kind: 'specification', metric: promise.metric, campaignIds: [campaignId], fixed }
    const { campaigns, cases, metric, shown } = rankedCampaigns(input, asked, origin, false)
    const [campaign] = campaigns
    const sign = metric.better === 'lower' ? -1 : 1
    const reserved = reservedIn(origin)
    const all = (campaign?.cases ?? []).map((one, at) => ({
      ...{ one, name: cases[at] ?? '' },
      known: pointReservations(one.runs.runIds, reserved),
    }))
    // What is no result keeps no promise, unless there is nothing else to show.
    const valid = all.filter(({ known }) => known.isInvalid !== true)
    const [first, ...others] = valid.length > 0 ? valid : all
    if (campaign === undefined || first === undefined) continue
    const best = others.reduce(
      (found, other) => (sign * (other.one.moments.mean - found.one.moments.mean) > 0 ? other : found),
      first,
    )
    return {
      ...{ device, promise, metric, campaign: campaign.label, campaignId, best: best.one, known: best.known },
      ...{ plan: shown[0]?.campaign ?? '', caseName: best.name, cases: others.length + 1 },
    }
  }
  return undefined
}

/** The best of the plans that measured a device in one configuration. */
function bestOf(held: readonly [Held, ...Held[]]): Held {
  const best = held.reduce((found, other) => (isBetter(other, found) ? other : found), held[0])
  return {
    ...best,
    caseName: best.caseName === '' && held.length > 1 ? best.plan : best.caseName,
    cases: held.reduce((sum, one) => sum + one.cases, 0),
  }
}

function isBetter(one: Held, other: Held): boolean {
  if ((one.known.isInvalid === true) !== (other.known.isInvalid === true))
    return other.known.isInvalid === true
  const [value, against] = [one.best.moments.mean, other.best.moments.mean]
  return one.metric.better === 'lower' ? value < against : value > against
}

function build(input: FigureInputs['runs'], asked: UsualSettings, origin: FigureProvenance): Figure {
  const { devices, claimedTwice } = input.devices ?? { devices: [], claimedTwice: [] }
  const promised = devices.flatMap((device) =>
    (device.card.promises ?? []).map((promise) => ({ device, promise })),
  )
  const notes: string[] = []
  const held = promised.flatMap(({ device, promise }) => {
    const campaigns = device.campaignIds.filter((id) => isChosen(id, asked))
    const found = campaigns.flatMap((id) => heldBy(device, promise, id, input, origin) ?? [])
    if (campaigns.length > 0 && found.length === 0)
      notes.push(noneAgrees({ drive: device.name, promise: promiseText(promise) }))
    return [...groupBy(found, ({ campaign }) => campaign).values()].map(bestOf)
  })
  if (promised.length === 0) notes.push(noPromise())
  else if (held.length === 0 && notes.length === 0) notes.push(noneMeasured())
  for (const { names } of claimedTwice) notes.push(claimedBySeveral({ cards: names.join(' and ') }))
  const shown = {
    campaigns: origin.campaigns.filter((one) => held.some(({ campaignId }) => campaignId === one.campaignId)),
  }
  return tableFigure({
    kind: 'specification',
    title: 'Specification against measurement',
    subtitle: '',
    metric: asked.metric,
    numbers: numbersOf(held),
    printed: printedOf(held, asked),
    caption: captionOf(held),
    smallPrint: smallPrint(shown, 'mean'),
    notes: notes.map((text): FigureNote => ({ severity: 'warning', text })),
  })
}

function captionOf(held: readonly Held[]): string {
  if (held.length === 0) return noData()
  const isBestOf = held.some(({ cases }) => cases > 1)
  const isOnLogScale = held.some(
    ({ metric, best }) => percentileOfMetric(metric.id) !== undefined && reachesZero(best.moments),
  )
  return sentences([
    advertisedSaid({
      // A single run has none.
      intervals: held.some((one) => measuredOf(one).ends !== undefined)
        ? withIntervals({ scale: isOnLogScale ? onLogScale() : '' })
        : '',
    }),
    differenceSaid(),
    isBestOf ? bestAgainst() : '',
    printedSentence(
      held.flatMap(({ best }) => best.printed ?? []),
      false,
    ),
  ])
}

/** Mean and interval, and both as differences in percent of the promise. */
function measuredOf({ best, promise, metric }: Held) {
  const { mean } = best.moments
  const half = meanHalfWidth(best.moments)
  const ends = meanEnds(best.moments, percentileOfMetric(metric.id) !== undefined)
  const percent = (value: number) => 100 * (value / promise.value - 1)
  return {
    ...{ mean, ends, half },
    difference: percent(mean),
    differenceEnds: ends && { low: percent(ends.low), high: percent(ends.high) },
  }
}

function runsOf({ best }: Held): number | undefined {
  return best.printed === undefined ? best.moments.n : best.printed.n
}

function numbersOf(held: readonly Held[]): Table {
  const isReserved = held.some(({ known }) => known.reservations !== undefined)
  return {
    columns: [
      { key: 'device', label: 'Device' },
      { key: 'campaign', label: 'Campaign' },
      { key: 'metric', label: 'Metric' },
      { key: 'workload', label: 'Workload' },
      { key: 'case', label: 'Case' },
      { key: 'cases', label: 'Cases' },
      { key: 'unit', label: 'Unit' },
      { key: 'advertised', label: 'Advertised' },
      { key: 'n', label: 'n' },
      { key: 'measured', label: 'Measured', followsInterval: true },
      { key: 'low', label: 'Low' },
      { key: 'high', label: 'High' },
      { key: 'difference_percent', label: 'Difference', unit: '%' },
      { key: 'difference_low', label: 'Difference, low', unit: '%' },
      { key: 'difference_high', label: 'Difference, high', unit: '%' },
      ...(isReserved ? [reservationColumn] : []),
    ],
    rows: held.map((one): readonly Cell[] => {
      const { mean, ends, difference, differenceEnds } = measuredOf(one)
      return [
        ...[one.device.name, one.campaign, one.metric.id, workloadName(one.promise)],
        ...[one.caseName, one.cases, one.metric.unit, one.promise.value, runsOf(one)],
        ...[mean, ends?.low, ends?.high, difference, differenceEnds?.low, differenceEnds?.high],
        ...(isReserved ? [one.known.reservations] : []),
      ]
    }),
  }
}

/** As printed: the numbers of a metric in a suitable unit, with as many digits as its interval justifies. */
function printedOf(held: readonly Held[], asked: UsualSettings): Table {
  const devices = new Set(held.map(({ device }) => device.name))
  const campaigns = new Set(held.map(({ device, campaign }) => `${device.name}/${campaign}`))
  // Operations per second as data sheets state them: 600,000 IOPS, not 0.6 M IOPS.
  const unitOf = ({ metric }: Held) =>
    figureUnit(
      metric,
      held.flatMap(({ metric: { id }, promise }) => (id === metric.id ? promise.value : [])),
      { units: { ...(metric.unit === 'IOPS' && { [metric.id]: 'IOPS' }), ...asked.units } },
    )
  const [namesDevice, namesCampaign] = [devices.size > 1, campaigns.size > devices.size]
  return {
    columns: [
      ...(namesDevice ? [{ key: 'device', label: 'Device' }] : []),
      ...(namesCampaign ? [{ key: 'campaign', label: 'Campaign' }] : []),
      { key: 'metric', label: 'What' },
      { key: 'advertised', label: 'Advertised', align: 'right' },
      { key: 'measured', label: 'Measured', align: 'right' },
      { key: 'interval', label: '95 % interval', align: 'right' },
      { key: 'n_text', label: 'n', align: 'right' },
      { key: 'difference', label: 'Difference' },
    ],
    rows: held.map((one): readonly Cell[] => {
      const { mean, ends, half } = measuredOf(one)
      const unit = unitOf(one)
      const inPrint = one.best.printed && asPrinted(one.best.printed, unit.factor)?.mean
      const text = (value: number) =>
        formatByInterval(value / unit.factor, half === undefined ? undefined : half / unit.factor)
      const bestOf =
        one.cases > 1 ? ` (best of ${[String(one.cases), ownCase(one)].filter(Boolean).join(': ')})` : ''
      return [
        ...(namesDevice ? [one.device.name] : []),
        ...(namesCampaign ? [one.campaign] : []),
        `${one.metric.label}${workloadName(one.promise) === '' ? '' : `, ${workloadName(one.promise)}`}${bestOf}`,
        withUnit(formatShort(one.promise.value / unit.factor, 6), unit.label),
        withUnit(inPrint ?? text(mean), unit.label),
        ends && `${text(ends.low)} to ${text(ends.high)}`,
        runsOf(one)?.toString() ?? '',
        [differenceText(one), one.known.reservations].filter((text) => text !== undefined).join('; '),
      ]
    }),
  }
}

/** The parameters of the case beyond the promised workload. */
function ownCase({ caseName, promise }: Held): string {
  const promised = new Set(workloadName(promise).split(' · '))
  return caseName
    .split(' · ')
    .filter((part) => !promised.has(part))
    .join(' · ')
}

function workloadName({ workload }: DevicePromise): string {
  return Object.entries(workload)
    .map(([key, level]) => namedLevel(key, level))
    .join(' · ')
}

/** "8.7 % less", or that the interval contains the promised value. */
function differenceText(held: Held): string {
  const { difference, differenceEnds } = measuredOf(held)
  const half = differenceEnds && (differenceEnds.high - differenceEnds.low) / 2
  const amount = withUnit(formatByInterval(Math.abs(difference), half, 2), '%')
  // What rounds to zero has no direction.
  const text = /[1-9]/.test(amount) ? `${amount} ${difference < 0 ? 'less' : 'more'}` : amount
  if (differenceEnds === undefined) return `${text}, no interval`
  return differenceEnds.low <= 0 && differenceEnds.high >= 0
    ? `${text}; the interval holds the advertised number`
    : text
}

export const specification = defineFigure({
  kind: 'specification',
  name: 'Specification against measurement',
  needs: 'runs',
  form: 'table',
  usesDevices: true,
  isOffered: ({ hasPromises }) => hasPromises === true,
  settings: {},
  usualFields: [],
  metrics: () => [...promisedMetrics, 'io_count'],
  build,
})
