import type { DocumentContent } from '../../../src/core/document/stored-document'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { previewDocument } from '../../../src/bench/articles/preview-document'
import { writtenArticle } from '../../../src/bench/articles/written-article'
import { blockTitle, isDataBlock } from '../../../src/core/document/document'
import { fieldSource } from '../../../src/core/document/field'
import { documentToLatex } from '../../../src/core/document/latex/latex'
import type { Scorecard } from '../../../src/core/scorecard/scorecard'
import {
  closing,
  newReview,
  sampleCampaign,
  samplePlan,
  sampleResult,
  sampleStart,
} from '../store/sample-review'

const sampleFile = (id: string) => join(import.meta.dirname, `../../../resources/samples/${id}.benchwright`)

/** Two configurations of one case each, five runs: B is twice as fast as A. */
function twoConfigurations(): ReviewWriter {
  const review = newReview()
  const plan = { ...samplePlan, axes: [{ key: 'read_percent', levels: [100] }], excluded: [], repetitions: 5 }
  for (const [configuration, mean] of [
    ['A', 1000],
    ['B', 2000],
  ] as const) {
    const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration })
    for (const { id, phase, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      const quantity = { test: 'mixed', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
      review.startRun(id, sampleStart)
      review.finishRuns([
        [
          id,
          {
            ...sampleResult(),
            observations: [{ kind: 'scalar', source: 'engine', ...quantity, value: mean + repetition }],
          },
        ],
      ])
    }
  }
  return review
}

it('a scorecard in a document has the winner of its measured category, and the words of the person who overruled it', async () => {
  const review = twoConfigurations()
  const side = (value: string) => [{ key: 'configuration', value }]
  const measured = {
    comparison: { baseline: side('A'), candidates: [side('B')], metric: 'iops' },
    ...{ baseline: 0, candidates: [1] },
  }
  const overruled = { winner: 0, reason: 'B is loud' } as const
  const card: Scorecard = {
    candidates: ['A', 'B'],
    categories: [
      { name: 'Speed', entries: [{ mark: 'fair' }, { points: 2 }], measured },
      { name: 'Overall', entries: [], measured, overruled },
    ],
  }
  const { id } = review.cards.saveScorecard({ name: 'Card', card })
  const document = {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [{ id: 'a', type: 'scorecard', scorecardId: id } as const],
  }
  const { document: written, problems } = await writtenArticle(
    review,
    { document, figures: [] },
    { figures: 'drawn' },
  )
  expect(problems).toEqual([])
  const [block] = written.blocks
  if (block?.type !== 'table') throw new Error('no table')
  expect(block.table.columns.map(({ heading }) => heading)).toEqual(['Category', 'A', 'B', 'Winner'])
  expect([...block.table.rows]).toEqual([
    ['Speed', 'fair', '2 points', 'B'],
    ['Overall', '', '', 'A'],
    ['Points', '', '2', ''],
  ])
  expect(block.caption).toContain('1-1-0: A 1, B 1, no winner 0.')
  expect(block.caption).toContain('Speed: Measured (IOPS): B against A better in 1, worse in 0')
  expect(block.caption).toContain('Overruled in favour of A: B is loud.')
})

it('prints weights, undecided categories and long texts of a scorecard', async () => {
  const review = newReview()
  const remark = 'It takes long. '.repeat(60).trim()
  const card: Scorecard = {
    candidates: ['A', 'B'],
    categories: [
      { name: 'Setup', weight: 2, entries: [{ text: remark }, { text: 'easy' }], winner: 1 },
      { name: 'Noise', entries: [] },
      { name: 'Help', entries: [], winner: 'none' },
    ],
  }
  const { id } = review.cards.saveScorecard({ name: 'Card', card })
  const document = {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [{ id: 'a', type: 'scorecard', scorecardId: id } as const],
  }
  const { document: written } = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
  const [block] = written.blocks
  if (block?.type !== 'table') throw new Error('no table')
  expect([...block.table.rows]).toEqual([
    ['Setup', '2', remark, 'easy', 'B'],
    ['Noise', '1', '', '', ''],
    ['Help', '1', '', '', 'none'],
  ])
  expect(block.caption).toBe('0-1-1: A 0, B 1, no winner 1. 1 of 3 categories is undecided.')
})

it('leaves out headings with nothing under them, which is not an error in a draft', async () => {
  const document = {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [
      { id: 'a', type: 'heading', level: 2, text: 'Introduction' } as const,
      { id: 'b', type: 'text', markdown: '' } as const,
      { id: 'c', type: 'heading', level: 2, text: 'Results' } as const,
      { id: 'd', type: 'heading', level: 3, text: 'Reads' } as const,
      { id: 'e', type: 'quote', text: 'Fast.', source: '' } as const,
      { id: 'f', type: 'heading', level: 2, text: 'Verdict' } as const,
      { id: 'g', type: 'page-break' } as const,
    ],
  }
  const { document: written, problems } = await writtenArticle(
    newReview(),
    { document, figures: [] },
    { figures: 'drawn' },
  )
  const headings = written.blocks.flatMap((block) => (block.type === 'heading' ? [block.text] : []))
  expect(headings).toEqual(['Results', 'Reads'])
  expect(problems).toEqual([])
})

