const mostKnown = 2000

/**
 * One object for all that are equal as JSON. Runs of an import repeat what their numbers are of and how they were measured:
 * thousands of copies would fill the memory, and a message of a thread holds a shared one once.
 */
export class SharedValues<T> {
  readonly #known = new Map<string, T>()

  of(value: T): T {
    const key = JSON.stringify(value)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size < mostKnown) this.#known.set(key, value)
    return value
  }
}
