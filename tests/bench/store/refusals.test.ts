import { DatabaseSync } from '@photostructure/sqlite'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { latestVersion, migrations } from '../../../src/bench/store/migrations/migrations'
import { openReview } from '../../../src/bench/store/open-review'
import { ReviewFileError, type ReviewFileErrorId } from '../../../src/bench/store/file/review-file-error'
import { newReview, sampleCampaign, sampleResult, temporaryFolder } from './sample-review'

/** Path of a closed results file that holds a finished run. */
function closedFile(): string {
  const review = newReview()
  const campaignId = review.createCampaign(sampleCampaign())
  review.finishRuns([[review.runs(campaignId)[1]?.id ?? 0, sampleResult()]])
  review.close()
  return review.path
}

function patched(change: (bytes: Buffer) => Buffer): string {
  const path = closedFile()
  const bytes = readFileSync(path)
  writeFileSync(path, change(bytes))
  return path
}

function withSql(sql: string): string {
  const path = closedFile()
  const raw = new DatabaseSync(path)
  raw.exec(sql)
  raw.close()
  return path
}

function fingerprint(path: string): string {
  const status = statSync(path)
  if (!status.isFile()) return 'folder'
  const names = readdirSync(dirname(path)).join()
  return `${names} ${status.size} ${status.mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`
}

function refusal(path: string, mode: 'read' | 'write'): ReviewFileError {
  try {
    openReview(path, { mode }).close()
  } catch (error) {
    if (error instanceof ReviewFileError) return error
    throw error
  }
  throw new Error(`${path} was not refused`)
}

