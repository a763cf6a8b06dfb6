import { parser } from 'sax'
import { expect, it } from 'vitest'
import type { Block, ReviewDocument } from '../../../../src/core/document/document'
import { documentToOdt } from '../../../../src/core/document/odt/odt'
import { richText } from '../../../../src/core/document/rich-text'

const hostile = `]]></text:p><office:script/>&amp;"'\u0000\u001b\ud800 \u202e  end`
/** The same, as far as XML can represent it. */
const kept = `]]></text:p><office:script/>&amp;"' \u202e  end`

/** Elements of an XML document with their texts; throws if it is not well-formed. */
function read(xml: string): readonly { readonly name: string; text: string; readonly attributes: object }[] {
  const elements: { name: string; text: string; attributes: object }[] = []
  const open: number[] = []
  const reader = parser(true, { trim: false })
  reader.onerror = (error) => {
    throw error
  }
  const append = (text: string) => {
    for (const at of open) {
      const element = elements[at]
      if (element) element.text += text
    }
  }
  reader.onopentag = ({ name, attributes }) => {
    open.push(elements.push({ name, text: '', attributes }) - 1)
    if (name === 'text:s') append(' '.repeat(Number(attributes['text:c'])))
    if (name === 'text:tab') append('\t')
    if (name === 'text:line-break') append('\n')
  }
  reader.ontext = append
  reader.onclosetag = () => void open.pop()
  reader.write(xml).close()
  return elements
}

function content(blocks: readonly Block[], more: Partial<ReviewDocument> = {}) {
  const texts = documentToOdt({ title: 'T', blocks, isArticle: true, ...more }, new Map())
  for (const xml of Object.values(texts)) read(String(xml))
  return read(texts['content.xml'])
}

const rich = (markdown: string): Block => ({
  type: 'text',
  content: richText(markdown, () => ({ text: hostile })),
})

it('hostile texts stay text, and every part is well-formed XML', () => {
  const table = {
    ...{ title: hostile, subtitle: '', caption: hostile, notes: [hostile], smallPrint: [hostile] },
    table: { columns: [{ heading: hostile, align: 'left' as const }], rows: [[hostile]] },
  }
  const found = content(
    [
      { type: 'heading', level: 2, text: hostile },
      { type: 'quote', text: hostile, source: hostile },
      { type: 'table', label: 'Table 1', ...table },
      rich('{{value x}} [a](https://example.com/?a="&b=<x>)'),
    ],
    { title: hostile, author: hostile },
  )
  const places = found.filter(({ name, text }) => (name === 'text:p' || name === 'text:h') && text === kept)
  expect(places.map(({ name }) => name)).toHaveLength(10)
  expect(found.filter(({ name }) => name === 'office:script')).toEqual([])
  const [link] = found.filter(({ name }) => name === 'text:a')
  expect(Reflect.get(link?.attributes ?? {}, 'xlink:href')).toMatch(/^https:\/\/example\.com\//)
})

it('marks, lists, tables and code of a text have their counterparts', () => {
  const found = content([
    rich(
      '**b** *i* ~~s~~ `c`\n\n- one\n  1. deeper\n\n7. seven\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\na  b\n  c\n```\n\n> said',
    ),
    { type: 'page-break' },
  ])
  const styled = (name: string, style: string) =>
    found
      .filter((one) => one.name === name && Reflect.get(one.attributes, 'text:style-name') === style)
      .map(({ text }) => text)
  expect(['Strong', 'Emphasis', 'Strike', 'Code'].map((style) => styled('text:span', style))).toEqual([
    ...[['b'], ['i'], ['s'], ['c']],
  ])
  expect(styled('text:list', 'Bullets')).toEqual(['onedeeper'])
  expect(styled('text:list', 'Numbers')).toEqual(['deeper', 'seven'])
  expect(found.map(({ attributes }) => Reflect.get(attributes, 'text:start-value') as unknown)).toContain('7')
  expect(styled('text:p', 'CellRight')).toEqual(['2'])
  expect(styled('text:p', 'Preformatted')).toEqual(['a  b\n  c'])
  expect(styled('text:p', 'Quotations')).toEqual(['said'])
  expect(styled('text:p', 'PageBreak')).toEqual([''])
})

it('keeps numbers and their units on one line, but leaves commands as they are', () => {
  const found = content([rich('In 5 s, `-t 5 s`, **8 MiB**:\n\n```\nfio 5 s\n```')])
  const [text, command] = found.filter(({ name }) => name === 'text:p').slice(-2)
  expect([text?.text, command?.text]).toEqual(['In 5\u202fs, -t 5 s, 8\u202fMiB:', 'fio 5 s'])
})

it('a picture is a drawing with a PNG next to it, which leaves room on its page, or fills it if it is tall', () => {
  const figure: Block = {
    ...{ type: 'figure', label: 'Figure 1', title: hostile, subtitle: '', caption: hostile, notes: [] },
    ...{ smallPrint: [], table: { columns: [], rows: [] }, file: 'Pictures/figure-1.svg', withTable: false },
  }
  const frame = (width: number, height: number) => {
    const sizes = new Map([
      ['Pictures/figure-1.svg', { width: 0, height: 0 }],
      ['Pictures/figure-1.png', { width, height }],
    ])
    const texts = documentToOdt({ title: 'T', blocks: [figure], isArticle: true }, sizes)
    const manifest = read(texts['META-INF/manifest.xml'])
    expect(
      manifest.map(({ attributes }) => Reflect.get(attributes, 'manifest:media-type') as unknown),
    ).toEqual(expect.arrayContaining(['image/svg+xml', 'image/png']))
    return read(texts['content.xml'])
  }
  const found = frame(1700, 1000)
  const size = (elements: ReturnType<typeof frame>) =>
    elements.find(({ name }) => name === 'draw:frame')?.attributes
  expect(size(found)).toMatchObject({ 'svg:width': '12.5cm', 'svg:height': '7.353cm' })
  expect(size(frame(600, 660))).toMatchObject({ 'svg:width': '12.5cm', 'svg:height': '13.75cm' })
  expect(size(frame(100, 220))).toMatchObject({ 'svg:width': '10cm', 'svg:height': '22cm' })
  const files = found.filter(({ name }) => name === 'draw:image')
  expect(files.map(({ attributes }) => Reflect.get(attributes, 'xlink:href') as unknown)).toEqual([
    'Pictures/figure-1.svg',
    'Pictures/figure-1.png',
  ])
  expect(found.find(({ name }) => name === 'svg:desc')?.text).toBe(kept)
})

it('places the notes of a figure under its caption, and breaks no short table across pages', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [`case ${String(at)}`])
  const figure = (count: number): Block => ({
    ...{ type: 'figure', title: 'Mix', subtitle: '', caption: '', smallPrint: [], label: 'Figure 1' },
    ...{ notes: ['Low n.'], file: 'mix.png' },
    table: { columns: [{ heading: 'Case', align: 'left' }], rows: rows(count) },
  })
  const found = content([figure(4), figure(40)])
  expect(found.filter(({ name, text }) => name === 'text:p' && text === 'Low n.')).toHaveLength(2)
  const styles = found
    .filter(({ name }) => name === 'table:table')
    .map(({ attributes }) => String(Reflect.get(attributes, 'table:style-name')))
  expect(styles).toEqual(['ShortTable', 'Table'])
})

