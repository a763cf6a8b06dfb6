/** A test as a table names it, in the words of the results: `Random Write` is `random-write`. */
export function testName(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
}

/** Tables that print throughput and IOPS side by side call the latter `write-iops`. */
export function withoutIops(test: string): { readonly test: string; readonly isIops: boolean } {
  const bare = test.replace(/-iops$/, '')
  return { test: bare, isIops: bare !== test }
}
