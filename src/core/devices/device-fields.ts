import { parseEndurance } from '../engines/endurance'
import { formatExactBytes, formatDecimalBytes, parseBytes } from '../units/bytes'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'
import { hexColor, type DeviceCard, type DevicePrice } from './device-card'
import { formatMoney, isCalendarDate, parseMoney } from './money'
import { formatPromise, parsePromises } from './promise-text'

/** A part of a card as typed; used for the window's form and the command line's KEY=VALUE. */
export interface DeviceField {
  /** Name on the command line. */
  readonly key: string
  readonly label: string
  readonly example: string
  /** Empty if the card does not have it. */
  read(card: DeviceCard): string
  /** The card with this part; an empty text removes it. */
  change(card: DeviceCard, text: string): Parsed<DeviceCard>
}

type TextKey = {
  readonly [K in keyof DeviceCard]-?: DeviceCard[K] extends string | undefined ? K : never
}[keyof DeviceCard]

function textField(key: TextKey, label: string, example: string): DeviceField {
  return {
    ...{ key, label, example },
    read: (card) => card[key] ?? '',
    change: (card, text) => changed(card, key, text, lineOf(text)),
  }
}

function sizeField(
  key: string,
  part: 'soldBytes' | 'usableBytes',
  label: string,
  example: string,
): DeviceField {
  return {
    ...{ key, label, example },
    read: (card) => {
      const bytes = card[part]
      return bytes === undefined ? '' : formatExactBytes(bytes)
    },
    change: (card, text) => {
      const share = part === 'usableBytes' ? shareOf(card, text) : undefined
      return changed(card, part, text, share ?? parseBytes(text))
    },
  }
}

/** "75 %" of the capacity as sold; undefined for anything that is not a percentage. */
function shareOf({ soldBytes }: DeviceCard, text: string): Parsed<number> | undefined {
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim())?.[1]
  if (percent === undefined) return undefined
  if (soldBytes === undefined)
    return unreadable('A usable share needs the capacity as sold. State that first.')
  return Number(percent) > 0 && Number(percent) <= 100
    ? parsed(Math.round((soldBytes * Number(percent)) / 100))
    : unreadable(`${quoted(text.trim())} is not a share from 0 to 100 %.`)
}

function priceField(
  key: string,
  part: 'date' | 'source' | 'note' | 'printedPerGb',
  label: string,
  example: string,
  parse: (text: string) => Parsed<string | number>,
): DeviceField {
  return {
    ...{ key, label, example },
    read: ({ price }) => String(price?.[part] ?? ''),
    change: (card, text) => {
      if (text.trim() === '') {
        if (card.price === undefined) return parsed(card)
        const { [part]: _, ...rest } = card.price
        return parsed({ ...card, price: rest })
      }
      if (card.price === undefined)
        return unreadable(`${label} needs a price. State the price first, like 13,600 USD.`)
      const value = parse(text)
      return value.ok ? parsed({ ...card, price: { ...card.price, [part]: value.value } }) : value
    },
  }
}

function colorOf(text: string): Parsed<string> {
  const color = text.trim().toLowerCase()
  return hexColor.test(color)
    ? parsed(color)
    : unreadable(`${quoted(text.trim())} is not a colour. Write it like #0072b2.`)
}

