import { largestOf, smallestOf } from '../../iterables'
import type {
  Figure,
  FigureAxis,
  FigureNote,
  FigureNumbers,
  FigureSeries,
  FigureTick,
  PanelAxes,
} from '../figure/figure'
import type { TableColumn } from '../figure/table'
import { idText } from '../figure/clean-text'
import { figureTable } from '../figure/figure-table'
import { ticksOfKind } from '../figure/value-axis'

/** A figure that becomes a panel, with what distinguishes it from the others. */
export interface Part {
  readonly name: string
  /** What ids and data files say instead, if its name is the label of a word. */
  readonly word?: string | undefined
  readonly figure: Figure
}

/** What distinguishes panels: a column of their common table. */
interface Distinction {
  readonly key: string
  readonly label: string
  /** Value axes of one unit have the same ends. */
  readonly sharesScales: boolean
}

/**
 * Several figures of one kind as the panels of one. They share colours and keys of their lines, and one x axis if it
 * is the same for all; value axes of one unit are shared if requested. The caption is the first one's.
 */
export function joinPanels(
  parts: readonly Part[],
  { key, label, sharesScales }: Distinction,
): Figure | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const figures = parts.map(({ figure }) => figure)
  const sharesX = figures.every(({ x }) => isSameAxis(x, first.figure.x))
  const isGrid = sharesX && sharesScales && figures.every(({ panels }) => panels === undefined)
  const lines = sharedLines(figures)
  const panelsOf = ({ panels }: Figure) => panels?.titles.length ?? 1
  const x = sharesX ? sharedAxis(figures.map((figure) => figure.x)) : first.figure.x
  const y = sharedAxis(figures.map((figure) => figure.y))
  const counts = figures.map(panelsOf)
  const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  const titles = parts.flatMap(
    ({ name, figure }) => figure.panels?.titles.map((title) => `${name}: ${title}`) ?? [name],
  )
  return {
    ...first.figure,
    subtitle: commonSubtitle(figures.map(({ subtitle }) => subtitle)),
    ...(figures.every(({ campaignIds }) => campaignIds !== undefined) && {
      campaignIds: [...new Set(figures.flatMap(({ campaignIds = [] }) => campaignIds))],
    }),
    x,
    y,
    panels: isGrid
      ? { columns: parts.length <= 4 ? 2 : 3, titles }
      : {
          columns: 1,
          titles,
          axes: figures.flatMap((figure) => ownAxes(figure, sharesScales ? figures : [figure], sharesX)),
        },
    series: parts.flatMap(({ name, word, figure }, at) =>
      figure.series.map((series): FigureSeries => {
        const own = lines.get(series.lineLabel)
        return {
          ...series,
          id: `${key}=${word ?? idText(name)}/${series.id}`,
          panel: (starts[at] ?? 0) + (series.panel ?? 0),
          ...(own !== undefined && { line: own.line }),
          ...(own !== undefined && isOfLine(figure, series) && { group: own.group }),
        }
      }),
    ),
    ...joinedNumbers(parts, { key, label }),
    smallPrint: [...new Set(figures.flatMap(({ smallPrint }) => smallPrint))],
    notes: joinedNotes(parts),
  }
}

/** The tables of several figures as one, with a column for what distinguishes them. */
export function joinedNumbers(
  parts: readonly Part[],
  by: Pick<Distinction, 'key' | 'label'>,
): Pick<Figure, 'numbers' | 'printed'> {
  const { key, label } = by
  return {
    numbers: joinedTables(parts, { key, label }, (figure) => figureTable(figure)),
    ...(parts.every(({ figure }) => figure.printed !== undefined) && {
      printed: joinedTables(parts, { key, label }, ({ printed }) => printed ?? { columns: [], rows: [] }),
    }),
  }
}

/** Whether a series has the colour of its line; marks next to it may have another. */
function isOfLine({ series }: Figure, { line, group }: FigureSeries): boolean {
  return group >= 0 && series.find((one) => one.line === line && one.role === 'measured')?.group === group
}

/** Lines of one name have one colour and one key in all panels. */
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

/** An axis that covers all of these. */
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
  const range = ticksOfKind(first.kind, min, max)
  return (
    widest ?? { ...first, min, max, ticks: range.ticks.filter(({ value }) => value >= min && value <= max) }
  )
}

/** What all subtitles have in common. */
function commonSubtitle(subtitles: readonly string[]): string {
  const [first = '', ...others] = subtitles.map((text) => text.split(' · '))
  return (first === '' ? [] : first).filter((part) => others.every((one) => one.includes(part))).join(' · ')
}

/** Rows of all panels, after the level that distinguishes them. */
function joinedTables(
  parts: readonly Part[],
  by: FigureNumbers['columns'][number],
  tableOf: (figure: Figure) => FigureNumbers,
): FigureNumbers {
  const tables = parts.map(({ name, word, figure }) => ({ name: word ?? name, table: tableOf(figure) }))
  const columns = new Map<string, TableColumn>()
  for (const { table } of tables)
    for (const column of table.columns) {
      const { unit, ...known } = columns.get(column.key) ?? column
      // Of values in several units each row says its own.
      columns.set(column.key, unit === column.unit ? column : known)
    }
  const keys = [...columns.keys()].filter((key) => key !== by.key)
  return {
    columns: [by, ...keys.flatMap((key) => columns.get(key) ?? [])],
    rows: tables.flatMap(({ name, table }) => {
      const places = keys.map((key) => table.columns.findIndex((column) => column.key === key))
      return Array.from(table.rows, (row) => [
        name.replace(/\u202f/g, ' '),
        ...places.map((place) => row[place]),
      ])
    }),
  }
}

/** A note on all panels once, others with their panel's name. */
function joinedNotes(parts: readonly Part[]): readonly FigureNote[] {
  const isCommon = ({ text }: FigureNote) =>
    parts.every(({ figure }) => figure.notes.some((note) => note.text === text))
  const common = (parts[0]?.figure.notes ?? []).filter(isCommon)
  return [...common, ...ownNotes(parts, isCommon)]
}

/** Notes of panels, each with the name of its panel, unless it begins with that. */
export function ownNotes(
  parts: readonly Part[],
  isCommon: (note: FigureNote) => boolean = () => false,
): readonly FigureNote[] {
  return parts.flatMap(({ name, figure }) =>
    figure.notes
      .filter((note) => !isCommon(note))
      .map((note) => {
        const isNamed = [':', ','].some((end) => note.text.startsWith(`${name}${end} `))
        return isNamed ? note : { ...note, text: `${name}: ${note.text}` }
      }),
  )
}

/** Categories are the same if they are at the same positions. */
function isSameAxis(one: FigureAxis, other: FigureAxis): boolean {
  if (one.label !== other.label || one.kind !== other.kind) return false
  if (one.kind !== 'category') return true
  const named = new Map(other.ticks?.map(({ value, label }) => [value, label]))
  return (one.ticks ?? []).every(({ value, label }) => (named.get(value) ?? label) === label)
}
