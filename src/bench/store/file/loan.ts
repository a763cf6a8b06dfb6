import type { MessagePort } from 'node:worker_threads'
import type { Access } from './connection'
import type { Encoded } from './encode'
import type { ReviewFileError } from './review-file-error'

/** What a borrower asks for. `begin` and `end` enclose what it wants to read in one transaction. */
export type LoanRequest =
  | {
      readonly what: 'table' | 'arrays' | 'first'
      readonly sql: string
      readonly values: readonly Encoded[]
    }
  /** A copy of the file at an unused path. */
  | { readonly what: 'copy'; readonly to: string }
  /** `version` asks for nothing but what every answer says. */
  | { readonly what: 'begin' | 'end' | 'version' }

/** The answer, and the version of the file that it is about. */
export interface LoanAnswer {
  readonly version: string
  readonly answer?: unknown
  /** What was thrown, in the parts of a ReviewFileError; only the message if it was another error. */
  readonly error?: Partial<Pick<ReviewFileError, 'id' | 'path' | 'remedy'>> & { readonly message: string }
}

/** What a thread needs to borrow the connection; `port` has to be transferred to it. */
export interface Loan {
  readonly path: string
  readonly access: Access
  readonly port: MessagePort
  readonly shared: Int32Array
}

/** Places in the memory that both threads share: how many requests were made and answered, and the job to give up. */
export const loanPlaces = { asked: 0, answered: 1, givenUp: 2 } as const
