import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
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

/**
 * Executed after the current test, also if it fails, in reverse order of registration. Files that share a process share
 * this module, so a hook here would belong to the first file alone.
 */
export function afterwards(action: () => void): void {
  onTestFinished(action)
}

export * from './sample-results'
