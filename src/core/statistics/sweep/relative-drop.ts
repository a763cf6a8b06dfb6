/** How far a value fell from the first to the last, 100 (first - last)/first percent; undefined where first is not above 0. */
export function relativeDropPercent(first: number, last: number): number | undefined {
  return first > 0 ? (100 * (first - last)) / first : undefined
}
