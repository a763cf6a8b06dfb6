import { parentPort, workerData } from 'node:worker_threads'
import { requestError } from '../../../core/contract/request-failure'
import { BorrowedConnection } from '../../store/file/borrowed-connection'
import { reviewReads } from '../../store/review-reads'
import { doJob } from './jobs'
import type { JobMessage, JobRequest, ThreadSetup } from './job-thread'
import { Reader, type Told } from './reader'

/** Entry of the thread of job-thread.ts: does one job after the other and answers each. */
const { loan, facts } = workerData as ThreadSetup
const connection = new BorrowedConnection(loan)
const reader = new Reader(reviewReads(connection, { ...facts, copyTo: (to) => connection.copyTo(to) }))

parentPort?.on('message', ({ job, name, given }: JobRequest) => {
  const signal = connection.beginJob(job)
  const watch = { signal, tell: (told: Told) => answer({ job, told }) }
  // The arguments are those that the request of this name was checked for.
  doJob(name, reader, given as never, watch).then(
    (done: unknown) => answer({ job, answer: done }),
    (error: unknown) => answer({ job, error: requestError(error) }),
  )
})

// A message that cannot be read, for want of memory, would never be answered: it ends the thread.
parentPort?.on('messageerror', (error) => {
  throw error
})

function answer(message: JobMessage): void {
  parentPort?.postMessage(message)
}
