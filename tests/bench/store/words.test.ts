import { DatabaseSync } from '@photostructure/sqlite'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { migrations } from '../../../src/bench/store/migrations/migrations'
import { openReview, openReviewWith } from '../../../src/bench/store/open-review'
import { ReviewFileError } from '../../../src/bench/store/file/review-file-error'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { newReview, sampleCampaign, sampleResult } from './sample-review'

function closedFile(): string {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
  review.close()
  return review.path
}

/** The error must say where, what and what to do. */
function expectWords(path: string, work: () => unknown): void {
  let thrown: unknown
  try {
    work()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ReviewFileError)
  if (!(thrown instanceof ReviewFileError)) return
  expect(thrown.message).toContain(path)
  expect(thrown.message).toMatch(/\.$/)
  expect(thrown.remedy).toMatch(/^[A-Z].{10,}\.$/)
}

describe('an error names the file and what to do', () => {
  it.each([
    ['text in another encoding', 59, 2],
    ['a newer schema format', 47, 5],
  ])('for %s', (_what, offset, value) => {
    const path = closedFile()
    const bytes = readFileSync(path)
    bytes[offset] = value
    writeFileSync(path, bytes)
    for (const mode of ['read', 'write'] as const) expectWords(path, () => openReview(path, { mode }))
  })

  it.each([
    ['UPDATE run SET started_ms = 9223372036854775807', (review: ReviewReader) => review.runs(1)],
    ['UPDATE run SET id = 4611686018427387904 WHERE id = 2', (review: ReviewReader) => review.runs(1)],
    ['UPDATE campaign SET created_ms = -9223372036854775808', (review: ReviewReader) => review.campaigns()],
    ['UPDATE plan SET modified_ms = 9223372036854775807', (review: ReviewReader) => review.summary()],
  ])('for a number that JavaScript cannot hold: %s', (sql, read) => {
    const review = newReview()
    review.createCampaign(sampleCampaign())
    review.savePlan(sampleCampaign().plan)
    const raw = new DatabaseSync(review.path, { enableForeignKeyConstraints: false })
    raw.exec(sql)
    raw.close()
    expectWords(review.path, () => read(review))
  })

  it('for requests to a closed file', () => {
    const review = newReview()
    review.close()
    expectWords(review.path, () => review.summary())
    expectWords(review.path, () => review.describe('late', ''))
  })

  it('for a statement that SQLite rejects', () => {
    const path = closedFile()
    const broken = {
      version: migrations.length + 1,
      title: 'a failing test',
      sql: 'INSERT INTO nowhere VALUES (1);',
    }
    expectWords(path, () => openReviewWith(path, { mode: 'write' }, [...migrations, broken]))
  })
})
