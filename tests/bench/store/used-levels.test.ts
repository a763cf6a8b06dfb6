import { expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import type { Plan } from '../../../src/core/plan/plan'
import type { Scalar } from '../../../src/core/results/observation'
import { newReview, samplePlan, sampleCampaign, sampleResult } from './sample-review'

/** Patterns on a mixed base, as the start screen makes them. */
const patternPlan: Plan = {
  ...samplePlan,
  base: {
    read_percent: 70,
    jobs: 1,
    queue_depth: 4,
    io_engine: 'null',
    block_size: 4096,
    file_size: 67108864,
  },
  axes: [{ key: 'pattern', levels: ['random-read', 'random-mix'] }],
  excluded: [],
}

function measured(review: ReviewWriter, configuration: string, plan = patternPlan): number {
  const id = review.createCampaign(sampleCampaign(plan, configuration))
  for (const run of review.runs(id).filter(({ phase }) => phase === 'measure')) {
    const test = String(run.levels.pattern ?? plan.base.pattern)
    const of = { kind: 'scalar', source: 'engine', test, direction: 'total' } as const
    const observations: Scalar[] = [
      { ...of, metric: 'iops', value: 1000 + run.position, unit: 'IOPS' },
      { ...of, metric: 'achieved_read_percent', value: test === 'random-read' ? 100 : 70, unit: '%' },
    ]
    review.finishRuns([[run.id, { ...sampleResult(), observations }]])
  }
  return id
}

it('a pure read has no read share in figures, tables and comparisons, and nobody is accused of a rate limit', () => {
  const review = newReview()
  const ids = [measured(review, 'A'), measured(review, 'B')]
  const columns = review.figureColumns(ids, ['iops', 'achieved_read_percent'])
  const shares = columns.cases.map(({ test, levels }) => [test, levels.read_percent])
  expect(new Set(shares.map(String))).toEqual(new Set(['random-read,', 'random-mix,70']))
  const rows = [...review.rows({ campaignIds: ids })]
  expect(new Set(rows.map(({ test, levels }) => `${test} ${String(levels.read_percent)}`))).toEqual(
    new Set(['random-read undefined', 'random-mix 70']),
  )
  const comparison = review.compare({
    baseline: [{ key: 'configuration', value: 'A' }],
    candidates: [[{ key: 'configuration', value: 'B' }]],
    metric: 'iops',
  })
  expect(comparison.candidates.flatMap(({ advice }) => advice).join(' ')).not.toContain('rate limit')
  const cases = comparison.candidates.flatMap(({ cells }) => cells.map(({ levels }) => levels))
  expect(cases).toContainEqual({ pattern: 'random-read' })
  expect(cases.every((one) => one.pattern === 'random-mix' || one.read_percent === undefined)).toBe(true)
})

it('the depth of a synchronous engine is no level, and two depths of it are one case', () => {
  const review = newReview()
  const id = measured(review, 'A', {
    ...patternPlan,
    base: { ...patternPlan.base, pattern: 'random-read', io_engine: 'psync' },
    axes: [{ key: 'queue_depth', levels: [1, 32] }],
  })
  const { cases } = review.figureColumns([id], ['iops'])
  expect(cases.map(({ levels }) => levels.queue_depth)).not.toContain(32)
})
