import { messageOf } from '../../../../core/errors/system-error'
import { GatheredText } from '../../../hosts/gathered-text'
import type { Host, Terminal } from '../../../hosts/host'

/** How much of a campaign's terminal is kept for windows that attach later. */
const scrollbackCharacters = 256 * 1024
/** Text is gathered for this long before it is sent. */
const gatherMs = 50

export interface LiveTerminalOptions {
  readonly host: Host
  readonly onText: (text: string) => void
  /** The view could not be opened; the run continues without it. */
  readonly onTrouble: (text: string) => void
}

/** The terminal of a campaign: a view of each run's log in turn. Only for display; it may end at any time. */
export class LiveTerminal {
  #view: Terminal | undefined
  #size = { columns: 200, rows: 30 }
  readonly #text: GatheredText

  constructor(private readonly options: LiveTerminalOptions) {
    this.#text = new GatheredText(options.onText, scrollbackCharacters, gatherMs)
  }

  /** All text sent so far, without what is still being gathered. */
  get scrollback(): string {
    return this.#text.sent
  }

  /**
   * Shows a run's log from its beginning, or the last 64 KiB of it, and the outputs that the engine prints.
   * `onLog` gets the same text for the engine's progress.
   */
  show(runDirectory: string, onLog: (text: string) => void, printed: readonly string[]): void {
    this.hide()
    // The pty is a view: it reads the log that the detached run writes, and its end affects nothing.
    const paths = ['log', ...printed].map((name) => `${runDirectory}/${name}`)
    // Its working directory is not the run directory: a process there counts as one of the run.
    const script = 'exec tail -q -c 65536 -f "$@"'
    try {
      const view = this.options.host.openTerminal(script, { ...this.#size, arguments: paths })
      this.#view = view
      view.onData((text) => {
        if (this.#view !== view) return
        onLog(text)
        this.print(text)
      })
    } catch (error) {
      this.options.onTrouble(
        `The live view could not be opened: ${messageOf(error)}. The run continues without it.`,
      )
    }
  }

  hide(): void {
    this.#view?.close()
    this.#view = undefined
  }

  /** Adds the app's own text, such as the command line of the next run. */
  print(text: string): void {
    this.#text.push(text)
  }

  /** Sends what was gathered at once. */
  flush(): void {
    this.#text.flush()
  }

  resize(columns: number, rows: number): void {
    this.#size = { columns, rows }
    this.#view?.resize(columns, rows)
  }
}
