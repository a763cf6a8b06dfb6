import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal, type ITheme } from '@xterm/xterm'
import { onBeforeUnmount, onMounted, watch, type ShallowRef } from 'vue'
import type { BenchEvent } from '../../core/contract/bench-requests'
import { useBench } from './use-bench'
import { useDarkColors } from './use-dark-colors'

/** What a terminal shows and where its size is sent. */
export interface TerminalSource {
  /** If undefined, nothing can be typed. */
  readonly type?: (text: string) => void
  /** Lines of scrollback. */
  readonly keptLines: number
  /** Whether a line feed alone starts a new line. */
  readonly convertEol?: boolean
  /** What this terminal shows of an event of the bench; undefined if the event is not for it. */
  readonly textOf: (event: BenchEvent) => string | undefined
  /** What was printed before. Reports its own failures and is then empty. */
  readonly scrollback: () => Promise<string>
  /** Shown if the scrollback is empty. */
  readonly whenEmpty?: string
  readonly resize: (size: { columns: number; rows: number }) => Promise<unknown>
}

/**
 * An xterm in `place` for as long as the component is mounted: it fits its container, follows light and dark, and
 * joins what was printed before with what is printed now. Program output is only shown: no links to follow, no
 * titles, no clipboard.
 */
export function useTerminal(
  place: Readonly<ShallowRef<HTMLElement | null>>,
  source: TerminalSource,
): Terminal {
  const bench = useBench()
  const dark = useDarkColors()
  const terminal = new Terminal({
    disableStdin: !source.type,
    convertEol: source.convertEol ?? false,
    scrollback: source.keptLines,
    fontSize: 12,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'),
    cursorBlink: false,
    linkHandler: { activate: () => undefined },
    theme: terminalTheme(source.type !== undefined),
  })
  // The Tab key moves on; nothing that is asked here is answered with it.
  terminal.attachCustomKeyEventHandler(({ key }) => key !== 'Tab')
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  watch(dark, () => {
    terminal.options.theme = terminalTheme(source.type !== undefined)
  })

  const observer = new ResizeObserver(() => fit.fit())
  let stopListening: (() => void) | undefined

  onMounted(async () => {
    if (!place.value) return
    terminal.open(place.value)
    fit.fit()
    observer.observe(place.value)
    terminal.onResize(({ cols, rows }) => {
      source.resize({ columns: Math.max(2, cols), rows: Math.max(1, rows) }).catch(() => undefined)
    })
    if (source.type) terminal.onData(source.type)

    let early: string | undefined = ''
    stopListening = bench.onEvent((event) => {
      const text = source.textOf(event)
      if (text === undefined) return
      if (early === undefined) terminal.write(text)
      else early += text
    })
    const before = await source.scrollback()
    terminal.write(before)
    // What arrived while the scrollback was being fetched may already be in it.
    if (!before.endsWith(early)) terminal.write(early)
    else if (before === '' && source.whenEmpty !== undefined) terminal.write(source.whenEmpty)
    early = undefined
  })

  onBeforeUnmount(() => {
    stopListening?.()
    observer.disconnect()
    terminal.dispose()
  })
  return terminal
}

/** The colours of a terminal from the design tokens; the cursor shows if something can be typed. */
function terminalTheme(typing: boolean): ITheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    background: token('sunken'),
    foreground: token('text'),
    cursor: token(typing ? 'accent' : 'sunken'),
    selectionBackground: token('line-strong'),
  }
}
