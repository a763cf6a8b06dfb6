import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTextTable } from '../../../../src/core/results/published/read-csv'

function cellsOf(text: string): readonly (readonly string[])[] {
  const table = readTextTable(text)
  if ('text' in table) throw new Error(table.text)
  return [table.columns, ...table.lines.map((line) => line.cells)]
}

describe('a table as text', () => {
  it.each([
    ['commas', 'a,b\n1,2\n', ','],
    ['semicolons', 'a;b\r\n1;2\r\n', ';'],
    ['tabs, as pasted from a spreadsheet', 'a\tb\n1\t2', '\t'],
    ['a byte order mark', '\uFEFFa,b\n1,2', ','],
    ['old line ends', 'a,b\r1,2\r', ','],
  ])('with %s has its cells', (_what, text, delimiter) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(readTextTable(text)).toMatchObject({ delimiter })
  })

  it('keeps quoted text', () => {
    expect(cellsOf('name,note\n"Drive, big","said ""fast""\nand left"\n')).toEqual([
      ['name', 'note'],
      ['Drive, big', 'said "fast"\nand left'],
    ])
  })

  it('counts its lines as an editor does', () => {
    const table = readTextTable('# about\n\na,b\n"x\ny",1\n\n2,3\n')
    expect('lines' in table && table.lines.map((line) => line.line)).toEqual([4, 7])
  })

  it('fills short lines and refuses longer ones', () => {
    expect(cellsOf('a,b,c\n1\n1,2,3,\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['1', '2', '3'],
    ])
    expect(readTextTable('a,b\n1,2,3\n')).toEqual({
      line: 2,
      text: 'Line 2 has more cells than the 2 columns.',
    })
  })

  it.each([
    ['', 'The table is empty.'],
    ['\n \n', 'The table is empty.'],
    ['a,b\n"1,2\n', 'A quote in line 2 is never closed.'],
  ])('%j is not one', (text, problem) => {
    expect(readTextTable(text)).toMatchObject({ text: problem })
  })

  it('reads back whatever was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n', 'é', ' ', ';', '\t') })
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = `x,y\n${rows.map((row) => row.map(quote).join(',')).join('\n')}\n`
        const kept = rows
          .map((row) => row.map((one) => one.trim()))
          .filter((row) => row.some((one) => one !== '') && !row[0]?.startsWith('#'))
        expect(cellsOf(text).slice(1)).toEqual(kept)
      }),
    )
  })
})
