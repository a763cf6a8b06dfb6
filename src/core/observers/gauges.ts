import { findMetric } from '../results/metrics'
import { type Source, sources, type Unit, units } from '../results/observation'
import { plainText } from '../text/plain-text'
import { sensedCelsius } from '../units/temperature'
import type { ObservedSeries } from './observed-series'

/**
 * One reading of a sensor with all that is to be known of it, so that a new sensor is a line of a sampler and nothing else:
 * what observes it, what it is, in what unit, of which device and by what name.
 */
export interface GaugeReading {
  readonly source: Source
  readonly metric: string
  readonly unit: Unit
  readonly device: string
  /** Unset for a metric that the program knows by this unit. */
  readonly label?: string
  /** In the unit. */
  readonly value: number
}

/** A total that only grows, in units times seconds, and so is read as a rate: an energy in joules as watts. */
export interface CounterReading extends GaugeReading {
  /** Where the total starts at 0 again, if it does and that is known. */
  readonly wrapsAt: number | undefined
}

const longestLabel = 60

/** `SOURCE METRIC UNIT SCALE DEVICE VALUE LABEL`: VALUE times SCALE is in UNIT. Undefined for anything else. */
export function readGauge(fields: readonly string[]): GaugeReading | undefined {
  const [sourceName, metric = '', unitName, scale = '', device = '', value = '', label = ''] = fields
  const source = sources.find((one) => one === sourceName)
  const unit = units.find((one) => one === unitName)
  if (source === undefined || source === 'engine' || unit === undefined) return undefined
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(metric) || !/^[\d.e-]{1,12}$/.test(scale)) return undefined
  const amount = /^-?\d{1,20}(\.\d{1,9})?$/.test(value) ? Number(value) * Number(scale) : NaN
  if (!Number.isFinite(amount)) return undefined
  const of = { source, metric, unit, device: plainText(device).trim() }
  // 49850 × 0.001 is 49.85, without the error of the last bit.
  const own = findMetric(metric)?.unit === unit ? undefined : nameOf(label, metric)
  return { ...of, ...(own !== undefined && { label: own }), value: Number(amount.toPrecision(15)) }
}

/** A name is never cut: what is no name for a line is left out. */
function nameOf(label: string, metric: string): string {
  const name = plainText(label).trim()
  return name === '' || name.length > longestLabel ? metric : name
}

/** The same with `WRAP` before the label, `-` where it is not known. */
export function readCounter(fields: readonly string[]): CounterReading | undefined {
  const [source = '', metric = '', unit = '', scale = '', device = '', value = '', wrap = '', ...label] =
    fields
  const reading = readGauge([source, metric, unit, scale, device, value, ...label])
  const wrapsAt = /^\d{1,20}$/.test(wrap) ? Number(wrap) * Number(scale) : undefined
  return reading && { ...reading, wrapsAt }
}

/** Adds a reading, unless it is what a sensor says that has nothing to say. */
export function addGauge(series: ObservedSeries, { value, ...of }: GaugeReading, seconds: number): void {
  series.add(of, seconds, sensed(of.unit, value))
}

/** Adds the rate since the total before it, at the end of that interval; none where the total may have started again. */
export function addCounter(
  series: ObservedSeries,
  { wrapsAt, value: now, ...of }: CounterReading,
  before: number,
  seconds: number,
  elapsed: number,
): void {
  const gain = now >= before ? now - before : wrapsAt === undefined ? undefined : now + wrapsAt - before
  if (gain === undefined || gain < 0) return
  // Totals of many digits differ by few.
  series.add(of, seconds, sensed(of.unit, Number((gain / elapsed).toPrecision(9))))
}

/** hwmon chips without a power sensor say 4.29 MW (2³² µW); no machine that is measured here draws 100 kW. */
const mostWatts = 100_000

function sensed(unit: Unit, value: number): number | undefined {
  if (unit === '°C') return sensedCelsius(value)
  return unit === 'W' && (value < 0 || value > mostWatts) ? undefined : value
}
