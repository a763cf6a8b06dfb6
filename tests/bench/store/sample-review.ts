import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import type { ReviewReader, ReviewWriter } from '../../../src/bench/store/review-store'

/** A folder for one test, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bw-store-'))
  afterwards(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Closes the review after the test, before its folder is removed. */
export function closing<T extends ReviewReader>(review: T): T {
  afterwards(() => review.close())
  return review
}

export function newReview(): ReviewWriter {
  return closing(createReview(join(temporaryFolder(), 'drive.benchwright')))
}

/** Done after the test; what was registered last is done first. */
export function afterwards(action: () => void): void {
  cleanUps.push(action)
}

const cleanUps: (() => void)[] = []

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})

export * from './sample-results'
