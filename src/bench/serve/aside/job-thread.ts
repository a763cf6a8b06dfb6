import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { RequestError } from '../../../core/contract/bench-requests'
import { RequestFailure } from '../../../core/contract/request-failure'
import { loanPlaces } from '../../store/file/loan'
import type { ReviewReader } from '../../store/review-store'
import type { Cancellation } from '../../turns'
import { doJob, type Job, type JobAnswer, type JobGiven } from './jobs'
import { Reader, type Told } from './reader'
import { writeJobs } from './write-jobs'

/** What the thread is started with. */
export type ThreadSetup = ReturnType<ReviewReader['lend']>['lent']

/** A job for the thread; its number is never 0. */
export interface JobRequest {
  readonly job: number
  readonly name: Job
  readonly given: unknown
}

/** What the thread says of a job: progress, then the answer or the error. */
export type JobMessage = { readonly job: number } & (
  { readonly told: Told } | { readonly answer: unknown } | { readonly error: RequestError }
)

/** How a job is asked for. */
export interface JobOptions {
  /** Gives the job up; it rejects then. */
  readonly signal?: AbortSignal | undefined
  readonly tell?: ((told: Told) => void) | undefined
}

/** How long a job that is given up may take to notice it at its next statement, in ms; then its thread is ended. */
const noticeMs = 200
/** The same of a job that writes files, which it removes first. */
const tidyMs = 10_000

/** How long an ended thread may take to be gone, in ms. */
const letGoMs = 2000

interface Thread {
  readonly worker: Worker
  readonly shared: Int32Array
  readonly end: () => Promise<void>
}

/**
 * Does jobs of windows in a thread of its own, which borrows the connection of this one, so that campaigns, windows and
 * signals never wait for a figure. One job at a time; what was read last stays in the thread. Without the built script, as
 * in unit tests, jobs are done in this thread.
 */
export class JobThread {
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()
  #job = 0
  #here: Reader | undefined
  #isClosed = false

  constructor(
    private readonly review: ReviewReader,
    private readonly script = join(__dirname, 'job-thread.js'),
  ) {}

  /** Does a job. Rejects with a RequestFailure that says what went wrong, or once `signal` is aborted. */
  async do<J extends Job>(
    name: J,
    given: JobGiven<J>,
    { signal, tell = () => undefined }: JobOptions = {},
  ): Promise<JobAnswer<J>> {
    const before = this.#last
    const work = (async () => {
      await before
      // Lets a request through that gives this up at once, as the next picture of a place does.
      await setImmediate()
      if (signal?.aborted === true || this.#isClosed) throw givenUp()
      if (existsSync(this.script)) return this.#doThere(name, given, signal, tell)
      this.#here ??= new Reader(this.review)
      return doJob(name, this.#here, given, { tell, signal: signal ?? never })
    })()
    this.#last = work.catch(() => undefined)
    return (await work) as JobAnswer<J>
  }

  /** Ends the thread; jobs that wait or run reject. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.end()
  }

  async #doThere(
    name: Job,
    given: unknown,
    signal: AbortSignal | undefined,
    tell: (told: Told) => void,
  ): Promise<unknown> {
    const { worker, shared, end } = (this.#thread ??= this.#start())
    const job = (this.#job += 1)
    let tooLate: NodeJS.Timeout | undefined
    const giveUp = () => {
      Atomics.store(shared, loanPlaces.givenUp, job)
      tooLate = globalThis.setTimeout(() => void end(), name in writeJobs ? tidyMs : noticeMs)
    }
    signal?.addEventListener('abort', giveUp)
    try {
      return await new Promise((resolve, reject) => {
        const listen = (message: JobMessage) => {
          if (message.job !== job) return
          if ('told' in message) tell(message.told)
          else if ('error' in message) done(() => reject(new RequestFailure(message.error)))
          else done(() => resolve(message.answer))
        }
        const ended = () => done(() => reject(signal?.aborted === true ? givenUp() : threadEnded()))
        const lost = (error: Error) => done(() => reject(error))
        const done = (settle: () => void) => {
          worker.off('message', listen).off('exit', ended).off('error', lost).off('messageerror', lost)
          settle()
        }
        worker.on('message', listen).on('exit', ended).on('error', lost).on('messageerror', lost)
        worker.postMessage({ job, name, given } satisfies JobRequest)
      })
    } finally {
      clearTimeout(tooLate)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #start(): Thread {
    const { lent, end: endLoan } = this.review.lend()
    const { port, shared } = lent.loan
    const worker = new Worker(this.script, { workerData: lent, transferList: [port] })
    // It keeps no program running.
    worker.unref()
    let hasExited = false
    worker.once('exit', () => (hasExited = true))
    const forget = () => {
      endLoan()
      if (this.#thread?.worker === worker) this.#thread = undefined
    }
    worker.once('exit', forget)
    const end = async () => {
      forget()
      // A thread that waits for a drive cannot be ended before the drive answers: it is let go.
      await Promise.race([worker.terminate(), setTimeout(letGoMs, undefined, { ref: false })])
      if (!hasExited) worker.emit('exit', 1)
    }
    return { worker, shared, end }
  }
}

const never: Cancellation = { aborted: false, throwIfAborted: () => undefined }

function givenUp(): RequestFailure {
  return new RequestFailure({ id: 'cancelled', message: 'It was cancelled.' })
}

function threadEnded(): RequestFailure {
  return new RequestFailure({
    id: 'unexpected',
    message: 'The thread that reads the results file ended before it was done.',
    remedy: 'Try again. If it happens again, there may be too little memory.',
  })
}
