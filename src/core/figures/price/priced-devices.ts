import { usableBytesOf, type DeviceCard } from '../../devices/device-card'
import type { DeviceLinks, LinkedDevice } from '../../devices/link-devices'
import { CurrencyError, convertMoney, formatMoney, parseRates, type ExchangeRate } from '../../devices/money'
import type { Placed } from '../ranking/placed-campaigns'
import { formatExactBytes } from '../../units/bytes'
import { template } from '../../words/template'
import { formatNumber, formatShort } from '../../units/number-format'

const printsOther = template(
  'price-printed',
  '{device}: {price} for {size} is {perGb} {currency}/GB; the source prints {printed}.',
  { device: 'drive', price: 'given', size: 'value', perGb: 'value', currency: 'given', printed: 'value' },
)
const costsMore = template(
  'price-reserved',
  '{device}: with {reserved} reserved, a usable GB costs {dearer} more than one sold.',
  { device: 'drive', reserved: 'percent', dearer: 'percent' },
)
const priceNote = template('price-note', 'On the price of {device}: {note}.', {
  device: 'drive',
  note: 'given',
})

/** A campaign with the price of its device. */
export interface PricedCampaign {
  readonly placed: Placed
  readonly priced: PricedDevice
}

/** What a price is for. */
export type PriceKind = 'price' | 'per-usable-gb' | 'per-sold-gb' | 'per-tb-written'

/** What a figure of prices shows. */
export type PriceView = 'scatter' | 'per-money' | Exclude<PriceKind, 'price'>

/** Prices of devices in one currency. */
export type Prices = ReturnType<typeof pricesOf>

/**
 * Prices of the devices that these campaigns measured (all of them if none are named), and of unmeasured devices, in
 * the requested currency, otherwise the only one, otherwise the one a rate leads to. Throws a CurrencyError if a
 * price is in another currency without a rate for it.
 */
export function pricesOf(
  { devices }: DeviceLinks,
  asked: {
    readonly campaignIds: readonly number[]
    readonly currency?: string | undefined
    readonly rates?: string | undefined
  },
) {
  const shown = devices.filter(
    ({ campaignIds }) =>
      asked.campaignIds.length === 0 ||
      campaignIds.length === 0 ||
      campaignIds.some((id) => asked.campaignIds.includes(id)),
  )
  const read = parseRates(asked.rates ?? '')
  const rates = read.ok ? read.value : []
  const found = [...new Set(shown.flatMap(({ card }) => card.price?.currency ?? []))]
  const currency = asked.currency ?? (found.length > 1 ? rates[0]?.to : undefined) ?? found[0] ?? 'USD'
  const used = new Set<ExchangeRate>()
  const priced = shown.flatMap((device) => {
    const { price } = device.card
    if (price === undefined) return []
    const amount = convertMoney(price, currency, rates)
    if (amount === undefined) throw unconverted(found, price.currency, currency)
    for (const rate of rates)
      if ([rate.from, rate.to].includes(price.currency) && price.currency !== currency) used.add(rate)
    return [pricedDevice(device, amount)]
  })
  return {
    ...{ currency, devices: priced },
    /** Rates that were used. */
    rates: [...used],
    /** Names of cards without a price. */
    unpriced: shown.flatMap(({ name, card }) => (card.price === undefined ? [name] : [])),
  }
}

function unconverted(found: readonly string[], from: string, to: string): CurrencyError {
  const all = [...new Set([...found, to])].sort()
  return new CurrencyError(
    `Prices are in ${all.join(' and ')}, and no rate from ${from} to ${to} was given.`,
    `Give the rate of the day, such as 1 ${from} = 1.08 ${to}, as the exchange rates of the figure, or show only devices priced in one currency.`,
  )
}

/** The cost of a device, in the currency of the figure. Absent if the card has too little information. */
export type PricedDevice = ReturnType<typeof pricedDevice>

function pricedDevice(device: LinkedDevice, price: number) {
  const { card, ratedEndurance } = device
  const usable = usableBytesOf(card)
  const per = (bytes: number | undefined, unit: number) =>
    bytes === undefined ? undefined : price / (bytes / unit)
  return {
    ...{ device, price },
    perSoldGb: per(card.soldBytes, 1e9),
    perUsableGb: per(usable, 1e9),
    /** How much more a usable GB costs than one sold, in percent. */
    dearerPercent:
      card.soldBytes === undefined || card.usableBytes === undefined
        ? undefined
        : 100 * (card.soldBytes / card.usableBytes - 1),
    /** Per TB that may be written over the life of the device. */
    perTbWritten: per(ratedEndurance, 1e12),
  }
}

/**
 * What a reader should know about a price: what its source prints per GB if that differs, the effect of reserved
 * space, and the user's remark.
 */
export function priceRemarks({ name, card }: LinkedDevice): readonly string[] {
  const { price, soldBytes, usableBytes } = card
  if (price === undefined) return []
  const remarks: string[] = []
  if (price.printedPerGb !== undefined && soldBytes !== undefined) {
    const perGb = price.amount / (soldBytes / 1e9)
    if (!printsAs(perGb, price.printedPerGb))
      remarks.push(
        printsOther({
          ...{ device: name, price: formatMoney(price), size: formatExactBytes(soldBytes) },
          ...{ perGb: formatNumber(perGb, 4), currency: price.currency },
          printed: formatShort(price.printedPerGb, 6),
        }),
      )
  }
  if (soldBytes !== undefined && usableBytes !== undefined && usableBytes < soldBytes) {
    const reserved = `${formatShort(100 * (1 - usableBytes / soldBytes))} %`
    const dearer = `${formatShort(100 * (soldBytes / usableBytes - 1))} %`
    remarks.push(costsMore({ device: name, reserved, dearer }))
  }
  if (price.note !== undefined) remarks.push(priceNote({ device: name, note: price.note.replace(/\.$/, '') }))
  return remarks
}

/** Whether a number rounds to what was printed, with as many decimals as were printed. */
function printsAs(value: number, printed: number): boolean {
  const decimals = (/\.(\d+)$/.exec(String(printed))?.[1] ?? '').length
  return value.toFixed(decimals) === printed.toFixed(decimals)
}

/** "13,600 USD (2010-06-14, dell.com)". */
export function priceText({ price }: DeviceCard): string {
  if (price === undefined) return ''
  const origin = [price.date, price.source].filter((part) => part !== undefined).join(', ')
  return `${formatMoney(price)}${origin === '' ? '' : ` (${origin})`}`
}

/** Undefined if the card has too little information. */
export function priceOf(one: PricedDevice, kind: PriceKind): number | undefined {
  switch (kind) {
    case 'price':
      return one.price
    case 'per-usable-gb':
      return one.perUsableGb
    case 'per-sold-gb':
      return one.perSoldGb
    case 'per-tb-written':
      return one.perTbWritten
  }
}
