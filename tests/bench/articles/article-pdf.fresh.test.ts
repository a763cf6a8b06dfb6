import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@napi-rs/canvas'
import { expect, test, vi } from 'vitest'
import type { Ink } from '../../../src/charts/ink'
import { articlePdf } from '../../../src/bench/articles/article-pdf'
import { textMeasure } from '../../../src/bench/figures/draw-figure'
import { codeFont, figureFont } from '../../../src/charts/text'
import { figureContent } from '../../../src/core/document/document'
import { plainParagraph, richText, type RichBlock } from '../../../src/core/document/rich-text'
import { writePdf } from '../../../src/bench/figures/pdf/write-pdf'
import { panelFigure } from '../../charts/panel-figure'

vi.mock(import('../../../src/bench/figures/pdf/write-pdf'), async (original) => {
  const actual = await original()
  return { ...actual, writePdf: vi.fn(actual.writePdf) }
})

/** The texts set on each page of the most recently written article. */
function pageTexts(): readonly string[] {
  const [pages = []] = vi.mocked(writePdf).mock.lastCall ?? []
  return pages.map(({ parts }) => {
    const ink = new PDFDocument().beginPage(600, 850)
    const set = vi.spyOn(ink, 'fillText')
    for (const { draw } of parts) draw(ink as typeof ink & Ink)
    return set.mock.calls.map(([text]) => text).join(' ')
  })
}

/** The texts of the most recently written article with the font that each is set in. */
function setTexts(): readonly (readonly [text: string, font: string])[] {
  const [pages = []] = vi.mocked(writePdf).mock.lastCall ?? []
  return pages.flatMap(({ parts }) => {
    const ink: Ink = new PDFDocument().beginPage(600, 850) as ReturnType<PDFDocument['beginPage']> & Ink
    const found: [string, string][] = []
    vi.spyOn(ink, 'fillText').mockImplementation((text) => found.push([text, ink.font]))
    for (const { draw } of parts) draw(ink)
    return found
  })
}

test('commands are set in a fixed-width face with their spaces, and numbers stay with their units', async () => {
  const content = richText(
    'Run `fio -n 5 s` in 5 s, **8 MiB** each:\n\n```\n  fio  --size 4 s\n```\n',
    () => ({
      text: '',
    }),
  )
  await articlePdf({ title: 'Drive A', isArticle: true, blocks: [{ type: 'text', content }] })
  const fonts = new Map(setTexts())
  const inCode = [...fonts].filter(([, font]) => font.includes(codeFont)).map(([text]) => text)
  expect(inCode).toEqual(['fio', '-n', '5', 's', '\u00a0\u00a0fio\u00a0\u00a0--size', '4'])
  expect(fonts.get('5\u202fs,')).toContain(figureFont)
  expect(fonts.get('8\u202fMiB')).toContain(figureFont)
  const measure = textMeasure()
  measure.font = `12px '${codeFont}'`
  expect(measure.measureText('iiii').width).toBeCloseTo(measure.measureText('MMMM').width, 9)
})

test('an article is a PDF on as many sheets as it takes', async () => {
  const pdf = await articlePdf({
    title: 'Drive A',
    author: 'A. Author',
    isArticle: true,
    blocks: [
      { type: 'heading', level: 2, text: 'Method' },
      {
        type: 'text',
        content: [
          ...richText(
            '1. **one** `code`\n2. *two*\n\n> quoted\n\n| a | b |\n|---|--:|\n| x | 1 |\n\n---\n',
            () => ({ text: '' }),
          ),
          ...Array.from({ length: 60 }, (_, at) =>
            plainParagraph(`Paragraph ${at + 1}: ${'ten runs each, shuffled. '.repeat(5)}`),
          ),
        ],
      },
      { type: 'figure', figure: panelFigure, ...figureContent(panelFigure), label: 'Figure 1' },
      { type: 'page-break' },
      { type: 'quote', text: 'Quiet.', source: 'A reader' },
    ],
  })
  const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'article.pdf'), pdf)
  }
  const pages = new TextDecoder('latin1').decode(pdf).match(/\/Type \/Page\b(?!s)/g) ?? []
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.length).toBeLessThan(12)
})

test.each([0, 14, 18, 22, 26])(
  'numbers on another page than their figure name their figure (%i lines above)',
  async (lines) => {
    const numbers = {
      columns: [{ heading: 'Case', align: 'left' as const }],
      rows: Array.from({ length: 20 }, (_, at) => [`case ${at + 1}`]),
    }
    await articlePdf({
      title: 'Drive A',
      isArticle: true,
      blocks: [
        { type: 'text', content: Array.from({ length: lines }, () => plainParagraph('A line.')) },
        {
          type: 'figure',
          figure: panelFigure,
          ...figureContent(panelFigure),
          table: numbers,
          label: 'Figure 1',
        },
      ],
    })
    const pages = pageTexts().filter((page) => page.includes('case 20'))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Figure\s+1/)
  },
)

