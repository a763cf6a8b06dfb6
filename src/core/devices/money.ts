import { formatAmount } from '../units/number-format'
import { AppError } from '../errors/app-error'
import { parsed, quoted, unreadable, type Parsed } from '../units/parsed'

/** An amount of one currency. Amounts of different currencies are never added, compared or drawn on one axis without a rate. */
export interface Money {
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Amounts in several currencies without a conversion rate. */
export class CurrencyError extends AppError {
  override readonly name = 'CurrencyError'

  constructor(message: string, remedy: string) {
    super(message, remedy, 'no-exchange-rate')
  }
}

/** Whether a text is an ISO 4217 code of three capital letters. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Reads "13,600 USD", "EUR 89.90" or "6308.99 usd". A comma separates thousands, a point decimals. */
export function parseMoney(text: string): Parsed<Money> {
  const compact = text.replace(/[\s\u2009\u202f\u00a0_]/g, '')
  const [, before, digits = '', behind] =
    /^([a-z]{3})?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)([a-z]{3})?$/i.exec(compact) ?? []
  const code = (before ?? behind ?? '').toUpperCase()
  const amount = Number(digits.replaceAll(',', ''))
  if (digits === '' || code === '' || (before !== undefined && behind !== undefined))
    return unreadable(
      `${quoted(text.trim())} is not a price. Write the amount with the code of its currency, like 13,600 USD or 89.90 EUR.`,
    )
  if (!isCurrency(code))
    return unreadable(`${quoted(code)} is not a currency. Use a three-letter code such as USD or EUR.`)
  if (!(amount > 0)) return unreadable(`${quoted(text.trim())} is not above 0.`)
  return parsed({ amount, currency: code })
}

/** "13,600.00 USD" without needless decimals: "13,600 USD". */
export function formatMoney({ amount, currency }: Money): string {
  return `${formatAmount(amount)} ${currency}`
}

/** `2010`, `2010-06` or a valid calendar day. */
export function isCalendarDate(text: string): boolean {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.toISOString().startsWith(`${year}-${month}-${day}`)
}

/** The value of one unit of a currency in another, as given by the user. */
export interface ExchangeRate {
  readonly from: string
  readonly to: string
  readonly rate: number
}

/** Reads "1 EUR = 1.08 USD", several separated by semicolons. */
export function parseRates(text: string): Parsed<readonly ExchangeRate[]> {
  const rates: ExchangeRate[] = []
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const [left, right, ...more] = part.split('=').map(parseMoney)
    if (left?.ok !== true || right?.ok !== true || more.length > 0)
      return unreadable(`${quoted(part)} is not an exchange rate. Write it like 1 EUR = 1.08 USD.`)
    if (left.value.currency === right.value.currency)
      return unreadable(`${quoted(part)} names one currency twice.`)
    rates.push({
      from: left.value.currency,
      to: right.value.currency,
      rate: right.value.amount / left.value.amount,
    })
  }
  return parsed(rates)
}

/** The amount in another currency by one of these rates, in either direction; undefined if there is none. */
export function convertMoney(
  { amount, currency }: Money,
  to: string,
  rates: readonly ExchangeRate[],
): number | undefined {
  if (currency === to) return amount
  const there = rates.find((one) => one.from === currency && one.to === to)
  if (there !== undefined) return amount * there.rate
  const back = rates.find((one) => one.from === to && one.to === currency)
  return back === undefined ? undefined : amount / back.rate
}
