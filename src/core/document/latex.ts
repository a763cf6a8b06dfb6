import {
  asTable,
  blockTitle,
  isDataBlock,
  type Numbered,
  type PictureBlock,
  type ReviewDocument,
  type TableContent,
} from './document'
import type { PrintedTable } from './printed-table'
import { latexHeading, latexText, richToLatex, tableSize } from './rich-latex'

/** Longer tables run over several pages. */
const longestFloat = 36

/**
 * A document as a piece of LaTeX to be read with `\input`: booktabs rules, caption, notes and small print; a long one as a
 * longtable. Labels are text and never commands. The picture of a figure, a PDF that is shown beside the file, is set above its
 * table as a figure of its own. Comes in pieces.
 */
export function* documentToLatex({ title, author, blocks, isArticle }: ReviewDocument): Iterable<string> {
  const isLong = blocks.some((block) => isDataBlock(block) && asTable(block).table.rows.length > longestFloat)
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
      case 'table':
      case 'scorecard': {
        const content = asTable(block)
        const isBare = content.type === 'figure' && content.withTable === false && content.file !== undefined
        if (isBare) yield `${figure(content, content.file ?? '')}\n`
        else yield* contentToLatex(content, content.type === 'figure' ? content.file : undefined)
      }
    }
  }
}

function photo({ caption, widthPercent }: PictureBlock, file: string): string {
  return [
    '\\begin{figure}[htbp]',
    '\\centering',
    `\\includegraphics[width=${(widthPercent / 100).toFixed(2)}\\linewidth]{${file}}`,
    ...(caption === '' ? [] : [`\\par\\smallskip ${latexText(caption)}`]),
    '\\end{figure}',
    '',
  ].join('\n')
}

function* contentToLatex(document: TableContent & Numbered, picture?: string): Iterable<string> {
  const isLong = document.table.rows.length > longestFloat
  if (picture !== undefined) yield `${figure(document, picture)}\n`
  const under =
    picture === undefined || document.label === undefined
      ? document
      : { ...unlabelled(document), heading: `Numbers of ${document.label}`, subtitle: '', caption: '' }
  const { before, after } = isLong ? longTable(under) : shortTable(under)
  yield `${before.join('\n')}\n`
  for (const row of document.table.rows) yield `${row.map(latexText).join(' & ')} \\\\\n`
  yield `${after.join('\n')}\n`
}

function unlabelled({ title, table, notes, smallPrint }: TableContent) {
  return { title, table, notes, smallPrint }
}

function figure(document: TableContent & Numbered, picture: string): string {
  return [
    '\\begin{figure}[htbp]',
    '\\centering',
    `\\includegraphics[width=\\linewidth]{${picture}}`,
    captionLatex(document),
    '\\end{figure}',
  ].join('\n')
}

/** What surrounds the rows. */
interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

function shortTable(document: TableContent & Numbered): Surroundings {
  const { table } = document
  const before = [
    '\\begin{table}[htbp]',
    '\\centering',
    captionLatex(document),
    ...tableSize,
    // As wide as it is, but never wider than the column of text.
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{${alignments(table)}}`,
    '\\toprule',
    header(table),
    '\\midrule',
  ]
  return { before, after: ['\\bottomrule', '\\end{tabular}}', ...foot(document), '\\end{table}'] }
}

function longTable(document: TableContent & Numbered): Surroundings {
  const { table } = document
  const before = [
    '\\begingroup',
    ...tableSize,
    `\\begin{longtable}{${alignments(table)}}`,
    document.label === undefined && document.heading === undefined
      ? `\\caption{${heading(document)}}\\\\`
      : `\\caption*{${heading(document)}}\\\\`,
    '\\toprule',
    header(table),
    '\\midrule',
    '\\endfirsthead',
    '\\toprule',
    header(table),
    '\\midrule',
    '\\endhead',
    '\\bottomrule',
    '\\endfoot',
  ]
  return { before, after: ['\\end{longtable}', ...foot(document), '\\endgroup'] }
}

/** An article's own numbers are in its text, so TeX does not count what has one. */
function captionLatex(document: TableContent & Numbered): string {
  if (document.label === undefined && document.heading === undefined) return `\\caption{${heading(document)}}`
  return `{\\small ${heading(document)}\\par\\smallskip}`
}

function heading(document: TableContent & Numbered): string {
  return [blockTitle(document), document.subtitle, document.caption]
    .filter((text) => text !== '')
    .map((text) => latexText(/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')
}

function alignments({ columns }: PrintedTable): string {
  return columns.map(({ align }) => (align === 'right' ? 'r' : 'l')).join('')
}

function header({ columns }: PrintedTable): string {
  return `${columns.map((column) => latexText(column.heading)).join(' & ')} \\\\`
}

function foot({ notes, smallPrint }: TableContent): readonly string[] {
  const lines = [...notes, ...smallPrint].map(latexText)
  if (lines.length === 0) return []
  return [
    '\\par\\smallskip\\noindent',
    `\\begin{minipage}{\\linewidth}\\scriptsize ${lines.join('\\par ')}\\end{minipage}`,
  ]
}