/** Every part of a card, in form order. */
export const deviceFields: readonly DeviceField[] = [
  {
    ...{ key: 'colour', label: 'Colour in figures', example: '#0072b2' },
    read: ({ color }) => color ?? '',
    change: (card, text) => changed(card, 'color', text, colorOf(text)),
  },
  textField('vendor', 'Vendor', 'Virident'),
  textField('model', 'Model', 'tachIOn 400 GB'),
  sizeField('sold', 'soldBytes', 'Capacity as sold', '400 GB'),
  sizeField('usable', 'usableBytes', 'Usable capacity', '300 GB or 75 %'),
  textField('interface', 'Interface', 'PCIe 4.0 x4, NVMe 1.4'),
  textField('controller', 'Controller', 'SandForce 1222'),
  textField('flash', 'Flash', '176-layer TLC'),
  textField('dram', 'DRAM', '1 GB LPDDR4'),
  textField('firmware', 'Firmware', '3B2QGXA7'),
  textField('warranty', 'Warranty', '5 years'),
  {
    ...{ key: 'tbw', label: 'Rated endurance (TBW)', example: '600 TB' },
    read: ({ ratedEndurance }) => (ratedEndurance === undefined ? '' : formatDecimalBytes(ratedEndurance, 6)),
    change: (card, text) => changed(card, 'ratedEndurance', text, parseEndurance(text)),
  },
  {
    ...{ key: 'price', label: 'Price', example: '13,600 USD' },
    read: ({ price }) => (price === undefined ? '' : formatMoney(price)),
    change: (card, text) => {
      const money = parseMoney(text)
      const price = money.ok ? parsed<DevicePrice>({ ...card.price, ...money.value }) : money
      return changed(card, 'price', text, price)
    },
  },
  priceField('price-date', 'date', 'Date of the price', '2010-06-14', (text) =>
    isCalendarDate(text.trim())
      ? parsed(text.trim())
      : unreadable(`${quoted(text.trim())} is not a date. Write it like 2010-06-14, 2010-06 or 2010.`),
  ),
  priceField('price-source', 'source', 'Source of the price', 'dell.com', lineOf),
  priceField('price-per-gb', 'printedPerGb', 'Price per GB as printed', '39.5', (text) =>
    Number(text) > 0 && Number.isFinite(Number(text))
      ? parsed(Number(text))
      : unreadable(`${quoted(text.trim())} is not a number above 0.`),
  ),
  priceField('price-note', 'note', 'Note on the price', 'without taxes', lineOf),
  {
    ...{
      key: 'promises',
      label: 'What the vendor promises',
      example: 'iops 600000 pattern=random-read block_size=4k; bandwidth 7000MB/s pattern=sequential-read',
    },
    read: ({ promises = [] }) => promises.map(formatPromise).join('; '),
    change: (card, text) => changed(card, 'promises', text, parsePromises(text)),
  },
  {
    ...{ key: 'stands-for', label: 'Also known as', example: 'Samsung SSD 990 PRO 2TB; S7KGNJ0W123456' },
    read: ({ standsFor = [] }) => standsFor.join('; '),
    change: (card, text) => {
      const names = text
        .split(';')
        .map((name) => name.trim())
        .filter((name) => name !== '')
      const long = names.find((name) => name.length > mostLetters)
      return long === undefined
        ? changed(card, 'standsFor', text, parsed([...new Set(names)]))
        : unreadable(`${quoted(long)} has more than ${String(mostLetters)} characters.`)
    },
  },
]

/** Parts of a card that readers see among the facts of a drive; the price comes with its date, source and note. */
const shownParts: ReadonlySet<string> = new Set([
  ...['vendor', 'model', 'sold', 'usable', 'interface', 'controller', 'flash', 'dram', 'firmware'],
  ...['warranty', 'tbw', 'price'],
])

/** What a card says about its device, for readers: texts by label. */
export function cardFacts(card: DeviceCard): ReadonlyMap<string, string> {
  const { date, source, note } = card.price ?? {}
  const aboutPrice = [date, source, note].filter((part) => part !== undefined).join(', ')
  return new Map(
    deviceFields.flatMap((field) => {
      const text = shownParts.has(field.key) ? field.read(card) : ''
      if (text === '') return []
      return [[field.label, field.key === 'price' && aboutPrice !== '' ? `${text} (${aboutPrice})` : text]]
    }),
  )
}

const mostLetters = 500

function lineOf(text: string): Parsed<string> {
  const trimmed = text.trim()
  return trimmed.length <= mostLetters
    ? parsed(trimmed)
    : unreadable(`${quoted(trimmed)} has more than ${String(mostLetters)} characters.`)
}

/** The card with this part, or without it if the text is empty. */
function changed<K extends keyof DeviceCard>(
  card: DeviceCard,
  key: K,
  text: string,
  value: Parsed<NonNullable<DeviceCard[K]>>,
): Parsed<DeviceCard> {
  const { [key]: _, ...rest } = card
  if (text.trim() === '') return parsed(rest)
  return value.ok ? parsed({ ...card, [key]: value.value }) : value
}
