import { largestOf } from '../core/iterables'
import type { ScaleChartOptions, ScaleOptionsByType } from 'chart.js'
import type { Figure, FigureAxis } from '../core/figures/figure/figure'
import type { FigureChartType } from './datasets'
import type { FigureLayout } from './figure-layout'
import { barsLie } from './lying-bars'
import { missingStrip } from './panels/missing-strip'
import type { Palette } from './palette'
import { gapOf, hasOwnX, placeOn, type Spread, spreadX, spreadY, xAxisOf } from './panel-places'
import { xAxisHeight } from './panels/panel-gaps'
import type { RadialLayout } from './radial-places'
import { fontFamily } from './text'

type Scales = ScaleChartOptions<FigureChartType>['scales']
type ScaleOptions = Partial<ScaleOptionsByType>

/** Both axes: the figure supplies the ticks, and only the value axis has a grid. */
export function figureScales(figure: Figure, layout: FigureLayout, palette: Palette): Scales {
  if (layout.radial) return radialScales(layout, layout.radial)
  const { scale, barNames } = layout
  const lies = barsLie(figure)
  const scales = {
    x: {
      ...common(
        thinned(spreadX(figure), figure, layout),
        (hasOwnX(figure) ? xAxisOf(figure, (figure.panels?.titles.length ?? 1) - 1) : figure.x).label,
        layout,
        palette,
        !figure.panels || figure.panels.axes !== undefined,
        figure.x.keepsLabels,
        barNames,
        missingStrip(figure, scale),
      ),
      type: 'linear',
      reverse: lies || figure.x.reverse === true,
      grid: {
        drawOnChartArea: false,
        drawTicks: true,
        tickLength: 4 * scale,
        color: palette.axis,
        lineWidth: scale,
      },
      border: { display: !figure.panels, color: palette.axis, width: scale },
    },
    y: {
      ...common(thinnedRows(spreadY(figure), figure, layout), '', layout, palette, !figure.panels),
      type: figure.y.kind === 'log10' && !figure.panels ? 'logarithmic' : 'linear',
      // Panels have their own, which end where they do.
      grid: {
        display: !figure.panels,
        color: palette.grid,
        drawTicks: false,
        tickLength: 0,
        lineWidth: scale,
      },
      border: { display: false },
    },
  }
  // Chart.js types scales by every scale type at once; these are all linear or logarithmic ones.
  return (lies ? { x: scales.y, y: scales.x } : scales) as unknown as Scales
}

/** Scales around the centre of a radar, a unit of which is as long on both as a spoke. */
function radialScales(
  { width, height, margin, top, right, bottom }: FigureLayout,
  { radius }: RadialLayout,
): Scales {
  const across = (width - margin - right) / 2 / radius
  const upright = (height - top - bottom) / 2 / radius
  return {
    x: { type: 'linear', display: false, min: -across, max: across },
    y: { type: 'linear', display: false, min: -upright, max: upright },
  } as unknown as Scales
}

/** Digits and letters are slightly more than half as wide as the font is high. */
const letterWidth = 0.58

/** Every panel labels the same levels; as many of them as fit. */
function thinned(spread: Spread, figure: Figure, { width, margin, styles }: FigureLayout): Spread {
  const { panels, x } = figure
  const perPanel = x.ticks?.length ?? 0
  if (!panels || perPanel === 0 || panels.axes) return spread
  const kept = labelledLevels(figure, panels.columns, { width: width - 4 * margin, size: styles.axis.size })
  // No panel follows the outermost label, so it stays if there is room after the one before it.
  const outermost = x.reverse === true ? perPanel - 1 : spread.ticks.length - 1
  const before = largestOf([...kept].filter((place) => place < perPanel - 1))
  const chars = slotChars(figure, panels.columns, { width: width - 4 * margin, size: styles.axis.size })
  const lettersOf = (place: number) => x.ticks?.[place]?.label.length ?? 0
  const needed = (lettersOf(before) + lettersOf(perPanel - 1)) / 2 + 1
  const hasRoom = needed / chars <= perPanel - 1 - before
  const ticks = spread.ticks.filter(
    (_, index) => (index === outermost && hasRoom) || kept.has(index % perPanel),
  )
  const { min = 0, max = 1 } = spread
  return x.kind === 'log10'
    ? { ...spread, ticks: apart(ticks, ((width - 4 * margin) / (max - min)) * (1 / styles.axis.size)) }
    : { ...spread, ticks }
}

