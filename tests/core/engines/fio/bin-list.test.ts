import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BinList, parseWithBins } from '../../../../src/core/engines/fio/output/bin-list'
import { isObject } from '../../../../src/core/engines/fio/output/json-members'
import { readFioDocument, readJob } from '../../../../src/core/engines/fio/output/read-job'

const folder = 'tests/fixtures/fio-3.33'
const captured = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
  .filter((text) => text.startsWith('{') && text.includes('"bins"'))

const document = (bins: string, more = '') =>
  `{ "fio version": "fio-3.33", "jobs": [{ "jobname": "a"${more}, "read": { "total_ios": 6, "clat_ns": { "N": 6, "bins" : ${bins} } } }] }`

/** The document as the readers parse it. */
function read(parsed: unknown) {
  if (!isObject(parsed)) throw new Error('no object')
  const { entries, ...document } = readFioDocument(parsed)
  return { ...document, jobs: entries.map((entry) => readJob([entry])) }
}

describe('parseWithBins', () => {
  it('reads captured outputs as JSON.parse does', () => {
    let fast = 0
    for (const text of captured) {
      const whole: unknown = attempt(() => JSON.parse(text) as unknown)
      const parsed = attempt(() => parseWithBins(text))
      if (parsed === undefined) continue
      fast += 1
      expect(read(parsed)).toEqual(read(whole))
    }
    expect(fast).toBeGreaterThan(0)
  })

  it.each([
    ['{}'],
    ['{ "1" : 2, "30": 4 }'],
    ['{"0":6}'],
    ['{"5":0,"7":6}'],
    ['{"4294967296":1,"4294967297":5}'],
    ['{\n\t"1":6\r\n}'],
  ])('reads bins %s', (bins) => {
    const text = document(bins)
    const parsed = parseWithBins(text)
    expect(parsed).toBeDefined()
    expect(read(parsed)).toEqual(read(JSON.parse(text)))
  })

  it.each([
    ['é', ', "note": "é"'],
    ['digits that are not ASCII', ', "note": "٣３𝟛", "x\ud800": "\udfff"'],
  ])('reads bins beside %s', (_, more) => {
    const text = document('{ "1" : 2, "30": 4 }', more)
    const parsed = parseWithBins(text)
    expect(parsed).toBeDefined()
    expect(read(parsed)).toEqual(read(JSON.parse(text)))
  })

  it('reads nothing behind the end of a text that was cut off', () => {
    const text = document('{ "1" : 2, "30": 4 }')
    expect(parseWithBins(text)).toBeDefined()
    expect(parseWithBins(text.slice(0, text.indexOf(' 4 }')))).toBeUndefined()
  })

  it.each([
    ['descending keys', document('{"30":2,"1":4}')],
    ['the same key twice', document('{"1":2,"1":4}')],
    ['a count with a fraction', document('{"1":2.5}')],
    ['a negative count', document('{"1":-2}')],
    ['a leading zero', document('{"01":2}')],
    ['a key of words', document('{"FIO_IO_U_PLAT_BITS":6,"1":2}')],
    ['more digits than a double holds', document('{"1":1234567890123456789}')],
    ['a number', document('5')],
    ['a trailing comma', document('{"1":2,}')],
    ['a key in digits that are not ASCII', document('{"1":2,"３":2}')],
    ['a digit whose code ends like one of ASCII', document('{"\u0131":2}')],
    ['a value named bins', document('{"1":2}', ', "x": "bins"')],
    ['an escaped name', document('{"1":2}', String.raw`, "\u0062ins": 0`)],
    ['an escaped quote before the name', document('{"1":2}', String.raw`, "a\"bins": {"1":2}`)],
    ['no bins', '{ "jobs": [] }'],
  ])('leaves %s to JSON.parse', (_, text) => {
    expect(parseWithBins(text)).toBeUndefined()
  })

  it('reads documents of any bins, sound or not, as JSON.parse does', () => {
    const space = fc.constantFrom('', '', ' ', '\n\t', '\r\n  ')
    const key = fc.oneof(
      fc.nat(5000).map(String),
      fc.constantFrom('07', '', '1e3', '-1', '999999999999999', '1234567890123456'),
    )
    const count = fc.oneof(
      fc.nat(300).map(String),
      fc.constantFrom('00', '1.5', '-2', '1e2', 'null', '1234567890123456'),
    )
    const bin = fc
      .tuple(space, key, space, space, count, space)
      .map(([a, name, b, c, value, d]) => `${a}"${name}"${b}:${c}${value}${d}`)
    const sound = fc
      .uniqueArray(fc.nat(100_000), { maxLength: 40 })
      .map((keys) => keys.sort((one, other) => one - other).map((one) => `"${one}": ${one % 7}`))
    const lists = fc.oneof(sound, fc.array(bin, { maxLength: 4 }))
    let fast = 0
    fc.assert(
      fc.property(lists, lists, (some, others) => {
        const text = document(
          `{${some.join(',')}}`,
          `, "write": { "total_ios": 6, "lat_ns": { "bins": {${others.join(', ')}} } }`,
        )
        const whole = attempt(() => JSON.parse(text) as unknown)
        const parsed = attempt(() => parseWithBins(text))
        if (parsed === undefined) return
        fast += 1
        expect(read(parsed)).toEqual(read(whole))
      }),
      { numRuns: 1000 },
    )
    expect(fast).toBeGreaterThan(100)
  })

  it('keeps bins as numbers, not as an object', () => {
    expect(parseWithBins('{"bins":{"1":2,"3":4}}')).toEqual({ bins: new BinList([1, 3], [2, 4]) })
  })

  it('reads a document that is deeper than the stack', () => {
    const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    expect(read(parseWithBins(document('{"1":6}', `, "deep": ${deep}`)))).toEqual(
      read(parseWithBins(document('{"1":6}'))),
    )
  })

  it('refuses text that JSON.parse refuses', () => {
    expect(() => parseWithBins('{"x" "bins":{"1":2}}')).toThrow(SyntaxError)
    expect(() => parseWithBins('{"bins":{"1":2}')).toThrow(SyntaxError)
  })
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
