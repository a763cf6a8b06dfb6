import { fileErrorRemedy, messageOf } from '../errors/system-error'
import { AppError } from '../errors/app-error'
import type { RequestError } from './bench-requests'

/** An error as it crosses a process boundary: message, and remedy and id if the error has them. */
export function requestError(error: unknown): RequestError {
  const message = messageOf(error)
  const { remedy = fileErrorRemedy(error), id }: Partial<AppError> = error instanceof AppError ? error : {}
  return { message, ...(remedy !== undefined && { remedy }), ...(id !== undefined && { id }) }
}

/** A request answered with an error: what happened and, if known, what to do about it. */
export class RequestFailure extends AppError {
  override readonly name = 'RequestFailure'

  constructor({ message, remedy, id }: RequestError) {
    super(message, remedy, id)
  }
}

/** Whether a request was rejected because another window or program has changed the same thing since. */
export function isChangedElsewhere(error: unknown): boolean {
  return error instanceof RequestFailure && error.id === 'changed-elsewhere'
}

/** Whether a request ended because the user cancelled it, which is not a failure to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof RequestFailure && error.id === 'cancelled'
}
