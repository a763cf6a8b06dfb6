import { studentCritical } from '../../src/core/statistics/special/distributions'
import { momentsOf } from '../../src/core/statistics/summary/moments'

/** Median of measured values; of two middle ones, their mean. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/**
 * Ratio of values measured in pairs as text, `0.982 (95 % 0.961 to 1.003, 5 pairs)`: t interval over the logarithms of
 * the ratios.
 */
export function pairedRatio(without: readonly number[], withIt: readonly number[]): string {
  const logs = withIt.map((value, pair) => Math.log(value / (without[pair] ?? Number.NaN)))
  const { mean, sd = Number.NaN } = momentsOf(logs) ?? { mean: Number.NaN }
  const half = (studentCritical(0.95, logs.length - 1) * sd) / Math.sqrt(logs.length)
  const [middle, low, high] = [mean, mean - half, mean + half].map((log) => Math.exp(log).toFixed(3))
  return `${middle ?? ''} (95 % ${low ?? ''} to ${high ?? ''}, ${String(logs.length)} pairs)`
}
