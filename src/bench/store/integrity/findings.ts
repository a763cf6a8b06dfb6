import { messageOf } from '../../../core/errors/system-error'

/** Collects what a check finds; damage that stops one part from being read does not stop the others. */
export class Findings {
  readonly #sentences: string[] = []

  add(sentence: string): void {
    this.#sentences.push(sentence.charAt(0).toUpperCase() + sentence.slice(1))
  }

  /** Runs one part of a check; an error becomes a finding that begins with `part`. */
  attempt(part: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.add(`${part}: ${messageOf(error)}`)
    }
  }

  list(): readonly string[] {
    return this.#sentences
  }
}
