import type { PaletteName } from '../core/figures/figure/figure-look'
import type { FigureColors } from '../core/figures/figure/article-look'

/** Colours of a figure's background, text and series. */
export interface Palette {
  readonly ground: string
  readonly text: string
  readonly quietText: string
  readonly grid: string
  readonly axis: string
  /** Lines shown for comparison only; the colour of the axis if unset. */
  readonly greyed?: string
  /** One per line, distinguishable with any colour vision; when they are used up, dash patterns distinguish lines. */
  readonly series: readonly string[]
  /** Bars are distinguished by hatching, because there are too few colours. */
  readonly hatched?: boolean
}

/** Okabe & Ito 2008 without yellow, which is too pale on white. */
const okabeIto = ['#0072b2', '#d55e00', '#009e73', '#b8578f', '#c98600', '#3a9bd6', '#404040']

/** The same hues, light enough for a contrast of 4.5 on the dark background. */
const okabeItoOnDark = ['#56b4e9', '#f08c4a', '#2fc49a', '#e3a0c6', '#f2bb49', '#9fc9ee', '#c9cdd4']

/** Tol 2021, "bright" and "muted", with the pale ones darkened to a contrast of 3 on white. */
const tolBright = ['#4477aa', '#ee6677', '#228833', '#aa3377', '#a89018', '#3f9dbf', '#7a7a7a']
const tolMuted = ['#332288', '#cc6677', '#117733', '#882255', '#44aa99', '#999933', '#aa4499', '#5f9fca']
/** The same, lightened for the dark background. */
const tolBrightOnDark = ['#77aadd', '#ee8899', '#5fbf6b', '#dd77bb', '#d8c456', '#66ccee', '#bbbbbb']
const tolMutedOnDark = [
  '#9a8ff0',
  '#e08a98',
  '#4fb573',
  '#d56a9d',
  '#66c8b8',
  '#c2c25a',
  '#d583cb',
  '#88ccee',
]

const light = {
  ground: '#ffffff',
  text: '#1a1d23',
  quietText: '#5c6370',
  grid: '#e4e6ea',
  axis: '#9aa0ab',
}

const dark = {
  ground: '#16181d',
  text: '#e8eaee',
  quietText: '#a3aab6',
  grid: '#2b2f37',
  axis: '#6d7480',
}

const grey: Palette = {
  ground: '#ffffff',
  text: '#111111',
  quietText: '#555555',
  grid: '#e2e2e2',
  axis: '#999999',
  // Lighter than the lines that stand out, which are grey, too.
  greyed: '#b8b8b8',
  series: ['#111111', '#808080'],
  hatched: true,
}

export const palettes: Readonly<Record<PaletteName, Palette>> = {
  light: { ...light, series: okabeIto },
  dark: { ...dark, series: okabeItoOnDark },
  grey,
}

const colorings: Readonly<Record<FigureColors, Readonly<Record<'light' | 'dark', Palette>>>> = {
  'okabe-ito': palettes,
  'tol-bright': { light: { ...light, series: tolBright }, dark: { ...dark, series: tolBrightOnDark } },
  'tol-muted': { light: { ...light, series: tolMuted }, dark: { ...dark, series: tolMutedOnDark } },
  greys: {
    light: grey,
    dark: { ...dark, series: ['#f2f3f5', '#9096a1'], greyed: '#565c66', hatched: true },
  },
}

/** The palette of a background with these colours for the series. */
export function articlePalette(theme: 'light' | 'dark', colors: FigureColors): Palette {
  return colorings[colors][theme]
}

/** Colour of the n-th line, repeating when there are more lines than colours. */
export function seriesColor(palette: Palette, group: number): string {
  // Negative: shown for comparison only.
  if (group < 0) return palette.greyed ?? palette.axis
  return palette.series[group % palette.series.length] ?? palette.text
}

/** What determines the colour of a line. */
export interface LineColor {
  readonly group: number
  /** Of its drive, `#rrggbb`. */
  readonly color?: string | undefined
}

/** Colour of a line: that of its drive if it has one and the palette has colours, otherwise that of its group. */
export function lineColor(palette: Palette, { group, color }: LineColor): string {
  return color !== undefined && group >= 0 && palette.hatched !== true ? color : seriesColor(palette, group)
}

/** Patterns of the first, second and further rounds through the colours; lengths of dashes and gaps. */
const dashes: readonly (readonly number[])[] = [[], [7, 2.5, 1.5, 2.5], [1.5, 2.5], [11, 3.5]]

/** Pattern of the n-th line; empty for a solid one. */
export function lineDash(palette: Palette, group: number): readonly number[] {
  return dashes[Math.floor(group / palette.series.length) % dashes.length] ?? []
}

/** The same colour, translucent; `hex` is #rrggbb. */
export function withAlpha(hex: string, alpha: number): string {
  const channel = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)
  return `rgba(${channel(1)}, ${channel(3)}, ${channel(5)}, ${alpha})`
}

/** A colour over a background, as an opaque one, so that the grid is not visible through it. Both are #rrggbb. */
export function blended(color: string, ground: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [over, under] = [color, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(share * (over ?? 0) + (1 - share) * (under ?? 0))
  })
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
