import { largestOf } from '../iterables'
import {
  blockTitle,
  isDataBlock,
  pictureWords,
  type ReviewDocument,
  type TableContent,
  type Numbered,
} from './document'
import type { PrintedTable } from './printed-table'
import type { Inline, RichBlock } from './rich-text'

/** A document as Markdown; see `contentToMarkdown` for what is escaped. Comes in pieces. */
export function* documentToMarkdown({ title, author, blocks, isArticle }: ReviewDocument): Iterable<string> {
  const [only] = blocks
  if (isArticle !== true && blocks.length === 1 && only && isDataBlock(only)) {
    yield* contentToMarkdown(only, only.type === 'figure' ? only.file : undefined)
    return
  }
  yield `# ${markdownText(title)}\n`
  if (author !== undefined && author !== '') yield `\n*${markdownText(author)}*\n`
  for (const block of blocks) {
    if (block.type !== 'page-break') yield '\n'
    switch (block.type) {
      case 'heading':
        yield `${hashes(block.level)} ${markdownText(block.text)}\n`
        break
      case 'text':
        yield richToMarkdown(block.content)
        break
      case 'picture':
        if (block.file !== undefined) yield `![${markdownText(block.alt)}](<${encodeURI(block.file)}>)\n`
        if (block.caption !== '') yield `\n*${markdownText(block.caption)}*\n`
        break
      case 'quote': {
        const source = block.source === '' ? '' : `\n>\n> — ${markdownText(block.source)}`
        yield `> ${markdownText(block.text)}${source}\n`
        break
      }
      case 'page-break':
        break
      case 'figure':
      case 'table': {
        const isBare = block.type === 'figure' && block.withTable === false
        yield* contentToMarkdown(block, block.type === 'figure' ? block.file : undefined, isBare)
      }
    }
  }
}

/** The title of the document is its only heading of the first level. */
function hashes(level: number): string {
  return '#'.repeat(Math.min(6, Math.max(2, level)))
}

/** A text with its marks, written so that it reads back as the same. */
export function richToMarkdown(blocks: readonly RichBlock[]): string {
  return blocks.map((block) => `${richBlock(block)}\n`).join('\n')
}

function richBlock(block: RichBlock): string {
  switch (block.type) {
    case 'paragraph':
      return lineStart(inlineMarkdown(block.children))
    case 'heading':
      return `${hashes(block.level)} ${inlineMarkdown(block.children)}`
    case 'list':
      return block.items
        .map((item, at) => {
          const mark = block.start === undefined ? '- ' : `${String(block.start + at)}. `
          return indented(mark, richToMarkdown(item).trimEnd())
        })
        .join('\n')
    case 'quote':
      return richToMarkdown(block.blocks)
        .trimEnd()
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'code':
      return codeMarkdown(block.text)
    case 'table': {
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
      const rule = { left: '---', right: '---:', center: ':---:' } as const
      return [
        line(block.head.map(inlineMarkdown)),
        line(block.head.map((_, at) => rule[block.align[at] ?? 'left'])),
        ...block.rows.map((row) => line(row.map(inlineMarkdown))),
      ].join('\n')
    }
    case 'rule':
      return '---'
  }
}

/** Text that is shown as it is, as a block. */
export function codeMarkdown(text: string): string {
  const fence = fenceOf(text, 3)
  return `${fence}\n${text}\n${fence}`
}

/** At least so many backticks, and more than the text has in a row. */
function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(
    largestOf(
      runs.map(({ length }) => length + 1),
      least,
    ),
  )
}

function indented(mark: string, text: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? mark + line : line === '' ? '' : ' '.repeat(mark.length) + line))
    .join('\n')
}

function inlineMarkdown(children: readonly Inline[]): string {
  return children
    .map((one, at) => {
      switch (one.type) {
        case 'text':
        case 'field': {
          const text = cellMarkdown(one.text)
          // With a bare ! before it, a link would be a picture.
          return children[at + 1]?.type === 'link' ? text.replace(/!$/, '\\!') : text
        }
        case 'strong':
          return `**${inlineMarkdown(one.children)}**`
        case 'emphasis':
          return `*${inlineMarkdown(one.children)}*`
        case 'strike':
          return `~~${inlineMarkdown(one.children)}~~`
        case 'code': {
          const fence = fenceOf(one.text, 1)
          // One space on both sides is not part of the code if it starts or ends with a backtick.
          const room = fence.length > 1 ? ' ' : ''
          return `${fence}${room}${one.text.replace(/\|/g, '\\|')}${room}${fence}`
        }
        case 'link':
          return `[${inlineMarkdown(one.children)}](<${one.href.replace(/[<>\\\s]/g, encodeURIComponent)}>)`
        case 'break':
          return '\\\n'
      }
    })
    .join('')
}

/**
 * A table as Markdown (CommonMark with GitHub's tables): heading, picture if there is one next to the file, table,
 * caption, notes and small print. Labels are text and never markup: they never become links, HTML or formulas.
 * `picture`: a file name. Comes in pieces.
 */
function* contentToMarkdown(
  document: TableContent & Numbered,
  picture?: string,
  isBare = false,
): Iterable<string> {
  const { label, notes } = document
  const title = blockTitle(document)
  const { subtitle } = document
  // Text that is already in the picture of an article is not repeated, except for those who cannot see it, and the
  // subtitle: it says of what the numbers below are.
  const isShown = label !== undefined && picture !== undefined
  const { caption, smallPrint } = isShown ? { caption: '', smallPrint: [] } : document
  const alt = isShown ? pictureWords(title, document) : title
  const paragraphs = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n')
  const before = paragraphs([
    label === undefined ? `## ${markdownText(title)}` : `**${markdownText(title)}**`,
    subtitle === '' ? '' : markdownText(subtitle),
    picture === undefined ? '' : `![${markdownText(alt)}](<${encodeURI(picture)}>)`,
  ])
  const after = paragraphs([
    caption === '' ? '' : `**Caption.** ${markdownText(caption)}`,
    notes.map((note) => `- ${markdownText(note)}`).join('\n'),
    smallPrint.map((line) => markdownText(line)).join('\\\n'),
  ])
  yield `${before}\n\n`
  if (!isBare) yield* tableToMarkdown(document.table)
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
  return lineStart(cellMarkdown(text))
}

/** A line that does not start a list. */
function lineStart(text: string): string {
  return text.replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2').replace(/^[-+=:]/, '\\$&')
}

/** Text of a cell, where nothing is mistaken for the start of a list. */
function cellMarkdown(text: string): string {
  return (
    text
      .replace(/[\r\n]+/g, ' ')
      .replace(/&/g, '&amp;')
      .replace(/[\\`*_{}[\]<>#|~$^]/g, '\\$&')
      // Text that GitHub would turn into a link automatically.
      .replace(/:(?=\/\/)|@|(?<=\bwww)\./gi, '\\$&')
  )
}
