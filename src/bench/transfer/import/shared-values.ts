const mostKnown = 2000

/**
 * One object for all that are equal as JSON. Runs of an import repeat quantities and settings: thousands of
 * copies would fill the memory, and a message of a thread contains a shared object only once.
 */
export class SharedValues<T extends object> {
  readonly #known = new Map<string, T>()
  /** The answer for each object seen: a message contains what its files share once. */
  readonly #answers = new WeakMap<T, T>()

  of(value: T): T {
    const answered = this.#answers.get(value)
    if (answered !== undefined) return answered
    const key = JSON.stringify(value)
    const known = this.#known.get(key) ?? value
    if (this.#known.size < mostKnown) this.#known.set(key, known)
    this.#answers.set(value, known)
    return known
  }
}
