import { plainText } from '../core/units/plain-text'
import type { CommandContext } from './command'

/** One line at the foot of a terminal that is redrawn in place; without a terminal, a plain line at every tenth of the way. */
export interface ProgressBar {
  /** `fraction` 0 to 1. */
  update(fraction: number, text: string): void
  /** Prints a line above the bar. */
  say(text: string): void
  end(): void
}

/** Draws on stderr, so that standard output stays clean for results. */
export function openProgressBar(context: CommandContext): ProgressBar {
  return context.stderr.isTTY ? drawnBar(context) : plainLines(context)
}

function plainLines({ stderr }: CommandContext): ProgressBar {
  let told = 0
  return {
    update(fraction, text) {
      const tenths = Math.floor(Math.min(1, Math.max(0, fraction)) * 10 + 1e-9)
      if (tenths <= told) return
      told = tenths
      stderr.line(`${String(tenths * 10).padStart(3)} %  ${text}`)
    },
    say: (text) => stderr.line(text),
    end: () => undefined,
  }
}

function drawnBar(context: CommandContext): ProgressBar {
  const out = context.stderr
  let line = ''
  const erase = '\r\u001b[2K'
  const draw = (): void => out.raw(erase + line)
  return {
    update(fraction, text) {
      const width = Math.min(30, Math.max(10, (out.columns ?? 80) - 50))
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
      const percent = `${Math.floor(fraction * 100)} %`.padStart(5)
      line = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${plainText(text)}`.slice(
        0,
        (out.columns ?? 80) - 1,
      )
      draw()
    },
    say(text) {
      out.raw(erase)
      out.line(text)
      draw()
    },
    end() {
      out.raw(erase)
      line = ''
    },
  }
}
