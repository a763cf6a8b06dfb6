/** A host did not do what was asked: not reachable, out of time, or not able to. */
export class HostError extends Error {
  override readonly name = 'HostError'
  /** One sentence: what to do. */
  readonly remedy: string | undefined

  constructor(message: string, remedy?: string) {
    super(message)
    this.remedy = remedy
  }
}
