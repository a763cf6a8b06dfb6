import { describe, expect, test } from 'vitest'
import { documentToCsv } from '../../../src/core/document/csv'
import type { ReviewDocument } from '../../../src/core/document/document'
import { documentToHtml } from '../../../src/core/document/html/html'
import { documentToLatex } from '../../../src/core/document/latex/latex'
import { documentToMarkdown } from '../../../src/core/document/markdown'
import { plainParagraph } from '../../../src/core/document/rich-text'
import { joined } from './joined'

const table = {
  title: 'IOPS',
  subtitle: '',
  table: { columns: [{ heading: 'Drive', align: 'left' }], rows: [['A <b>'], ['B']] },
  caption: 'Means.',
  notes: [],
  smallPrint: [],
} as const

/** One block of each kind. */
const document: ReviewDocument = {
  title: 'Two drives & a cache',
  blocks: [
    { type: 'heading', level: 2, text: 'Method' },
    { type: 'text', content: [plainParagraph('Ten runs each.'), plainParagraph('- shuffled')] },
    { type: 'figure', ...table, file: 'iops.svg', picture: { light: '<svg></svg>' } },
    { type: 'table', ...table, title: 'Again' },
    { type: 'quote', text: 'Firmware 1.0_b', source: 'Its label' },
  ],
}

describe('a document of several blocks', () => {
  test('has every block in order in each format', () => {
    for (const text of [
      joined(documentToHtml(document)),
      joined(documentToMarkdown(document)),
      joined(documentToLatex(document)),
    ]) {
      const places = ['Two drives', 'Method', 'Ten runs', 'iops.svg', 'Again', 'Firmware']
        .filter((one) => one !== 'iops.svg' || !text.includes('<svg'))
        .map((one) => text.indexOf(one))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
  })

  test('keeps every text plain text', () => {
    const html = joined(documentToHtml(document))
    expect(html).toContain('A &#60;b&#62;')
    expect(html).toContain('<h2 id="section-1">Method</h2>\n<p>Ten runs each.</p>')
    expect(html).toContain('<figure>\n<svg></svg>\n</figure>\n<figcaption>IOPS</figcaption>')
    expect(joined(documentToMarkdown(document))).toContain('\n\n\\- shuffled\n')
    const latex = joined(documentToLatex(document))
    expect(latex).toContain('\\section*{Two drives \\& a cache}')
    expect(latex).toContain('Firmware 1.0\\_b')
  })

  test('has each of its tables in the CSV, under its title', () => {
    expect(joined(documentToCsv(document)).split('\r\n\r\n')).toEqual([
      'IOPS\r\nDrive\r\nA <b>\r\nB',
      'Again\r\nDrive\r\nA <b>\r\nB\r\n',
    ])
  })

  test('is written row by row: a million rows are never one string', () => {
    let read = 0
    const rows = {
      length: 1_000_000,
      *[Symbol.iterator]() {
        for (; read < 1_000_000; read++) yield ['x']
      },
    }
    const long: ReviewDocument = {
      title: '',
      blocks: [{ type: 'table', ...table, table: { ...table.table, rows } }],
    }
    for (const write of [documentToHtml, documentToMarkdown, documentToLatex, documentToCsv]) {
      read = 0
      const pieces = write(long)[Symbol.iterator]()
      for (let at = 0; at < 12; at++) expect(String(pieces.next().value).length).toBeLessThan(2000)
      expect(read).toBeLessThan(600)
    }
  })
})
