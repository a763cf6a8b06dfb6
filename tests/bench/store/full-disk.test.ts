import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { migrations } from '../../../src/bench/store/migrations/migrations'
import { openReview, openReviewWith } from '../../../src/bench/store/open-review'
import { ReviewFileError } from '../../../src/bench/store/file/review-file-error'
import type { RunResult } from '../../../src/bench/store/tables/runs/run-changes'
import { closing, newReview, sampleCampaign, samplePlan, sampleResult } from './sample-review'
import { smallDisk, whyNoDisk } from './small-disk'

function bigResult(): RunResult {
  return { ...sampleResult(), rawOutputs: [{ name: 'out.json', bytes: randomBytes(60_000) }] }
}

/** Leaves this many bytes free. */
function fill(folder: string, leave: number): string {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
  return filler
}

describe.skipIf(whyNoDisk !== undefined)(
  `a full disk${whyNoDisk === undefined ? '' : ` (skipped: ${whyNoDisk})`}`,
  () => {
    it('costs nothing that was saved, is reported, and storing continues once there is space again', () => {
      const disk = smallDisk(3)
      const review = closing(createReview(join(disk, 'drive.benchwright')))
      const campaignId = review.createCampaign(sampleCampaign({ ...samplePlan, repetitions: 20 }))
      const filler = fill(disk, 1_500_000)
      const stored = new Map<number, Uint8Array>()
      let failed: { runId: number; result: RunResult; error: unknown } | undefined
      for (const { id } of review.runs(campaignId)) {
        const result = bigResult()
        try {
          review.finishRuns([[id, result]])
          stored.set(id, result.rawOutputs[0]?.bytes ?? new Uint8Array())
        } catch (error) {
          failed = { runId: id, result, error }
          break
        }
      }
      expect(failed?.error).toMatchObject({
        id: 'disk-full',
        path: review.path,
        remedy: expect.stringContaining('Free some space') as string,
      })
      expect(stored.size).toBeGreaterThan(5)
      for (const [runId, bytes] of stored)
        expect(review.rawOutput(runId, 'out.json')).toEqual(Buffer.from(bytes))
      expect(review.run(failed?.runId ?? 0)).toMatchObject({
        state: 'waiting',
        measurements: [],
        rawOutputs: [],
      })
      expect(review.check()).toEqual([])

      rmSync(filler)
      expect(review.finishRuns([[failed?.runId ?? 0, failed?.result ?? bigResult()]])).toBe(1)
      review.close()
      const again = closing(openReview(review.path, { mode: 'read' }))
      expect(again.runs(campaignId).filter(({ state }) => state === 'done')).toHaveLength(stored.size + 1)
      expect(again.check()).toEqual([])
    })

    it('leaves no partial file when creating or copying, and names the place', () => {
      const disk = smallDisk(1)
      fill(disk, 20_000)
      const source = newReview()
      const path = join(disk, 'copy.benchwright')
      expect(() => source.copyTo(path)).toThrow(expect.objectContaining({ id: 'disk-full', path }))
      expect(() => createReview(path)).toThrow(expect.objectContaining({ id: 'disk-full', path }))
      expect(readdirSync(disk)).toEqual(['filler'])
      expect(source.check()).toEqual([])
    })

    it('keeps an older file unchanged if there is no space to update it', () => {
      const disk = smallDisk(1)
      const review = createReview(join(disk, 'old.benchwright'))
      review.createCampaign(sampleCampaign())
      review.close()
      const filler = fill(disk, 40_000)
      const series = [
        ...migrations,
        { version: 2, title: 'a test', sql: 'CREATE TABLE file.later (a INTEGER) STRICT;' },
      ]
      expect(() => openReviewWith(review.path, { mode: 'write' }, series)).toThrow(ReviewFileError)
      expect(readdirSync(disk).sort()).toEqual(['filler', 'old.benchwright'])
      rmSync(filler)
      const old = closing(openReview(review.path, { mode: 'write' }))
      expect(old.check()).toEqual([])
      expect(old.campaigns()).toHaveLength(1)
    })
  },
)
