import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../../src/bench/import/import-files'
import { readSource } from '../../../src/bench/import/read-source'
import { readTableSource } from '../../../src/bench/import/read-table-source'
import { newReview, temporaryFolder } from '../store/sample-review'

const sound = readFileSync('tests/fixtures/fio-3.33/mix.out', 'utf8')
const iozone = readFileSync('tests/fixtures/iozone-3.489/all-16m.out', 'utf8')
const million = 1_000_000
const inJob = (json: string) => sound.replace('"jobname" :', `"bomb" : ${json}, "jobname" :`)

const unknown =
  'It is neither the output of a known program nor a table (.csv, .tsv). If it is a table, rename it to end in .csv; if it is output, save it again, whole.'
/** Reason: what is not imported, and why. Undefined: the fault is in nothing that is read. */
const files: readonly [
  what: string,
  name: string,
  text: () => string,
  reason: RegExp | string | undefined,
][] = [
  ['three million brackets', 'a.json', () => '['.repeat(3 * million), unknown],
  [
    'a million levels of objects',
    'a.json',
    () => '{"jobs":'.repeat(million) + '1' + '}'.repeat(million),
    unknown,
  ],
  [
    'an output with a million levels in a job',
    'a.json',
    () => inJob('['.repeat(million) + ']'.repeat(million)),
    undefined,
  ],
  ['an output with a number of a million digits', 'a.json', () => inJob('9'.repeat(million)), undefined],
  [
    'an output with rates beyond all numbers',
    'a.json',
    () => sound.replace(/"iops" : [\d.]+/g, '"iops" : 1e999'),
    /iops.*(finite|number|1e999|Infinity)/i,
  ],
  [
    'an output with fifty thousand empty jobs',
    'a.json',
    () => `{"fio version":"fio-3.33","jobs":[${'{},'.repeat(50_000)}{}]}`,
    'The job did no I/O.',
  ],
  [
    'an output with a line end per byte',
    'a.txt',
    () => `${iozone}${'\n'.repeat(3 * million)}`,
    /more than 2000000 lines/,
  ],
  [
    'an output behind forty million marks of quotation',
    'a.txt',
    () => `> fio\n${'>'.repeat(40 * million)}\n`,
    unknown,
  ],
  [
    'an output with a version of twenty million numbers',
    'a.txt',
    () => iozone.replace(/(\$Revision: 3)\.\d+/, `$1${'.4'.repeat(20 * million)}`),
    undefined,
  ],
  [
    'a table of a million columns',
    'a.csv',
    () => `${'iops,'.repeat(million)}\n${'1,'.repeat(million)}\n`,
    /more than 1000 cells/,
  ],
  [
    'a table of twenty thousand columns',
    'a.csv',
    () => `${'iops,'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`,
    /more than 1000 cells/,
  ],
  [
    'a table of a million lines',
    'a.csv',
    () => `drive,iops\n${'a,1\n'.repeat(1.1 * million)}`,
    /more than 2000000 cells/,
  ],
  [
    'a table with a quote that never ends',
    'a.csv',
    () => `drive,iops\n"${'x\n'.repeat(1.5 * million)}`,
    /quote in line 2 is never closed/,
  ],
  [
    'a table of six million quotes',
    'a.csv',
    () => `drive,iops\n${'""'.repeat(3 * million)}`,
    /more than 10000 characters/,
  ],
  [
    'a table with a name of 2 MB',
    'a.csv',
    () => `test,drive,iops\nr,${'x'.repeat(2 * million)},1\n`,
    /more than 10000 characters/,
  ],
  [
    'a table with numbers beyond all',
    'a.csv',
    () => 'test,drive,iops\nr,a,1e999\nr,b,-1e999\n',
    '"1e999" is not a number.',
  ],
  [
    'an output with a job name of 2 MB',
    'a.json',
    () => sound.replace(/"jobname" : "[^"]*"/, `"jobname" : "${'x'.repeat(2 * million)}"`),
    /more than 10000 characters/,
  ],
  [
    'an output with a version of 2 MB',
    'a.json',
    () => sound.replace(/"fio version" : "[^"]*"/, `"fio version" : "fio-3.33${'1'.repeat(2 * million)}"`),
    /more than 10000 characters/,
  ],
  [
    'an output with a file name of 2 MB',
    'a.json',
    () => sound.replace(/"filename" : "[^"]*"/, `"filename" : "/dev/${'x'.repeat(2 * million)}"`),
    /more than 10000 characters/,
  ],
  [
    'an output with an option of 2 MB',
    'a.json',
    () => sound.replace(/"ioengine" : "[^"]*"/, `"ioengine" : "${'x'.repeat(2 * million)}"`),
    undefined,
  ],
  [
    'an output of the year 287396',
    'a.json',
    () => sound.replace(/"timestamp(_ms)?" : \d+/g, '"timestamp$1" : 9000000000000000'),
    undefined,
  ],
  [
    'an output with a disk of 2 MB',
    'a.json',
    () => sound.replace(/"name" : "[^"]*"/, `"name" : "${'x'.repeat(2 * million)}"`),
    /more than 10000 characters/,
  ],
]

describe('an import of', () => {
  it.each(files)('%s is imported, or skipped with the reason', async (_, name, text, reason) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, text())
    const review = newReview()
    const report = await importFiles(review, [path])
    expect(report.taken).toHaveLength(reason === undefined ? 1 : 0)
    if (reason !== undefined) expect(report.skipped[0]?.reason).toMatch(reason)
    for (const { part } of report.skipped) expect(part.length).toBeLessThan(200)
    expect(review.check()).toEqual([])
  })
})

/** Calls `act` where about a fifth of the stack is left. */
function deepDown<T>(act: () => T): T {
  let framesLeft = -1
  const answers: T[] = []
  const down = (): void => {
    try {
      down()
    } catch {
      framesLeft = 0
      return
    }
    framesLeft += 1
    if (framesLeft === 2000) answers.push(act())
  }
  down()
  const [answer] = answers
  if (answer === undefined) throw new Error('The stack has no 2000 calls.')
  return answer
}

describe('reading', () => {
  it.each(files)('%s needs little of the stack', (_, name, text) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, text())
    const read = () => {
      const source = readSource({ path, sizeBytes: 1, writtenAtMs: 0 }, false)
      return JSON.stringify(
        source.kind === 'table' ? readTableSource(source.source, {}, 0).skipped : { ...source, source: 0 },
      )
    }
    expect(deepDown(read)).toBe(read())
  })
})