it('a scorecard as a radar is a figure with its points beneath, in the page and in its preview', async () => {
  const review = newReview()
  const categories = ['Setup', 'Noise', 'Help'].map((name, at) => ({
    name,
    entries: [{ points: at + 2 }, { points: 1 }],
  }))
  const { id } = review.cards.saveScorecard({ name: 'Ease', card: { candidates: ['A', 'B'], categories } })
  const document = {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [
      { id: 'a', type: 'scorecard', scorecardId: id } as const,
      { id: 'b', type: 'scorecard', scorecardId: id, form: 'radar' } as const,
      { id: 'c', type: 'scorecard', scorecardId: id + 1 } as const,
    ],
  }
  const { document: written, problems } = await writtenArticle(
    review,
    { document, figures: [] },
    { figures: 'live' },
  )
  const remedy = 'Choose another one for this block, or remove the block.'
  expect(problems).toEqual([`Table 2 cannot be shown. The scorecard was deleted. ${remedy}`])
  const [table, radar] = written.blocks
  expect(table).toMatchObject({ type: 'table', label: 'Table 1', title: 'Ease' })
  expect(radar).toMatchObject({ type: 'figure', label: 'Figure 1', title: 'Ease', withTable: true })
  if (radar?.type !== 'figure') throw new Error('no figure')
  expect(radar.caption).toContain('A radar misleads')
  expect([...radar.table.rows][0]).toEqual(['Setup', '1', '2', '1', ''])
  expect(radar.picture?.live?.marks.map(({ text }) => text)).toContain('A, Setup\n2\u202fpoints')
  expect(radar.picture?.live?.marks).toHaveLength(6)
  expect(radar.notes).toEqual([])
  expect(previewDocument(review, document).blocks).toMatchObject([
    { label: 'Table 1', figure: { name: 'Ease', settings: { kind: 'scorecard', scorecard: 'Ease' } } },
    { label: 'Figure 1', figure: { settings: { kind: 'scorecard-radar', scorecard: 'Ease' } } },
    { label: 'Table 2', figure: null, problems: [`The scorecard was deleted. ${remedy}`] },
  ])
})

it('a figure in parts is a picture each under one number, with its table under the last', async () => {
  const review = closing(openReview(sampleFile('sandforce-iops'), { mode: 'read' }))
  const settings = { kind: 'compressibility', campaignIds: [], metric: 'iops', panelsPerPart: 2 } as const
  const figure = { id: 9, name: 'F', settings, modifiedAtMs: 0 }
  const document = {
    ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
    blocks: [{ id: 'a', type: 'figure', figureId: 9, withTable: true } as const],
  }
  const written = await writtenArticle(review, { document, figures: [figure] }, { figures: 'svg' })
  expect(written.document.blocks.map((block) => isDataBlock(block) && blockTitle(block))).toEqual([
    expect.stringMatching(/^Figure 1 \(1 of 2\)\. IOPS/),
    expect.stringMatching(/^Figure 1 \(2 of 2\)\. IOPS/),
  ])
  expect(written.files.map(({ name }) => name)).toEqual([
    ...['figure-1-1.svg', 'figure-1-1.png', 'figure-1-2.svg', 'figure-1-2.png'],
  ])
  const tex = [...documentToLatex(written.document)].join('')
  expect(tex.match(/\\includegraphics/g)).toHaveLength(2)
  // A wide table has several parts.
  expect(tex.match(/Numbers of/g)).toHaveLength(1)
  const page = await writtenArticle(review, { document, figures: [figure] }, { figures: 'live' })
  expect(page.document.blocks).toHaveLength(1)
})

it('states how many families of tests it holds, each once', async () => {
  const review = twoConfigurations()
  const side = (value: string) => [{ key: 'configuration', value }]
  const compared = (kind: 'percent-difference' | 'comparison', by: string) => ({
    ...{ kind, campaignIds: [], metric: 'iops' },
    comparison: { baseline: side('A'), candidates: [side(by)], metric: 'iops' },
  })
  const figures = [compared('percent-difference', 'B'), compared('comparison', 'B')].map((settings) =>
    review.saveFigure({ name: settings.kind, settings }),
  )
  const written = async (count: number) => {
    const blocks = figures
      .slice(0, count)
      .map(({ id }) => ({ id: `f${String(id)}`, type: 'figure', figureId: id, withTable: false }) as const)
    const document = { ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const), blocks }
    const article = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
    return article.document.blocks
  }
  const blocks = await written(2)
  const text =
    'This document holds one family of tests, each adjusted for itself: B against A, IOPS (1 test).'
  // Two pictures of one comparison are one family.
  expect(blocks.map(({ type }) => type)).toEqual(['figure', 'figure', 'text'])
  expect(JSON.stringify(blocks.at(-1)).replaceAll('\\u202f', ' ')).toContain(text)
  expect(await written(0)).toEqual([])
})