/**
 * Indexes of the levels whose labels fit below each of several panels side by side. `width`: of all of them; `size`: of
 * the font.
 */
export function labelledLevels(
  figure: Figure,
  columns: number,
  room: { readonly width: number; readonly size: number },
): ReadonlySet<number> {
  const labels = (figure.x.ticks ?? []).map(({ label }) => label)
  const slots = slotsOf(figure.x)
  const chars = slotChars(figure, columns, room)
  const period = columns > 1 ? slots * (1 + gapOf(figure).x) : undefined
  const kept = keptLabels(labels, chars, period)
  if (kept.size === labels.length || slots >= labels.length) return kept
  // The label at the end of a panel gives way to the one at the start of the next.
  const before = keptLabels(labels.slice(0, -1), chars, period)
  return before.size > kept.size ? before : kept
}

/** Letters that fit into a step from tick to tick of panels side by side. */
function slotChars(
  figure: Figure,
  columns: number,
  { width, size }: { readonly width: number; readonly size: number },
): number {
  const panels = columns + (columns - 1) * gapOf(figure).x
  return width / (panels * slotsOf(figure.x)) / (letterWidth * size)
}

/**
 * Length of an axis in steps from tick to tick: categories have half a step beyond the first and the last. `apart` keeps
 * the labels of a logarithmic axis, which are uneven, from overlapping.
 */
function slotsOf(axis: FigureAxis): number {
  if (axis.kind === 'log10') return Math.max(1, axis.ticks?.length ?? 0)
  const places = (axis.ticks ?? []).map(({ value }) => placeOn(axis, value))
  const [first = 0, last = first] = [places[0], places.at(-1)]
  const step = Math.abs(last - first) / (places.length - 1)
  const range = Math.abs(placeOn(axis, axis.max ?? 1) - placeOn(axis, axis.min ?? 0))
  return step > 0 && Number.isFinite(range / step) ? range / step : Math.max(1, places.length)
}

/** Rows of panels are low: of ticks closer than a line of text, those that fit stay, of a logarithm its powers of ten first. */
function thinnedRows(
  spread: Spread,
  figure: Figure,
  { height, top, bottom, styles, scale }: FigureLayout,
): Spread {
  const { panels } = figure
  const { min = 0, max = 1, ticks } = spread
  if (!panels) return spread
  const pixels = (height - top - bottom - xAxisHeight * scale) / (max - min)
  const lineHeight = 1.05 * styles.axis.size
  const fit = (all: Spread['ticks']) => {
    let last = -Infinity
    return all.filter(({ value }) => {
      if ((value - last) * pixels < lineHeight) return false
      last = value
      return true
    })
  }
  if (fit(ticks).length === ticks.length) return spread
  const powers = ticks.filter(({ label }) => /^(10*|0\.0*1)$/.test(label.replaceAll(',', '')))
  const isLog = figure.y.kind === 'log10' && panels.axes === undefined
  const rows = Math.ceil(panels.titles.length / panels.columns)
  return { ...spread, ticks: fit(isLog && powers.length >= 2 * rows ? powers : ticks) }
}

/** Ticks whose labels do not overlap the previous one; `scale`: font heights per unit of the axis. */
function apart(ticks: Spread['ticks'], scale: number): Spread['ticks'] {
  let end = -Infinity
  return ticks.filter(({ value, label }) => {
    const halfWidth = 0.29 * label.length
    if (value * scale - halfWidth < end) return false
    end = value * scale + halfWidth + 0.5
    return true
  })
}

