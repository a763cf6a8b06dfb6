import { expect, it } from 'vitest'
import type { ReviewWriter } from '../../../../src/bench/store/review-store'
import { draftDocument, type DocumentDraft } from '../../../../src/bench/transfer/documents/new-document'
import { newReview, sampleCampaign, samplePlan, sampleResult, sampleStart } from '../../store/sample-review'

/** A drive with five runs of random reads. */
function oneDrive(): ReviewWriter {
  const review = newReview()
  const plan = {
    ...samplePlan,
    base: { ...samplePlan.base, pattern: 'random-read' },
    ...{ axes: [{ key: 'queue_depth', levels: [1, 32] }], excluded: [], repetitions: 5 },
  }
  const campaignId = review.createCampaign({ ...sampleCampaign(plan), configuration: 'Drive A' })
  for (const { id, phase, repetition } of review.runs(campaignId)) {
    if (phase !== 'measure') continue
    const quantity = { test: 'random-read', direction: 'total', metric: 'iops', unit: 'IOPS' } as const
    review.startRun(id, sampleStart)
    review.finishRun(id, {
      ...sampleResult(),
      observations: [{ kind: 'scalar', source: 'engine', ...quantity, value: 500_000 + repetition }],
    })
  }
  return review
}

/** Headings, each with the kinds of figures and the types of other blocks under it. */
function outline({ document, figures }: DocumentDraft): Readonly<Record<string, readonly string[]>> {
  const kinds = new Map(figures.map(({ id, settings }) => [id, settings.kind]))
  const under: Record<string, string[]> = {}
  let last: string[] = []
  for (const block of document.blocks)
    if (block.type === 'heading') last = under[block.text] = []
    else last.push('figureId' in block ? (kinds.get(block.figureId) ?? 'saved') : block.type)
  return under
}

it('a drive review has a price and a specification where device cards state them', () => {
  const review = oneDrive()
  expect(outline(draftDocument(review, 'drive-review'))).not.toHaveProperty('Price')
  review.cards.saveDevice({
    name: 'Drive A',
    card: {
      ...{ standsFor: ['Drive A'], soldBytes: 1e12, price: { amount: 100, currency: 'USD' } },
      promises: [{ metric: 'iops', value: 600_000, workload: { test: 'random-read' } }],
    },
  })
  expect(outline(draftDocument(review, 'drive-review'))).toMatchObject({
    Specification: ['facts', 'text', 'specification'],
    Price: ['text', 'price'],
    Results: ['text', 'mix-sweep'],
  })
})

it('a review of cache software begins with the scorecards', () => {
  const review = oneDrive()
  expect(outline(draftDocument(review, 'cache-software'))['Ease of use']).toEqual(['text'])
  const card = { candidates: ['A', 'B'], categories: [{ name: 'Installation', entries: [] }] }
  const { id } = review.cards.saveScorecard({ name: 'Ease', card })
  const { document } = draftDocument(review, 'cache-software')
  expect(document.blocks).toContainEqual(expect.objectContaining({ type: 'scorecard', scorecardId: id }))
})

it('a review of device cards alone has their prices', () => {
  const review = newReview()
  for (const [name, amount] of [
    ['A', 100],
    ['B', 200],
  ] as const)
    review.cards.saveDevice({ name, card: { soldBytes: 400e9, price: { amount, currency: 'USD' } } })
  const { document, figures } = draftDocument(review, 'drive-review')
  expect(figures.map(({ settings }) => settings.kind)).toEqual(['price'])
  expect(document.blocks.some((block) => block.type === 'figure' && block.figureId === figures[0]?.id)).toBe(
    true,
  )
})
