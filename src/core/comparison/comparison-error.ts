import { AppError } from '../errors/app-error'
import type { PercentRefusal } from './texts/percent-refusal'

/** Why a comparison cannot be made, and what to do about it. */
export class ComparisonError extends AppError {
  override readonly name = 'ComparisonError'
  declare readonly remedy: string
  /** Why percentages are refused. */
  readonly reason: PercentRefusal['reason'] | undefined

  constructor(message: string, remedy: string, reason?: PercentRefusal['reason']) {
    super(message, remedy)
    this.reason = reason
  }
}
