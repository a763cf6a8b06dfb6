import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { closing, temporaryFolder } from './sample-review'

/** Written by the program at format version 3: two campaigns of ten done runs each. */
const fixture = join(import.meta.dirname, '..', '..', 'fixtures', 'results-file', 'version-3.benchwright')

it('a file of version 3 reads unchanged, and can exclude runs once it is updated', () => {
  const path = join(temporaryFolder(), 'old.benchwright')
  copyFileSync(fixture, path)
  const before = openReview(path, { mode: 'read' })
  expect(before.check()).toEqual([])
  expect(before.excludedRuns()).toEqual([])
  const rows = [...before.rows({})]
  before.close()
  expect(readFileSync(path)).toEqual(readFileSync(fixture))

  const review = closing(openReview(path, { mode: 'write' }))
  if (!isWriter(review)) throw new Error('The file cannot be written.')
  const runId = review.runs(1).find((run) => run.state === 'done')?.id ?? 0
  review.excludeRun(runId, 'the host was swapping')
  expect(review.excludedRuns()).toEqual([{ runId, reason: 'the host was swapping' }])
  expect([...review.rows({})]).toEqual(rows)
  expect(review.check()).toEqual([])
})
