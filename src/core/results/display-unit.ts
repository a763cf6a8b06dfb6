import type { Unit } from './observation'
import { largestOf, smallestOf } from '../iterables'
import { formatDecimals, withUnit } from '../units/number-format'
import {
  binaryRateUnits,
  decimalRateUnits,
  iopsUnits,
  latencyUnits,
  pickUnit,
  type ScaledUnit,
} from '../units/unit-scale'
import { valueScale, type ValueScale } from './value-scale'
import type { PrintedForm, PublishedSummary } from './published-result'

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
  W: [
    { label: 'mW', factor: 0.001 },
    { label: 'W', factor: 1 },
  ],
  J: powersOf1000(['J', 'kJ', 'MJ']),
  V: [{ label: 'V', factor: 1 }],
  A: [{ label: 'A', factor: 1 }],
  Hz: powersOf1000(['Hz', 'kHz', 'MHz', 'GHz']),
}

/** Units the user may choose from for measurements in `unit`. */
export function figureUnits(unit: Unit): readonly string[] {
  return choices(unit).map((choice) => choice.label)
}

/** What decides the unit besides the values. */
export interface UnitChoice {
  /** Requested; one that does not fit the measurement is ignored. */
  readonly unit?: string | undefined
  /** On a logarithmic axis the unit fits the geometric middle. */
  readonly yScale?: ValueScale | undefined
  /** Printed means, if no value was measured: those in one unit keep it. */
  readonly printed?: readonly PublishedSummary[]
}

/** Where the smallest value would be below this, a smaller unit is used if the largest is at most `largestNumber`. */
const smallestNumber = 0.01
const largestNumber = 9999

/**
 * The unit of values that are read together, on an axis, in a column or alone: the requested one, the one in which all
 * of them were printed, or the one that fits the largest, or the next one in which the smallest is legible.
 */
export function displayUnit(unit: Unit, values: Iterable<number>, asked: UnitChoice = {}): ScaledUnit {
  const wanted = choices(unit).find(({ label }) => label === asked.unit)
  if (wanted !== undefined) return wanted
  const ofPrint = printedUnit(unit, asked.printed ?? [])
  if (ofPrint !== undefined) return ofPrint
  const sizes = Array.from(values, Math.abs)
  const [smallest, largest] = [smallestOf(sizes), largestOf(sizes, 0)]
  if (valueScale(sizes, asked.yScale) === 'log')
    return pickUnit(automatic[unit], Math.sqrt(smallest * largest))
  const fitting = pickUnit(automatic[unit], largest)
  const above0 = smallestOf(sizes.filter((size) => size > 0))
  const isLegible = ({ factor }: ScaledUnit) => above0 >= smallestNumber * factor
  if (isLegible(fitting)) return fitting
  const smaller = automatic[unit].filter(({ factor }) => factor < fitting.factor)
  return smaller.filter((one) => largest <= largestNumber * one.factor && isLegible(one)).at(-1) ?? fitting
}

/** The unit of print, if all of them have one and it is the same. */
function printedUnit(unit: Unit, printed: readonly PublishedSummary[]): ScaledUnit | undefined {
  const [form] = printed.flatMap((one) => one.form ?? [])
  return form && printed.every((one) => one.form?.unit === form.unit) ? unitOfPrint(unit, form) : undefined
}

/** IOzone's KB count in 1024, and another unit has the same factor: its name decides. */
function unitOfPrint(unit: Unit, { unit: name, factor }: PrintedForm): ScaledUnit | undefined {
  const same = choices(unit).filter((one) => one.factor === factor)
  return same.find(({ label }) => label.startsWith(name)) ?? same[0]
}

/**
 * A printed mean and deviation with the digits of print, in units of `factor` base units; undefined if their form was not
 * kept, and in a unit that is no power of ten of theirs.
 */
export function asPrinted(
  { mean, standardDeviation, form }: Omit<PublishedSummary, 'kind'>,
  factor: number,
): PrintedTexts | undefined {
  const shift = form === undefined ? NaN : Math.log10(factor / form.factor)
  if (form === undefined || Math.abs(shift - Math.round(shift)) > 1e-9) return undefined
  const text = (value: number, decimals: number) =>
    formatDecimals(value / factor, Math.max(0, decimals + Math.round(shift)))
  return {
    mean: text(mean, form.decimals),
    ...(standardDeviation !== undefined &&
      form.deviationDecimals !== undefined && { sd: text(standardDeviation, form.deviationDecimals) }),
  }
}

/** Numbers as they were printed, without their unit. */
export interface PrintedTexts {
  readonly mean: string
  readonly sd?: string
}

/** A printed mean and deviation with their unit, all as printed: "550 MiB/s"; undefined if their form was not kept. */
export function printedWithUnit(unit: Unit, value: Omit<PublishedSummary, 'kind'>): PrintedTexts | undefined {
  const own = value.form && unitOfPrint(unit, value.form)
  const texts = own && asPrinted(value, own.factor)
  return (
    own &&
    texts && {
      mean: withUnit(texts.mean, own.label),
      ...(texts.sd !== undefined && { sd: withUnit(texts.sd, own.label) }),
    }
  )
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
