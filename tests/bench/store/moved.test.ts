import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { closing, newReview, sampleCampaign, sampleResult, temporaryFolder } from './sample-review'

describe('a file that is lost while it is open', () => {
  it.each([
    ['moved', (path: string) => renameSync(path, `${path}.moved`)],
    ['deleted', (path: string) => rmSync(path)],
    [
      'replaced by a sync client',
      (path: string) => {
        writeFileSync(`${path}.new`, readFileSync(path))
        renameSync(`${path}.new`, path)
      },
    ],
  ])('because it was %s: nothing is written, and everything can be saved elsewhere', (_how, lose) => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
    const rows = [...review.rows({})]
    lose(review.path)
    expect(() => review.describe('lost', '')).toThrow(
      expect.objectContaining({ id: 'moved', path: review.path }),
    )
    expect(() => review.finishRuns([[review.runs(campaignId)[2]?.id ?? 0, sampleResult()]])).toThrow(
      expect.objectContaining({ id: 'moved' }),
    )

    const rescue = join(temporaryFolder(), 'rescue.benchwright')
    review.copyTo(rescue)
    const rescued = closing(openReview(rescue, { mode: 'write' }))
    expect([...rescued.rows({})]).toEqual(rows)
    expect(rescued.check()).toEqual([])
  })
})

describe('a copy', () => {
  it('is whole, sound, free of the lock, and leaves nothing else behind', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
    const lock = review.lockForRunning()
    expect(lock).toBeDefined()
    const path = join(dirname(review.path), `it's a "copy" %20 ?#.benchwright`)
    review.copyTo(path)
    const copy = closing(openReview(path, { mode: 'write' }))
    expect(copy.campaign(campaignId)).toEqual(review.campaign(campaignId))
    expect([...copy.rows({})]).toEqual([...review.rows({})])
    expect(copy.check()).toEqual([])
    expect('runnerHolder' in copy && copy.runnerHolder()).toBeUndefined()
    expect(review.runnerHolder()).toBeDefined()
    expect(readdirSync(dirname(path))).toHaveLength(2)
  })

  it('never replaces a file and reports a missing folder', () => {
    const review = newReview()
    const taken = join(dirname(review.path), 'taken.benchwright')
    writeFileSync(taken, 'mine')
    expect(() => review.copyTo(taken)).toThrow(expect.objectContaining({ id: 'exists', path: taken }))
    expect(readFileSync(taken, 'utf8')).toBe('mine')
    const nowhere = join(dirname(review.path), 'missing', 'x.benchwright')
    expect(() => review.copyTo(nowhere)).toThrow(/missing does not exist/)
  })
})
