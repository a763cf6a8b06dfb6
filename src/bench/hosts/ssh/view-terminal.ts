import { randomBytes } from 'node:crypto'
import { formatBytes } from '../../../core/units/bytes'
import type { Terminal, TerminalOptions } from '../host'
import { quoteCommand } from '../quoting'
import { usualLimitBytes } from '../host-limits'
import type { SshConnection } from './ssh-connection'
import viewScript from './view.sh'
import { StringDecoder } from 'node:string_decoder'

/**
 * A view of a host: the output of a script, over a pipe. It is the first to yield when sessions are scarce,
 * and is reopened when the connection is back. No results are read from it.
 */
export function openView(connection: SshConnection, script: string, options: TerminalOptions): Terminal {
  const closing = new AbortController()
  const dataListeners: ((text: string) => void)[] = []
  const exitListeners: ((exitCode: number) => void)[] = []
  const print = (text: string) => {
    if (!closing.signal.aborted && text !== '') for (const listener of dataListeners) listener(text)
  }
  void follow().catch(() => undefined)

  async function follow(): Promise<void> {
    for (let times = 0; !closing.signal.aborted; times += 1) {
      const transport = await connection.ready()
      const giveBack = connection.slots.takeStanding('view')
      if (!giveBack) {
        print('— no session to spare for the live view; the run continues —\r\n')
        return
      }
      if (times > 0) print('\r\n— connected again —\r\n')
      const nonce = randomBytes(9).toString('hex')
      const text = new ViewText(nonce)
      const words = quoteCommand([nonce, script, ...(options.arguments ?? [])])
      try {
        const { ended } = await transport.session({
          input: `(\nset -- ${words}\n${viewScript}\n)\n`,
          nonce,
          keepInput: true,
          timeoutMs: 'none',
          signal: closing.signal,
          onOutput: (piece) => {
            print(text.take(piece))
            if (text.exitCode !== undefined) closing.abort()
          },
        })
        if (ended === 'too-much')
          print(
            `\r\n— more than ${formatBytes(usualLimitBytes)} were shown; the run continues without the live view —\r\n`,
          )
      } finally {
        giveBack()
      }
      if (text.exitCode !== undefined) {
        for (const listener of exitListeners) listener(text.exitCode)
        return
      }
      // It ended although the connection is up, so reopening it would not help.
      if (connection.isOn(transport)) return
      print('\r\n— the connection is gone; the run continues —\r\n')
    }
  }

  return {
    onData: (listener) => void dataListeners.push(listener),
    onExit: (listener) => void exitListeners.push(listener),
    write: () => undefined,
    resize: () => undefined,
    close: () => closing.abort(),
  }
}

/**
 * Turns the bytes of a view into terminal text: drops what precedes its first line, and converts line ends.
 */
class ViewText {
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

  /** Exit status of the script once it has ended. */
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
