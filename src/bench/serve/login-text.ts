/** Enough for the longest banner and warning. */
const keptCharacters = 64 * 1024
/** Pieces are put together this long before they are told. */
const gatherMs = 30

/** What a login terminal shows: told in gathered pieces, and kept for a window that is loaded again meanwhile. */
export class LoginText {
  #kept = ''
  #gathered = ''
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly tell: (text: string) => void) {}

  /** All that was told so far. */
  get all(): string {
    return this.#kept
  }

  push(text: string): void {
    this.#gathered += text
    this.#timer ??= setTimeout(() => this.flush(), gatherMs)
  }

  /** Tells what was gathered at once. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#gathered
    if (text === '') return
    this.#gathered = ''
    this.#kept = (this.#kept + text).slice(-keptCharacters)
    this.tell(text)
  }
}
