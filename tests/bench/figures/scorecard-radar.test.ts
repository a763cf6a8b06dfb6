import { expect, it } from 'vitest'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { closing, newReview } from '../store/sample-review'
import { expectExports, expectPicture } from './figure-pictures'

const radar = { kind: 'scorecard-radar', campaignIds: [], metric: 'iops' } as const

const scores = [
  ['Ease of installation', 8, 4, 6],
  ['Flexibility', 5, 9, 6],
  ['Monitoring and reports', 7, 7, undefined],
  ['Noise under load', 3, 10, 6],
  ['Documentation', 9, 2, 5],
] as const

function scored(): ReviewWriter {
  const review = newReview()
  const categories = scores.map(([name, ...all]) => ({
    name,
    entries: all.map((points) => (points === undefined ? {} : { points })),
  }))
  const card = { candidates: ['Drive A', 'Drive B', 'Drive C'], categories }
  review.cards.saveScorecard({ name: 'What it is like to use', card })
  return review
}

it.each(['light', 'dark'] as const)('is drawn as on record, %s', (theme) =>
  expectPicture(scored(), radar, 'scorecard-radar', theme),
)

it('is written in every format', async () => {
  await expectExports(scored().path, ['--figure', 'scorecard-radar'])
})

it('keeps its scale whatever ends and lines are asked for, and no panels', () => {
  const review = closing(scored())
  const plain = figureOfReview(review, radar)
  const asked = figureOfReview(review, {
    ...radar,
    ...({ yMin: 5, yMax: 7, yScale: 'log', references: [{ value: 4, label: 'good' }] } as const),
    manySeries: 'panels',
  })
  expect(asked.y).toEqual(plain.y)
  expect(asked.panels).toBeUndefined()
})
