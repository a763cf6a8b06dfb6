import type { Axis } from '../../../../core/plan/plan'

/** Which axes form the rows and columns of the grid; the others become sections, or are held at one level. */
export interface GridChoice {
  readonly rows: string | undefined
  readonly columns: string | undefined
  /** Number of the level (from 0) an axis is held at, by axis key. */
  readonly held: Readonly<Record<string, number>>
}

/** One axis as the grid needs it: the number of levels, and the distance of neighbouring levels in case numbers. */
export interface GridAxis {
  readonly key: string
  /** Position of the axis in the plan. */
  readonly position: number
  readonly count: number
  readonly stride: number
}

/** The arithmetic of a grid: from any cell to its case number and back, without a list of cases. */
export interface GridLayout {
  readonly rowAxis: GridAxis | undefined
  readonly columnAxis: GridAxis | undefined
  /** Axes whose combinations form the sections, in plan order; the first varies slowest. */
  readonly sectionAxes: readonly GridAxis[]
  readonly rowCount: number
  readonly columnCount: number
  readonly sectionCount: number
  /** Part of the case number that the held axes contribute. */
  readonly offset: number
  /** Axes held at one level with that level's number. */
  readonly held: readonly { readonly axis: GridAxis; readonly level: number }[]
}

/** A position in the grid; all from 0. */
export interface GridCell {
  readonly section: number
  readonly row: number
  readonly column: number
}

/** More columns than this are easier to read as rows. */
const mostColumns = 24

/**
 * The initial choice for a new plan: the longest axis across, the next one down, unless the longest is too long for
 * that.
 */
export function defaultGridChoice(axes: readonly Axis[]): GridChoice {
  const longestFirst = [...axes].sort((a, b) => b.levels.length - a.levels.length)
  const [first, second] = longestFirst
  if (!first) return { rows: undefined, columns: undefined, held: {} }
  return first.levels.length > mostColumns
    ? { rows: first.key, columns: second?.key, held: {} }
    : { rows: second?.key, columns: first.key, held: {} }
}

/** The parts of the choice that still fit the axes; the rest is replaced by the default. */
export function fitGridChoice(axes: readonly Axis[], choice: GridChoice): GridChoice {
  const known = (key: string | undefined) => axes.some((axis) => axis.key === key)
  const held = Object.fromEntries(
    Object.entries(choice.held).filter(([key, level]) => {
      const axis = axes.find((one) => one.key === key)
      return axis !== undefined && level < axis.levels.length
    }),
  )
  let rows = known(choice.rows) ? choice.rows : undefined
  let columns = known(choice.columns) && choice.columns !== rows ? choice.columns : undefined
  const free = axes.filter((axis) => !(axis.key in held) && axis.key !== rows && axis.key !== columns)
  const fallback = defaultGridChoice(free)
  if (rows === undefined && columns === undefined) ({ rows, columns } = fallback)
  else if (columns === undefined) columns = fallback.columns ?? fallback.rows
  else rows ??= fallback.columns ?? fallback.rows
  const shown = Object.fromEntries(Object.entries(held).filter(([key]) => key !== rows && key !== columns))
  return { rows, columns, held: shown }
}

/** Lays out the cases of the axes by a choice that fits them (see `fitGridChoice`). */
export function layOutGrid(axes: readonly Axis[], choice: GridChoice): GridLayout {
  const gridAxes: GridAxis[] = []
  let stride = 1
  for (let position = axes.length - 1; position >= 0; position--) {
    const axis = axes[position]
    if (!axis) continue
    gridAxes.unshift({ key: axis.key, position, count: axis.levels.length, stride })
    stride *= axis.levels.length
  }
  const rowAxis = gridAxes.find((axis) => axis.key === choice.rows)
  const columnAxis = gridAxes.find((axis) => axis.key === choice.columns)
  const others = gridAxes.filter((axis) => axis !== rowAxis && axis !== columnAxis)
  const sectionAxes = others.filter((axis) => choice.held[axis.key] === undefined)
  const held = others.flatMap((axis) => {
    const level = choice.held[axis.key]
    return level === undefined ? [] : [{ axis, level }]
  })
  return {
    rowAxis,
    columnAxis,
    sectionAxes,
    held,
    rowCount: rowAxis?.count ?? 1,
    columnCount: columnAxis?.count ?? 1,
    sectionCount: sectionAxes.reduce((product, axis) => product * axis.count, 1),
    offset: held.reduce((sum, { axis, level }) => sum + axis.stride * level, 0),
  }
}

/** Number of the case at a position of the grid, as `caseAt` counts them. */
export function caseIndexAt(layout: GridLayout, cell: GridCell): number {
  let index = layout.offset
  if (layout.rowAxis) index += layout.rowAxis.stride * cell.row
  if (layout.columnAxis) index += layout.columnAxis.stride * cell.column
  for (const { axis, level } of sectionLevels(layout, cell.section)) index += axis.stride * level
  return index
}

/** Level of each section axis in one section. */
export function sectionLevels(layout: GridLayout, section: number): { axis: GridAxis; level: number }[] {
  const levels: { axis: GridAxis; level: number }[] = []
  let rest = section
  for (let i = layout.sectionAxes.length - 1; i >= 0; i--) {
    const axis = layout.sectionAxes[i]
    if (!axis) continue
    levels.unshift({ axis, level: rest % axis.count })
    rest = Math.floor(rest / axis.count)
  }
  return levels
}

/** Position of a case in the grid; undefined if a held axis hides it. */
export function cellOfCase(layout: GridLayout, index: number): GridCell | undefined {
  const levelOf = (axis: GridAxis) => Math.floor(index / axis.stride) % axis.count
  if (layout.held.some(({ axis, level }) => levelOf(axis) !== level)) return undefined
  let section = 0
  for (const axis of layout.sectionAxes) section = section * axis.count + levelOf(axis)
  return {
    section,
    row: layout.rowAxis ? levelOf(layout.rowAxis) : 0,
    column: layout.columnAxis ? levelOf(layout.columnAxis) : 0,
  }
}

/** Number of cells that a grid shows: all cases except those hidden by held axes. */
export function shownCaseCount(layout: GridLayout): number {
  return layout.rowCount * layout.columnCount * layout.sectionCount
}
