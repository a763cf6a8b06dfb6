import { DatabaseSync } from '@photostructure/sqlite'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReviewWith } from '../../../src/bench/store/create-review'
import type { Migration } from '../../../src/bench/store/migrations/migration'
import { migrations } from '../../../src/bench/store/migrations/migrations'
import { isWriter, openReview, openReviewWith } from '../../../src/bench/store/open-review'
import { closing, newReview, sampleCampaign, sampleResult, temporaryFolder } from './sample-review'

const current = migrations.length

/** A step that adds a table and a column, as real later steps will. */
const next: Migration = {
  version: current + 1,
  title: 'a test',
  sql: "CREATE TABLE file.later (a INTEGER NOT NULL) STRICT; ALTER TABLE file.figure ADD COLUMN caption TEXT NOT NULL DEFAULT ''; INSERT INTO later VALUES (7);",
}
const broken: Migration = {
  version: current + 1,
  title: 'a failing test',
  sql: 'CREATE TABLE file.later (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);',
}
const series = [...migrations, next]

function olderFile(): string {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
  review.saveFigure({ name: 'F', settings: { kind: 'mix-sweep', campaignIds: [campaignId], metric: 'iops' } })
  review.close()
  return review.path
}

describe('the series of formats', () => {
  it('is numbered from 1 without a gap', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
  })
})

describe('a file of the previous version', () => {
  it('is copied, then updated, when it is opened to write', () => {
    const path = olderFile()
    const before = openReview(path, { mode: 'read' })
    const rows = [...before.rows({})]
    before.close()

    const review = closing(openReviewWith(path, { mode: 'write' }, series))
    expect([...review.rows({})]).toEqual(rows)
    expect(review.figures()).toMatchObject([{ name: 'F' }])
    expect(review.check()).toEqual([])
    expect(readFileSync(path).readUInt32BE(60)).toBe(current + 1)

    const backup = join(dirname(path), `drive.version-${current}.benchwright`)
    expect(isWriter(review) && review.backupPath).toBe(backup)
    const old = closing(openReview(backup, { mode: 'read' }))
    expect([...old.rows({})]).toEqual(rows)
    expect(old.check()).toEqual([])

    review.close()
    const again = closing(openReviewWith(path, { mode: 'write' }, series))
    expect(isWriter(again) && again.backupPath).toBeUndefined()
    expect(readdirSync(dirname(path))).toHaveLength(2)
  })

  it('is refused by the older program afterwards', () => {
    const path = olderFile()
    openReviewWith(path, { mode: 'write' }, series).close()
    expect(() => openReview(path, { mode: 'read' })).toThrow(expect.objectContaining({ id: 'newer' }))
  })

  it('is read through an updated copy, and stays unchanged, when it is opened to read', () => {
    const path = olderFile()
    const before = readFileSync(path)
    const review = closing(openReviewWith(path, { mode: 'read' }, series))
    expect([...review.rows({})]).toHaveLength(9)
    expect(review.summary()).toMatchObject({
      readOnly: true,
      readOnlyReason: expect.stringContaining('format is older') as string,
    })
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(dirname(path))).toEqual(['drive.benchwright'])
  })

  it('does not lose an earlier copy of the same version', () => {
    const path = olderFile()
    const first = join(dirname(path), `drive.version-${current}.benchwright`)
    const copy = openReview(path, { mode: 'read' })
    copy.copyTo(first)
    copy.close()
    const kept = readFileSync(first)
    const review = closing(openReviewWith(path, { mode: 'write' }, series))
    expect(isWriter(review) && review.backupPath).toBe(
      join(dirname(path), `drive.version-${current}-2.benchwright`),
    )
    expect(readFileSync(first)).toEqual(kept)
  })

  it('is unchanged if a step fails', () => {
    const path = olderFile()
    expect(() => openReviewWith(path, { mode: 'write' }, [...migrations, broken])).toThrow(/nowhere/)
    const raw = new DatabaseSync(path, { readOnly: true })
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: current })
    expect(raw.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'later'").get()).toEqual({
      n: 0,
    })
    raw.close()
    const review = closing(openReview(path, { mode: 'write' }))
    expect(review.check()).toEqual([])
  })

  it('with a hostile schema is refused before any copy is made', () => {
    const path = olderFile()
    const raw = new DatabaseSync(path)
    raw.exec('CREATE TABLE later (b)')
    raw.close()
    expect(() => openReviewWith(path, { mode: 'write' }, series)).toThrow(
      expect.objectContaining({ id: 'foreign-schema' }),
    )
    expect(readdirSync(dirname(path))).toEqual(['drive.benchwright'])
  })
})

describe('a new file', () => {
  it('has the newest format at once and needs no copy', () => {
    const path = join(temporaryFolder(), 'new.benchwright')
    const review = closing(createReviewWith(path, series))
    expect(review.backupPath).toBeUndefined()
    expect(readFileSync(path).readUInt32BE(60)).toBe(current + 1)
    expect(existsSync(`${path}-journal`)).toBe(false)
  })
})
