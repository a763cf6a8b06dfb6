import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { lendConnection } from '../../../../src/bench/store/file/lend-connection'
import { openFile } from '../../../../src/bench/store/file/open-file'
import { migrations } from '../../../../src/bench/store/migrations/migrations'
import { reviewWriter } from '../../../../src/bench/store/review-store'
import { createReview } from '../../../../src/bench/store/create-review'
import { bundledProcess } from '../bundled-process'
import { temporaryFolder } from '../sample-review'

interface Said {
  readonly pairs: readonly (readonly string[])[]
  readonly requests: number
  readonly damage: string
}

/** What a thread reads from a file that is written all the time. */
async function readWhileWriting(times: number, pauseMs: number, longestHoldMs?: number): Promise<Said> {
  const path = join(temporaryFolder(), 'review.benchwright')
  createReview(path).close()
  const file = openFile(path, 'write', migrations)
  const review = reviewWriter(file)
  const { loan, end } = lendConnection(file.connection, longestHoldMs)
  const worker = new Worker(bundledProcess('./file/borrower.ts'), {
    workerData: { loan, times, pauseMs },
    transferList: [loan.port],
  })
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

it('passes the end of the file on, whatever was asked for, and ends no process', async () => {
  const path = join(temporaryFolder(), 'review.benchwright')
  createReview(path).close()
  const file = openFile(path, 'write', migrations)
  const { loan, end } = lendConnection(file.connection)
  file.connection.close()
  const worker = new Worker(bundledProcess('./file/borrower.ts'), {
    workerData: { loan, times: 1, pauseMs: 0 },
    transferList: [loan.port],
  })
  const [{ pairs, damage }] = (await once(worker, 'message')) as [Said]
  expect(pairs[0]?.[0]).toMatch(/was closed here/)
  expect(damage).toMatch(/was closed here/)
  await worker.terminate()
  end()
})
