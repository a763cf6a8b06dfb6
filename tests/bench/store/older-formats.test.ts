import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Connection } from '../../../src/bench/store/file/connection'
import { migrate } from '../../../src/bench/store/file/migrate'
import { migrations } from '../../../src/bench/store/migrations/migrations'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { closing, temporaryFolder } from './sample-review'

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file')
const samples = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples')
const files = [folder, samples].flatMap((where) =>
  readdirSync(where)
    .filter((name) => name.endsWith('.benchwright'))
    .map((name) => join(where, name)),
)

/** What programs up to format 7 read from these files, as SHA-256 of JSON. */
const known = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Record<string, unknown>

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

function answersOf(review: ReviewReader) {
  const runs = review.campaigns().flatMap(({ id }) => review.runs(id).map((run) => run.id))
  const details = runs.map((id) => {
    const run = review.run(id)
    // The class of a warning came later.
    const warnings = run?.warnings.map(({ id, text }) => ({ id, text }))
    return [run?.state, run?.failure, warnings, run?.argv, run?.measurements, run?.rawOutputs]
  })
  const histograms = [...review.histograms(runs)].map(([id, list]) => [
    id,
    list.map(({ test, direction, metric, binsNs, counts }) => [test, direction, metric, binsNs, counts]),
  ])
  const rows = [...review.rows({})]
  const stored = new Set(rows.map(({ metric }) => metric))
  return {
    rows: `${rows.length} ${digest(rows)}`,
    runs: `${runs.length} ${digest(details)}`,
    histograms: `${histograms.length} ${digest(histograms)}`,
    // The form of print came later.
    published: digest(
      review.published().map((one) => ({ ...one, value: { ...one.value, form: undefined } })),
    ),
    quantities: digest(
      review.campaigns().map(({ id }) =>
        review
          .measuredQuantities(id)
          // Percentiles that are read from histograms came later.
          .filter(({ metric }) => stored.has(metric))
          .map((one) => Object.values(one).join(' '))
          .sort(),
      ),
    ),
  }
}

describe.each(files)('%s', (file) => {
  it('reads the same as when it was written, read-only and updated, without faults', () => {
    const path = join(temporaryFolder(), basename(file))
    copyFileSync(file, path)
    for (const mode of ['read', 'write'] as const) {
      const review = closing(openReview(path, { mode }))
      expect(answersOf(review)).toEqual(known[basename(file)])
      expect(review.check()).toEqual([])
      review.close()
    }
    expect(readFileSync(path).readUInt32BE(60)).toBe(migrations.length)
  })
})

it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'a file that was once updated to version %s reads the same',
  (version) => {
    const path = join(temporaryFolder(), 'old.benchwright')
    copyFileSync(join(folder, 'version-1.benchwright'), path)
    const connection = new Connection(path, 'write')
    migrate(connection, migrations.slice(0, version))
    connection.close()
    expect(readFileSync(path).readUInt32BE(60)).toBe(version)
    const review = closing(openReview(path, { mode: 'write' }))
    expect(answersOf(review)).toEqual(known['version-1.benchwright'])
    expect(review.check()).toEqual([])
  },
)
