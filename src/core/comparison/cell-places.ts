import type { ComparedCell, Comparison } from './comparison'

/** Place of each cell over all candidates, as reports and requests name it. */
export function cellPlaces({ candidates }: Comparison): ReadonlyMap<ComparedCell, number> {
  return new Map(candidates.flatMap((one) => one.cells).map((cell, place) => [cell, place]))
}
