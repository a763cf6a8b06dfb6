import type { Unit } from '../results/observation'
import { largestOf, smallestOf } from '../units/iterables'
import { significantDigits } from '../units/number-format'
import {
  binaryRateUnits,
  decimalRateUnits,
  iopsUnits,
  latencyUnits,
  pickUnit,
  type ScaledUnit,
} from '../units/unit-scale'
import type { UsualSettings } from './usual-settings'

const powersOf1000 = (labels: readonly string[]): readonly ScaledUnit[] =>
  labels.map((label, power) => ({ label, factor: 1000 ** power }))

const amounts = powersOf1000(['B', 'kB', 'MB', 'GB', 'TB'])
const binaryAmounts: readonly ScaledUnit[] = ['KiB', 'MiB', 'GiB', 'TiB'].map((label, power) => ({
  label,
  factor: 1024 ** (power + 1),
}))
/** What IOzone prints and calls Kbytes/sec. */
const iozoneRate: ScaledUnit = { label: 'KB/s (1024)', factor: 1024 }
const counts = powersOf1000(['', 'thousand', 'million', 'billion'])

/** Units the figure chooses from automatically, per base unit of a measurement. */
const automatic: Readonly<Record<Unit, readonly ScaledUnit[]>> = {
  'B/s': decimalRateUnits,
  IOPS: iopsUnits,
  ns: latencyUnits,
  '%': [{ label: '%', factor: 1 }],
  ratio: [{ label: '', factor: 1 }],
  count: counts,
  B: amounts,
  s: [{ label: 's', factor: 1 }],
  '1/s': [{ label: 'per second', factor: 1 }],
  '1/min': [{ label: 'per minute', factor: 1 }],
  '°C': [{ label: '°C', factor: 1 }],
}

/** Units the user may choose from for measurements in `unit`. */
export function figureUnits(unit: Unit): readonly string[] {
  return choices(unit).map((choice) => choice.label)
}

/** The requested unit if it fits the measurement, otherwise the largest that keeps `magnitude` at 1 or more. */
export function chooseUnit(unit: Unit, magnitude: number, asked?: string): ScaledUnit {
  return choices(unit).find((choice) => choice.label === asked) ?? pickUnit(automatic[unit], magnitude)
}

/** The largest number of a column has fewer than eight digits before its point. */
const endOfColumn = 1e7

/**
 * The unit of all numbers in a column of a table: the one of the largest, or a smaller one in which the smallest is at
 * least 0.1, so that it is not read from zeros. `smallest` is above 0; Infinity if there is none.
 */
export function columnUnit(unit: Unit, smallest: number, largest: number): ScaledUnit {
  const units = automatic[unit]
  const fitting = units.filter(({ factor }) => largest / factor < endOfColumn)
  return pickUnit(fitting.length > 0 ? fitting : units.slice(-1), Math.min(largest, smallest * 10))
}

/** Where the smallest value of an axis would be below this, a smaller unit is used if the largest is at most `mostOnAxis`. */
const leastOnAxis = 0.01
const mostOnAxis = 9999

/**
 * The unit of a value axis: the requested one if it fits, otherwise the one that fits the largest value, or the next one
 * if only that shows the smallest without several zeros. On a logarithmic axis it fits the geometric middle.
 */
export function axisUnit(
  unit: Unit,
  values: Iterable<number>,
  asked: Pick<UsualSettings, 'unit' | 'yScale'>,
): ScaledUnit {
  const sizes = Array.from(values, Math.abs)
  const [smallest, largest] = [smallestOf(sizes), largestOf(sizes, 0)]
  if (asked.yScale === 'log' && smallest > 0 && largest > 0)
    return chooseUnit(unit, Math.sqrt(smallest * largest), asked.unit)
  const fitting = chooseUnit(unit, largest, asked.unit)
  if (fitting.label === asked.unit) return fitting
  const above0 = smallestOf(sizes.filter((size) => size > 0))
  const isLegible = ({ factor }: ScaledUnit) => above0 >= leastOnAxis * factor
  if (isLegible(fitting)) return fitting
  const smaller = automatic[unit].filter(({ factor }) => factor < fitting.factor)
  return smaller.filter((one) => largest <= mostOnAxis * one.factor && isLegible(one)).at(-1) ?? fitting
}

/**
 * The unit in which means were printed if none of the automatic ones shows them with as few digits: 260 MiB/s of an
 * article is not 272.6 MB/s. Undefined without means.
 */
export function printedUnit(unit: Unit, means: readonly number[]): string | undefined {
  const digits = ({ factor }: ScaledUnit) =>
    largestOf(
      means.map((mean) => significantDigits(mean / factor)),
      0,
    )
  let fewest = smallestOf(automatic[unit].map(digits))
  let found: string | undefined
  for (const choice of choices(unit)) {
    if (digits(choice) >= fewest) continue
    fewest = digits(choice)
    found = choice.label
  }
  return found
}

/** Base units per unit of a figure; 1 for a unit that does not fit the measurement. */
export function unitFactor(unit: Unit, label: string): number {
  return choices(unit).find((choice) => choice.label === label)?.factor ?? 1
}

function choices(unit: Unit): readonly ScaledUnit[] {
  const own = automatic[unit]
  if (unit === 'B/s') return [...own, ...binaryRateUnits.slice(1), iozoneRate]
  return unit === 'B' ? [...own, ...binaryAmounts] : own
}
