import type { Histogram } from '../../core/results/observation'
import { compress, decompress, sha256 } from './compressed'
import { limits } from './format'
import { BadColumnError, InvalidValueError } from './review-file-error'

/** A latency histogram as it is stored. */
export interface PackedHistogram extends Omit<Histogram, 'binsNs' | 'counts'> {
  /** Number of bins. */
  readonly bins: number
  readonly content: Uint8Array
  /** Of the content before compression. */
  readonly sha256: Uint8Array
}

/** A histogram as it is stored. Throws an InvalidValueError for bins that are none. */
export function packHistogram(histogram: Histogram): PackedHistogram {
  const { binsNs, counts: _, ...observed } = histogram
  const numbers = numbersOf(histogram)
  return {
    ...observed,
    bins: binsNs.length,
    content: compress(numbers, 'A histogram'),
    sha256: new Uint8Array(sha256(numbers)),
  }
}

/**
 * Uncompressed content of a histogram: the bins (ns, ascending), then the counts, all as 64-bit little-endian floats.
 * Whole numbers in floats compress to about what a hand-made packing takes, and numpy reads them in one line.
 */
function numbersOf(histogram: Histogram): Buffer {
  const { binsNs, counts } = histogram
  if (binsNs.length !== counts.length)
    throw new InvalidValueError('A histogram', 'must have one count per bin.')
  if (binsNs.length > limits.bins)
    throw new InvalidValueError(
      'A histogram',
      `has ${binsNs.length} bins; at most ${limits.bins} are stored.`,
    )
  const packed = Buffer.allocUnsafe(binsNs.length * 16)
  let before = -Infinity
  binsNs.forEach((bin, index) => {
    const count = counts[index]
    if (!Number.isFinite(bin) || bin <= before)
      throw new InvalidValueError('A histogram', 'must have finite, ascending bins.')
    if (count === undefined || !Number.isFinite(count) || count < 0) {
      throw new InvalidValueError('A histogram', 'must have finite counts of 0 or more.')
    }
    packed.writeDoubleLE(bin, index * 8)
    packed.writeDoubleLE(count, (binsNs.length + index) * 8)
    before = bin
  })
  return packed
}

/** Bins and counts of stored content; a BadColumnError when it is not what `packHistogram` writes. */
export function readHistogram(
  content: Uint8Array,
  bins: number,
): { packed: Uint8Array; binsNs: number[]; counts: number[] } {
  if (bins > limits.bins)
    throw new BadColumnError('A histogram', `claims ${bins} bins; at most ${limits.bins} are stored.`)
  const packed = decompress(content, bins * 16, 'A histogram')
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const binsNs: number[] = []
  const counts: number[] = []
  for (let index = 0; index < bins; index += 1) {
    const bin = view.getFloat64(index * 8, true)
    const count = view.getFloat64((bins + index) * 8, true)
    if (!Number.isFinite(bin) || !Number.isFinite(count) || count < 0)
      throw new BadColumnError('A histogram', 'holds no proper numbers.')
    binsNs.push(bin)
    counts.push(count)
  }
  return { packed, binsNs, counts }
}
