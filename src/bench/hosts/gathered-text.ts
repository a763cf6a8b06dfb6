/** The text of a terminal: sent in gathered pieces, and kept for windows that attach later. */
export class GatheredText {
  #sent = ''
  #gathered = ''
  #timer: NodeJS.Timeout | undefined

  /** Gathers for `gatherMs` milliseconds before it sends, and keeps the last `most` characters. */
  constructor(
    private readonly send: (text: string) => void,
    private readonly most: number,
    private readonly gatherMs: number,
  ) {}

  /** All text sent so far, without what is still being gathered. */
  get sent(): string {
    return this.#sent
  }

  push(text: string): void {
    this.#gathered += text
    if (this.#gathered.length > this.most) this.#gathered = this.#gathered.slice(-this.most / 2)
    this.#timer ??= setTimeout(() => this.flush(), this.gatherMs)
  }

  /** Sends what was gathered at once. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#gathered
    if (text === '') return
    this.#gathered = ''
    this.#sent = (this.#sent + text).slice(-this.most)
    this.send(text)
  }
}
