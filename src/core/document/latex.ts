import { asTable, type ReviewDocument, type TableContent } from './document'
import type { PrintedTable } from './printed-table'

/** Longer tables run over several pages. */
const longestFloat = 36

/**
 * A document as a piece of LaTeX to be read with `\input`: booktabs rules, caption, notes and small print; a long one as a
 * longtable. Labels are text and never commands. The picture of a figure, a PDF that stands beside the file, is set above its
 * table as a figure of its own. Comes in pieces.
 */
export function* documentToLatex({ title, blocks }: ReviewDocument): Iterable<string> {
  const contents = blocks.map((block) => (block.type === 'text' ? block : asTable(block)))
  const isLong = contents.some((one) => one.type !== 'text' && one.table.rows.length > longestFloat)
  yield `% Needs \\usepackage{booktabs,graphicx${isLong ? ',longtable' : ''}}.\n`
  yield '% Names in other scripts than the Latin one need LuaLaTeX or XeLaTeX with a font that has them.\n'
  if (blocks.length !== 1) yield `\\section*{${latexText(title)}}\n`
  for (const one of contents) {
    if (one.type !== 'text') yield* contentToLatex(one, one.type === 'figure' ? one.file : undefined)
    else {
      const heading = one.heading === '' ? [] : [`\\subsection*{${latexText(one.heading)}}`]
      yield `${[...heading, ...one.paragraphs.map(latexText)].join('\n\n')}\n\n`
    }
  }
}

function* contentToLatex(document: TableContent, picture?: string): Iterable<string> {
  const isLong = document.table.rows.length > longestFloat
  if (picture !== undefined) yield `${figure(document, picture)}\n`
  const { before, after } = isLong ? longTable(document) : shortTable(document)
  yield `${before.join('\n')}\n`
  for (const row of document.table.rows) yield `${row.map(latexText).join(' & ')} \\\\\n`
  yield `${after.join('\n')}\n`
}

function figure(document: TableContent, picture: string): string {
  return [
    '\\begin{figure}[htbp]',
    '\\centering',
    `\\includegraphics[width=\\linewidth]{${picture}}`,
    `\\caption{${heading(document)}}`,
    '\\end{figure}',
  ].join('\n')
}

/** What stands around the rows. */
interface Surroundings {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

function shortTable(document: TableContent): Surroundings {
  const { table } = document
  const before = [
    '\\begin{table}[htbp]',
    '\\centering',
    `\\caption{${heading(document)}}`,
    ...size,
    // As wide as it is, but never wider than the column of text.
    '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
    `\\begin{tabular}{${alignments(table)}}`,
    '\\toprule',
    header(table),
    '\\midrule',
  ]
  return { before, after: ['\\bottomrule', '\\end{tabular}}', ...foot(document), '\\end{table}'] }
}

function longTable(document: TableContent): Surroundings {
  const { table } = document
  const before = [
    '\\begingroup',
    ...size,
    `\\begin{longtable}{${alignments(table)}}`,
    `\\caption{${heading(document)}}\\\\`,
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

const size = ['\\footnotesize', '\\setlength{\\tabcolsep}{4pt}']

function heading({ title, subtitle, caption }: TableContent): string {
  return [title, subtitle, caption]
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

/** Text that TeX prints as it is. Brackets and stars are kept away from the `\\` before them. */
export function latexText(text: string): string {
  return Array.from(text.replace(/[\r\n]+/g, ' '), (one) => replacements.get(one) ?? one)
    .join('')
    .replace(/-(?=-)/g, '-{}')
    .replace(/'(?=')/g, "'{}")
}

const replacements: ReadonlyMap<string, string> = new Map([
  ['\\', '\\textbackslash{}'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['#', '\\#'],
  ['$', '\\$'],
  ['%', '\\%'],
  ['&', '\\&'],
  ['_', '\\_'],
  ['~', '\\textasciitilde{}'],
  ['^', '\\textasciicircum{}'],
  ['<', '\\textless{}'],
  ['>', '\\textgreater{}'],
  ['|', '\\textbar{}'],
  ['"', '\\symbol{34}'],
  ['`', '\\textasciigrave{}'],
  ['[', '{[}'],
  [']', '{]}'],
  ['*', '{*}'],
  ['\u00a0', '~'],
  ['\u2009', '\\,'],
  ['\u202f', '\\,'],
  ['\u00b1', '$\\pm$'],
  ['\u00b2', '$^2$'],
  ['\u00b3', '$^3$'],
  ['\u00b5', '$\\mu$'],
  ['\u03bc', '$\\mu$'],
  ['\u03c3', '$\\sigma$'],
  ['\u0394', '$\\Delta$'],
  ['\u00b7', '\\textperiodcentered{}'],
  ['\u00d7', '$\\times$'],
  ['\u2192', '$\\rightarrow$'],
  ['\u2212', '$-$'],
  ['\u2248', '$\\approx$'],
  ['\u2260', '$\\neq$'],
  ['\u2264', '$\\leq$'],
  ['\u2265', '$\\geq$'],
])
