import { firstRows, largestOf, mapRows } from '../../iterables'
import { longestOnOneLine } from '../html/html-parts'
import type { PrintedTable } from '../printed-table'
import { latexText } from './rich-latex'

/** What surrounds a table or its rows. */
export interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function shortTable(table: TablePart): Surroundings {
  const before = [
    ...(table.broken?.isSmall === true ? [smallestType] : []),
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
  /** Columns of texts that are broken into lines. */
  readonly broken?: BrokenColumns
}

interface BrokenColumns {
  /** Width of each as a share of the column of text. */
  readonly shares: ReadonlyMap<number, number>
  /** The table fits in type of 7 pt. */
  readonly isSmall: boolean
}

const smallestType = '\\fontsize{7}{8.5}\\selectfont'

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
  if (sum(widths) <= mostLetters) return [{ columns, rows, cells }]
  const part = { columns, rows, cells }
  const broken = brokenColumns(part, widths, mostLetters) ?? brokenColumns(part, widths, mostLegible)
  if (broken) return [{ ...part, broken }]
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

/** Columns with more letters than this may be broken into lines: remarks first, then shorter texts as well. */
const mostWhole = [longestOnOneLine, 16, 10]
/** Least letters of such a line. */
const leastBroken = 10

/** The columns to be broken into lines, as few as possible, for a table of so many letters; undefined if there are none. */
function brokenColumns(
  { columns, rows, cells }: TablePart,
  widths: readonly number[],
  letters: number,
): BrokenColumns | undefined {
  const lettersOf = (at: number) => (columns[at]?.align === 'left' ? (cells[at] ?? '').length : 0)
  const words = widestCells(mapRows(rows, (row) => row.map((cell) => cell.split(' ').reduce(longer))))
  let best: BrokenColumns | undefined
  let fewest = Infinity
  for (const most of mostWhole) {
    const broken = [...columns.keys()].filter((at) => lettersOf(at) > most)
    if (most === longestOnOneLine && broken.length === 0) break
    // Two letters are the space between columns.
    const least = broken.map((at) => Math.max(leastBroken, (words[at] ?? '').length) + 2)
    const shared = letters - sum(widths.filter((_, at) => !broken.includes(at))) - sum(least)
    if (shared < 0) continue
    const wanted = broken.map((at, place) => Math.max(0, lettersOf(at) + 2 - (least[place] ?? 0)))
    const share = Math.min(1, shared / sum(wanted))
    const own = broken.map((_, place) => (least[place] ?? 0) + share * (wanted[place] ?? 0) - 2)
    const lines = largestOf(broken.map((at, place) => Math.ceil(lettersOf(at) / (own[place] ?? 1))))
    if (lines >= fewest) continue
    fewest = lines
    const shares = new Map(broken.map((at, place) => [at, (own[place] ?? 0) / letters]))
    best = { shares, isSmall: letters > mostLetters }
  }
  return best
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
function fittingSize({ columns, cells, broken }: TablePart): readonly string[] {
  if (broken) return ['\\setlength{\\tabcolsep}{3pt}', broken.isSmall ? smallestType : '\\footnotesize']
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

/** A row; a line that is not justified needs another command at the end of the row. */
export function tableRow({ broken }: TablePart, row: readonly string[]): string {
  if (broken === undefined) return `${row.map(latexText).join(' & ')} \\\\`
  const cell = (text: string, at: number) =>
    `${broken.shares.has(at) ? '\\raggedright ' : ''}${latexText(text)}`
  return `${row.map(cell).join(' & ')} \\tabularnewline\\addlinespace[3pt]`
}

/** The header of a short table; that of a wide one takes no more room than the cells below it. */
function shortHeader(table: TablePart): string {
  if (table.broken) return stackedHeader(table, table.cells)
  const { cells } = table
  const letters = table.columns.map(({ heading: text }, at) => longer(text, cells[at] ?? '').length)
  const isWide = letters.reduce((sum, one) => sum + one + 2, 0) > mostLetters
  return isWide ? stackedHeader(table, cells) : header(table)
}

/**
 * The header of a long table, which cannot be scaled to the column of text; with `cells`, those of each column whose
 * width its words should not exceed.
 */
function stackedHeader({ columns, broken }: TablePart, cells?: readonly string[]): string {
  const headings = columns.map(({ heading: text, align }, at) => {
    if (broken?.shares.has(at) === true) return `\\raggedright ${latexText(text)}`
    const lines = stacked(text, cells && (cells[at] ?? '').length).map(latexText)
    return lines.length === 1 ? lines.join('') : `\\shortstack[${align.charAt(0)}]{${lines.join('\\\\')}}`
  })
  return `${headings.join(' & ')} ${broken ? '\\tabularnewline' : '\\\\'}`
}

function alignments({ columns, broken }: TablePart): string {
  return columns
    .map(({ align }, at) => {
      const width = broken?.shares.get(at)
      return width === undefined ? align.charAt(0) : `p{${width.toFixed(3)}\\linewidth}`
    })
    .join('')
}

function header({ columns }: PrintedTable): string {
  return `${columns.map((column) => latexText(column.heading)).join(' & ')} \\\\`
}
