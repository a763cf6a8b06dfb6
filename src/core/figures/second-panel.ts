import { findMetric } from '../results/metrics'
import { withinSentence } from '../units/plain-text'
import { cleanText, textLimits } from './clean-text'
import { columnLength, type Figure, type FigureNote } from './figure'
import { joinPanels, type Part } from './join-panels'
import type { UsualSettings } from './usual-settings'

/** Settings of the first panel that would be wrong for another metric. */
const ofFirstPanel = {
  ...{ unit: undefined, title: undefined, subtitle: undefined, yLabel: undefined },
  ...{ yMin: undefined, yMax: undefined, references: undefined, directions: undefined },
}

/** Heights of the panels, relative to a usual one. */
const heights = [1.6, 1] as const

/**
 * A figure with the same picture of a second metric below it, on one x axis. `build` makes the figure of some
 * settings. If there is nothing to see of the second metric, the figure is unchanged except for a note.
 */
export function withSecondPanel<S extends UsualSettings>(
  settings: S,
  build: (settings: S) => Figure,
): Figure {
  const { secondMetric: asked, ...rest } = settings
  if (asked === undefined) return build(settings)
  const alone = { ...settings, ...rest, secondMetric: undefined }
  const first = build(alone)
  const metric = findMetric(asked)
  if (metric === undefined)
    return withNote(
      first,
      `There is no metric “${cleanText(asked, textLimits.label)}”: there is no second panel.`,
    )
  const { label } = metric
  if (metric.id === first.metric) return withNote(first, `The second panel would show ${label} once more.`)
  const second = build({ ...alone, ...ofFirstPanel, metric: metric.id })
  if (second.metric !== metric.id || !hasValues(second))
    return withNote(first, `No finished run has ${withinSentence(label)}: there is no second panel.`)
  const parts = [first, withoutRepeated(second, first)].map((figure): Part => ({
    name: panelName(figure),
    figure,
  }))
  const joined = joinPanels(parts, { key: 'metric', label: 'Metric', sharesScales: false })
  if (joined?.panels === undefined) return first
  const { panels } = joined
  return {
    ...joined,
    title: settings.title === undefined ? titleOfBoth(first, label) : first.title,
    subtitle: first.subtitle,
    y: { ...joined.y, label: '' },
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

/** Titles of all panels; those that both figures have include their metric. */
function panelTitles(parts: readonly Part[]): readonly string[] {
  const titles = parts.map(({ name, figure }) => figure.panels?.titles ?? [name])
  const isShared = (title: string) => titles.every((one) => one.includes(title))
  return parts.flatMap(({ figure: { metric } }, at) =>
    (titles[at] ?? []).map((title) =>
      isShared(title) ? `${findMetric(metric)?.label ?? metric}: ${withinSentence(title)}` : title,
    ),
  )
}

/** There is no room for the name of the value axis next to a second one, so it is above the panel. */
function panelName({ y, metric, unit }: Figure): string {
  if (y.label !== '') return y.label
  const label = findMetric(metric)?.label ?? metric
  return unit === '' || unit === label ? label : `${label} (${unit})`
}

function titleOfBoth({ title, metric }: Figure, second: string): string {
  const first = findMetric(metric)?.label ?? metric
  const both = title.startsWith(first)
    ? `${first} and ${withinSentence(second)}${title.slice(first.length)}`
    : title
  return cleanText(both, textLimits.title)
}

/** The common parts of the captions once, and the parts of one panel with its name. */
function captionOfBoth(parts: readonly Part[]): string {
  const sentences = parts.map(({ figure }) => figure.caption.split(/(?<=\.) /))
  const isCommon = (sentence: string) => sentences.every((one) => one.includes(sentence))
  const own = parts.flatMap(({ figure: { metric } }, at) => {
    const only = (sentences[at] ?? []).filter((sentence) => !isCommon(sentence))
    return only.length === 0 ? [] : [`${findMetric(metric)?.label ?? metric}: ${only.join(' ')}`]
  })
  return [...(sentences[0] ?? []).filter(isCommon), ...own].join(' ')
}
