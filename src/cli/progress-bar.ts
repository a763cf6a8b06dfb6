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
  return context.stderr.isTTY === true ? drawnBar(context) : plainLines(context)
}

function plainLines({ stderr }: CommandContext): ProgressBar {
  let told = 0
  return {
    update(fraction, text) {
      const tenths = Math.floor(Math.min(1, Math.max(0, fraction)) * 10 + 1e-9)
      if (tenths <= told) return
      told = tenths
      stderr.write(`${String(tenths * 10).padStart(3)} %  ${text}\n`)
    },
    say: (text) => void stderr.write(`${text}\n`),
    end: () => undefined,
  }
}

function drawnBar(context: CommandContext): ProgressBar {
  const out = context.stderr
  let line = ''
  const erase = '\r\u001b[2K'
  const draw = (): void => void out.write(erase + line)
  return {
    update(fraction, text) {
      const width = Math.min(30, Math.max(10, (out.columns ?? 80) - 50))
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * width)
      const percent = `${Math.floor(fraction * 100)} %`.padStart(5)
      line = `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${text}`.slice(
        0,
        (out.columns ?? 80) - 1,
      )
      draw()
    },
    say(text) {
      out.write(`${erase}${text}\n`)
      draw()
    },
    end() {
      out.write(erase)
      line = ''
    },
  }
}
