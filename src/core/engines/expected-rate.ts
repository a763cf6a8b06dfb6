import type { MeasuredRate } from '../plan/advice'

/** What drives write when nothing was measured yet: a SATA SSD's rate, said to be assumed wherever it is shown. */
export const assumedWriteBytesPerSecond = 500e6

/** Requests a second that such a drive takes: small ones do not reach its rate. */
export const assumedWriteIops = 90_000

/**
 * Bytes per second that I/O of a block size is expected to reach: as measured, between two measured sizes on the straight
 * line of their logarithms, below the smallest by as many requests a second, above the largest at its rate. Without
 * anything measured, or without a size that limits the rate, what is assumed of a drive.
 */
export function expectedRate(blockBytes: number | undefined, measured: readonly MeasuredRate[] = []): number {
  const sorted = [...measured].sort((a, b) => a.blockBytes - b.blockBytes)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) {
    if (blockBytes === undefined) return assumedWriteBytesPerSecond
    return Math.min(assumedWriteBytesPerSecond, assumedWriteIops * blockBytes)
  }
  if (blockBytes === undefined || blockBytes >= last.blockBytes) return last.bytesPerSecond
  if (blockBytes <= first.blockBytes) return (first.bytesPerSecond * blockBytes) / first.blockBytes
  const above = sorted.findIndex((one) => one.blockBytes > blockBytes)
  const [low, high] = [sorted[above - 1] ?? first, sorted[above] ?? last]
  const share = Math.log(blockBytes / low.blockBytes) / Math.log(high.blockBytes / low.blockBytes)
  return low.bytesPerSecond * (high.bytesPerSecond / low.bytesPerSecond) ** share
}
