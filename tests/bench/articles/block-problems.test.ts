import { expect, it } from 'vitest'
import { FieldReader } from '../../../src/bench/articles/field-reader'
import { previewDocument } from '../../../src/bench/articles/preview-document'
import { writtenArticle } from '../../../src/bench/articles/written-article'
import { inlineText } from '../../../src/core/document/rich-text'
import type { StoredBlock } from '../../../src/core/document/stored-document'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../store/sample-review'

/** Two measured configurations, and a document of every kind of block that shows the second one. */
function documented() {
  const review = newReview()
  const [a = 0, b = 0] = ['A', 'B'].map((configuration, at) => {
    const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, repetitions: 3 }, configuration))
    for (const { id, phase, repetition } of review.runs(campaignId)) {
      if (phase !== 'measure') continue
      review.startRun(id, sampleStart)
      review.finishRuns([[id, sampleResult(1000 * (at + 1) + repetition)]])
    }
    return campaignId
  })
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('A'), candidates: [side('B')], metric: 'iops' }
  const saved = (settings: FigureSettings) => review.saveFigure({ name: settings.kind, settings }).id
  const metric = 'iops'
  const measured = { comparison, baseline: 0, candidates: [1] }
  const { id: scorecardId } = review.cards.saveScorecard({
    name: 'Card',
    card: { candidates: ['A', 'B'], categories: [{ name: 'Speed', entries: [], measured }] },
  })
  const query = { of: 'campaign', campaignId: b, metric: 'iops', contains: '' } as const
  const [group] = new FieldReader(review, new Map()).choices(query).groups
  const number = group?.fields[0]?.source ?? ''
  const blocks: StoredBlock[] = [
    {
      id: 'both',
      type: 'figure',
      figureId: saved({ kind: 'mix-sweep', campaignIds: [a, b], metric }),
      withTable: false,
    },
    {
      id: 'only',
      type: 'figure',
      figureId: saved({ kind: 'mix-sweep', campaignIds: [b], metric }),
      withTable: false,
    },
    { id: 'rows', type: 'table', figureId: saved({ kind: 'results-table', campaignIds: [b], metric }) },
    {
      id: 'against',
      type: 'table',
      figureId: saved({ kind: 'comparison-table', campaignIds: [], metric, comparison }),
    },
    { id: 'score', type: 'scorecard', scorecardId },
    { id: 'text', type: 'text', markdown: `It reaches ${number}, that is ${number}.` },
    { id: 'method-both', type: 'facts', about: 'method', campaignIds: [a, b] },
    { id: 'method-only', type: 'facts', about: 'method', campaignIds: [b] },
  ]
  const document = { ...({ name: 'D', title: 'D', author: '', template: 'empty' } as const), blocks }
  return { review, b, document }
}

it('every block that shows a deleted campaign says so in its place, with what helps', () => {
  const { review, b, document } = documented()
  const problems = () =>
    new Map(previewDocument(review, document).blocks.map((block) => [block.id, block.problems]))
  expect([...problems().values()].flat()).toEqual([])
  review.deleteCampaign(b)
  const others =
    'Open it in the Figures room and choose others under Campaigns, or choose another figure for this block.'
  const sides =
    'Open the figure in the Figures room and choose other sides, or choose another figure for this block.'
  const facts = 'Choose their campaigns anew, or remove the block.'
  expect(Object.fromEntries(problems())).toEqual({
    both: [`1 of 2 campaigns of this figure is no longer in this file. ${others}`],
    only: [`1 campaign of this figure is no longer in this file. ${others}`],
    rows: [`1 campaign of this figure is no longer in this file. ${others}`],
    against: [`No campaign has configuration=B. ${sides}`],
    score: [
      '“Speed” has no measured winner any more: No campaign has configuration=B. Decide it on the scorecard in the Review room, or take the campaign over from another results file.',
    ],
    // Once, however many of its numbers are gone.
    text: [expect.stringContaining('its campaign is no longer in this file')],
    'method-both': [`1 of 2 campaigns of these facts is no longer in this file. ${facts}`],
    'method-only': [`1 campaign of these facts is no longer in this file. ${facts}`],
  })
})

it('an article marks every block that shows a deleted campaign, and tells its author', async () => {
  const { review, b, document } = documented()
  review.deleteCampaign(b)
  const { document: written, problems } = await writtenArticle(
    review,
    { document, figures: [] },
    { figures: 'drawn' },
  )
  const shown = written.blocks.map((block) => {
    if (block.type === 'figure') return block.notes[0]
    if (block.type === 'table') return block.caption
    const [first] = block.type === 'text' ? block.content : []
    return first?.type === 'paragraph' ? inlineText(first.children) : block.type
  })
  expect(shown).toEqual([
    '1 of 2 campaigns of this figure is no longer in this file.',
    '[Figure 2 cannot be shown. 1 campaign of this figure is no longer in this file.]',
    '[Table 1 cannot be shown. 1 campaign of this figure is no longer in this file.]',
    '[Table 2 cannot be shown. No campaign has configuration=B.]',
    expect.stringContaining('Speed: Not measured: No campaign has configuration=B.'),
    'It reaches [no number], that is [no number].',
    expect.stringContaining('Machine.'),
    '[This block cannot be shown. 1 campaign of these facts is no longer in this file.]',
  ])
  expect(problems.map((text) => text.split(/[.:]/)[0])).toEqual([
    'Figure 1',
    'Figure 2 cannot be shown',
    'Table 1 cannot be shown',
    'Table 2 cannot be shown',
    'Table 3',
    'A number in the text cannot be found',
    '1 of 2 campaigns of these facts is no longer in this file',
    'This block cannot be shown',
  ])
})
