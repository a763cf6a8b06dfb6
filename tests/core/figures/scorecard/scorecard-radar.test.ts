import { expect, test } from 'vitest'
import { judgeScorecard } from '../../../../src/core/scorecard/judge-scorecard'
import { scorecardRadar } from '../../../../src/core/figures/scorecard/scorecard-radar'
import type { ScoreCategory } from '../../../../src/core/scorecard/scorecard'

const category = (name: string, ...points: readonly (number | undefined)[]): ScoreCategory => ({
  name,
  entries: points.map((one) => (one === undefined ? {} : { points: one })),
})

function radarOf(categories: readonly ScoreCategory[], settings: object = {}) {
  const judged = judgeScorecard('Ease', { candidates: ['vCache', 'FlashCache'], categories }, () => {
    throw new Error('nothing is measured')
  })
  const asked = { kind: 'scorecard-radar', campaignIds: [], metric: 'iops', ...settings } as const
  return scorecardRadar.build({ scorecards: [judged] }, asked, { campaigns: [] })
}

const three = [category('Setup', 8, 4), category('Noise', 2, 10), category('Help', 6, undefined)]

test('has a spoke for each category and an outline for each candidate, with a gap where points are missing', () => {
  const { x, y, series, caption, notes } = radarOf(three)
  expect(x.ticks?.map(({ label }) => label)).toEqual(['Setup', 'Noise', 'Help'])
  expect(y).toMatchObject({ label: 'Points', min: 0, max: 10 })
  expect(series.map(({ label, points }) => [label, points.map((one) => one.y)])).toEqual([
    ['vCache', [8, 2, 6]],
    ['FlashCache', [4, 10, undefined]],
  ])
  expect(series[1]?.points[0]?.name).toBe('FlashCache, Setup')
  for (const text of [caption, notes[0]?.text])
    expect(text).toContain('area of an outline depends on the order of the categories')
  expect(caption).toContain('Gaps, no points: FlashCache in Help.')
  expect(caption).toContain('a point may not mean the same in every category')
})

test('takes percent of the most points of each category where each spoke has its own scale', () => {
  const { y, unit, series, caption } = radarOf(three, { spokes: 'own' })
  expect([y.max, unit]).toEqual([100, '%'])
  expect(series[0]?.points.map((one) => one.y)).toEqual([100, 20, 100])
  expect(series[0]?.points[1]?.facts).toEqual(['2 points'])
  expect(caption).toContain('Each spoke has its own scale')
})

test('names categories that it cannot draw, and keeps them in its table', () => {
  const { x, numbers, notes } = radarOf([...three, category('Text only'), category('Debt', -1, 3)])
  expect(x.ticks).toHaveLength(3)
  expect(notes[1]?.text).toBe('Not drawn, because they have no points or points below 0: Text only, Debt.')
  expect(Array.from(numbers?.rows ?? [])).toHaveLength(5)
  expect(Array.from(numbers?.rows ?? [])[4]).toEqual(['Debt', 1, -1, 3, ''])
})

test('is not drawn of fewer than three categories, and says what to do', () => {
  const { series, caption, notes } = radarOf([category('Setup', 8, 4), category('Text only')])
  expect(series.every(({ points }) => points.length === 0)).toBe(true)
  expect(caption).toBe('No data.')
  expect(notes[0]?.text).toContain('1 of 2 has them')
  expect(notes[0]?.text).toContain('Add points in the scorecard, or print it as a table.')
})
