import { formatNumber, formatShort } from '../../units/number-format'
import type { FigureTick } from './figure'

/** Ends and ticks of a value axis. */
export interface TickRange {
  readonly min: number
  readonly max: number
  readonly ticks: readonly FigureTick[]
}

/** Round steps (1, 2, 2.5, 5 times a power of ten) that cover low to high in about `count` steps. */
export function linearTicks(low: number, high: number, count = 5): TickRange {
  const spread = high > low ? high - low : Math.abs(high) || 1
  const [from, to] = high > low ? [low, high] : [Math.min(low, 0), Math.max(low + spread, 0)]
  const step = niceStep((to - from) / count)
  // A hair of tolerance: 0.3 / 0.1 is 2.9999999999999996.
  const first = Math.floor(from / step + 1e-9)
  const last = Math.ceil(to / step - 1e-9)
  const decimals = decimalsOf(step)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => {
    const value = Number(((first + at) * step).toFixed(decimals))
    return { value: value === 0 ? 0 : value, label: tickLabel(value, decimals) }
  })
  return { min: ticks[0]?.value ?? from, max: ticks[ticks.length - 1]?.value ?? to, ticks }
}

/**
 * Powers of ten, with 2 and 5 between them if there are few, that cover low to high. Values not above 0 cannot be on
 * such an axis, which then starts three powers of ten below its end.
 */
export function logTicks(from: number, to: number): TickRange {
  const high = to > 0 && to < Infinity ? to : 10
  const low = from > 0 && from <= high ? from : high / 1000
  const first = Math.floor(Math.log10(low) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9))
  const between = last - first <= 3 ? [1, 2, 5] : [1]
  const values: number[] = []
  for (let power = first; power <= last; power++) {
    for (const digit of power === last ? [1] : between) values.push(Number(`${digit}e${power}`))
  }
  const floor = values.filter((value) => value <= low).pop() ?? values[0] ?? low
  const ceiling = values.find((value) => value >= high) ?? high
  const ticks = values
    .filter((value) => value >= floor && value <= ceiling)
    .map((value) => ({ value, label: formatShort(value, 3) }))
  return { min: floor, max: ceiling, ticks }
}

/** The ticks of a logarithmic axis that ends at the next 1, 2 or 5 instead of the next power of ten. */
export function tightLogTicks(low: number, high: number): TickRange {
  const { min, max, ticks } = logTicks(low, high)
  const round = [1, 2, 5, 10]
  const power = (value: number) => 10 ** Math.floor(Math.log10(value) + 1e-9)
  const lower = round.filter((digit) => digit * power(low) <= low * (1 + 1e-9)).at(-1) ?? 1
  const upper = round.find((digit) => digit * power(high) >= high * (1 - 1e-9)) ?? 10
  const ends = { min: Math.max(min, lower * power(low)), max: Math.min(max, upper * power(high)) }
  const inside = ticks.filter(({ value }) => value >= ends.min * 0.999 && value <= ends.max * 1.001)
  return inside.length < 2 ? { min, max, ticks } : { ...ends, ticks: inside }
}

function niceStep(rough: number): number {
  const power = Math.floor(Math.log10(rough))
  const unit = Number(`1e${power}`)
  const digit = [1, 2, 2.5, 5].find((one) => one * unit >= rough * (1 - 1e-9)) ?? 10
  return digit * unit
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 20; decimals++) {
    if (Math.abs(Number(step.toFixed(decimals)) - step) <= step * 1e-9) return decimals
  }
  return 20
}

function tickLabel(value: number, decimals: number): string {
  const magnitude = Math.abs(value)
  const wholeDigits = magnitude === 0 ? 1 : Math.floor(Math.log10(magnitude) + 1e-12) + 1
  return formatNumber(value, wholeDigits + decimals)
}
