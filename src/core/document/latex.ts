import {
  blockTitle,
  isDataBlock,
  type FigureBlock,
  type Numbered,
  type PictureBlock,
  type ReviewDocument,
  type TableContent,
} from './document'
import { firstRows, mapRows } from '../units/iterables'
import { withoutBreaks } from '../units/number-format'
import type { PrintedTable } from './printed-table'
import { latexHeading, latexText, richToLatex, tableSize } from './rich-latex'

/** Longer tables run over several pages. */
const longestFloat = 36

/**
 * A document as a piece of LaTeX to be read with `\input`: booktabs rules, caption, notes and small print; a long one
 * as a longtable. Labels are text and never commands. The picture of a figure, a PDF next to the file, is placed
 * above its table as a separate figure. Those of an article stay where they are in its text; others float. Comes in
 * pieces.
 */
export function* documentToLatex({ title, author, blocks, isArticle }: ReviewDocument): Iterable<string> {
  const isLong = blocks.some((block) => isDataBlock(block) && block.table.rows.length > longestFloat)
  const isWhole = isArticle === true || blocks.length !== 1
  const packages = [
    'booktabs',
    'graphicx',
    ...(isLong ? ['longtable'] : []),
    ...(isWhole ? ['hyperref', 'ulem'] : []),
  ]
  yield `% Needs \\usepackage{${packages.join(',')}}.\n`
  yield '% Names in other scripts than the Latin one need LuaLaTeX or XeLaTeX with a font that has them.\n'
  if (isWhole) yield `\\section*{${latexText(title)}}\n`
  if (author !== undefined && author !== '') yield `\\noindent\\emph{${latexText(author)}}\n\n`
  for (const block of blocks) {
    switch (block.type) {
      case 'heading':
        yield `${latexHeading(block.level, latexText(block.text))}\n`
        break
      case 'text':
        yield richToLatex(block.content)
        break
      case 'picture':
        if (block.file !== undefined) yield photo(block, block.file)
        break
      case 'quote': {
        const source = block.source === '' ? '' : `\n\n\\hfill ${latexText(block.source)}`
        yield `\\begin{quote}\\large ${latexText(block.text)}${source}\n\\end{quote}\n`
        break
      }
      case 'page-break':
        yield '\\clearpage\n'
        break
      case 'figure':
      case 'table': {
        const file = block.type === 'figure' ? block.file : undefined
        const isBare = block.type === 'figure' && block.withTable === false
        if (isBare && file !== undefined) yield `${figure(block, file)}\n`
        else yield* contentToLatex(block, file)
      }
    }
  }
}

function photo({ caption, widthPercent }: PictureBlock, file: string): string {
  return [
    ...inPlace([
      `\\includegraphics[width=${(widthPercent / 100).toFixed(2)}\\linewidth,height=0.8\\textheight,keepaspectratio]{${file}}`,
      ...(caption === '' ? [] : [`\\par\\smallskip ${latexText(caption)}`]),
    ]),
    '',
  ].join('\n')
}

function* contentToLatex(
  document: TableContent & Numbered & Pick<FigureBlock, 'page'>,
  picture?: string,
): Iterable<string> {
  const isLong = document.table.rows.length > longestFloat
  if (picture !== undefined) yield `${figure(document, picture)}\n`
  const under = picture === undefined ? document : numbersOnly(document)
  const { before, after } = isLong ? aroundLong(under) : aroundShort(under)
  yield before.map((line) => `${line}\n`).join('')
  for (const [at, part] of legibleParts(under.table).entries()) {
    if (at > 0) yield '\\par\\medskip\n'
    const { before: begin, after: end } = isLong
      ? longTable(part, at === 0 ? captionOfLong(under) : undefined)
      : shortTable(part)
    yield `${begin.join('\n')}\n`
    for (const row of part.rows) yield `${row.map(latexText).join(' & ')} \\\\\n`
    yield `${end.join('\n')}\n`
  }
  yield after.map((line) => `${line}\n`).join('')
}

/** The table under a picture: what the picture or the lines below it say is not repeated. */
function numbersOnly({ title, label, table }: TableContent & Numbered): TableContent & Numbered {
  const texts = { subtitle: '', caption: '', notes: [], smallPrint: [] }
  return { ...{ title, table }, ...texts, ...(label !== undefined && { heading: `Numbers of ${label}` }) }
}

