import {
  logEstimate,
  logInterval,
  meansRatio,
  relativeVariance,
  type VariancePart,
} from '../comparison/log-ratio'
import { momentsOf, type Moments } from '../summary/moments'

/**
 * Throughput a device would reach at `readPercent` (0 to 100) if reads and writes only shared its time: the weighted
 * harmonic mean 1/(r/R + (1-r)/W) of the read-only and write-only throughput. Any rate unit, the same for all.
 * Undefined if an endpoint with weight is not above 0.
 */
export function harmonicMix(readPercent: number, readOnly: number, writeOnly: number): number | undefined {
  if (!(readPercent >= 0 && readPercent <= 100)) {
    throw new RangeError(`A read percent lies in 0..100, got ${readPercent}`)
  }
  if (readPercent === 100) return readOnly > 0 ? readOnly : undefined
  if (readPercent === 0) return writeOnly > 0 ? writeOnly : undefined
  if (!(readOnly > 0 && writeOnly > 0)) return undefined
  const r = readPercent / 100
  return 1 / (r / readOnly + (1 - r) / writeOnly)
}

/** What mixing costs (negative) or gains against the harmonic mix: 100 (measured/ideal - 1) percent. */
export function mixPenaltyPercent(measured: number, ideal: number): number {
  return 100 * (measured / ideal - 1)
}

/** The runs of one level of a read/write mix. */
interface MixLevel {
  readonly readPercent: number
  /** Total throughput of each run, any rate unit. */
  readonly runs: readonly number[]
}

/** A percentage with its 95 % interval; the ends are undefined if the runs allow no interval. */
interface PercentInterval {
  readonly percent: number
  readonly lowPercent?: number
  readonly highPercent?: number
}

/** One level against the ideal mix. */
interface MixPoint {
  readonly readPercent: number
  readonly measured: number
  /** Harmonic mix of the measured endpoints; undefined without them. */
  readonly ideal?: number
  /** 100 (measured/ideal - 1); exactly 0 at the endpoints, which define the ideal. */
  readonly penalty?: PercentInterval
}

/** The findings of a mix sweep besides its curve. */
interface MixShape {
  /** Levels that have runs, from 100 % read to 0. */
  readonly points: readonly MixPoint[]
  readonly minimum?: { readonly readPercent: number; readonly throughput: number }
  /** The minimum against the worse endpoint. */
  readonly dip?: PercentInterval & { readonly endpointReadPercent: 0 | 100 }
  /** 100 % write against 50/50. */
  readonly rise?: PercentInterval
}

/** Penalties, minimum, dip and rise of a read/write-mix sweep. Levels without runs are left out, never interpolated. */
export function mixShape(levels: readonly MixLevel[], confidence = 0.95): MixShape {
  const known = new Map<number, Moments>()
  for (const { readPercent, runs } of levels) {
    const moments = momentsOf(runs)
    if (moments !== undefined) known.set(readPercent, moments)
  }
  const read = known.get(100)
  const write = known.get(0)
  const sorted = [...known].sort(([a], [b]) => b - a)
  const points = sorted.map(([readPercent, moments]) =>
    mixPoint(readPercent, moments, read, write, confidence),
  )
  const lowest = sorted.reduce<(typeof sorted)[number] | undefined>(
    (least, entry) => (least === undefined || entry[1].mean < least[1].mean ? entry : least),
    undefined,
  )
  if (lowest === undefined) return { points }
  const minimum = { readPercent: lowest[0], throughput: lowest[1].mean }
  const half = known.get(50)
  const rise = half && write && percentBetween(half, write, confidence)
  if (read === undefined || write === undefined) return { points, minimum, rise }
  const endpointReadPercent = write.mean <= read.mean ? 0 : 100
  const worse = endpointReadPercent === 0 ? write : read
  const atEndpoint = minimum.readPercent === 0 || minimum.readPercent === 100
  const dip = atEndpoint ? { percent: 0 } : percentBetween(worse, lowest[1], confidence)
  return { points, minimum, rise, dip: dip && { ...dip, endpointReadPercent } }
}

function mixPoint(
  readPercent: number,
  measured: Moments,
  read: Moments | undefined,
  write: Moments | undefined,
  confidence: number,
): MixPoint {
  const point = { readPercent, measured: measured.mean }
  if (read === undefined || write === undefined) return point
  const ideal = harmonicMix(readPercent, read.mean, write.mean)
  if (ideal === undefined || !(measured.mean > 0)) return { ...point, ideal }
  if (readPercent === 0 || readPercent === 100) return { ...point, ideal, penalty: { percent: 0 } }
  const r = readPercent / 100
  const logRatio = Math.log(measured.mean / ideal)
  // d ln(ideal)/d ln(R) = r ideal/R and d ln(ideal)/d ln(W) = (1-r) ideal/W: delta method on three independent means.
  const parts = [
    weighted(measured, 1),
    weighted(read, (r * ideal) / read.mean),
    weighted(write, ((1 - r) * ideal) / write.mean),
  ].filter((part) => part !== undefined)
  const estimate = parts.length === 3 ? logEstimate(logRatio, parts) : undefined
  const interval = estimate && logInterval(estimate, confidence)
  return { ...point, ideal, penalty: { percent: 100 * Math.expm1(logRatio), ...percentEnds(interval) } }
}

function weighted(moments: Moments, weight: number): VariancePart | undefined {
  const part = relativeVariance(moments)
  return part && { variance: part.variance * weight * weight, df: part.df }
}

function percentBetween(from: Moments, to: Moments, confidence: number): PercentInterval | undefined {
  if (!(from.mean > 0)) return undefined
  return { percent: 100 * (to.mean / from.mean - 1), ...percentEnds(meansRatio(from, to, confidence)) }
}

function percentEnds(interval: { readonly low?: number; readonly high?: number } | undefined) {
  return {
    lowPercent: interval?.low === undefined ? undefined : 100 * (interval.low - 1),
    highPercent: interval?.high === undefined ? undefined : 100 * (interval.high - 1),
  }
}
