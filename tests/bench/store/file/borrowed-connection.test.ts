import { build } from 'esbuild'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lendConnection } from '../../../../src/bench/store/file/lend-connection'
import { openFile } from '../../../../src/bench/store/file/open-file'
import { migrations } from '../../../../src/bench/store/migrations/migrations'
import { reviewWriter } from '../../../../src/bench/store/review-store'
import { createReview } from '../../../../src/bench/store/create-review'

let folder: string
let script: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'benchwright-loan-'))
  script = join(folder, 'borrower.js')
  await build({
    entryPoints: ['tests/bench/store/file/borrower.ts'],
    outfile: script,
    bundle: true,
    loader: { '.sh': 'text' },
    platform: 'node',
    format: 'cjs',
    logLevel: 'warning',
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Said {
  readonly pairs: readonly (readonly string[])[]
  readonly requests: number
  readonly damage: string
}

/** What a thread reads from a file that is written all the time. */
async function readWhileWriting(times: number, pauseMs: number, longestHoldMs?: number): Promise<Said> {
  const path = join(folder, `review-${times}.benchwright`)
  const file = openFile(createdAt(path), 'write', migrations)
  const review = reviewWriter(file)
  const { loan, end } = lendConnection(file.connection, longestHoldMs)
  const worker = new Worker(script, { workerData: { loan, times, pauseMs }, transferList: [loan.port] })
  const state = { isDone: false }
  const said = once(worker, 'message').then(([message]) => {
    state.isDone = true
    return message as Said
  })
  for (let written = 1; !state.isDone; written += 1) {
    review.describe(String(written), String(written))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const answer = await said
  await worker.terminate()
  end()
  review.close()
  return answer
}

function createdAt(path: string): string {
  createReview(path).close()
  return path
}

it('reads one state of the file in each read, although it is written between two statements', async () => {
  const times = 40
  const { pairs, requests, damage } = await readWhileWriting(times, 0)
  expect(pairs).toHaveLength(times)
  expect(pairs.filter(([title, notes]) => title !== notes)).toEqual([])
  expect(new Set(pairs.map(([title]) => title)).size).toBeGreaterThan(times / 4)
  // Some were read again, and some while nothing else happened here.
  expect(requests).toBeGreaterThan(2 * times + 1)
  expect(damage).toMatch(/SQLite reports “no such column: no_such_column”/)
}, 60_000)

it('holds nobody up for long, and says so where it cannot read one state', async () => {
  const { pairs } = await readWhileWriting(3, 300, 100)
  expect(pairs.map(([text]) => text)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('was written again and again') as string),
  )
}, 60_000)
