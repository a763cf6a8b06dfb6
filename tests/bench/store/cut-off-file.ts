import { DatabaseSync } from '@photostructure/sqlite'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { newReview, sampleCampaign, sampleResult, temporaryFolder } from './sample-review'

/** A results file as a killed process leaves it: half of a transaction is in the file, its undo data in the journal. */
export function cutOffFile(): { path: string; title: string } {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
  review.describe('before', '')
  const raw = new DatabaseSync(review.path)
  // A tiny cache makes SQLite write changed pages before the commit.
  raw.exec(
    "PRAGMA cache_size = 1; BEGIN; UPDATE run SET state = 'failed'; DELETE FROM scalar; UPDATE review SET title = 'half'",
  )
  raw.exec(
    "CREATE TABLE filler (x); INSERT INTO filler SELECT randomblob(4000) FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]')",
  )
  const path = join(temporaryFolder(), 'cut.benchwright')
  copyFileSync(review.path, path)
  copyFileSync(`${review.path}-journal`, `${path}-journal`)
  raw.exec('ROLLBACK')
  raw.close()
  return { path, title: 'before' }
}
