import { firstRows, largestOf, mapRows } from '../units/iterables'
import type { PrintedTable } from './printed-table'
import { latexText } from './rich-latex'

/** What surrounds a table or its rows. */
export interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function shortTable(table: TablePart): Surroundings {
  const before = [
    // Natural width, but never wider than the column of text.
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{${alignments(table)}}`,
    '\\toprule',
    shortHeader(table),
    '\\midrule',
  ]
  return { before, after: ['\\bottomrule', '\\end{tabular}}'] }
}

export function longTable(table: TablePart, caption: string | undefined): Surroundings {
  const before = [
    ...fittingSize(table),
    `\\begin{longtable}{${alignments(table)}}`,
    ...(caption === undefined ? [] : [caption]),
    '\\toprule',
    stackedHeader(table),
    '\\midrule',
    '\\endfirsthead',
    '\\toprule',
    stackedHeader(table),
    '\\midrule',
    '\\endhead',
    '\\bottomrule',
    '\\endfoot',
  ]
  return { before, after: ['\\end{longtable}'] }
}

/** A table, or some of its columns, with the longest text of each. */
interface TablePart extends PrintedTable {
  readonly cells: readonly string[]
}

/** Letters next to each other in a column of text in type of 7 pt, which is the smallest that is legible. */
const mostLegible = 90

/**
 * The table, or if it were too small to read in the column of text, some of its columns after the others, each time
 * with the first ones, which name the rows.
 */
export function legibleParts({ columns, rows }: PrintedTable): readonly TablePart[] {
  const cells = widestCells(rows)
  const widths = columns.map(({ heading: text }, at) => {
    const cell = cells[at] ?? ''
    return [...stacked(text, cell.length), cell].reduce(longer).length + 2
  })
  if (sum(widths) <= mostLegible) return [{ columns, rows, cells }]
  const named = namingColumns({ columns, rows }, widths)
  const others = widths.slice(named)
  const room = largestOf(others, mostLegible - sum(widths.slice(0, named)))
  const count = filled(others, room).length
  // Equally wide parts: the least room that needs no more of them.
  let least = largestOf(others, Math.ceil(sum(others) / count))
  while (filled(others, least).length > count) least++
  let next = named
  return filled(others, least).map((length) => {
    const shown = [...columns.keys()].filter((at) => at < named || (at >= next && at < next + length))
    next += length
    return {
      columns: columns.filter((_, at) => shown.includes(at)),
      cells: cells.filter((_, at) => shown.includes(at)),
      rows: mapRows(rows, (row) => shown.map((at) => row[at] ?? '')),
    }
  })
}

/**
 * How many of the first columns name the rows: those with words, and as many numbers after them as it takes to tell
 * the rows apart, such as a queue depth; no more than half a part has room for.
 */
function namingColumns({ columns, rows }: PrintedTable, widths: readonly number[]): number {
  let words = 1
  while (columns[words]?.align === 'left') words++
  let most = 1
  while (most < columns.length && sum(widths.slice(0, most + 1)) <= mostLegible / 2) most++
  const measured = firstRows(rows, mostMeasured)
  for (let count = words; count <= most; count++) {
    const names = new Set(measured.map((row) => JSON.stringify(row.slice(0, count))))
    if (names.size === measured.length) return count
  }
  return Math.min(words, most)
}

/** How many widths each part has if they are filled in order. */
function filled(widths: readonly number[], room: number): readonly number[] {
  const lengths: number[] = []
  let used = Infinity
  for (const width of widths) {
    if (used + width > room) {
      lengths.push(0)
      used = 0
    }
    lengths.push((lengths.pop() ?? 0) + 1)
    used += width
  }
  return lengths
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Maximum rows of a long table whose widths are examined. */
const mostMeasured = 500

/** The largest type in which the widest cells of a table, side by side, are no wider than the column of text. */
function fittingSize({ columns, cells }: TablePart): readonly string[] {
  const widest = columns.map(({ heading: text }, at) => [...stacked(text), cells[at] ?? ''].reduce(longer))
  const line = `\\begin{tabular}{${'l'.repeat(columns.length)}}${widest.map(latexText).join(' & ')}\\end{tabular}`
  const smaller = ['{7}{8.5}', '{6}{7.5}', '{5}{6}'].map(
    (size) => `\\ifdim\\wd0>\\linewidth\\fontsize${size}\\selectfont\\sbox0{${line}}\\fi%`,
  )
  return ['\\setlength{\\tabcolsep}{3pt}', `\\footnotesize\\sbox0{${line}}%`, ...smaller]
}

const longer = (one: string, other: string) => (other.length > one.length ? other : one)

/** The longest text of each column. */
function widestCells(rows: PrintedTable['rows']): readonly string[] {
  const widest: string[] = []
  for (const row of firstRows(rows, mostMeasured))
    for (const [at, cell] of row.entries()) widest[at] = longer(widest[at] ?? '', cell)
  return widest
}

/** A heading with its unit on a separate line, and its words in lines of at most `width` letters. */
function stacked(text: string, width = Infinity): readonly string[] {
  const [, name = text, unit] = /^(.+) (\([^()]+\))$/.exec(text) ?? []
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return unit === undefined ? lines : [...lines, unit]
}

/** Letters of the type of tables next to each other in the column of text; wider tables are scaled down. */
const mostLetters = 80

/** The header of a short table; that of a wide one takes no more room than the cells below it. */
function shortHeader(table: TablePart): string {
  const { cells } = table
  const letters = table.columns.map(({ heading: text }, at) => longer(text, cells[at] ?? '').length)
  const isWide = letters.reduce((sum, one) => sum + one + 2, 0) > mostLetters
  return isWide ? stackedHeader(table, cells) : header(table)
}

/**
 * The header of a long table, which cannot be scaled to the column of text; with `cells`, those of each column whose
 * width its words should not exceed.
 */
function stackedHeader({ columns }: PrintedTable, cells?: readonly string[]): string {
  const headings = columns.map(({ heading: text, align }, at) => {
    const lines = stacked(text, cells && (cells[at] ?? '').length).map(latexText)
    return lines.length === 1 ? lines.join('') : `\\shortstack[${align.charAt(0)}]{${lines.join('\\\\')}}`
  })
  return `${headings.join(' & ')} \\\\`
}

function alignments({ columns }: PrintedTable): string {
  return columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')
}

function header({ columns }: PrintedTable): string {
  return `${columns.map((column) => latexText(column.heading)).join(' & ')} \\\\`
}