test('a table fills the page that it begins on and repeats its headings on the next ones', async () => {
  const numbers = {
    columns: [{ heading: 'Case', align: 'left' as const }],
    rows: Array.from({ length: 90 }, (_, at) => [`case ${at + 1}`]),
  }
  await articlePdf({
    title: 'Drive A',
    isArticle: true,
    blocks: [
      { type: 'text', content: Array.from({ length: 8 }, () => plainParagraph('A line.')) },
      { type: 'table', ...figureContent(panelFigure), table: numbers, label: 'Table 2' },
    ],
  })
  const rows = pageTexts().map((page) => [...page.matchAll(/case \d+/g)].length)
  expect(rows).toHaveLength(3)
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(90)
  expect(rows[0]).toBeGreaterThan(25)
  for (const page of pageTexts()) {
    expect(page).toMatch(/Table\s+2/)
    expect(page).toContain('Case')
  }
})

test('rows too high to be on one page are not kept together', async () => {
  const numbers = {
    columns: [{ heading: 'Remark', align: 'left' as const }],
    rows: Array.from({ length: 4 }, (_, at) => [`row ${at + 1} ${'has words in it, '.repeat(60)}`]),
  }
  await articlePdf({
    title: 'Drive A',
    isArticle: true,
    blocks: [{ type: 'table', ...figureContent(panelFigure), table: numbers, label: 'Table 2' }],
  })
  expect(pageTexts().map((page) => [...page.matchAll(/row \d/g)].length)).toEqual([2, 2])
})

/** Pages on which a text was set. */
const pagesWith = (word: string) => pageTexts().flatMap((page, at) => (page.includes(word) ? [at] : []))

test.each(Array.from({ length: 12 }, (_, at) => at + 18))(
  'keeps heading, figure, its caption and its notes on one page (%i lines above)',
  async (lines) => {
    const note = 'This is a note beside the figure.'
    await articlePdf({
      title: 'Drive A',
      isArticle: true,
      blocks: [
        { type: 'text', content: Array.from({ length: lines }, () => plainParagraph('A line.')) },
        { type: 'heading', level: 2, text: 'Latency' },
        {
          ...{ type: 'figure', figure: panelFigure, ...figureContent(panelFigure), label: 'Figure 7' },
          ...{ withTable: false, notes: [note], heading: 'A caption of many words. '.repeat(20) },
        },
      ],
    })
    const [heading] = pagesWith('Latency')
    expect(pagesWith('Figure 7.')).toEqual([heading])
    expect(pagesWith('beside the figure.')).toEqual([heading])
  },
)

/** An article that ends with these blocks, after as many lines. */
async function articleAfter(lines: number, ...ending: readonly RichBlock[]): Promise<void> {
  const content = [...Array.from({ length: lines }, () => plainParagraph('Short.')), ...ending]
  await articlePdf({ title: 'Drive A', isArticle: true, blocks: [{ type: 'text', content }] })
}

test('keeps a paragraph that ends with a colon on the page of what it introduces', async () => {
  for (const lines of Array.from({ length: 8 }, (_, at) => at + 28)) {
    await articleAfter(lines, plainParagraph('Measured with:'), { type: 'code', text: 'fio job.fio' })
    expect(pagesWith('with:'), `${String(lines)} lines above`).toEqual(pagesWith('job.fio'))
  }
})

test('keeps a paragraph on the page of the list that it introduces', async () => {
  for (const lines of Array.from({ length: 8 }, (_, at) => at + 28)) {
    const items = ['measured once', 'measured twice'].map((text) => [plainParagraph(text)])
    await articleAfter(lines, plainParagraph('Cases.'), { type: 'list', start: undefined, items })
    expect(pagesWith('Cases.'), `${String(lines)} lines above`).toEqual(pagesWith('measured once'))
  }
})

test('leaves no line of a paragraph alone on a page', async () => {
  const text = 'All runs of this drive were made in one night, without a pause between them. '.repeat(3)
  for (const lines of Array.from({ length: 6 }, (_, at) => at + 30)) {
    await articleAfter(lines, plainParagraph(`First ${text} last.`))
    const [first, last] = [pagesWith('First'), pagesWith('last.')]
    // Three lines: on one page, because a page cannot end within them.
    expect(last).toEqual(first)
  }
})
