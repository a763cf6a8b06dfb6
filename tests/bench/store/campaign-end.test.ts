import { describe, expect, it } from 'vitest'
import type { ReviewWriter } from '../../../src/bench/store/review-store'
import { DatabaseSync } from '@photostructure/sqlite'
import { sealOf } from '../../../src/bench/store/integrity/seal'
import { newReview, sampleCampaign } from './sample-review'

const skipAll = (review: ReviewWriter, campaignId: number) => {
  for (const { id } of review.runs(campaignId)) review.setRunState(id, 'skipped')
}

describe('the end of a campaign', () => {
  it('is stored only when none of its runs waits or runs', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    expect(() => review.setCampaignState(id, 'done')).toThrow(
      expect.objectContaining({
        id: 'refused',
        message: expect.stringContaining('11 of its runs') as string,
      }),
    )
    expect(review.campaign(id)?.state).toBe('waiting')
    const [layout] = review.runs(id)
    skipAll(review, id)
    if (layout) review.setRunState(layout.id, 'waiting')
    // The layout is no run of a case, but the campaign has not ended without it.
    expect(() => review.setCampaignState(id, 'done')).toThrow(/1 of its runs/)
    skipAll(review, id)
    review.setCampaignState(id, 'done')
    expect(review.campaigns()[0]).toMatchObject({ state: 'done', finishedAtMs: expect.any(Number) as number })
    expect(review.check()).toEqual([])
  })

  it('is not believed of a file in which runs still wait; it is interrupted, and the check reports it', () => {
    const review = newReview()
    const id = review.createCampaign(sampleCampaign())
    callDone(review, id)
    expect(review.campaigns()[0]).toMatchObject({ state: 'interrupted', finishedAtMs: undefined })
    expect(review.campaign(id)?.state).toBe('interrupted')
    expect(review.check()).toEqual([
      'Campaign 1 ("Read/write mix", kernel 6.18) is stored as done, but 11 of its runs wait or run; resume it.',
    ])
  })
})

/** What an earlier version stored. */
function callDone(review: ReviewWriter, id: number): void {
  const raw = new DatabaseSync(review.path)
  raw.exec(`UPDATE campaign SET state = 'done', finished_ms = 1700000000000 WHERE id = ${String(id)}`)
  const row = raw.prepare('SELECT * FROM campaign WHERE id = ?').get(id) as Record<string, unknown>
  const digest = raw.prepare("SELECT digest FROM row_digest WHERE table_name = 'campaign'").get() as {
    digest: Uint8Array
  }
  const checksum = sealOf('campaign', row) as Uint8Array
  raw.prepare('UPDATE campaign SET checksum = ? WHERE id = ?').run(checksum, id)
  expect(digest.digest).toHaveLength(16)
  raw.prepare("UPDATE row_digest SET digest = ? WHERE table_name = 'campaign'").run(checksum)
  raw.close()
}
