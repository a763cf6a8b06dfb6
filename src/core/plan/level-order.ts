/** Axes that readers look for first, in this order; others follow by name. */
const first = [
  'pattern',
  'block_size',
  'read_percent',
  'queue_depth',
  'jobs',
  'compress_percent',
  'dedupe_percent',
  'fill_percent',
  'file_size',
]

/** Keys of levels in the order of their columns. */
export function sortLevelKeys(keys: Iterable<string>): readonly string[] {
  const rank = (key: string) => {
    const place = first.indexOf(key)
    return place < 0 ? first.length : place
  }
  return [...new Set(keys)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
