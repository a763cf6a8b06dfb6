import { formatScaled, latencyUnits } from './unit-scale'

/** A latency in nanoseconds, in the unit that fits: "812 ns", "12.3 µs", "4.56 ms", "1.20 s". */
export function formatLatency(latencyNs: number | undefined, significantDigits = 3): string {
  return formatScaled(latencyNs, latencyUnits, significantDigits)
}
