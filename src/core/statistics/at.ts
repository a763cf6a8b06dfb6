/**
 * The element at an index the caller has bounded. An index outside the array is a bug, so it throws rather than let
 * an absent value become a number.
 */
export function at(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`Index ${index} is outside 0..${values.length - 1}`)
  return value
}
