import { parentPort, workerData } from 'node:worker_threads'
import { BorrowedConnection } from '../../../../src/bench/store/file/borrowed-connection'
import type { Loan } from '../../../../src/bench/store/file/loan'

/**
 * A thread that reads title and notes of a review in one `read`, `times` times, and reports each pair, or the error. It
 * does something else for `pauseMs` between the two.
 */
const { loan, times, pauseMs } = workerData as {
  readonly loan: Loan
  readonly times: number
  readonly pauseMs: number
}
const connection = new BorrowedConnection(loan)
const idle = new Int32Array(new SharedArrayBuffer(4))
const pairs = Array.from({ length: times }, () => {
  try {
    return connection.read(() => {
      const title = connection.first('SELECT title FROM review')?.title
      if (pauseMs > 0) Atomics.wait(idle, 0, 0, pauseMs)
      const [row] = connection.all('SELECT notes FROM review')
      return [title, row?.notes]
    })
  } catch (error) {
    return [String(error)]
  }
})
let damage: unknown
try {
  connection.all('SELECT no_such_column FROM review')
} catch (error) {
  damage = String(error)
}
parentPort?.postMessage({ pairs, requests: connection.requests, damage })
