import { parentPort, workerData } from 'node:worker_threads'
import { BorrowedConnection } from '../../../../src/bench/store/file/borrowed-connection'
import type { Loan } from '../../../../src/bench/store/file/loan'

/** A thread that reads title and notes of a review in one `read`, `times` times, and reports each pair. */
const { loan, times } = workerData as { readonly loan: Loan; readonly times: number }
const connection = new BorrowedConnection(loan)
const pairs = Array.from({ length: times }, () =>
  connection.read(() => {
    const title = connection.first('SELECT title FROM review')?.title
    const [row] = connection.all('SELECT notes FROM review')
    return [title, row?.notes]
  }),
)
let damage: unknown
try {
  connection.all('SELECT no_such_column FROM review')
} catch (error) {
  damage = String(error)
}
parentPort?.postMessage({ pairs, requests: connection.requests, damage })
