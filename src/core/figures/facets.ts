import { levelText } from '../plan/cases'
import { namedLevel } from '../plan/format-level'
import type { LevelValue } from '../plan/plan'
import { findMetric } from '../results/metrics'
import { largestOf, smallestOf } from '../units/iterables'
import { byLevel } from './axis-choice'
import { axisName } from './axis-name'
import { cleanText, textLimits } from './clean-text'
import type {
  Figure,
  FigureAxis,
  FigureNote,
  FigureNumbers,
  FigureSeries,
  FigureTick,
  PanelAxes,
} from './figure'
import { unitFactor } from './figure-unit'
import { figureTable } from './tables/figure-table'
import { linearTicks, logTicks } from './ticks'
import type { UsualSettings } from './usual-settings'

/** More panels than this cannot be compared at a glance. */
const mostPanels = 12

/** What facets need to know of what a figure is made of. */
export interface Faceted {
  readonly campaignId: number
  readonly levels: Readonly<Record<string, LevelValue>>
}

interface Part {
  readonly name: string
  readonly figure: Figure
}

/**
 * Small multiples of a figure of any kind: one panel for each level of an axis, on shared scales. `build` makes the figure
 * of some settings; `records` are what it is made of. Undefined where the axis has fewer than two levels or is on x: then
 * the figure is better drawn as it is.
 */
export function facetedFigure<S extends UsualSettings>(
  settings: S,
  records: Iterable<Faceted>,
  build: (settings: S) => Figure,
): Figure | undefined {
  const { facet } = settings
  if (facet === undefined) return undefined
  const levels = levelsOf(records, facet, settings)
  if (levels.length < 2) return undefined
  const shown = levels.slice(0, mostPanels)
  const built = (asked: S): readonly Part[] =>
    shown.map((level) => ({
      name: cleanText(namedLevel(facet, level), textLimits.label),
      figure: build({ ...asked, facet: undefined, fixed: { ...asked.fixed, [facet]: level } }),
    }))
  const first = built(settings)
  if (first.some(({ figure }) => figure.xKey === facet)) return undefined
  const unit = settings.unit ?? sharedUnit(first.map((part) => part.figure))
  const parts = unit === undefined ? first : built({ ...settings, unit })
  const notes: readonly FigureNote[] =
    levels.length === shown.length
      ? []
      : [
          {
            severity: 'warning',
            text: `${axisName(facet)} has ${String(levels.length)} levels; the first ${String(mostPanels)} are shown.`,
          },
        ]
  return joined(parts, facet, notes)
}

/** Why a figure has no panels by an axis that was asked for. */
export function unsplitNote(facet: string): FigureNote {
  return {
    severity: 'warning',
    text: `No small multiples by ${axisName(facet).toLowerCase()}: the axis is on x, or fewer than two of its levels are shown.`,
  }
}

function levelsOf(
  records: Iterable<Faceted>,
  facet: string,
  { campaignIds, fixed = {} }: UsualSettings,
): readonly LevelValue[] {
  // A level that the axis was held at before says nothing once it has a panel for each.
  const { test: _, ...held } = fixed
  const levels = new Map<string, LevelValue>()
  for (const { campaignId, levels: own } of records) {
    const level = own[facet]
    if (level === undefined || (campaignIds.length > 0 && !campaignIds.includes(campaignId))) continue
    if (
      Object.entries(held).every(
        ([key, value]) => key === facet || own[key] === undefined || own[key] === value,
      )
    )
      levels.set(levelText(level), level)
  }
  return [...levels.values()].sort(byLevel)
}

/** The largest of the units that the parts chose, where they chose several: shared scales need one. */
function sharedUnit(figures: readonly Figure[]): string | undefined {
  const units = [...new Set(figures.map(({ unit }) => unit))]
  const metric = findMetric(figures[0]?.metric ?? '')
  if (units.length < 2 || metric === undefined) return undefined
  return units.reduce((most, one) =>
    unitFactor(metric.unit, one) > unitFactor(metric.unit, most) ? one : most,
  )
}

function joined(parts: readonly Part[], facet: string, further: readonly FigureNote[]): Figure | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const figures = parts.map(({ figure }) => figure)
  const sharesX = figures.every(({ x }) => x.label === first.figure.x.label && x.kind === first.figure.x.kind)
  const isGrid = sharesX && figures.every(({ panels }) => panels === undefined)
  const lines = sharedLines(figures)
  const panelsOf = ({ panels }: Figure) => panels?.titles.length ?? 1
  const x = sharesX ? sharedAxis(figures.map((figure) => figure.x)) : first.figure.x
  const y = sharedAxis(figures.map((figure) => figure.y))
  const counts = figures.map(panelsOf)
  const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  const titles = parts.flatMap(
    ({ name, figure }) => figure.panels?.titles.map((title) => `${name}: ${title}`) ?? [name],
  )
  const captions = [...new Set(figures.map(({ caption }) => caption))]
  return {
    ...first.figure,
    subtitle: commonSubtitle(figures.map(({ subtitle }) => subtitle)),
    x,
    y,
    panels: isGrid
      ? { columns: parts.length <= 4 ? 2 : 3, titles }
      : {
          columns: 1,
          titles,
          axes: figures.flatMap((figure) => ownAxes(figure, figures, sharesX)),
        },
    series: parts.flatMap(({ name, figure }, at) =>
      figure.series.map((series): FigureSeries => {
        const own = lines.get(series.lineLabel)
        return {
          ...series,
          id: `${facet}=${name}/${series.id}`,
          panel: (starts[at] ?? 0) + (series.panel ?? 0),
          ...(own !== undefined && { line: own.line }),
          ...(own !== undefined && isOfLine(figure, series) && { group: own.group }),
        }
      }),
    ),
    numbers: joinedTables(parts, facet, (figure) => figureTable(figure)),
    ...(figures.every(({ printed }) => printed !== undefined) && {
      printed: joinedTables(parts, facet, ({ printed }) => printed ?? { columns: [], rows: [] }),
    }),
    caption:
      captions.length === 1
        ? `Panels by ${axisName(facet).toLowerCase()}. ${captions[0] ?? ''}`
        : parts.map(({ name, figure }) => `${name}: ${figure.caption}`).join(' '),
    smallPrint: [...new Set(figures.flatMap(({ smallPrint }) => smallPrint))],
    notes: [...further, ...joinedNotes(parts)],
  }
}

