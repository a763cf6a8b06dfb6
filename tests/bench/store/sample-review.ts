import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createReview } from '../../../src/bench/store/create-review'
import { integer, text, time } from '../../../src/bench/store/file/encode'
import { openFile, type OpenFile } from '../../../src/bench/store/file/open-file'
import { seal } from '../../../src/bench/store/integrity/seal'
import { migrations } from '../../../src/bench/store/migrations/migrations'
import { reviewWriter, type ReviewReader, type ReviewWriter } from '../../../src/bench/store/review-store'

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
  return closing(reviewWriter(newFile()))
}

let blank: Buffer | undefined

/**
 * A new results file, open for writing, as `createReview` makes one: it is made once in a process, as going through all
 * formats takes several times as long as a copy. Each has its own id and time.
 */
export function newFile(): OpenFile {
  const path = join(temporaryFolder(), 'drive.benchwright')
  if (blank === undefined) {
    createReview(path).close()
    blank = readFileSync(path)
  } else writeFileSync(path, blank)
  const file = openFile(path, 'write', migrations)
  const { connection } = file
  connection.write(() => {
    const now = time(Date.now(), 'The time')
    const id = text(randomUUID(), 'The id')
    connection.change('UPDATE review SET uuid = ?, created_ms = ?, modified_ms = ?', id, now, now)
    seal(connection, 'review', integer(1, 'Row'))
  })
  return file
}

/**
 * Executed after the current test, also if it fails, in reverse order of registration. Files that share a process share
 * this module, so a hook here would belong to the first file alone.
 */
export function afterwards(action: () => void): void {
  onTestFinished(action)
}

export * from './sample-results'
