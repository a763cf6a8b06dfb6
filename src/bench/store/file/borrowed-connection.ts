import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { type Row, type Table, toRow } from './columns'
import type { Access } from './connection'
import type { Encoded } from './encode'
import { type Loan, type LoanAnswer, loanPlaces, type LoanRequest } from './loan'
import type { Cancellation } from '../../turns'
import type { Reads } from './reads'
import { DamagedContentError, ReviewFileError } from './review-file-error'
import { storageError } from './storage-error'

/** Reads that are done again, because the file changed meanwhile, before the connection is held for them. */
const mostTries = 3

/**
 * The connection of another thread, which lends it a statement at a time (lend-connection.ts). This thread sleeps until
 * each answer is there, so that what reads is plain code.
 */
export class BorrowedConnection implements Reads {
  #depth = 0
  #versions = new Set<string>()
  #version = ''
  #job = 0

  readonly path: string
  readonly access: Access
  readonly #port: MessagePort
  readonly #shared: Int32Array

  constructor({ path, access, port, shared }: Loan) {
    this.path = path
    this.access = access
    this.#port = port
    this.#shared = shared
  }

  /** Requests so far; a chatty job makes many. */
  requests = 0

  /** What is read from now on belongs to this job. The answer tells once the other thread has given it up. */
  beginJob(job: number): Cancellation {
    this.#job = job
    const shared = this.#shared
    return {
      get aborted() {
        return Atomics.load(shared, loanPlaces.givenUp) === job
      },
      throwIfAborted() {
        if (this.aborted) throw new GivenUp()
      },
    }
  }

  all(sql: string, ...values: readonly Encoded[]): readonly Row[] {
    const { columns, rows } = this.#ask({ what: 'table', sql, values }) as Table
    return rows.map((row) => toRow(columns, row))
  }

  first(sql: string, ...values: readonly Encoded[]): Row | undefined {
    return this.#ask({ what: 'first', sql, values }) as Row | undefined
  }

  arrays(sql: string, ...values: readonly Encoded[]): readonly (readonly unknown[])[] {
    return this.#ask({ what: 'arrays', sql, values }) as readonly (readonly unknown[])[]
  }

  /** A copy of the file, made by the other thread. */
  copyTo(to: string): void {
    this.#ask({ what: 'copy', to })
  }

  /**
   * All reads inside see one state of the file. Every answer says which version it is about; if the file changed between
   * two of them, `work` is done again, and the last time in a transaction during which the other thread does nothing else.
   */
  read<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    for (let tried = 1; tried < mostTries; tried += 1) {
      const given = this.#attempt(work)
      if (this.#versions.size <= 1) return this.#outcome(given)
    }
    this.#ask({ what: 'begin' })
    try {
      const given = this.#attempt(work)
      if (this.#versions.size <= 1) return this.#outcome(given)
      throw new ReviewFileError(
        'busy',
        this.path,
        `${this.path} was written again and again while it was read.`,
        'Try again in a moment.',
      )
    } finally {
      this.#ask({ what: 'end' })
    }
  }

  /** Changes with every write to the file, by the other thread or by another program. */
  get version(): string {
    this.#ask({ what: 'version' })
    return this.#version
  }

  /** Runs work and turns every error into one that names the file. */
  guard<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storageError(error, this.path)
    }
  }

  #attempt<T>(work: () => T): { readonly answer: T } | { readonly error: unknown } {
    this.#depth += 1
    this.#versions = new Set()
    try {
      return { answer: this.guard(work) }
    } catch (error) {
      if (error instanceof GivenUp) throw error
      return { error }
    } finally {
      this.#depth -= 1
    }
  }

  #outcome<T>(given: { readonly answer: T } | { readonly error: unknown }): T {
    if ('error' in given) throw given.error
    return given.answer
  }

  #ask(request: LoanRequest): unknown {
    const [port, shared] = [this.#port, this.#shared]
    if (this.#job !== 0 && Atomics.load(shared, loanPlaces.givenUp) === this.#job) throw new GivenUp()
    this.requests += 1
    port.postMessage(request)
    Atomics.add(shared, loanPlaces.asked, 1)
    Atomics.notify(shared, loanPlaces.asked)
    for (;;) {
      const seen = Atomics.load(shared, loanPlaces.answered)
      const received = receiveMessageOnPort(port)
      if (received) return this.#read(received.message as LoanAnswer)
      Atomics.wait(shared, loanPlaces.answered, seen)
    }
  }

  #read({ answer, error, version }: LoanAnswer): unknown {
    if (error === undefined) {
      this.#versions.add(version)
      this.#version = version
      return answer
    }
    const { id, message, path = this.path, remedy } = error
    if (id === 'damaged-content') throw new DamagedContentError(path, message)
    if (id !== undefined && remedy !== undefined) throw new ReviewFileError(id, path, message, remedy)
    throw new Error(message)
  }
}

/** The job was given up by the other thread. */
export class GivenUp extends Error {
  constructor() {
    super('It was cancelled.')
    this.name = 'GivenUp'
  }
}
