import { barsLie } from '../../charts/lying-bars'
import { seriesColor } from '../../charts/palette'
import type { LiveMarks, PagePicture } from '../../core/document/document'
import type { Figure, FigurePoint, FigureSeries } from '../../core/figures/figure/figure'
import { axisPlace } from '../../core/figures/latency/axis-place'
import { formatPrinted, withUnit } from '../../core/units/number-format'
import { drawLiveSvg, type DrawnMarks } from '../figures/draw-figure'
import { exportLook, type ExportPreset } from '../figures/export-look'

/** Width of an article's column in CSS pixels (46 rem). */
const columnWidth = 736
/** A ranking of more bars is drawn with smaller texts, so that it still fits on a page. */
const mostUsualBars = 15

function isTall(figure: Figure): boolean {
  return barsLie(figure) && (figure.x.ticks ?? []).length > mostUsualBars
}

/** Maximum marks of a series that a reader can point at; a longer series is thinned out. */
const mostMarks = 400

/**
 * The picture of a figure that reacts to the mouse, for light and dark pages; `preset`: that of the article.
 */
export async function liveFigure(figure: Figure, preset?: ExportPreset): Promise<PagePicture> {
  const looks = await Promise.all(
    (preset === undefined ? (['light', 'dark'] as const) : (['light'] as const)).map((theme) =>
      exportLook(theme, preset),
    ),
  )
  const size = preset === undefined && isTall(figure) ? { width: columnWidth, textScale: 1 } : {}
  const [light, dark] = looks.map((look) => drawLiveSvg(figure, { look, ...size }))
  const [lightLook, darkLook = lightLook] = looks
  if (light === undefined || lightLook === undefined || darkLook === undefined)
    throw new Error('A figure was not drawn')
  const color = (one: FigureSeries, look: typeof lightLook) => seriesColor(look.vector.palette, one.group)
  const shown = figure.series.filter(({ visible, role }) => visible && role === 'measured')
  const names = shortNames(shown)
  const live: LiveMarks = {
    ...{ width: light.width, height: light.height },
    series: together(
      shown.map((one) => ({
        numbers: [figure.series.indexOf(one)],
        label: names.get(one) ?? one.label,
        light: color(one, lightLook),
        dark: color(one, darkLook),
      })),
    ),
    marks: inReadingOrder(
      figure,
      light.marks.flatMap((drawn) => marksOf(figure, drawn, names)),
    ),
  }
  return { light: light.svg, ...(dark && { dark: dark.svg }), live }
}

type SeriesNames = ReadonlyMap<FigureSeries, string>

/** Names of series; those of a single line are named by their parts alone: “read part” instead of “all runs, read part”. */
function shortNames(shown: readonly FigureSeries[]): SeriesNames {
  const isOneLine = new Set(shown.map(({ line }) => line)).size === 1
  return new Map(
    shown.map((one) => {
      const { label, lineLabel, partLabel } = one
      if (isOneLine && label === `${lineLabel}, ${partLabel}`) return [one, partLabel]
      return [one, label === '' ? lineLabel : label]
    }),
  )
}

/** Series that a reader sees as one, such as a curve and its dots, are toggled as one. */
function together(series: LiveMarks['series']): LiveMarks['series'] {
  const shown = new Map<string, LiveMarks['series'][number]>()
  for (const one of series) {
    const key = JSON.stringify([one.label, one.light, one.dark])
    const known = shown.get(key)
    shown.set(key, known ? { ...known, numbers: [...known.numbers, ...one.numbers] } : one)
  }
  return [...shown.values()]
}

/**
 * Horizontal bars from top to bottom, regardless of their series: the arrow keys move from place to place.
 */
function inReadingOrder(figure: Figure, marks: LiveMarks['marks']): LiveMarks['marks'] {
  return barsLie(figure) ? [...marks].sort((one, other) => one.y - other.y) : marks
}

function marksOf(
  figure: Figure,
  { series, places, bars }: DrawnMarks,
  names: SeriesNames,
): LiveMarks['marks'] {
  const name = names.get(series) ?? series.label
  const step = Math.max(1, Math.ceil(places.length / mostMarks))
  return places.flatMap(([x, y], at) => {
    if (at % step !== 0 || !Number.isFinite(x) || !Number.isFinite(y)) return []
    const text = series.columns
      ? columnText(figure, series, at, name)
      : pointText(figure, series, series.points[at], name)
    const box = bars?.[at]
    return text === undefined
      ? []
      : [{ series: figure.series.indexOf(series), x, y, ...(box && { box }), text }]
  })
}

/** The text of a point: its series, its place, its value with the digits of the table, interval and runs. */
function pointText(
  figure: Figure,
  series: FigureSeries,
  point: FigurePoint | undefined,
  name: string,
): string | undefined {
  if (point?.y === undefined) return undefined
  const { y, low, high, n, facts = [] } = point
  const isNamed = point.name !== undefined && figure.x.kind === 'category'
  const place = [point.name ?? name, isNamed ? '' : axisPlace(figure, point.x)]
    .filter((part) => part !== '')
    .join(', ')
  // Compared cases are fully described by their facts.
  if (point.cell !== undefined && facts.length > 0) return [place, ...facts].join('\n')
  const unit = unitOf(figure, series)
  const half = low !== undefined && high !== undefined && high > low ? (high - low) / 2 : undefined
  const value = (number: number) => formatPrinted(number, half, axesOf(figure, series)?.digits)
  const interval =
    half === undefined || low === undefined || high === undefined
      ? []
      : [`95\u202f% interval ${withUnit(`${value(low)} to ${value(high)}`, unit)}`]
  return [
    place,
    withUnit(point.printed?.mean ?? value(y), unit),
    ...interval,
    ...(n === undefined ? [] : [`n = ${String(n)}`]),
    ...facts,
  ].join('\n')
}

function columnText(figure: Figure, series: FigureSeries, at: number, name: string): string | undefined {
  const [x, y] = [series.columns?.x?.[at], series.columns?.y?.[at]]
  if (x === undefined || y === undefined || !Number.isFinite(y)) return undefined
  return `${name}, ${axisPlace(figure, x)}\n${withUnit(formatPrinted(y), unitOf(figure, series))}`
}

function unitOf(figure: Figure, series: FigureSeries): string {
  return axesOf(figure, series)?.unit ?? figure.unit
}

function axesOf(figure: Figure, { panel = 0 }: FigureSeries) {
  return figure.panels?.axes?.[panel]
}