/** Whether a series has the colour of its line; marks beside it may have another. */
function isOfLine({ series }: Figure, { line, group }: FigureSeries): boolean {
  return group >= 0 && series.find((one) => one.line === line && one.role === 'measured')?.group === group
}

/** Lines of one name have one colour and one key, in whichever panel they stand. */
function sharedLines(figures: readonly Figure[]) {
  const lines = new Map<string, { readonly line: string; readonly group: number }>()
  for (const { series } of figures)
    for (const { line, lineLabel, role } of series)
      if (role === 'measured' && !lines.has(lineLabel)) lines.set(lineLabel, { line, group: lines.size })
  return lines
}

function ownAxes(figure: Figure, all: readonly Figure[], sharesX: boolean): readonly PanelAxes[] {
  const own: readonly PanelAxes[] = figure.panels?.axes ?? [{ y: figure.y, unit: figure.unit }]
  return own.map((axes, at) => {
    const alike = all.flatMap(({ panels, y, unit }) => {
      const other = panels === undefined ? { y, unit } : panels.axes?.[at]
      return other?.unit === axes.unit ? [other.y] : []
    })
    return { ...axes, y: sharedAxis(alike), ...(!sharesX && { x: axes.x ?? figure.x }) }
  })
}

/** An axis that reaches over all of these. */
function sharedAxis(axes: readonly FigureAxis[]): FigureAxis {
  const [first] = axes
  if (first === undefined) return { label: '', kind: 'linear' }
  const [min, max] = [
    smallestOf(axes.flatMap((axis) => axis.min ?? [])),
    largestOf(axes.flatMap((axis) => axis.max ?? [])),
  ]
  if (!Number.isFinite(min) || !Number.isFinite(max)) return first
  const widest = axes.find((axis) => axis.min === min && axis.max === max)
  const ticks = new Map<number, FigureTick>(
    axes.flatMap((axis) => (axis.ticks ?? []).map((tick) => [tick.value, tick])),
  )
  if (widest !== undefined && ticks.size === (widest.ticks?.length ?? 0)) return widest
  const isOfLevels = first.kind === 'category' || first.kind === 'log2'
  if (isOfLevels) return { ...first, min, max, ticks: [...ticks.values()].sort((a, b) => a.value - b.value) }
  const range = first.kind === 'log10' ? logTicks(min, max) : linearTicks(min, max)
  return (
    widest ?? { ...first, min, max, ticks: range.ticks.filter(({ value }) => value >= min && value <= max) }
  )
}

/** What all subtitles have in common. */
function commonSubtitle(subtitles: readonly string[]): string {
  const [first = '', ...others] = subtitles.map((text) => text.split(' · '))
  return (first === '' ? [] : first).filter((part) => others.every((one) => one.includes(part))).join(' · ')
}

/** Rows of all panels, behind the level that tells them apart. */
function joinedTables(
  parts: readonly Part[],
  facet: string,
  tableOf: (figure: Figure) => FigureNumbers,
): FigureNumbers {
  const tables = parts.map(({ name, figure }) => ({ name, table: tableOf(figure) }))
  const columns = new Map(
    tables.flatMap(({ table }) => table.columns.map((column) => [column.key, column] as const)),
  )
  const keys = [...columns.keys()].filter((key) => key !== facet)
  return {
    columns: [{ key: facet, label: axisName(facet) }, ...keys.flatMap((key) => columns.get(key) ?? [])],
    rows: tables.flatMap(({ name, table }) => {
      const places = keys.map((key) => table.columns.findIndex((column) => column.key === key))
      return Array.from(table.rows, (row) => [
        name.replace(/\u2009/g, ' '),
        ...places.map((place) => row[place]),
      ])
    }),
  }
}

/** A note on all panels once, others with the name of theirs. */
function joinedNotes(parts: readonly Part[]): readonly FigureNote[] {
  const isCommon = ({ text }: FigureNote) =>
    parts.every(({ figure }) => figure.notes.some((note) => note.text === text))
  const common = (parts[0]?.figure.notes ?? []).filter(isCommon)
  return [
    ...common,
    ...parts.flatMap(({ name, figure }) =>
      figure.notes
        .filter((note) => !isCommon(note))
        .map((note) => ({ ...note, text: `${name}: ${note.text}` })),
    ),
  ]
}
