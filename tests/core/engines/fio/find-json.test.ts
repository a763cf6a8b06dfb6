import { describe, expect, it } from 'vitest'
import { findJson } from '../../../../src/core/engines/fio/output/find-json'

describe('findJson', () => {
  it('finds a document after notes and before more text', () => {
    expect(findJson('note: something\n{"a" : 1}\nfio: the end\n')).toEqual({
      documents: [{ a: 1 }],
      textAround: 'note: something\nfio: the end',
      hadNonFinite: false,
    })
  })

  it('finds every document of a status interval, whatever is between them', () => {
    expect(findJson('{"a":1}\n{"a":2}\ntext\n{"a":3}')).toMatchObject({
      documents: [{ a: 1 }, { a: 2 }, { a: 3 }],
      textAround: 'text',
    })
    expect(findJson('{"a":1}{"a":2}')).toMatchObject({ documents: [{ a: 1 }, { a: 2 }], textAround: '' })
  })

  it('does not take braces in strings or in text for documents', () => {
    expect(findJson('options {x}\n{"a":"}{\\"}", "b":"\\\\"}')).toMatchObject({
      documents: [{ a: '}{"}', b: '\\' }],
      textAround: 'options {x}',
    })
  })

  it('skips a byte order mark and accepts CRLF', () => {
    expect(findJson('\uFEFF{"a":1}\r\n')).toMatchObject({ documents: [{ a: 1 }], textAround: '' })
    expect(findJson('note\r\n{"a":\r\n1}')).toMatchObject({ documents: [{ a: 1 }], textAround: 'note' })
  })

  it('reads invalid numbers as absent', () => {
    expect(findJson('{"a":-nan,"b":[inf, nan],"c":-Infinity,"d":"x"}')).toEqual({
      documents: [{ a: null, b: [null, null], c: null, d: 'x' }],
      textAround: '',
      hadNonFinite: true,
    })
  })

  it.each([
    ['', 'no-json', 0],
    ['no braces here', 'no-json', 14],
    ['é {"a":1}', 'no-json', 10],
    ['text\n{"a":1', 'truncated-json', 11],
    ['é\n{"a":"', 'truncated-json', 9],
    [`{"a":${'['.repeat(100)}`, 'too-deep', 68],
    ['{"a":tru}', 'broken-json', undefined],
    ['{"a":1]', 'broken-json', undefined],
  ])('reports %j as a problem with its location', (text, id, byteOffset) => {
    const found = findJson(text)
    expect(found).toMatchObject({ id })
    if ('byteOffset' in found) {
      expect(found.text).toContain(`(byte ${found.byteOffset})`)
      if (byteOffset !== undefined) expect(found.byteOffset).toBe(byteOffset)
    }
  })

  it('does not read more than 64 MiB', () => {
    expect(findJson(`{"a":"${'x'.repeat(64 * 1024 ** 2)}"}`)).toMatchObject({
      id: 'too-large',
      byteOffset: 0,
    })
  })

  it('scans 30 MB', () => {
    const text = `{"a":[${Array.from({ length: 3_000_000 }, () => '123456789').join(',')}]}`
    expect(findJson(text)).toMatchObject({ textAround: '' })
  })
})
