import type { PercentRefusal } from './percent-refusal'

/** Why a comparison cannot be made, and what to do about it. */
export class ComparisonError extends Error {
  readonly remedy: string
  /** Where percentages are refused: why. */
  readonly reason: PercentRefusal['reason'] | undefined

  constructor(message: string, remedy: string, reason?: PercentRefusal['reason']) {
    super(message)
    this.name = 'ComparisonError'
    this.remedy = remedy
    this.reason = reason
  }
}
