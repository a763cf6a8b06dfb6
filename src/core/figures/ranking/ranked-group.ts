/** By campaign, the names of the cases that it has. */
type CasesOf = ReadonlyMap<number, ReadonlySet<string>>

/**
 * The campaigns that are ranked: all that share a case, without those whose gaps hide more of what the others measured
 * than they add (campaigns times shared cases). If all share none, the most campaigns that do, and of several such groups
 * the one with most cases. All of them if no two share any.
 */
export function rankedGroup(cases: CasesOf): readonly number[] {
  const all = [...cases.keys()]
  if (sharedBy(all, cases) === 0) return largestGroup(cases) ?? all
  let group = all
  for (;;) {
    const size = (ids: readonly number[]) => ids.length * sharedBy(ids, cases)
    const smaller = group.length < 3 ? [] : group.map((left) => group.filter((id) => id !== left))
    const [best] = smaller.sort((a, b) => size(b) - size(a))
    if (best === undefined || size(best) <= size(group)) return group
    group = best
  }
}

function largestGroup(cases: CasesOf): readonly number[] | undefined {
  const names = new Set([...cases.values()].flatMap((own) => [...own]))
  const groups = [...names]
    .map((name) => [...cases].flatMap(([id, own]) => (own.has(name) ? [id] : [])))
    .filter(({ length }) => length > 1)
  return groups.sort((a, b) => b.length - a.length || sharedBy(b, cases) - sharedBy(a, cases))[0]
}

/** How many cases these campaigns have in common. */
export function sharedBy([first, ...others]: readonly number[], cases: CasesOf): number {
  const own = (first === undefined ? undefined : cases.get(first)) ?? new Set()
  return [...own].filter((name) => others.every((id) => cases.get(id)?.has(name) === true)).length
}
