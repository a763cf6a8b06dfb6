import { findMetric, metricInSentence } from '../../results/metrics'
import { withinSentence } from '../../text/plain-text'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureDefinition } from '../cases/define-figure'
import { unitFactor } from '../../results/display-unit'
import { largestOf } from '../../iterables'
import { columnLength, type Figure, type FigureNote, type FigurePart } from '../figure/figure'
import { joinPanels, type Part } from './join-panels'
import { partInSentence, partName, secondPanel } from '../sweep/part-names'
import { secondMetricOf, type UsualSettings } from '../figure/usual-settings'

/** Settings of the first panel that would be wrong for another metric. */
const ofFirstPanel = {
  ...{ unit: undefined, title: undefined, subtitle: undefined, yLabel: undefined },
  ...{ yMin: undefined, yMax: undefined, references: undefined, directions: undefined },
}

/** Heights of the panels, relative to a usual one. */
const heights = [1.6, 1] as const

/**
 * A figure with the same picture of a second metric below it, on one x axis. `build` makes the figure of some
 * settings of a kind. If there is nothing to see of the second metric, the figure is unchanged except for a note.
 */
export function withSecondPanel<S extends UsualSettings>(
  { takesPart = false }: Pick<FigureDefinition, 'takesPart'>,
  settings: S,
  build: (settings: S) => Figure,
): Figure {
  const { secondMetric: asked, ...rest } = settings
  if (asked === undefined) return build(settings)
  const alone = { ...settings, ...rest, secondMetric: undefined }
  let first = build(alone)
  const { name, part } = secondMetricOf(asked)
  const metric = findMetric(name)
  if (metric === undefined)
    return withNote(first, secondPanel.noMetric({ metric: cleanText(asked, textLimits.label) }))
  const { id } = metric
  const directions = part === undefined ? undefined : [part]
  const label = partInSentence(id, part)
  if (part !== undefined && !takesPart) return withNote(first, secondPanel.noPart())
  const firstPart = takesPart ? settings.directions : undefined
  if (id === first.metric && onlyPart(directions) === onlyPart(firstPart))
    return withNote(first, secondPanel.isTwice({ metric: label }))
  const below = { ...alone, ...ofFirstPanel, metric: id, directions }
  let second = build(below)
  // A sweep shows what was measured if the part was not.
  const isOther =
    second.kind === 'mix-sweep' && part !== undefined && second.series.every((series) => series.part !== part)
  if (second.metric !== id || !hasValues(second) || isOther)
    return withNote(first, secondPanel.noRun({ metric: label }))
  const unit = sharedUnit(first, second)
  // A document has its own unit for each metric.
  const isFree = (one: Figure) =>
    unit !== undefined && unit !== one.unit && alone.units?.[one.metric] === undefined
  if (isFree(first) && settings.unit === undefined) first = build({ ...alone, unit })
  if (isFree(second)) second = build({ ...below, unit })
  const parts = [partOf(first, firstPart), partOf(withoutRepeated(second, first), directions)] as const
  const joined = joinPanels(parts, { key: 'metric', label: 'Metric', sharesScales: false })
  if (joined?.panels === undefined) return first
  const { panels } = joined
  return {
    ...joined,
    title: settings.title === undefined && id !== first.metric ? titleOfBoth(first, label) : first.title,
    subtitle: first.subtitle,
    y: { ...first.y, label: '' },
    panels: {
      ...panels,
      titles: panelTitles(parts),
      axes: panels.axes?.map((axes, at) => ({
        ...axes,
        y: { ...axes.y, label: '' },
        ...(panels.titles.length === 2 && { height: heights[at] ?? 1 }),
      })),
    },
    caption: captionOfBoth(parts),
  }
}

/** Values of this size are read easily in one unit. */
const readable = { least: 1, most: 9999 } as const

/**
 * The unit in which both panels of one quantity are read easily: the first one's if possible, else the second one's.
 * Undefined if they measure different quantities or their values are too far apart.
 */
function sharedUnit(first: Figure, second: Figure): string | undefined {
  const base = findMetric(first.metric)?.unit
  if (base === undefined || base !== findMetric(second.metric)?.unit) return undefined
  return [first, second]
    .map(({ unit }) => unit)
    .find((unit) =>
      [first, second].every((one) => {
        const largest = (largestValue(one) * unitFactor(base, one.unit)) / unitFactor(base, unit)
        return largest >= readable.least && largest <= readable.most
      }),
    )
}