/** A picture contains its subtitle, caption and small print, but not its notes. */
function figure(document: TableContent & Numbered & Pick<FigureBlock, 'page'>, picture: string): string {
  const page = document.page === undefined ? '' : `page=${String(document.page)},`
  const image = `\\includegraphics[${page}width=\\linewidth,height=0.8\\textheight,keepaspectratio]{${picture}}`
  const caption = captionLatex({ ...document, subtitle: '', caption: '' })
  if (document.label === undefined)
    return [
      ...['\\begin{figure}[htbp]', '\\centering', image, caption],
      ...foot({ ...document, smallPrint: [] }),
      '\\end{figure}',
    ].join('\n')
  return [
    ...inPlace([image, `\\par\\smallskip ${caption}`]),
    ...(document.notes.length > 0 ? ['\\nobreak'] : []),
    ...document.notes.map((note) => `{\\noindent\\scriptsize ${latexText(withoutBreaks(note))}\\par}`),
    '\\medskip',
  ].join('\n')
}

/** Lines that stay together, and with the heading above them: a float would leave the section it belongs to. */
function inPlace(lines: readonly string[]): readonly string[] {
  return ['\\par\\noindent\\begin{minipage}{\\linewidth}', '\\centering', ...lines, '\\end{minipage}\\par']
}

/** What surrounds a table or its rows. */
interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

function aroundShort(document: TableContent & Numbered): Surroundings {
  const isFloating = document.label === undefined && document.heading === undefined
  const [begin, end] = isFloating
    ? [['\\begin{table}[htbp]', '\\centering'], ['\\end{table}']]
    : [['\\par\\noindent\\begin{minipage}{\\linewidth}', '\\centering'], ['\\end{minipage}\\par\\medskip']]
  // The standard classes leave no space below a caption.
  const caption = [captionLatex(document), ...(isFloating ? ['\\smallskip'] : [])]
  return { before: [...begin, ...caption, ...tableSize], after: [...foot(document), ...end] }
}

function shortTable(table: TablePart): Surroundings {
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

function aroundLong(document: TableContent & Numbered): Surroundings {
  return { before: ['\\begingroup'], after: [...foot(document), '\\endgroup'] }
}

function captionOfLong(document: TableContent & Numbered): string {
  const command = document.label === undefined && document.heading === undefined ? 'caption' : 'caption*'
  return `\\${command}{${heading(document)}}\\\\`
}

function longTable(table: TablePart, caption: string | undefined): Surroundings {
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
function legibleParts({ columns, rows }: PrintedTable): readonly TablePart[] {
  const cells = widestCells(rows)
  const widths = columns.map(({ heading: text }, at) => {
    const cell = cells[at] ?? ''
    return [...stacked(text, cell.length), cell].reduce(longer).length + 2
  })
  if (sum(widths) <= mostLegible) return [{ columns, rows, cells }]
  let named = 1
  while (columns[named]?.align === 'left' && sum(widths.slice(0, named + 1)) <= mostLegible / 2) named++
  const others = widths.slice(named)
  const room = Math.max(mostLegible - sum(widths.slice(0, named)), ...others)
  const count = filled(others, room).length
  // Equally wide parts: the least room that needs no more of them.
  let least = Math.max(Math.ceil(sum(others) / count), ...others)
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

/** An article's own numbers are in its text, so TeX must not number those items. */
function captionLatex(document: TableContent & Numbered): string {
  if (document.label === undefined && document.heading === undefined) return `\\caption{${heading(document)}}`
  return `{\\small ${heading(document)}\\par\\smallskip}`
}

function heading(document: TableContent & Numbered): string {
  return [blockTitle(document), document.subtitle, document.caption]
    .filter((text) => text !== '')
    .map((text) => latexText(withoutBreaks(/[.!?…]$/.test(text) ? text : `${text}.`)))
    .join(' ')
}

function alignments({ columns }: PrintedTable): string {
  return columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')
}

function header({ columns }: PrintedTable): string {
  return `${columns.map((column) => latexText(column.heading)).join(' & ')} \\\\`
}

function foot({ notes, smallPrint }: TableContent): readonly string[] {
  const lines = [...notes, ...smallPrint].map((line) => latexText(withoutBreaks(line)))
  if (lines.length === 0) return []
  return [
    '\\par\\smallskip\\noindent',
    `\\begin{minipage}{\\linewidth}\\scriptsize ${lines.join('\\par ')}\\end{minipage}`,
  ]
}
