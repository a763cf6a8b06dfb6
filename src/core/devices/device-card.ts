import * as v from 'valibot'
import type { LevelValue } from '../plan/plan'
import { leastEndurance, mostEndurance } from '../plan/plan'
import { metrics } from '../results/metrics'
import { isCalendarDate, isCurrency } from './money'

/** Maximum number of promises of a card, and of names it covers. */
export const mostPromises = 50
const mostNames = 50

/** Metrics stated in data sheets. */
export const promisedMetrics: readonly string[] = metrics
  .filter(({ unit, better }) => better !== 'neither' && (unit === 'IOPS' || unit === 'B/s' || unit === 'ns'))
  .map(({ id }) => id)

/** Red, green and blue in two hexadecimal digits each. */
export const hexColor = /^#[0-9a-f]{6}$/

const line = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500))
const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))
const levels: v.GenericSchema<unknown, Readonly<Record<string, LevelValue>>> = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.union([v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.maxLength(500)), v.boolean()]),
)

/** The price of a device at some place and date. */
const devicePriceSchema = v.strictObject({
  amount: positive,
  /** ISO 4217: `USD`, `EUR`. */
  currency: v.pipe(v.string(), v.check(isCurrency, 'is not a currency code such as USD or EUR')),
  /** `2010-06-14`, `2010-06` or `2010`. */
  date: v.exactOptional(v.pipe(v.string(), v.check(isCalendarDate, 'is not a date such as 2010-06-14'))),
  /** Shop, price list, article. */
  source: v.exactOptional(line),
  /** The source's own price per GB as sold, if printed. */
  printedPerGb: v.exactOptional(positive),
  /** What a reader should know about the price. */
  note: v.exactOptional(line),
})

/** A number from a data sheet: a metric in its base unit, of a workload. */
const devicePromiseSchema = v.strictObject({
  /** Id of a metric. */
  metric: v.pipe(
    v.string(),
    v.check((id) => promisedMetrics.includes(id), 'is not a metric that data sheets state'),
  ),
  value: positive,
  /** Levels that the cases it is compared with must all have; `test` is the name of the test. */
  workload: levels,
})

/** What is known about a device besides its measurements; all of it is optional. */
export const deviceCardSchema = v.pipe(
  v.strictObject({
    /** In figures, `#rrggbb`. */
    color: v.exactOptional(v.pipe(v.string(), v.regex(hexColor, 'The colour is not like #0072b2.'))),
    vendor: v.exactOptional(line),
    model: v.exactOptional(line),
    /** Capacity as sold, and what is left after reserved space. */
    soldBytes: v.exactOptional(bytes),
    usableBytes: v.exactOptional(bytes),
    interface: v.exactOptional(line),
    controller: v.exactOptional(line),
    flash: v.exactOptional(line),
    dram: v.exactOptional(line),
    firmware: v.exactOptional(line),
    warranty: v.exactOptional(line),
    /** TBW in bytes. */
    ratedEndurance: v.exactOptional(
      v.pipe(v.number(), v.safeInteger(), v.minValue(leastEndurance), v.maxValue(mostEndurance)),
    ),
    price: v.exactOptional(devicePriceSchema),
    promises: v.exactOptional(v.pipe(v.array(devicePromiseSchema), v.maxLength(mostPromises), v.readonly())),
    /** Names, serial numbers or world-wide names by which campaigns know the device, besides its own name and model. */
    standsFor: v.exactOptional(v.pipe(v.array(line), v.maxLength(mostNames), v.readonly())),
  }),
  v.check(
    ({ soldBytes, usableBytes }) =>
      soldBytes === undefined || usableBytes === undefined || usableBytes <= soldBytes,
    'The usable capacity is larger than the capacity as sold.',
  ),
)

export type DevicePrice = Readonly<v.InferOutput<typeof devicePriceSchema>>
export type DevicePromise = Readonly<v.InferOutput<typeof devicePromiseSchema>>
export type DeviceCard = Readonly<v.InferOutput<typeof deviceCardSchema>>

/** A card with its name, which is unique in a results file. */
export interface NamedDevice {
  readonly name: string
  readonly card: DeviceCard
}

/** Usable bytes: as stated, otherwise as sold. */
export function usableBytesOf({ usableBytes, soldBytes }: DeviceCard): number | undefined {
  return usableBytes ?? soldBytes
}
