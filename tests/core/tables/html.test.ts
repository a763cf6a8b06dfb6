import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TableDocument } from '../../../src/core/tables/document'
import {
  documentToHtml,
  htmlText,
  pagePolicy,
  pageStyle,
  pageStyleDigest,
} from '../../../src/core/tables/html'

const hostile = '"><img src=x onerror=alert(1)>\'`</title></style><script>alert(1)</script>'
const document: TableDocument = {
  title: hostile,
  subtitle: hostile,
  table: { columns: [{ heading: hostile, align: 'right' }], rows: [[hostile], ['−1.5']] },
  caption: hostile,
  notes: [hostile],
  smallPrint: [hostile],
}

describe('HTML', () => {
  it('takes only its own style and pictures, and no script', () => {
    expect(createHash('sha256').update(pageStyle).digest('base64')).toBe(pageStyleDigest)
    expect(pagePolicy).toContain("default-src 'none'")
    expect(documentToHtml(document)).toContain(`<style>${pageStyle}</style>`)
  })

  it('keeps every label a text', () => {
    const page = documentToHtml(document)
    expect(page).not.toMatch(/<script|<img/)
    const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag?.toLowerCase()))
    expect([...tags].sort()).toEqual(
      [
        'html',
        'head',
        'meta',
        'title',
        'style',
        'body',
        'h1',
        'p',
        'div',
        'table',
        'caption',
        'thead',
        'tbody',
        'tr',
        'th',
        'td',
      ].sort(),
    )
    expect(page.match(/&#60;script&#62;/g)).toHaveLength(8)
    expect(page).toContain('<td class="number">−1.5</td>')
  })

  it('shows the picture it is given above the table', () => {
    const page = documentToHtml(document, '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n')
    expect(page.indexOf('<svg')).toBeLessThan(page.indexOf('<table>'))
  })

  it('escapes for elements and for attributes', () => {
    expect(htmlText(`<&>"'\``)).toBe('&#60;&#38;&#62;&#34;&#39;&#96;')
  })
})
