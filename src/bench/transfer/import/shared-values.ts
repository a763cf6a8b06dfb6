const mostKnown = 2000

/**
 * One object for all that are equal as JSON. Runs of an import repeat what their numbers are of and how they were measured:
 * thousands of copies would fill the memory, and a message of a thread holds a shared one once.
 */
export class SharedValues<T extends object> {
  readonly #known = new Map<string, T>()
  /** The answer for each object that was asked for: a message holds what its files share once. */
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
