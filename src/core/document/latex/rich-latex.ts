import { withoutBreaks } from '../../units/number-format'
import type { Inline, RichBlock } from '../rich-text'

/** Type and room of every table. */
export const tableSize = ['\\footnotesize', '\\setlength{\\tabcolsep}{4pt}']

/** The title of the document is the only section. */
export function latexHeading(level: number, text: string): string {
  const command =
    ['subsection', 'subsubsection', 'paragraph'][Math.min(3, Math.max(2, level)) - 2] ?? 'paragraph'
  return `\\${command}*{${text}}`
}

/** A text with its marks; every word of it is escaped. */
export function richToLatex(blocks: readonly RichBlock[]): string {
  return blocks.map((block) => `${richBlock(block)}\n\n`).join('')
}

function richBlock(block: RichBlock): string {
  switch (block.type) {
    case 'paragraph':
      return inlineLatex(block.children)
    case 'heading':
      return latexHeading(block.level, inlineLatex(block.children))
    case 'list': {
      const kind = block.start === undefined ? 'itemize' : 'enumerate'
      const items = block.items.map((item) => `\\item ${richToLatex(item).trimEnd()}`)
      const first =
        block.start === undefined || block.start === 1
          ? []
          : [`\\setcounter{enumi}{${String(block.start - 1)}}`]
      return [`\\begin{${kind}}`, ...first, ...items, `\\end{${kind}}`].join('\n')
    }
    case 'quote':
      return `\\begin{quote}\n${richToLatex(block.blocks).trimEnd()}\n\\end{quote}`
    case 'code':
      return `\\begin{quote}\\ttfamily\\small\\raggedright ${block.text.split('\n').map(codeLatex).join('\\\\{}')}\n\\end{quote}`
    case 'table': {
      const align = block.head.map((_, at) => (block.align[at] ?? 'left').charAt(0)).join('')
      const row = (cells: readonly (readonly Inline[])[]) => `${cells.map(inlineLatex).join(' & ')} \\\\`
      return [
        ...[
          '\\begin{center}',
          ...tableSize,
          '\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%',
        ],
        ...[`\\begin{tabular}{${align}}`, '\\toprule', row(block.head), '\\midrule'],
        ...block.rows.map(row),
        ...['\\bottomrule', '\\end{tabular}}', '\\end{center}'],
      ].join('\n')
    }
    case 'rule':
      return '\\par\\noindent\\rule{\\linewidth}{0.4pt}'
  }
}

/** Spaces of a command are preserved. */
function codeLatex(line: string): string {
  return latexText(line).replace(/^ +| {2,}/g, (spaces) => '~'.repeat(spaces.length))
}

function inlineLatex(children: readonly Inline[]): string {
  return children
    .map((one) => {
      switch (one.type) {
        case 'text':
        case 'field':
          return latexText(withoutBreaks(one.text))
        case 'strong':
          return `\\textbf{${inlineLatex(one.children)}}`
        case 'emphasis':
          return `\\emph{${inlineLatex(one.children)}}`
        case 'strike':
          return `\\sout{${inlineLatex(one.children)}}`
        case 'code':
          return `\\texttt{${latexText(one.text)}}`
        case 'link':
          // Within an address only these mean something to TeX.
          return `\\href{${one.href.replace(/[\\{}^`<>"|\s]/g, encodeURIComponent).replace(/[%#&_~$]/g, '\\$&')}}{${inlineLatex(one.children)}}`
        case 'break':
          return '\\\\{}'
      }
    })
    .join('')
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
