/** Colours of a figure's ground, text and series. */
export interface Palette {
  readonly ground: string
  readonly text: string
  readonly quietText: string
  readonly grid: string
  readonly axis: string
  /** One per line, told apart with any colour vision; when they are used up, line patterns tell lines apart. */
  readonly series: readonly string[]
}

export type PaletteName = 'light' | 'dark' | 'grey'

/** Okabe & Ito 2008 without yellow, which is too pale on white. */
const okabeIto = ['#0072b2', '#d55e00', '#009e73', '#b8578f', '#c98600', '#3a9bd6', '#404040']

/** The same hues, light enough for a contrast of 4.5 on the dark ground. */
const okabeItoOnDark = ['#56b4e9', '#f08c4a', '#2fc49a', '#e3a0c6', '#f2bb49', '#9fc9ee', '#c9cdd4']

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  light: {
    ground: '#ffffff',
    text: '#1a1d23',
    quietText: '#5c6370',
    grid: '#e4e6ea',
    axis: '#9aa0ab',
    series: okabeIto,
  },
  dark: {
    ground: '#16181d',
    text: '#e8eaee',
    quietText: '#a3aab6',
    grid: '#2b2f37',
    axis: '#6d7480',
    series: okabeItoOnDark,
  },
  grey: {
    ground: '#ffffff',
    text: '#111111',
    quietText: '#555555',
    grid: '#e2e2e2',
    axis: '#999999',
    series: ['#111111', '#808080'],
  },
}

/** Colour of the n-th line, repeating when there are more lines than colours. */
export function seriesColor(palette: Palette, group: number): string {
  return palette.series[group % palette.series.length] ?? palette.text
}

/** Patterns of the first, second and third round through the colours; lengths of strokes and gaps. */
const dashes: readonly (readonly number[])[] = [[], [7, 2.5, 1.5, 2.5], [1.5, 2.5]]

/** Pattern of the n-th line; empty for a solid one. */
export function lineDash(palette: Palette, group: number): readonly number[] {
  return dashes[Math.floor(group / palette.series.length) % dashes.length] ?? []
}

/** The same colour, see-through; `hex` is #rrggbb. */
export function withAlpha(hex: string, alpha: number): string {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return `rgba(${channel(1)}, ${channel(3)}, ${channel(5)}, ${alpha})`
}
