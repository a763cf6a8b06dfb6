/** Names that are not words. */
const names: ReadonlyMap<string, string> = new Map([
  ['tpcc', 'TPC-C'],
  ['tpcc-like', 'TPC-C-like, not audited'],
])

/** The spelling of a test for readers: `random-write` is "Random write". Data files and settings keep the id. */
export function testLabel(test: string): string {
  const known = names.get(test)
  if (known !== undefined) return known
  const words = test.replace(/-(?=[a-z]{2})/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
