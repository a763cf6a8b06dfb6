import { build } from 'esbuild'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('reads one state of the file in each read, although it is written between two statements', async () => {
  const review = createReview(join(folder, 'review.benchwright'))
  const { lent, end } = review.lend()
  const times = 40
  const worker = new Worker(script, {
    workerData: { loan: lent.loan, times },
    transferList: [lent.loan.port],
  })
  const state = { isDone: false }
  const said = once(worker, 'message').then(([message]) => {
    state.isDone = true
    return message as {
      readonly pairs: readonly (readonly string[])[]
      readonly requests: number
      readonly damage: string
    }
  })
  let written = 0
  while (!state.isDone) {
    written += 1
    review.describe(String(written), String(written))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { pairs, requests, damage } = await said
  expect(pairs).toHaveLength(times)
  expect(pairs.filter(([title, notes]) => title !== notes)).toEqual([])
  expect(new Set(pairs.map(([title]) => title)).size).toBeGreaterThan(times / 4)
  // Some were read again, and some while nothing else happened here.
  expect(requests).toBeGreaterThan(2 * times + 1)
  expect(damage).toMatch(/SQLite reports “no such column: no_such_column”/)
  await worker.terminate()
  end()
  review.close()
}, 60_000)
