/** The list with one item at another place; the same list when nothing moves or a place does not exist. */
export function moveItem<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const item = list[from]
  if (from === to || item === undefined || to < 0 || to >= list.length) return list
  const rest = list.filter((_, place) => place !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}
