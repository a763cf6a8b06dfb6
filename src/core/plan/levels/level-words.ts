/** Names of tests that differ from the words of their ids. */
const testNames: ReadonlyMap<string, string> = new Map([
  ['tpcc', 'TPC-C'],
  ['tpcc-like', 'TPC-C-like, not audited'],
  ['oltp-read-write', 'OLTP read/write'],
  ['oltp-read-only', 'OLTP read-only'],
  ['oltp-write-only', 'OLTP write-only'],
  ['update-index', 'Index update'],
  ['update-non-index', 'Non-index update'],
])

/** Parameters that say which tests are run: of fio, and of IOzone. They name a test again. */
export const namingTests: readonly string[] = ['pattern', 'tests']

/** The spelling of a test for readers: `random-write` is "Random write". Data files and settings keep the id. */
export function testLabel(test: string): string {
  const known = testNames.get(test)
  if (known !== undefined) return known
  const words = test.replace(/-(?=[a-z]{2})/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A test from a table that people wrote, as the results spell it: `Random Write` is `random-write`. */
export function testId(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
}

/** Labels of the words of other parameters, by parameter and word. Words without one are their own label. */
const labels: ReadonlyMap<string, string> = new Map([
  ['data_between_runs=keep', 'Kept'],
  ['data_between_runs=restore', 'Restored'],
  ['mode=auto', 'Auto'],
  ['mode=single', 'One file'],
  ['mode=thread-range', 'Range of jobs'],
  ['mode=threads', 'Several jobs'],
  ['percentile=50', 'Median'],
  ['percentile=95', '95th'],
  ['percentile=99', '99th'],
  ['report=iops', 'IOPS'],
  ['report=latency', 'Microseconds'],
  ['report=throughput', 'Throughput'],
  ['server=mariadb', 'MariaDB'],
  ['server=mysql', 'MySQL'],
  ['server=postgresql', 'PostgreSQL'],
  ['tests=all', 'all thirteen'],
])

/**
 * The spelling for readers of a word that is the level of a parameter: `random-read` of `pattern` is "Random read".
 * Forms, figures and tables take it from here; data files, settings and job files keep the word.
 */
export function wordLabel(key: string, word: string): string {
  switch (key) {
    case 'pattern':
    case 'test':
      return testLabel(word)
    case 'tests':
      return labels.get(`${key}=${word}`) ?? word.split(' ').map(testLabel).join(' + ')
    default:
      return labels.get(`${key}=${word}`) ?? word
  }
}
