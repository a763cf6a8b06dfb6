/** An error that a person is told of: what happened, what to do about it, and what kind it is. */
export abstract class AppError extends Error {
  /** Stable id of the kind of error; undefined if no caller has to tell it from others. */
  readonly id: string | undefined
  /** One sentence: what to do. Undefined if nothing can be done. */
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string, id?: string, options?: ErrorOptions) {
    super(message, options)
    this.remedy = remedy
    this.id = id
  }
}
