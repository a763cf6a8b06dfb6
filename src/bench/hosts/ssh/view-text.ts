import { StringDecoder } from 'node:string_decoder'

/** Makes terminal text of the bytes of a view: what precedes its first line is left out, and lines end as a terminal wants them. */
export class ViewText {
  readonly #decoder = new StringDecoder('utf8')
  readonly #begin: string
  readonly #end: RegExp
  #held = ''
  #begun = false
  #exitCode: number | undefined

  constructor(nonce: string) {
    this.#begin = `\n@${nonce} begin\n`
    this.#end = new RegExp(`\\n@${nonce} end (\\d+)\\n`)
  }

  /** Status of the script, when it has ended. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }

  take(piece: Buffer): string {
    let text = this.#held + this.#decoder.write(piece)
    this.#held = ''
    if (!this.#begun) {
      const at = text.indexOf(this.#begin)
      if (at < 0) {
        this.#held = text.slice(-this.#begin.length)
        return ''
      }
      this.#begun = true
      text = text.slice(at + this.#begin.length)
    }
    const end = this.#end.exec(text)
    if (end) {
      this.#exitCode = Number(end[1])
      text = text.slice(0, end.index)
    }
    return text.replaceAll(/\r?\n/g, '\r\n')
  }
}
