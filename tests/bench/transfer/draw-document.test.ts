import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawDocumentPdf } from '../../../src/bench/transfer/draw-document'
import { exportLook } from '../../../src/bench/transfer/export-look'
import { figureContent } from '../../../src/core/document/document'
import { panelFigure } from '../../charts/panel-figure'

test('a document of several blocks is a PDF with a page for each, and more for a long text', async () => {
  const pdf = drawDocumentPdf(
    {
      title: 'Drive A',
      blocks: [
        {
          type: 'text',
          heading: 'Method',
          paragraphs: Array.from(
            { length: 60 },
            (_, at) => `Paragraph ${at + 1}: ${'ten runs each, shuffled. '.repeat(5)}`,
          ),
        },
        { type: 'figure', figure: panelFigure, ...figureContent(panelFigure) },
        { type: 'facts', title: 'Drive', facts: [{ name: 'Firmware', value: '1.0' }] },
        {
          type: 'scorecard',
          title: 'Scorecard',
          candidates: ['A', 'B'],
          categories: [{ name: 'Noise', marks: ['quiet', 'loud'], winner: 0 }],
          caption: '',
        },
      ],
    },
    { look: await exportLook('light') },
  )
  const folder = process.env.BENCHWRIGHT_KEEP_PICTURES
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'document.pdf'), pdf)
  }
  const pages = new TextDecoder('latin1').decode(pdf).match(/\/Type \/Page\b(?!s)/g) ?? []
  expect(pages.length).toBeGreaterThan(5)
})
