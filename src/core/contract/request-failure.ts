import type { RequestError } from './bench-requests'

/** A request that was answered with an error: what happened, and where known what to do about it. */
export class RequestFailure extends Error {
  readonly remedy: string | undefined
  /** Stable id of the kind of error, e.g. `file-newer`. */
  readonly id: string | undefined

  constructor(error: RequestError) {
    super(error.message)
    this.name = 'RequestFailure'
    this.remedy = error.remedy
    this.id = error.id
  }
}

/** Whether a request ended because the person gave it up, which is no failure to tell of. */
export function isCancelled(error: unknown): boolean {
  return error instanceof RequestFailure && error.id === 'cancelled'
}
