import type { ChecksumPart } from './checksum'
import { noLevels, type StoredQuantity } from './quantities'

/** What represents a number in the seal of its run. */
export function scalarPart(scalar: StoredQuantity & { readonly value: number }): ChecksumPart {
  const { test, direction, metric, unit, value } = scalar
  return [test, direction, metric, unit, value, ...furtherOf(scalar)]
}

/** What represents a histogram in the seal of its run. */
export function histogramPart(
  quantity: Omit<StoredQuantity, 'id' | 'unit'>,
  bins: number,
  sha256: Uint8Array,
): ChecksumPart {
  const { test, direction, metric } = quantity
  return [test, direction, metric, bins, Buffer.from(sha256).toString('hex'), ...furtherOf(quantity)]
}

/**
 * What the seals of older formats do not cover; nothing for numbers of the engine at the levels of their
 * case.
 */
function furtherOf({
  source,
  device = '',
  levelsText,
}: Pick<StoredQuantity, 'source' | 'device' | 'levelsText'>): readonly ChecksumPart[] {
  if (source !== 'engine' || device !== '') return [levelsText, source, device]
  return levelsText === noLevels ? [] : [levelsText]
}
