import type { GridColors } from './paint-grid'

/** The design tokens that hold just now, for painting on a canvas. */
export function gridColors(): GridColors {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    text: token('text'),
    quietText: token('text-2'),
    accent: token('accent'),
    onAccent: token('on-accent'),
    danger: token('danger'),
    warning: token('warning'),
    line: token('line-strong'),
    empty: token('hover'),
    font: token('font'),
  }
}
