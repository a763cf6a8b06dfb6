import type { TableDocument } from './document'
import type { PrintedTable } from './printed-table'

/**
 * A table as Markdown (CommonMark with GitHub's tables): heading, picture where one lies beside the file, table, caption,
 * notes and small print. Labels are text and never markup: no link, no HTML, no formula comes out of them. `picture`: a
 * file name. Comes in pieces.
 */
export function* documentToMarkdown(document: TableDocument, picture?: string): Iterable<string> {
  const { title, subtitle, caption, notes, smallPrint } = document
  const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')
  const before = paragraphs([
    `## ${markdownText(title)}`,
    subtitle === '' ? '' : markdownText(subtitle),
    picture === undefined ? '' : `![${markdownText(title)}](<${encodeURI(picture)}>)`,
  ])
  const after = paragraphs([
    caption === '' ? '' : `**Caption.** ${markdownText(caption)}`,
    notes.map((note) => `- ${markdownText(note)}`).join('\n'),
    smallPrint.map((line) => markdownText(line)).join('\\\n'),
  ])
  yield `${before}\n\n`
  yield* tableToMarkdown(document.table)
  if (after !== '') yield `\n${after}\n`
}

/** The table alone, line by line. */
function* tableToMarkdown({ columns, rows }: PrintedTable): Iterable<string> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  yield line(columns.map(({ heading }) => cellMarkdown(heading)))
  yield line(columns.map(({ align }) => (align === 'right' ? '---:' : '---')))
  for (const row of rows) yield line(row.map(cellMarkdown))
}

/** Text of a paragraph, a heading or a list that reads back as itself. */
export function markdownText(text: string): string {
  return cellMarkdown(text)
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-+=:]/, '\\$&')
}

/** Text of a cell, where nothing is taken for the beginning of a list. */
function cellMarkdown(text: string): string {
  return (
    text
      .replace(/[\r\n]+/g, ' ')
      .replace(/&/g, '&amp;')
      .replace(/[\\`*_{}[\]<>#|~$^]/g, '\\$&')
      // What GitHub would make a link of by itself.
      .replace(/:(?=\/\/)|@|(?<=\bwww)\./gi, '\\$&')
  )
}
