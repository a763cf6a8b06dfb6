import type { ITheme } from '@xterm/xterm'

/** The colours of a terminal from the design tokens; the cursor shows where something can be typed. */
export function terminalTheme(typing: boolean): ITheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    background: token('sunken'),
    foreground: token('text'),
    cursor: token(typing ? 'accent' : 'sunken'),
    selectionBackground: token('line-strong'),
  }
}
