import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { closing, newReview, samplePlan } from './sample-review'

describe('plans', () => {
  it('keeps a plan exactly and counts its cases and runs', () => {
    const review = newReview()
    const before = Date.now()
    review.savePlan(samplePlan)
    expect(review.plan('mix')).toEqual(samplePlan)
    const [summary] = review.summary().plans
    expect(summary).toMatchObject({
      id: 'mix',
      name: 'Read/write mix',
      engine: 'fio',
      caseCount: 5,
      runCount: 10,
    })
    expect(summary?.modifiedAtMs).toBeGreaterThanOrEqual(before)
  })

  it('replaces a plan of the same id and keeps the others in their order', () => {
    const review = newReview()
    review.savePlan(samplePlan)
    review.savePlan({ ...samplePlan, id: 'second' })
    review.savePlan({ ...samplePlan, name: 'Renamed', excluded: [] })
    expect(review.summary().plans.map(({ id, name, caseCount }) => [id, name, caseCount])).toEqual([
      ['mix', 'Renamed', 6],
      ['second', 'Read/write mix', 5],
    ])
    expect(review.check()).toEqual([])
  })

  it('deletes a plan; deleting it twice is no error', () => {
    const review = newReview()
    review.savePlan(samplePlan)
    review.deletePlan('mix')
    review.deletePlan('mix')
    expect(review.plan('mix')).toBeUndefined()
  })

  it('keeps title and notes across a restart; the title begins as the name of the file', () => {
    const review = newReview()
    expect(review.summary()).toMatchObject({ title: 'drive', notes: '', readOnly: false })
    expect(review.summary().readOnlyReason).toBeUndefined()
    review.describe('Drive of the month', 'Line 1\nLine 2')
    review.close()
    const again = closing(openReview(review.path, { mode: 'read' }))
    expect(again.summary()).toMatchObject({
      title: 'Drive of the month',
      notes: 'Line 1\nLine 2',
      readOnly: true,
      plans: [],
    })
  })
})
