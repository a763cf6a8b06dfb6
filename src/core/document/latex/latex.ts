import {
  blockTitle,
  isDataBlock,
  type FigureBlock,
  type Numbered,
  type PictureBlock,
  type ReviewDocument,
  type TableContent,
} from '../document'
import { withoutBreaks } from '../../units/number-format'
import { legibleParts, longTable, shortTable, tableRow, type Surroundings } from './latex-table'
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
    ...(isWhole ? ['hyperref'] : []),
  ]
  // Without its option it would underline what is emphasised.
  const strikes = isWhole ? ' \\usepackage[normalem]{ulem}' : ''
  yield `% Needs \\usepackage{${packages.join(',')}}${strikes}.\n`
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
    for (const row of part.rows) yield `${tableRow(part, row)}\n`
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

function aroundShort(document: TableContent & Numbered): Surroundings {
  const isFloating = document.label === undefined && document.heading === undefined
  const [begin, end] = isFloating
    ? [['\\begin{table}[htbp]', '\\centering'], ['\\end{table}']]
    : [['\\par\\noindent\\begin{minipage}{\\linewidth}', '\\centering'], ['\\end{minipage}\\par\\medskip']]
  // The standard classes leave no space below a caption.
  const caption = [captionLatex(document), ...(isFloating ? ['\\smallskip'] : [])]
  return { before: [...begin, ...caption, ...tableSize], after: [...foot(document), ...end] }
}

function aroundLong(document: TableContent & Numbered): Surroundings {
  return { before: ['\\begingroup'], after: [...foot(document), '\\endgroup'] }
}

function captionOfLong(document: TableContent & Numbered): string {
  const command = document.label === undefined && document.heading === undefined ? 'caption' : 'caption*'
  return `\\${command}{${heading(document)}}\\\\`
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

function foot({ notes, smallPrint }: TableContent): readonly string[] {
  const lines = [...notes, ...smallPrint].map((line) => latexText(withoutBreaks(line)))
  if (lines.length === 0) return []
  return [
    '\\par\\smallskip\\noindent',
    `\\begin{minipage}{\\linewidth}\\scriptsize ${lines.join('\\par ')}\\end{minipage}`,
  ]
}
