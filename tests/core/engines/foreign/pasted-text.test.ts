import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asPrinted } from '../../../../src/core/engines/foreign/pasted-text'
import { readForeignOutputs } from '../../../../src/core/engines/foreign/read-output'

const quoted = (text: string) => text.replace(/^/gm, '> ')
/** What happens to a text on its way to a reader. */
/** As a terminal shows it: up to the next of its stops, which are 8 columns apart. */
function withoutTabs(line: string): string {
  return [...line].reduce(
    (shown, sign) => shown + (sign === '\t' ? ' '.repeat(8 - (shown.length % 8)) : sign),
    '',
  )
}

const ways: Readonly<Record<string, (text: string) => string>> = {
  'saved on Windows': (text) => text.replace(/\r?\n/g, '\r\n'),
  'with a byte order mark': (text) => `\uFEFF${text}`,
  'with white space behind its lines': (text) => text.replace(/\r?\n/g, ' \t\n'),
  'copied from a page': (text) => text.replaceAll(' ', '\u00A0'),
  'indented by four': (text) => text.replace(/^(?=.)/gm, '    '),
  'indented by a tab': (text) => text.replace(/^(?=.)/gm, '\t'),
  quoted,
  'quoted twice': (text) => quoted(quoted(text)),
  'in a block of code': (text) => `My drive:\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  'in tags of a forum': (text) => `[code]${text}[/code]\n`,
  'in tags of a forum on lines of their own': (text) => `[CODE=bash]\n${text}\n[/CODE]\n`,
  'copied from a terminal': (text) => text.split('\n').map(withoutTabs).join('\n'),
}

const folder = 'tests/fixtures/foreign'
const outputs = readdirSync(folder)
  .filter((kind) => !kind.includes('.'))
  .flatMap((kind) => readdirSync(`${folder}/${kind}`).map((name) => `${folder}/${kind}/${name}`))
const paths = [
  ...outputs,
  ...['fileio-0.4.12', 'fileio-1.1.0', 'oltp-0.5'].map(
    (name) => `tests/fixtures/sysbench-synthetic/${name}.txt`,
  ),
  ...['foreign-auto2', 'foreign-jobs'].map((name) => `tests/fixtures/iozone-3.507/${name}.out`),
  ...readdirSync('tests/fixtures/iozone-3.489')
    .filter((name) => name.endsWith('.out'))
    .map((name) => `tests/fixtures/iozone-3.489/${name}`)
    // Reasons may name a byte, which moves.
    .filter((path) =>
      readForeignOutputs(readFileSync(path, 'utf8')).every(({ skipped }) => skipped.length === 0),
    ),
  'tests/fixtures/go-tpc-1.0.12/run.txt',
]

describe.each(Object.entries(ways))('a text %s', (way, through) => {
  it.each(paths)('is read like the original: %s', (path) => {
    const text = readFileSync(path, 'utf8')
    const original = readForeignOutputs(text)
    const read = readForeignOutputs(through(text))
    expect(read.map(({ runs }) => runs)).toEqual(original.map(({ runs }) => runs))
    // Lines before the text move it; IOzone has a line of its own after its end.
    if (/block|own/.test(way)) return
    expect(read).toEqual(original)
  })
})

it('keeps every line in its place', () => {
  const text = 'Look:\n```\n> one\n>   two\n```\n[quote=me]three[/quote]\n'
  expect(asPrinted(text).split('\n')).toEqual(['Look:', '', 'one', '  two', '', 'three', ''])
})

it('leaves signs that are not of a quotation', () => {
  const element = '<a\n>b</a\n>'
  expect([asPrinted(element), asPrinted('1\n> 2\n3'), asPrinted('{"a":\n "> b  "}')]).toEqual([
    element,
    '1\n> 2\n3',
    '{"a":\n "> b  "}',
  ])
})

describe('a line longer than any program prints', () => {
  const long = 5_000_000
  it('keeps its start only', () => {
    const [first = '', second] = asPrinted(`${'x'.repeat(long)}\nIOPS 1`).split('\n')
    expect([first.length, second]).toEqual([1024 ** 2, 'IOPS 1'])
  })

  it('is whole if it is JSON behind other text', () => {
    const json = `{"a":"${'x'.repeat(long)}"}`
    expect(asPrinted(`fio: note\n${json}`)).toBe(`fio: note\n${json}`)
  })
})