function common(
  { min, max, ticks }: Spread,
  label: string,
  { scale, styles, width }: FigureLayout,
  palette: Palette,
  skips = true,
  keepsLabels = false,
  barNames: FigureLayout['barNames'] = [],
  strip = 0,
): ScaleOptions {
  // Names next to horizontal bars have one line each.
  const mayTurn = keepsLabels && barNames.length === 0
  const turn = mayTurn && areCrowded(ticks, width / styles.axis.size)
  const labels = new Map(
    ticks.map(({ value, label: name }, at) => [value, barNames[at] ?? (turn ? turnedName(name) : name)]),
  )
  const font = { family: styles.axis.family ?? fontFamily, size: styles.axis.size, weight: 400 }
  return {
    min,
    max,
    title: {
      display: label !== '',
      text: label,
      color: palette.quietText,
      font,
      padding: { top: 3 * scale, bottom: 0 },
    },
    ticks: {
      color: palette.quietText,
      font,
      maxRotation: mayTurn ? 90 : 0,
      // Chart.js assumes one gap less than centred labels have, and rotates some too late.
      minRotation: turn ? 30 : 0,
      autoSkip: skips && !keepsLabels,
      autoSkipPadding: 5 * scale,
      padding: 5 * scale + strip,
      callback: (value: number | string) => labels.get(Number(value)) ?? '',
    },
    afterBuildTicks(built: { ticks: { value: number }[] }) {
      built.ticks = ticks.map(({ value }) => ({ value }))
    },
  } as unknown as ScaleOptions
}

/** Letters of a line of a rotated name; a longer line would take the plot's room. */
const turnedLetters = 24

/** A rotated name in lines, broken at blanks where there are some. */
function turnedName(name: string): string | readonly string[] {
  if (name.length <= turnedLetters) return name
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < turnedLetters)
      lines[lines.length - 1] = `${line} ${word}`
    else
      for (let at = 0; at < word.length; at += turnedLetters) lines.push(word.slice(at, at + turnedLetters))
  }
  return lines
}

/**
 * Positions of the labels that fit below an axis, one per slot that is `slotChars` letters wide: all, else every
 * second, third … `period`: slots from a label to the same one below the next panel. A word among numbers ("random"
 * next to percentages) always stays, because it cannot be guessed from its neighbours.
 */
export function keptLabels(
  labels: readonly string[],
  slotChars: number,
  period = Infinity,
): ReadonlySet<number> {
  const words = labels.flatMap((label, place) => (/\d/.test(label) ? [] : [place]))
  // The width of one letter stays free between labels.
  const fits = (a: number, b: number) =>
    (half(labels[a]) + half(labels[b]) + 1) / slotChars <= Math.abs(b - a)
  const besideNext = ([first = 0, ...rest]: readonly number[]) => {
    const last = rest[rest.length - 1] ?? first
    return (half(labels[last]) + half(labels[first]) + 1) / slotChars <= period - last + first
  }
  const allFit = (places: readonly number[]) =>
    besideNext(places) && places.every((place, at) => at === 0 || fits(places[at - 1] ?? 0, place))
  const always = words.length * 2 < labels.length && allFit(words) ? words : []
  for (let step = 1; step < labels.length; step++) {
    const numbers = labels.flatMap((_, place) =>
      place % step === 0 && !always.includes(place) && always.every((word) => fits(place, word))
        ? [place]
        : [],
    )
    if (allFit(numbers)) return new Set([...numbers, ...always])
  }
  return new Set(always.length > 0 ? always : [0])
}

function half(label = ''): number {
  return label.length / 2
}

/**
 * Whether labels side by side would touch; `widthEm`: of the whole figure, of which axis and margins leave nine
 * tenths.
 */
function areCrowded(ticks: Spread['ticks'], widthEm: number): boolean {
  const longest = largestOf(
    ticks.map(({ label }) => label.length),
    0,
  )
  return 0.55 * longest + 0.5 > (0.9 * widthEm) / Math.max(1, ticks.length)
}
