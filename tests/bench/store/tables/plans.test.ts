import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import { closing, newReview, samplePlan } from '../sample-review'

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

  it('adds a plan under a name that people can tell from those of the others', () => {
    const review = newReview()
    expect(review.addPlan(samplePlan)).toEqual(samplePlan)
    const second = review.addPlan({ ...samplePlan, id: 'second', name: 'read/write  mix ' })
    expect(second.name).toBe('read/write  mix  (2)')
    expect(review.plan('second')).toEqual(second)
    expect(review.addPlan({ ...samplePlan, id: 'third' }).name).toBe('Read/write mix (3)')
    const other = { ...samplePlan, repetitions: 9 }
    expect(() => review.addPlan(other)).toThrow(expect.objectContaining({ id: 'changed-elsewhere' }))
    expect(review.check()).toEqual([])
  })

  it('deletes a plan; deleting it twice is not an error', () => {
    const review = newReview()
    review.savePlan(samplePlan)
    review.deletePlan('mix')
    review.deletePlan('mix')
    expect(() => review.plan('mix')).toThrow(expect.objectContaining({ id: 'no-plan' }))
  })

  it('keeps title and notes across a restart; the title is initially the name of the file', () => {
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

describe('a plan that two programs change', () => {
  it('is stored by a program that knows the previous version, and by no other', () => {
    const first = newReview()
    first.savePlan(samplePlan, null)
    const second = closing(openReview(first.path, { mode: 'write' }))
    if (!isWriter(second)) throw new Error('The file cannot be written.')
    first.savePlan({ ...samplePlan, repetitions: 5 }, samplePlan)
    expect(() => second.savePlan({ ...samplePlan, name: 'Mine' }, samplePlan)).toThrow(
      expect.objectContaining({
        id: 'changed-elsewhere',
        message: expect.stringContaining(
          'changed (Repetitions: 2 → 5) in another window or program',
        ) as string,
        remedy: expect.stringContaining('keep your version as a copy') as string,
      }),
    )
    expect(() => second.deletePlan('mix', samplePlan)).toThrow(
      expect.objectContaining({ id: 'changed-elsewhere' }),
    )
    expect(() => second.savePlan({ ...samplePlan, name: 'New' }, null)).toThrow(/was added in another/)
    expect(second.plan('mix')).toEqual({ ...samplePlan, repetitions: 5 })
    second.savePlan({ ...samplePlan, name: 'Mine' }, { ...samplePlan, repetitions: 5 })
    first.deletePlan('mix', { ...samplePlan, name: 'Mine' })
    expect(() => second.savePlan({ ...samplePlan, name: 'Later' }, { ...samplePlan, name: 'Mine' })).toThrow(
      /“Mine” was deleted in another/,
    )
    // What already exists, or is already gone, is not a conflict.
    second.deletePlan('mix', samplePlan)
    second.savePlan(samplePlan, null)
    first.savePlan(samplePlan, null)
    expect(first.check()).toEqual([])
  })
})