it('makes tables as wide as the text, with room for the longest word of each column', () => {
  const headings = [
    'Test',
    'Series',
    'Compressible',
    'Source',
    'n',
    'Mean (MB/s)',
    'Drop from the most compressible (%)',
  ]
  const found = content([
    {
      ...{
        type: 'table',
        title: 'Drop',
        subtitle: '',
        caption: '',
        notes: [],
        smallPrint: [],
        label: 'Table 1',
      },
      table: {
        columns: headings.map((heading) => ({ heading, align: 'left' })),
        rows: [['Sequential write', 'all runs', '98 %', 'runs', '1', '175.8', '3.2']],
      },
    },
  ])
  const widths = found.flatMap(({ name, attributes }) =>
    name === 'style:table-column-properties'
      ? [Number.parseFloat(String(Reflect.get(attributes, 'style:column-width')))]
      : [],
  )
  expect(widths.reduce((sum, one) => sum + one, 0)).toBeCloseTo(17, 1)
  // A letter of the bold heading is 1.8 mm wide.
  expect(widths[2]).toBeGreaterThan(12 * 0.18 + 0.16)
})

it('breaks headings of a wide table rather than the texts of its rows', () => {
  const numbers = Array.from({ length: 9 }, (_, at) => `Mean of it ${String(at)} (k IOPS)`)
  const table = {
    columns: ['Line', ...numbers].map(
      (heading, at) => ({ heading, align: at === 0 ? 'left' : 'right' }) as const,
    ),
    rows: [['4 KiB, second firmware', ...numbers.map(() => '1.23')]],
  }
  const about = { title: 'Mix', subtitle: '', caption: '', notes: [], smallPrint: [], label: 'Table 1' }
  const found = content([{ type: 'table', ...about, table }])
  const widths = found
    .filter(({ name }) => name === 'style:table-column-properties')
    .map(({ attributes }) => Number.parseFloat(String(Reflect.get(attributes, 'style:column-width'))))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(17, 1)
  // 120 letters of the smaller type fit next to each other: its 22, and 3 between columns.
  expect(widths[0]).toBeGreaterThanOrEqual((25 / 120) * 17 - 0.001)
})
