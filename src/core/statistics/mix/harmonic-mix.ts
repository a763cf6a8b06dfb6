/**
 * Throughput a device would reach at `readPercent` (0 to 100) if reads and writes only shared its time: the weighted
 * harmonic mean 1/(r/R + (1-r)/W) of the read-only and write-only throughput. Any rate unit, the same for all.
 * Undefined where an endpoint that counts is not above 0.
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
