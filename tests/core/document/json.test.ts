import { describe, expect, it } from 'vitest'
import { jsonDocument } from '../../../src/core/document/json'
import { mapRows } from '../../../src/core/iterables'
import { joined } from './joined'

describe('JSON in pieces', () => {
  const values = {
    figure: {
      title: 'a\n"b"',
      empty: {},
      none: undefined,
      list: [],
      points: [{ x: 1, y: undefined }, [undefined, 2]],
    },
    table: [{ a: 1, b: null }, { a: 'text' }],
    number: 0.1,
  }

  it('is what JSON.stringify writes', () => {
    expect(joined(jsonDocument(values))).toBe(`${JSON.stringify(values, undefined, 2)}\n`)
    for (const one of [[], {}, [undefined], 'text', null])
      expect(joined(jsonDocument(one))).toBe(`${JSON.stringify(one, undefined, 2)}\n`)
  })

  it('accepts rows as a list', () => {
    const rows = mapRows(values.table, (row) => row)
    expect(joined(jsonDocument({ ...values, table: rows }))).toBe(joined(jsonDocument(values)))
  })
})
