/**
 * A second reader of IOzone's output for tests, which shares nothing with the app's: it counts words instead of
 * columns, so it must be given the tests that ran, and is only right for sound outputs.
 */

const columns: readonly (readonly [selector: number, test: string])[] = [
  [0, 'write'],
  [0, 'rewrite'],
  [1, 'read'],
  [1, 'reread'],
  [2, 'random-read'],
  [2, 'random-write'],
  [3, 'backward-read'],
  [4, 'record-rewrite'],
  [5, 'stride-read'],
  [6, 'fwrite'],
  [6, 'refwrite'],
  [7, 'fread'],
  [7, 'refread'],
  [9, 'pwrite'],
  [9, 'repwrite'],
  [10, 'pread'],
  [10, 'repread'],
]

const reportTitles: Readonly<Record<string, string>> = {
  Writer: 'write',
  'Re-writer': 'rewrite',
  Reader: 'read',
  'Re-Reader': 'reread',
  'Random read': 'random-read',
  'Random write': 'random-write',
  'Backward read': 'backward-read',
  'Record rewrite': 'record-rewrite',
  'Stride read': 'stride-read',
  Fwrite: 'fwrite',
  'Re-Fwrite': 'refwrite',
  Fread: 'fread',
  'Re-Fread': 'refread',
}

const workers: Readonly<Record<string, string>> = {
  'initial writers': 'write',
  rewriters: 'rewrite',
  readers: 'read',
  're-readers': 'reread',
  'random readers': 'random-read',
  'random writers': 'random-write',
  'reverse readers': 'backward-read',
  'stride readers': 'stride-read',
  'mixed workload': 'random-mix',
  'pwrite writers': 'pwrite',
  'pread readers': 'pread',
  fwriters: 'fwrite',
  freaders: 'fread',
}

/** `test file record` → number as printed; zeros are left out. */
export type SeenNumbers = ReadonlyMap<string, number>

/** Numbers of the table, by the order of the tests that were selected. */
export function tableByEye(text: string, argv: readonly string[]): SeenNumbers {
  const selected = argv.flatMap((word, at) => (argv[at - 1] === '-i' ? [Number(word)] : []))
  const has = (selector: number) => selected.length === 0 || selected.includes(selector)
  const header = text.split('\n').find((line) => line.includes(' reclen ')) ?? ''
  const count = header.trim().split(/\s+/).length - 2
  const tests = columns
    .slice(0, count)
    .filter(([selector]) => has(selector))
    .map(([, test]) => test)
  const seen = new Map<string, number>()
  for (const line of text.split('\n').filter((one) => /^ {2,}\d+ +\d+ +\d/.test(one))) {
    const [file, record, ...values] = line.trim().split(/\s+/).flatMap(apart).map(Number)
    if (values.length !== tests.length) throw new Error(`${line}: ${tests.join(' ')}`)
    values.forEach((value, at) => {
      if (value !== 0) seen.set(`${tests[at] ?? ''} ${file ?? 0} ${record ?? 0}`, value)
    })
  }
  return seen
}

/** Two numbers that touch: the second one fills its column of nine. No single number here has more than ten digits. */
function apart(word: string): readonly string[] {
  return word.length > 10 ? [word.slice(0, -9), word.slice(-9)] : [word]
}

/** Numbers of the report after the table. */
export function reportByEye(text: string): SeenNumbers {
  const seen = new Map<string, number>()
  const report = text.split('Excel output is below:')[1] ?? ''
  for (const block of report.split(/\n\s*\n/)) {
    const [title = '', head = '', ...rows] = block.trim().split('\n')
    const test = reportTitles[/^"(.*) report"$/.exec(title)?.[1] ?? '']
    if (test === undefined) continue
    const records = [...head.matchAll(/"(\d+)"/g)].map((match) => match[1] ?? '')
    for (const row of rows) {
      const [file = '', ...values] = row.replaceAll('"', '').trim().split(/\s+/)
      values.forEach((value, at) => {
        if (Number(value) !== 0) seen.set(`${test} ${file} ${records[at] ?? ''}`, Number(value))
      })
    }
  }
  return seen
}

/** Sums of the children, as `test jobs` → number as printed. */
export function blocksByEye(text: string): SeenNumbers {
  const seen = new Map<string, number>()
  for (const line of text.split('\n').filter((one) => one.includes('Children see throughput for'))) {
    const [what = '', value = ''] = (line.split('throughput for')[1] ?? '').split('=')
    const jobs = parseInt(what.trim(), 10)
    const test = workers[what.trim().replace(/^\d+ +/, '')]
    seen.set(`${test ?? what} ${jobs}`, parseFloat(value.trim()))
  }
  return seen
}
