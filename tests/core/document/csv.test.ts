import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableToCsv } from '../../../src/core/document/csv'
import type { Cell, Table } from '../../../src/core/figures/figure/table'
import { parseCsv } from './parse-csv'
import { joined } from './joined'

function table(rows: readonly (readonly Cell[])[], columns = rows[0]?.length ?? 1): Table {
  return {
    columns: Array.from({ length: columns }, (_, at) => ({ key: `c${at + 1}`, label: `C${at + 1}` })),
    rows,
  }
}

describe('CSV', () => {
  it('has a header, CRLF and quotes only where needed', () => {
    expect(
      joined(
        tableToCsv(
          table([
            ['a', 1.5, true, undefined],
            ['b,c', -2, false, 'say "x"'],
          ]),
        ),
      ),
    ).toBe('c1,c2,c3,c4\r\na,1.5,true,\r\n"b,c",-2,false,"say ""x"""\r\n')
    expect(joined(tableToCsv(table([['two\nlines']])))).toBe('c1\r\n"two\nlines"\r\n')
  })

  it('names the unit of a column in its heading, unless its name or a column does', () => {
    const units = [
      { key: 'bandwidth', label: 'Bandwidth', unit: 'MB/s' },
      { key: 'sold_gb', label: 'Sold', unit: 'GB' },
      { key: 'retained_percent', label: 'Retained', unit: '%' },
      { key: 'n', label: 'n', unit: '' },
    ]
    const headings = (columns: Table['columns']) => joined(tableToCsv({ columns, rows: [] })).trim()
    expect(headings(units)).toBe('bandwidth (MB/s),sold_gb,retained_percent,n')
    expect(headings([...units, { key: 'unit', label: 'Unit' }])).toBe(
      'bandwidth,sold_gb,retained_percent,n,unit',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1', '＝1', '=cmd|calc!A0'])(
    'does not let a spreadsheet execute the text %j',
    (text) => {
      const [, [cell = ''] = []] = parseCsv(joined(tableToCsv(table([[text]]))))
      expect(cell).toBe(`'${text}`)
    },
  )

  it('writes numbers without the noise of their last bits, and exactly if they have more digits', () => {
    expect(joined(tableToCsv(table([[759.23 / 1000, 24666.4 / 1000, 4.5 - 4.17, 2 ** 53, 23 / 55]])))).toBe(
      'c1,c2,c3,c4,c5\r\n0.75923,24.6664,0.33,9007199254740992,0.41818181818181815\r\n',
    )
  })

  it('guards no number, negative ones included', () => {
    expect(joined(tableToCsv(table([[-1.25, 1e21, 5e-324, -0, 0.1 + 0.2]])))).toBe(
      'c1,c2,c3,c4,c5\r\n-1.25,1e+21,5e-324,0,0.3\r\n',
    )
    expect(() => joined(tableToCsv(table([[Number.NaN]])))).toThrow('absent number must be left out')
  })

  it('reads back unchanged', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', ',', '\r\n', 'a"b', ''),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(undefined),
    )
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(rows, (written) => {
        const read = parseCsv(joined(tableToCsv(table(written)))).slice(1)
        expect(read).toHaveLength(written.length)
        written.forEach((row, at) =>
          row.forEach((value, column) => {
            const text = read[at]?.[column] ?? '(missing)'
            if (typeof value === 'number')
              expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(1e-14 * Math.abs(value))
            else
              expect(text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')).toBe(
                value === undefined ? '' : String(value),
              )
          }),
        )
      }),
    )
  })
})