/** One campaign of a slow and a fast block size. */
function slowAndFast() {
  const review = newReview()
  const axes = [{ key: 'block_size', levels: [4096, 1_048_576] }]
  const campaignId = review.createCampaign(
    sampleCampaign({ ...samplePlan, axes, excluded: [], repetitions: 3 }),
  )
  for (const { id, phase, levels, repetition } of review.runs(campaignId)) {
    if (phase !== 'measure') continue
    const quantity = { test: 'read', direction: 'read', metric: 'bandwidth', unit: 'B/s' } as const
    const value = (levels.block_size === 4096 ? 400e6 : 3e9) + repetition * 1e6
    review.startRun(id, sampleStart)
    review.finishRuns([
      [id, { ...sampleResult(), observations: [{ kind: 'scalar', source: 'engine', ...quantity, value }] }],
    ])
  }
  const figure = (name: string, size: number, unit?: string) => {
    const settings = {
      ...{ kind: 'ranking', campaignIds: [campaignId], metric: 'bandwidth' },
      ...{ fixed: { block_size: size }, ...(unit !== undefined && { unit }) },
    } as const
    return review.saveFigure({ name, settings }).id
  }
  const field = fieldSource({
    ...{ kind: 'value', campaign: campaignId, test: 'read', direction: 'read', metric: 'bandwidth' },
    ...{ levels: { block_size: 1_048_576 }, statistic: 'mean' },
  })
  const written = async (slow: number, fast: number) => {
    const document = {
      ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const),
      blocks: [
        { id: 'a', type: 'figure', figureId: slow, withTable: false } as const,
        { id: 'b', type: 'table', figureId: fast } as const,
        { id: 'c', type: 'text', markdown: `It reads ${field}.` } as const,
      ],
    }
    const { document: made } = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
    const [drawn, table, text] = made.blocks
    if (drawn?.type !== 'figure' || table?.type !== 'table' || text?.type !== 'text')
      throw new Error('no block')
    const shown = previewDocument(review, document).blocks.map((block) =>
      'figure' in block
        ? block.figure?.settings.units?.bandwidth
        : JSON.stringify('content' in block ? block.content : ''),
    )
    const headings = table.table.columns.map(({ heading }) => heading).join(' ')
    return { unit: drawn.figure?.unit, headings, text: JSON.stringify(text.content), shown }
  }
  /** What the findings say beside a figure of the fast size. */
  const findings = async (unit?: string) => {
    const blocks: DocumentContent['blocks'] = [
      { id: 'a', type: 'figure', figureId: figure('Alone', 1_048_576, unit), withTable: false },
      { id: 'b', type: 'facts', about: 'findings', campaignIds: [] },
    ]
    const document = { ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const), blocks }
    const { document: made } = await writtenArticle(review, { document, figures: [] }, { figures: 'drawn' })
    const [drawn, told] = made.blocks
    if (drawn?.type !== 'figure' || told?.type !== 'text') throw new Error('no block')
    return { unit: drawn.figure?.unit, told: JSON.stringify(told.content) }
  }
  return { figure, written, findings }
}

it('tells what was found in the unit of the figures beside it', async () => {
  const { findings } = slowAndFast()
  const alone = await findings()
  expect(alone.unit).toBe('GB/s')
  // Also the mean of the slow size, which would be read in MB/s on its own.
  expect(alone.told).toContain('0.402')
  expect(alone.told).not.toContain('MB/s')
  const asked = await findings('MiB/s')
  expect(asked.unit).toBe('MiB/s')
  expect(asked.told).toContain('MiB/s')
  expect(asked.told).not.toContain('GB/s')
})

it('shows a metric in one unit in its figures, tables and numbers in the text', async () => {
  const { figure, written } = slowAndFast()
  const { unit, headings, text, shown } = await written(figure('Slow', 4096), figure('Fast', 1_048_576))
  expect(unit).toBe('GB/s')
  expect(headings).toContain('(GB/s)')
  expect(text).toContain('GB/s')
  expect(shown).toEqual(['GB/s', 'GB/s', expect.stringContaining('GB/s')])
})

it('follows the unit that one figure of a document asks for, and leaves another that was asked for', async () => {
  const { figure, written } = slowAndFast()
  const followed = await written(figure('Slow', 4096), figure('Fast', 1_048_576, 'MB/s'))
  expect(followed.unit).toBe('MB/s')
  expect(followed.headings).toContain('(MB/s)')
  expect(followed.text).toContain('MB/s')
  const own = await written(figure('Slow too', 4096, 'MiB/s'), figure('Fast too', 1_048_576, 'MB/s'))
  expect(own.unit).toBe('MiB/s')
  expect(own.headings).toContain('(MB/s)')
})
