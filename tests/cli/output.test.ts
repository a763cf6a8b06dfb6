import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { outputTo, textTable } from '../../src/cli/output'
import { tableToCsv } from '../../src/core/document/csv'
import { tableToJson } from '../../src/core/document/json'

const hostile = 'a\u001b[2J\r\n\u009b31m\u202eb\u2066\u2028\u0007'
// eslint-disable-next-line no-control-regex -- they are what is looked for
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/

function outputOf(signal = new AbortController().signal) {
  const stream = new PassThrough({ encoding: 'utf8', highWaterMark: 2 ** 30 })
  return { output: outputTo(stream, signal), printed: () => String(stream.read() ?? '') }
}

const table = { columns: [{ key: 'name', label: 'Name' }], rows: [[hostile], ['plain']] }

describe('what a command prints', () => {
  it('is one line of visible characters for each line, whatever is in it', async () => {
    const to = outputOf()
    to.output.line(`name: ${hostile}`)
    await to.output.stream('lines', textTable(['name'], table.rows))
    const printed = to.printed()
    expect(printed).not.toMatch(acting)
    expect(printed.split('\n')).toHaveLength(6)
  })

  it('is JSON with the exact value, and nothing that a terminal acts upon', async () => {
    const to = outputOf()
    await to.output.stream('json', tableToJson(table))
    const printed = to.printed()
    expect(printed).not.toMatch(acting)
    expect(JSON.parse(printed)).toEqual([{ name: hostile }, { name: 'plain' }])
  })

  it('is CSV with one line per row', async () => {
    const to = outputOf()
    await to.output.stream('csv', tableToCsv(table))
    const lines = to.printed().split('\r\n')
    expect(lines).toHaveLength(4)
    for (const line of lines) expect(line).not.toMatch(acting)
  })

  it('ends in the middle when it is cancelled', async () => {
    const cancelled = new AbortController()
    const to = outputOf(cancelled.signal)
    let made = 0
    function* endless(): Iterable<string> {
      for (;;) {
        made += 1
        if (made === 10_000) cancelled.abort()
        yield 'x'.repeat(100)
      }
    }
    await expect(to.output.stream('lines', endless())).rejects.toThrow('Cancelled')
    expect(made).toBeLessThan(20_000)
  })
})
