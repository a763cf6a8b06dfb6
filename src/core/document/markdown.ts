import { asTable, type ReviewDocument, type TableContent } from './document'
import type { PrintedTable } from './printed-table'

/** A document as Markdown; see `contentToMarkdown` for what is escaped. Comes in pieces. */
export function* documentToMarkdown({ title, blocks }: ReviewDocument): Iterable<string> {
  if (blocks.length !== 1) yield `# ${markdownText(title)}\n`
  for (const block of blocks) {
    if (blocks.length !== 1) yield '\n'
    if (block.type === 'text') {
      const heading = block.heading === '' ? [] : [`## ${markdownText(block.heading)}`]
      yield `${[...heading, ...block.paragraphs.map(markdownText)].join('\n\n')}\n`
    } else {
      const content = asTable(block)
      yield* contentToMarkdown(content, content.type === 'figure' ? content.file : undefined)
    }
  }
}

/**
 * A table as Markdown (CommonMark with GitHub's tables): heading, picture where one lies beside the file, table, caption,
 * notes and small print. Labels are text and never markup: no link, no HTML, no formula comes out of them. `picture`: a
 * file name. Comes in pieces.
 */
function* contentToMarkdown(document: TableContent, picture?: string): Iterable<string> {
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
