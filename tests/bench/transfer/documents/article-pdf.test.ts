import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { articlePdf } from '../../../../src/bench/transfer/documents/article-pdf'
import { figureContent } from '../../../../src/core/document/document'
import { plainParagraph, richText } from '../../../../src/core/document/rich-text'
import { panelFigure } from '../../../charts/panel-figure'

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
      {
        type: 'scorecard',
        title: 'Scorecard',
        candidates: ['A', 'B'],
        categories: [{ name: 'Noise', marks: ['quiet', 'loud'], winner: 0 }],
        caption: '',
      },
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