function largestValue({ series }: Figure): number {
  const values = series
    .filter(({ role, panel = 0 }) => role === 'measured' && panel === 0)
    .flatMap(({ points, columns }) => [
      ...points.flatMap(({ y }) => y ?? []),
      ...Array.from(columns?.y ?? []),
    ])
  return largestOf(values.filter(Number.isFinite), 0)
}

function withNote(figure: Figure, text: string): Figure {
  const note: FigureNote = { severity: 'warning', text }
  return { ...figure, notes: [note, ...figure.notes] }
}

function hasValues({ series }: Figure): boolean {
  return series.some(
    ({ role, columns, points }) =>
      role === 'measured' && (columnLength(columns ?? {}) > 0 || points.some(({ y }) => y !== undefined)),
  )
}

/** The second figure without panels that the first one already has, such as the share reached of an offered load. */
function withoutRepeated(second: Figure, first: Figure): Figure {
  const { panels } = second
  if (panels?.axes === undefined) return second
  const shown = new Set(first.panels?.titles.map((_, panel) => contentOf(first, panel)))
  const kept = panels.titles.flatMap((_, panel) => (shown.has(contentOf(second, panel)) ? [] : [panel]))
  return {
    ...second,
    panels: {
      ...panels,
      titles: kept.map((panel) => panels.titles[panel] ?? ''),
      axes: kept.flatMap((panel) => panels.axes?.[panel] ?? []),
    },
    series: second.series.flatMap((series) => {
      const panel = kept.indexOf(series.panel ?? 0)
      return panel < 0 ? [] : [{ ...series, panel }]
    }),
  }
}

function contentOf({ panels, series }: Figure, panel: number): string {
  const own = series.filter((one) => (one.panel ?? 0) === panel && one.role === 'measured')
  return JSON.stringify([panels?.titles[panel], own.map(({ points, columns }) => [points, columns])])
}

/** One of the two figures with the names of its panel and of its metric. */
interface NamedPart extends Part {
  readonly label: string
}

function partOf(figure: Figure, directions: UsualSettings['directions']): NamedPart {
  return { name: panelName(figure, directions), label: labelOf(figure.metric, directions), figure }
}

/** The part that settings limit a figure to; undefined for none and for the total, which is all. */
function onlyPart(directions: UsualSettings['directions']): FigurePart | undefined {
  const [part, ...others] = directions ?? []
  return others.length > 0 || part === 'total' ? undefined : part
}

function labelOf(id: string, directions: UsualSettings['directions']): string {
  return partName(id, onlyPart(directions))
}

/** Titles of all panels; those that both figures have include their metric. */
function panelTitles(parts: readonly NamedPart[]): readonly string[] {
  const titles = parts.map(({ name, figure }) => figure.panels?.titles ?? [name])
  const isShared = (title: string) => titles.every((one) => one.includes(title))
  return parts.flatMap(({ label }, at) =>
    (titles[at] ?? []).map((title) => (isShared(title) ? `${label}: ${withinSentence(title)}` : title)),
  )
}

/** There is no room for the name of the value axis next to a second one, so it is above the panel. */
function panelName({ y, metric, unit }: Figure, directions: UsualSettings['directions']): string {
  const label = findMetric(metric)?.label ?? metric
  const name = y.label !== '' ? y.label : unit === '' || unit === label ? label : `${label} (${unit})`
  const part = labelOf(metric, directions).slice(label.length)
  return name.replace(/(?: \([^()]*\))?$/, (inUnit) => `${part}${inUnit}`)
}

function titleOfBoth({ title, metric }: Figure, second: string): string {
  const first = findMetric(metric)?.label ?? metric
  const added = ` and ${second}`
  if (title.startsWith(first))
    return cleanText(`${first}${added}${title.slice(first.length)}`, textLimits.title)
  const isLast = title.endsWith(`: ${metricInSentence(metric)}`)
  return isLast ? cleanText(`${title}${added}`, textLimits.title) : title
}

/** The common parts of the captions once, and the parts of one panel with its name. */
function captionOfBoth(parts: readonly NamedPart[]): string {
  const sentences = parts.map(({ figure }) => figure.caption.split(/(?<=\.) /))
  const isCommon = (sentence: string) => sentences.every((one) => one.includes(sentence))
  const own = parts.flatMap(({ label }, at) => {
    const only = (sentences[at] ?? []).filter((sentence) => !isCommon(sentence))
    return only.length === 0 ? [] : [`${label}: ${only.join(' ')}`]
  })
  return [...(sentences[0] ?? []).filter(isCommon), ...own].join(' ')
}
