import { describe, expect, it } from 'vitest'
import { resultsOf } from '../../../../src/core/engines/iozone/observations'
import { findContradiction } from '../../../../src/core/engines/iozone/output/check-throughput'
import {
  readIozoneOutputs,
  type IozoneDocument,
} from '../../../../src/core/engines/iozone/output/iozone-document'
import { allCaptured, captured, synthetic, syntheticValues, type Captured } from './captured'
import { blocksByEye, tableByEye } from './read-by-eye'

function documentOf(text: string): IozoneDocument {
  const [read] = readIozoneOutputs(text)
  if (!read?.ok) throw new Error(read?.output.problem.text)
  return read.document
}

const foreign = allCaptured.filter((one) => one.request === undefined)

/** Numbers of a table as IOzone printed them, by test and sizes in KiB. */
function printedTable(document: IozoneDocument): ReadonlyMap<string, number> {
  return new Map(
    document.rows.flatMap((row) =>
      [...row.values].flatMap(([test, value]) =>
        value === 0 ? [] : [[`${test} ${row.fileKib} ${row.recordKib}`, value] as const],
      ),
    ),
  )
}

/** The words of a command line as IOzone repeats it; `-A` runs write and read only. */
function argvOf(one: Captured): readonly string[] {
  return one.argv.includes('-A') ? ['-i', '0', '-i', '1'] : one.argv.filter((word) => !/^1[12]$/.test(word))
}

describe('outputs of command lines that are not the app’s', () => {
  it('come in several kinds', () => expect(foreign.length).toBeGreaterThanOrEqual(20))

  it.each(foreign.map((one) => [one.version, one.name, one] as const))('%s %s', (version, _name, one) => {
    const document = documentOf(one.text)
    expect(document).toMatchObject({ version, isComplete: true, isInterrupted: false, complaint: undefined })
    expect(findContradiction(document, one.text)).toBeUndefined()
    expect(document.commandLine).toBe(`iozone ${one.argv.join(' ')}`)
    if (document.layout) {
      const isOldExtension = one.name === 'foreign-extension-old'
      const argv = isOldExtension ? ['-i', '0'] : argvOf(one)
      expect(printedTable(document)).toEqual(tableByEye(one.text, argv))
    } else {
      const sums = new Map(document.blocks.map((block) => [`${block.test.id} ${block.jobs}`, block.children]))
      expect(sums).toEqual(blocksByEye(one.text))
    }
  })

  it('give the unit, the build and what cannot be trusted', () => {
    expect(documentOf(captured('foreign-article-iops').text)).toMatchObject({
      unit: 'ops/s',
      skipsRetests: true,
      build: 'linux-AMD64, 64 bit',
      began: 'Thu Jan  1 00:00:00 2026',
    })
    expect(documentOf(captured('foreign-article-random').text)).toMatchObject({ isDiagnostic: true })
    expect(documentOf(captured('foreign-missing-test').text)).toMatchObject({ lacksTest: true })
  })

  it('hold one line per child if it was requested', () => {
    const { blocks } = documentOf(captured('foreign-jobs').text)
    for (const block of blocks) expect(block.each).toHaveLength(2)
    expect(blocks.map((block) => block.test.id)).toContain('random-mix')
  })
})

describe('layouts of versions that were not available', () => {
  it.each(Object.keys(syntheticValues))('%s', (name) => {
    const document = documentOf(synthetic(name))
    expect(findContradiction(document, '')).toBeUndefined()
    const printed = Object.fromEntries(resultsOf(document).map((one) => [one.test.id, one]))
    const expected = syntheticValues[name] ?? {}
    expect(Object.keys(printed).sort()).toEqual(Object.keys(expected).sort())
    for (const [test, value] of Object.entries(expected)) {
      expect(printed[test]?.scalars[0]).toMatchObject({ metric: 'bandwidth', value: value * 1024 })
    }
  })

  it('are refused if an unknown header is ambiguous', () => {
    const touching = synthetic('3.408-all').replace('   31782   22524', '   31782222524')
    expect(readIozoneOutputs(touching)[0]).toMatchObject({
      ok: false,
      output: { problem: { id: 'columns-unclear' } },
    })
    const moved = synthetic('3.408-write-random-stride').replace('  377926   ', '     377926')
    expect(readIozoneOutputs(moved)[0]).toMatchObject({ ok: false })
  })
})

