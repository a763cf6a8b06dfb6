import { describe, expect, it } from 'vitest'
import type { PagePicture, TableContent } from '../../../../src/core/document/document'
import { documentToHtml, htmlPage, pageStyle } from '../../../../src/core/document/html/html'
import { htmlText } from '../../../../src/core/document/html/html-parts'
import { plainParagraph, richText } from '../../../../src/core/document/rich-text'
import { joined } from '../joined'

const hostile = '"><img src=x onerror=alert(1)>\'`</title></style><script>alert(1)</script>'
const document: TableContent = {
  title: hostile,
  subtitle: hostile,
  table: { columns: [{ heading: hostile, align: 'right' }], rows: [[hostile], ['−1.5']] },
  caption: hostile,
  notes: [hostile],
  smallPrint: [hostile],
}

const bodyOf = (picture?: PagePicture) =>
  documentToHtml({ title: 'Review', blocks: [{ type: 'figure', ...document, picture }] })
const pageOf = () => joined(htmlPage(document.title, bodyOf(), { text: pageStyle, digest: 'abc' }))

describe('HTML', () => {
  it('accepts only its own styles, fonts and pictures, and no script', () => {
    const page = pageOf()
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;sha256-abc&#39;; font-src data:')
    expect(page).toContain(`<style>${pageStyle}</style>`)
  })

  it('states once what a picture already shows', () => {
    const told = { title: 'Mix', subtitle: 'vda', caption: 'Mean of 5 runs.', smallPrint: ['fio 3.33'] }
    const picture = { light: '<svg><text>Mix</text></svg>' }
    const page = joined(
      documentToHtml({ title: '', blocks: [{ type: 'figure', ...document, ...told, picture }] }),
    )
    expect(page).toContain('<h1 class="unseen">Mix</h1>')
    for (const text of ['vda', told.caption, 'fio 3.33']) expect(page).not.toContain(text)
    expect(page).toContain('class="notes"')
  })

  it('keeps a table of words in the column of an article, and gives numbers the margins', () => {
    const page = (align: 'left' | 'right') => {
      const table = { columns: [{ heading: 'Remark', align }], rows: [['quiet']] }
      const block = { ...document, type: 'table', table, label: 'Table 1' } as const
      return joined(documentToHtml({ title: '', blocks: [block], isArticle: true }))
    }
    expect(page('left')).toContain('class="table short words"')
    expect(page('right')).toContain('class="table short"')
  })

  it('keeps only a table of few rows on one page', () => {
    const page = (count: number) => {
      const table = { ...document.table, rows: Array.from({ length: count }, () => ['quiet']) }
      const block = { ...document, type: 'table', table, label: 'Table 1' } as const
      return joined(documentToHtml({ title: '', blocks: [block], isArticle: true }))
    }
    expect(page(6)).toContain('class="table short')
    expect(page(7)).not.toContain('class="table short')
  })

  it('keeps every label plain text', () => {
    const page = pageOf()
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

  const svg = (name: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" font-family="&#39;figure-${name}&#39;, Inter, sans-serif" style="x: y">\n<style>@font-face{font-family:'figure-${name}'}</style>\n</svg>\n`

  it('shows the picture above the table, in the fonts of the page', () => {
    const body = joined(bodyOf({ light: svg('a') }))
    expect(body.indexOf('<svg')).toBeLessThan(body.indexOf('<table>'))
    expect(body).toContain(
      '<svg xmlns="http://www.w3.org/2000/svg" font-family="&#39;Benchwright page&#39;, Inter',
    )
    expect(body).not.toMatch(/@font-face|style="/)
  })

  it("shows the picture that suits the reader's background", () => {
    const body = joined(bodyOf({ light: svg('a'), dark: svg('b') }))
    expect([...body.matchAll(/<svg class="(\w+)"/g)].map(([, name]) => name)).toEqual(['light', 'dark'])
    expect(pageStyle).toContain(
      '@media(prefers-color-scheme:dark){svg.light{display:none}svg.dark{display:block}}',
    )
  })

  it('escapes for elements and for attributes', () => {
    expect(htmlText(`<&>"'\``)).toBe('&#60;&#38;&#62;&#34;&#39;&#96;')
  })

  it('shows the notes of a figure, which its picture lacks, and keeps numbers and units on one line', () => {
    const figure = {
      ...document,
      type: 'figure' as const,
      label: 'Figure 1',
      picture: { light: '<svg></svg>' },
    }
    const text = { type: 'text' as const, content: [plainParagraph('30\u2009% of it')] }
    const notes = ['No mix is worse than 100\u202f% writes.', 'Low n.']
    const blocks = [text, { ...figure, title: 'Mix', notes }]
    const page = joined(documentToHtml({ title: 'Review', blocks, isArticle: true }))
    expect(page).toContain('<p>30\u202f% of it</p>')
    expect(page).toContain(
      '<figcaption><b>Figure 1.</b> Mix\n<p class="notes">No mix is worse than 100\u202f% writes.</p>\n<p class="notes">Low n.</p></figcaption>',
    )
  })

  it('keeps numbers and units of captions, headings and cells on one line, but leaves commands as they are', () => {
    const column = { heading: 'Time', align: 'left' as const }
    const table = { columns: [column], rows: [['after 5 s']] }
    const data = { ...document, type: 'table' as const, caption: 'Over 5 s.', smallPrint: ['In 5 s.'], table }
    const text = {
      type: 'text' as const,
      content: richText('`-t 5 s`\n\n```\nfio 5 s\n```', () => ({ text: '' })),
    }
    const heading = { type: 'heading' as const, level: 2, text: 'First 5 s' }
    const page = joined(documentToHtml({ title: 'Review', blocks: [heading, data, text], isArticle: true }))
    expect(page.match(/[\w ]*5\u202fs/g)).toEqual([
      'First 5\u202fs',
      'Over 5\u202fs',
      'after 5\u202fs',
      'In 5\u202fs',
    ])
    expect(page).toContain('<code>-t 5 s</code>')
    expect(page).toContain('<pre><code>fio 5 s')
  })

  it('shrinks a picture on paper until it would be illegible', () => {
    const stageOf = (height: number, notes: readonly string[] = []) => {
      const live = { width: 600, height, series: [], marks: [] }
      const picture = { light: '<svg></svg>', live }
      const figure = { ...document, notes, type: 'figure' as const, picture }
      const page = joined(documentToHtml({ title: 'Review', blocks: [figure], isArticle: true }))
      return /<div class="(stage[^"]*)"/.exec(page)?.[1]
    }
    expect(stageOf(500)).toBe('stage aside')
    expect(stageOf(600, Array<string>(20).fill('x'))).toBe('stage aside')
    // A caption longer than the picture stays below it, where it may go on over pages.
    expect(stageOf(600, Array<string>(24).fill('x'))).toBe('stage')
    expect(stageOf(2000)).toBe('stage tall')
    expect(stageOf(3000)).toBe('stage long')
  })
})
