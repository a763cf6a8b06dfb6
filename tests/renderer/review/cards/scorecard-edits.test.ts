import * as v from 'valibot'
import { expect, test } from 'vitest'
import { scorecardSchema, type Scorecard } from '../../../../src/core/scorecard/scorecard'
import {
  measuredBy,
  sideLabels,
  withCategoryChanged,
  withEntry,
  withSide,
  withoutCandidate,
  withWinner,
} from '../../../../src/renderer/views/review/cards/scorecard-edits'

const comparison = {
  baseline: [{ key: 'campaign', value: '1' }],
  candidates: [[{ key: 'campaign', value: '2' }]],
}
const card: Scorecard = {
  candidates: ['A', 'B', 'C'],
  categories: [
    { name: 'Noise', entries: [{ text: 'loud' }, {}, { points: 3 }], winner: 2 },
    { name: 'Price', entries: [], winner: 1 },
    {
      ...{ name: 'Speed', entries: [] },
      measured: { comparison, baseline: 0, candidates: [2] },
      overruled: { winner: 2, reason: 'throttles' },
    },
    { name: 'Latency', entries: [], measured: { comparison, baseline: 1, candidates: [2] } },
  ],
}

test('a statement about a candidate is inserted in its place and removed again', () => {
  const said = withCategoryChanged(card, 1, (one) => withEntry(one, 2, 'mark', 'B+'))
  expect(said.categories[1]).toEqual({ name: 'Price', entries: [{}, {}, { mark: 'B+' }], winner: 1 })
  const more = withCategoryChanged(said, 1, (one) => withEntry(one, 0, 'text', 'dear'))
  const [, price] = withCategoryChanged(more, 1, (one) => withEntry(one, 2, 'mark', undefined)).categories
  expect(price?.entries).toEqual([{ text: 'dear' }, {}, {}])
  expect(withWinner({ name: 'X', entries: [], winner: 'tie' }, undefined)).toEqual({ name: 'X', entries: [] })
})

test('without a candidate the others move up, and what named it is open again', () => {
  const without = withoutCandidate(card, 1)
  expect(v.parse(scorecardSchema, without)).toEqual(without)
  expect(without.candidates).toEqual(['A', 'C'])
  expect(without.categories).toEqual([
    { name: 'Noise', entries: [{ text: 'loud' }, { points: 3 }], winner: 1 },
    { name: 'Price', entries: [] },
    {
      ...{ name: 'Speed', entries: [] },
      measured: { comparison, baseline: 0, candidates: [1] },
      overruled: { winner: 1, reason: 'throttles' },
    },
    { name: 'Latency', entries: [] },
  ])
})

test('the sides of a comparison represent the candidates with their names, or in their order', () => {
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('A'), candidates: [side('B'), side('C')] }
  expect(measuredBy(comparison, ['c', 'X', 'b', 'A'], new Map())).toEqual({
    comparison,
    baseline: 3,
    candidates: [2, 0],
  })
  expect(measuredBy(comparison, ['One', 'A', 'B'], new Map())).toEqual({
    comparison,
    baseline: 0,
    candidates: [1, 2],
  })
  const named = { ...comparison, names: [{ side: side('A'), name: 'Old' }] }
  expect(sideLabels(named, new Map())).toEqual(['Old', 'B', 'C'])
})

test('a side that gets the candidate of another one gives it its own', () => {
  const comparison = { baseline: [{ key: 'configuration', value: 'A' }], candidates: [] }
  const measured = { comparison, baseline: 0, candidates: [1, 2] }
  expect(withSide(measured, 0, 2)).toMatchObject({ baseline: 2, candidates: [1, 0] })
  expect(withSide(measured, 1, 3)).toMatchObject({ baseline: 0, candidates: [3, 2] })
})
