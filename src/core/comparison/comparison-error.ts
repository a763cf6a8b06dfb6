/** Why a comparison cannot be made, and what to do about it. */
export class ComparisonError extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'ComparisonError'
    this.remedy = remedy
  }
}