const cases: [what: string, id: ReviewFileErrorId, make: () => string, words: RegExp][] = [
  ['an empty file', 'empty', () => patched(() => Buffer.alloc(0)), /0 bytes/],
  [
    'text',
    'not-a-results-file',
    () => patched(() => Buffer.from('fio-3.33 is not a database, and this is text.')),
    /not a Benchwright/,
  ],
  [
    'a picture',
    'not-a-results-file',
    () => patched(() => Buffer.from('89504e470d0a1a0a0000', 'hex')),
    /not a Benchwright/,
  ],
  ['the first 50 bytes', 'truncated', () => patched((bytes) => bytes.subarray(0, 50)), /incomplete/],
  [
    'the first half',
    'truncated',
    () => patched((bytes) => bytes.subarray(0, bytes.length / 2)),
    /incomplete/,
  ],
  [
    'a file without its last byte',
    'truncated',
    () => patched((bytes) => bytes.subarray(0, bytes.length - 1)),
    /incomplete/,
  ],
  ['a folder', 'not-a-file', () => temporaryFolder(), /not a file/],
  ['nothing', 'missing', () => join(temporaryFolder(), 'gone.benchwright'), /no file/],
  ['a path through a file', 'missing', () => join(closedFile(), 'x'), /no file/],
  [
    'a database of another program',
    'foreign',
    () => withSql('PRAGMA application_id = 252006673'),
    /another program/,
  ],
  ['a database of nobody', 'foreign', () => withSql('PRAGMA application_id = 0'), /another program/],
  [
    'a newer version',
    'newer',
    () => withSql('PRAGMA user_version = 99'),
    new RegExp(`version 99.*up to version ${latestVersion(migrations)}`),
  ],
  ['a version that never was', 'damaged', () => withSql('PRAGMA user_version = 0'), /damaged/],
  ['write-ahead logging', 'write-ahead-log', () => withSql('PRAGMA journal_mode = WAL'), /write-ahead/],
  [
    'a stray -wal file',
    'write-ahead-log',
    () => {
      const path = closedFile()
      writeFileSync(`${path}-wal`, '')
      return path
    },
    /write-ahead/,
  ],
  [
    'an impossible page size',
    'damaged',
    () =>
      patched((bytes) => Buffer.concat([bytes.subarray(0, 16), Buffer.from([3, 232]), bytes.subarray(18)])),
    /damaged/,
  ],
  ['a broken first page', 'damaged', () => patched((bytes) => bytes.fill(0xff, 100, 4096)), /damaged/],
  [
    'a view of a stranger',
    'foreign-schema',
    () =>
      withSql(
        'CREATE VIEW slow AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c',
      ),
    /"slow"/,
  ],
  [
    'a view that hides behind our name',
    'foreign-schema',
    () => withSql('DROP VIEW results; CREATE VIEW results AS SELECT zeroblob(1000000000) AS value'),
    /"results"/,
  ],
  [
    'a trigger',
    'foreign-schema',
    () => withSql('CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM run; END'),
    /"t"/,
  ],
  [
    'an index of a stranger',
    'foreign-schema',
    () => withSql("CREATE INDEX i ON run (json_extract(failure, '$.a'))"),
    /"i"/,
  ],
  ['a table of a stranger', 'foreign-schema', () => withSql('CREATE TABLE extra (a)'), /"extra"/],
  ['a virtual table', 'foreign-schema', () => withSql('CREATE VIRTUAL TABLE f USING fts5(a)'), /"f/],
  [
    'a generated column',
    'foreign-schema',
    () => withSql('ALTER TABLE figure ADD COLUMN big BLOB AS (zeroblob(200000000))'),
    /"figure"/,
  ],
  ['a missing view', 'foreign-schema', () => withSql('DROP VIEW run_list'), /lacks the view run_list/],
  [
    'a missing index',
    'foreign-schema',
    () => withSql('DROP INDEX run_by_state'),
    /lacks the index run_by_state/,
  ],
]

describe.each(['read', 'write'] as const)('opening to %s', (mode) => {
  it.each(cases)('refuses %s as %s and leaves it unchanged', (_what, id, make, words) => {
    const path = make()
    const before = statSync(path, { throwIfNoEntry: false }) && fingerprint(path)
    const error = refusal(path, mode)
    expect(error).toMatchObject({ id, path })
    expect(error.message).toMatch(words)
    expect(error.message).toContain(path)
    expect(error.remedy).toMatch(/^[A-Z].*\.$/)
    if (before) expect(fingerprint(path)).toBe(before)
  })

  it('accepts the statistics that ANALYZE of another tool leaves', () => {
    const path = withSql('ANALYZE')
    const review = openReview(path, { mode })
    expect([...review.rows({})]).toHaveLength(9)
    review.close()
  })
})

describe('creating', () => {
  it('never replaces anything', () => {
    const path = closedFile()
    const before = fingerprint(path)
    expect(() => createReview(path)).toThrow(expect.objectContaining({ id: 'exists' }))
    expect(fingerprint(path)).toBe(before)
    const folder = join(temporaryFolder(), 'taken.benchwright')
    mkdirSync(folder)
    expect(() => createReview(folder)).toThrow(expect.objectContaining({ id: 'exists' }))
  })

  it('reports a missing folder, and leaves nothing behind', () => {
    const folder = temporaryFolder()
    expect(() => createReview(join(folder, 'missing', 'x.benchwright'))).toThrow(
      /The folder .*missing does not exist/,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves one file, with our mark and version in its header', () => {
    const review = newReview()
    expect(readdirSync(dirname(review.path))).toEqual(['drive.benchwright'])
    const header = readFileSync(review.path)
    expect(header.toString('latin1', 68, 72)).toBe('BWRF')
    expect(header.readUInt32BE(60)).toBe(latestVersion(migrations))
    expect([header[18], header[19]]).toEqual([1, 1])
  })
})

describe('a file that shrinks while it is open', () => {
  it('gives a typed error', () => {
    const review = newReview()
    const campaignId = review.createCampaign(sampleCampaign())
    truncateSync(review.path, 8192)
    expect(() => review.campaign(campaignId)).toThrow(ReviewFileError)
  })
})
