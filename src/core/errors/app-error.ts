/** An error shown to the user: what happened, what to do about it, and its kind. */
export abstract class AppError extends Error {
  /** Stable id of the kind of error; undefined if no caller has to distinguish it. */
  readonly id: string | undefined
  /** One sentence: what to do. Undefined if nothing can be done. */
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string, id?: string, options?: ErrorOptions) {
    super(message, options)
    this.remedy = remedy
    this.id = id
  }
}