describe('several outputs in one file', () => {
  it('are read one by one, and text before them is skipped', () => {
    const text = `$ ./measure.sh\n${captured('foreign-plain').text}\ndone 1\n${captured('killed').text}`
    const [first, second, ...more] = readIozoneOutputs(text)
    expect(more).toHaveLength(0)
    // The remark of the script is after "iozone test complete." and is not IOzone's.
    expect(first).toMatchObject({ ok: false, output: { problem: { id: 'unexpected-text' } } })
    expect(second).toMatchObject({ ok: true, document: { isComplete: false } })
    const clean = readIozoneOutputs(captured('foreign-plain').text + captured('foreign-jobs').text)
    expect(clean.map((one) => one.ok && one.document.isComplete)).toEqual([true, true])
  })
})

describe('text that is not an output', () => {
  it.each([
    ['', 'not-iozone'],
    ['{"fio version": "fio-3.33"}', 'not-iozone'],
    ['\tIozone: Performance Test of File I/O\n', 'no-table'],
    [captured('only-write').text.replace('Output is in kBytes/sec', ''), 'no-unit'],
    [captured('only-write').text.replace('frewrite', 'fre-write'), 'unknown-columns'],
    [captured('only-write').text.replace('iozone test complete.', 'hello'), 'unexpected-text'],
    [`\tIozone: Performance Test of File I/O\n${'x'.repeat(30_000)}\n`, 'unexpected-text'],
  ])('%#', (text, id) => {
    expect(readIozoneOutputs(text)[0]).toMatchObject({ ok: false, output: { problem: { id } } })
  })

  it('names the position in bytes', () => {
    const text = captured('only-write').text.replace('iozone test complete.', 'ö unexpected')
    const [read] = readIozoneOutputs(text.replace('Contributors', 'Cöntributors'))
    const offset = Buffer.from(text, 'utf8').indexOf('ö unexpected') + 1
    expect(read).toMatchObject({ ok: false, output: { problem: { byteOffset: offset } } })
  })

  it('accepts the line ends of a terminal', () => {
    const document = documentOf(captured('all').text.replaceAll('\n', '\r\n'))
    expect(document.isComplete).toBe(true)
    expect(printedTable(document)).toEqual(tableByEye(captured('all').text, captured('all').argv))
  })
})

describe('contradictions', () => {
  const contradiction = (text: string) => findContradiction(documentOf(text), text)?.id
  const table = captured('auto').text
  const jobs = captured('two-jobs').text
  const rowOf = (text: string) => /^ {2,}64 +16 .*$/m.exec(text)?.[0] ?? ''

  it('are found in tables', () => {
    expect(contradiction(table)).toBeUndefined()
    expect(contradiction(table.replace(rowOf(table), `${rowOf(table)}\n${rowOf(table)}`))).toBe(
      'repeated-result',
    )
    const value = rowOf(table).trim().split(/\s+/)[2] ?? ''
    const other = String(Number(value) + 1)
    expect(contradiction(table.replace(value, other))).toBe('report-differs')
    expect(contradiction(table.replace('"Reader report"', '"Writer report"'))).toBe('report-incomplete')
    expect(contradiction(table.replace('"Reader report"', '"Rider report"'))).toBe('report-incomplete')
    expect(contradiction(table.slice(0, table.indexOf('Excel output')))).toBe('report-incomplete')
    expect(contradiction(captured('only-read').text.replace('-i 0 -i 1', '-i 0 -i 2'))).toBe(
      'columns-unclear',
    )
  })

  it('are found between the numbers of the throughput mode', () => {
    expect(contradiction(jobs)).toBeUndefined()
    const [block = ''] = /\tChildren see[\s\S]*?Min xfer.*\n/.exec(jobs) ?? []
    expect(contradiction(jobs.replace(block, `${block}\n${block}`))).toBe('repeated-result')
    const sum = /= +([\d.]+) kB/.exec(block)?.[1] ?? ''
    expect(
      contradiction(jobs.replace(block, block.replace(sum, `1${sum.slice(1)}`.replace(/^11/, '21')))),
    ).toBe('numbers-disagree')
    const report = jobs.indexOf('"Throughput report')
    expect(contradiction(jobs.slice(0, report) + jobs.slice(report).replace(sum, '1.00'))).toBe(
      'report-differs',
    )
    expect(
      contradiction(jobs.slice(0, report) + jobs.slice(report).replace('Initial write', 'Iritial write')),
    ).toBe('report-incomplete')
  })
})
