import { expect, it } from 'vitest'
import { usesOf } from '../../../src/bench/articles/uses'
import { fieldSource } from '../../../src/core/document/field'
import type { StoredBlock } from '../../../src/core/document/stored-document'
import { newReview, sampleCampaign } from '../store/sample-review'

it('names the figures, scorecards and documents that show something, directly or through a figure', () => {
  const review = newReview()
  const [shown, other] = ['A', 'B'].map((configuration) =>
    review.createCampaign({ ...sampleCampaign(), configuration }),
  ) as [number, number]
  const figure = (name: string, campaignIds: number[]) =>
    review.saveFigure({ name, settings: { kind: 'mix-sweep', campaignIds, metric: 'iops' } })
  const own = figure('Own', [shown])
  const all = figure('All', [])
  figure('Others', [other])
  const write = (name: string, blocks: StoredBlock[]) =>
    review.documents.save({ name, title: '', author: '', template: 'empty', blocks }, undefined)
  write('With figure', [{ id: 'a', type: 'figure', figureId: own.id, withTable: false }])
  const value = { kind: 'value', campaign: shown, test: 'random-mix', direction: 'total' } as const
  const field = fieldSource({ ...value, metric: 'iops', levels: {}, statistic: 'mean' })
  write('With number', [{ id: 'a', type: 'text', markdown: `It does ${field}.` }])
  write('With facts', [{ id: 'a', type: 'facts', about: 'machine', campaignIds: [other] }])
  write('With words', [{ id: 'a', type: 'text', markdown: 'Nothing of it.' }])

  expect(usesOf(review, 'campaign', shown)).toEqual([
    { kind: 'figure', name: 'Own' },
    { kind: 'figure', name: 'All' },
    { kind: 'document', name: 'With figure' },
    { kind: 'document', name: 'With number' },
  ])
  expect(usesOf(review, 'campaign', other).map(({ name }) => name)).toEqual(['All', 'Others', 'With facts'])
  expect(usesOf(review, 'figure', own.id)).toEqual([{ kind: 'document', name: 'With figure' }])
  expect(usesOf(review, 'figure', all.id)).toEqual([])
  expect(usesOf(review, 'plan', 1)).toEqual([])
})

it('finds the campaigns that a comparison and a scorecard name by what tells them apart', () => {
  const review = newReview()
  const [a, b, c] = ['A', 'B', 'C'].map((configuration) =>
    review.createCampaign({ ...sampleCampaign(), configuration }),
  ) as [number, number, number]
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('A'), candidates: [side('B')] }
  review.saveFigure({
    name: 'Difference',
    settings: { kind: 'comparison', campaignIds: [], metric: 'iops', comparison },
  })
  const measured = { comparison, baseline: 0, candidates: [1] }
  const card = review.cards.saveScorecard({
    name: 'Duel',
    card: { candidates: ['A', 'B'], categories: [{ name: 'Speed', entries: [], measured }] },
  })
  const names = (id: number) => usesOf(review, 'campaign', id).map(({ name }) => name)
  expect([a, b, c].map(names)).toEqual([['Difference', 'Duel'], ['Difference', 'Duel'], []])
  expect(usesOf(review, 'scorecard', card.id)).toEqual([])
})
