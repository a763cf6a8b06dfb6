import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRow } from '../../../../src/core/engines/iozone/output/read-row'
import { readTableLayout } from '../../../../src/core/engines/iozone/output/table-layout'
import { columnTests } from '../../../../src/core/engines/iozone/tests'
import { captured } from './captured'

/** How IOzone prints a row, as observed in 3.489 and 3.507 for all 128 selections of tests. */
const printers = {
  '3.489': [9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9],
  '3.507': [10, 10, 10, 10, 10, 10, 10, 11, 11, 10, 10, 10, 10],
} as const
const blanks: Readonly<Record<number, number>> = { 0: 18, 1: 18, 2: 18, 3: 9, 4: 10, 5: 10, 6: 18, 7: 17 }
const tests = columnTests.slice(0, 13)

function print(
  version: keyof typeof printers,
  selectors: readonly number[],
  values: readonly number[],
): string {
  let row = '1024'.padStart(16) + '64'.padStart(8)
  tests.forEach((test, at) => {
    if (selectors.includes(test.selector)) row += String(values[at] ?? 0).padStart(printers[version][at] ?? 0)
    else if (tests[at - 1]?.selector !== test.selector) row += ' '.repeat(blanks[test.selector] ?? 0)
  })
  return row
}

function layoutOf(version: keyof typeof printers) {
  const text =
    captured('all', version)
      .text.split('\n')
      .find((line) => line.includes(' reclen ')) ?? ''
  return readTableLayout({ text, at: 0 })
}

const version = fc.constantFrom('3.489', '3.507')
const selection = fc.subarray([1, 2, 3, 4, 5, 6, 7]).map((some) => [0, ...some])
const numbers = fc.array(fc.nat({ max: 999_999_999 }), { minLength: 13, maxLength: 13 })

describe('a row', () => {
  it('gives each number to its test, whichever tests ran and however wide the numbers are', () => {
    fc.assert(
      fc.property(version, selection, numbers, (oneVersion, selectors, values) => {
        const line = { text: print(oneVersion, selectors, values), at: 0 }
        const row = readRow(line, layoutOf(oneVersion), undefined)
        expect([row.fileKib, row.recordKib]).toEqual([1024, 64])
        const expected = tests.flatMap((test, at) =>
          selectors.includes(test.selector) ? [[test.id, values[at]]] : [],
        )
        expect([...row.values]).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('matches the printed ones of the real program', () => {
    for (const name of ['write-and-random', 'only-fread', 'all'] as const) {
      for (const oneVersion of ['3.489', '3.507'] as const) {
        const one = captured(name, oneVersion)
        const row = /^ {2,}1024 +64 .*$/m.exec(one.text)?.[0] ?? ''
        const words = row.trim().split(/\s+/).slice(2).map(Number)
        const selectors = one.argv.flatMap((word, at) => (one.argv[at - 1] === '-i' ? [Number(word)] : []))
        const values = tests.map((test) => (selectors.includes(test.selector) ? (words.shift() ?? 0) : 0))
        expect(row).toBe(print(oneVersion, selectors, values))
      }
    }
  })

  it('of a lone fread in 3.507 is where another version has refwrite', () => {
    const row = print('3.507', [0, 7], [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7_777_777, 8_888_888])
    expect(row.indexOf('7777777') + 7).toBe(137)
    const read = readRow({ text: row, at: 0 }, layoutOf('3.507'), undefined)
    expect([...read.values]).toEqual([
      ['write', 1],
      ['rewrite', 0],
      ['fread', 7_777_777],
      ['refread', 8_888_888],
    ])
  })

  it('shifted by a column is refused, or keeps its numbers', () => {
    fc.assert(
      fc.property(
        version,
        selection,
        numbers,
        fc.integer({ min: 24, max: 150 }),
        (oneVersion, selectors, values, at) => {
          const text = print(oneVersion, selectors, values)
          fc.pre(text.slice(at).trim() !== '' && at < text.length)
          for (const changed of [
            `${text.slice(0, at)} ${text.slice(at)}`,
            text.slice(0, at) + text.slice(at + 1),
          ]) {
            let read
            try {
              read = readRow({ text: changed, at: 0 }, layoutOf(oneVersion), undefined)
            } catch (error) {
              expect(error).toMatchObject({ id: 'columns-unclear' })
              continue
            }
            // A number of one digit may be lost, which the command line then reveals; none may change or move.
            const original = readRow({ text, at: 0 }, layoutOf(oneVersion), undefined).values
            for (const [test, value] of read.values) expect([test, value]).toEqual([test, original.get(test)])
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})
