import type { Figure } from '../figures/figure'
import type { SmallPrintLength } from '../figures/figure-look'
import { printedSmallPrint } from '../figures/small-print'
import { figureTable } from '../figures/tables/figure-table'
import type { Table } from '../figures/tables/table'
import { printedTable, type PrintedTable } from './printed-table'

/** What is published together: blocks from top to bottom. A single table or figure is a document of one block. */
export interface ReviewDocument {
  /** Heads the document where it has several blocks; one block has its own title. */
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block = TextBlock | FigureBlock | TableBlock | ScorecardBlock | FactsBlock

/** Paragraphs under a heading; text, never markup. */
export interface TextBlock {
  readonly type: 'text'
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** A figure with the table of its numbers. */
export interface FigureBlock extends TableContent {
  readonly type: 'figure'
  /** Name of the picture that lies beside a Markdown or LaTeX file; unset: there is none. */
  readonly file?: string | undefined
  /** The picture for an HTML page. */
  readonly picture?: PagePicture | undefined
  /** What is drawn on a page of a PDF; its table stands there if unset. */
  readonly figure?: Figure
  /** All numbers behind it, for CSV; only those that are printed if unset. */
  readonly data?: Table
}

export interface TableBlock extends TableContent {
  readonly type: 'table'
  readonly data?: Table
}

/** Candidates against each other, category by category. */
export interface ScorecardBlock {
  readonly type: 'scorecard'
  readonly title: string
  readonly candidates: readonly string[]
  readonly categories: readonly {
    readonly name: string
    /** What is said of each candidate, in their order. */
    readonly marks: readonly string[]
    /** Place of the candidate that wins; `tie`, or unset for no verdict. */
    readonly winner?: number | 'tie'
  }[]
  readonly caption: string
}

/** Names and values, such as a drive's or a machine's. */
export interface FactsBlock {
  readonly type: 'facts'
  readonly title: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

/** The same picture for pages on a light and on a dark ground; whole `<svg>` elements that are already escaped. */
export interface PagePicture {
  readonly light: string
  /** Unset: the one picture stands on any ground. */
  readonly dark?: string
}

/** A table with everything an article prints around it; texts are clean but not escaped. */
export interface TableContent {
  readonly title: string
  readonly subtitle: string
  readonly table: PrintedTable
  readonly caption: string
  readonly notes: readonly string[]
  readonly smallPrint: readonly string[]
}

/** The numbers of a figure with its title, caption, notes and small print; `length`: unless the figure says otherwise. */
export function figureContent(figure: Figure, length?: SmallPrintLength): TableContent {
  const { title, subtitle, caption, notes } = figure
  return {
    title,
    subtitle,
    table: printedTable(figure.printed ?? figureTable(figure)),
    caption,
    notes: notes.map((note) => note.text),
    smallPrint: printedSmallPrint(figure, length),
  }
}

/** A block as writers take it that know texts and tables: scorecards and facts are tables to them. */
export function asTable(block: Exclude<Block, TextBlock>): FigureBlock | TableBlock {
  if (block.type === 'figure' || block.type === 'table') return block
  return { type: 'table', ...(block.type === 'facts' ? factsContent(block) : scorecardContent(block)) }
}

function factsContent({ title, facts }: FactsBlock): TableContent {
  const columns = [
    { heading: 'Fact', align: 'left' },
    { heading: 'Value', align: 'left' },
  ] as const
  return bare(title, { columns, rows: facts.map(({ name, value }) => [name, value]) }, '')
}

/** With a column for the winner where some category has one, and the count below: wins of each candidate, then ties. */
function scorecardContent({ title, candidates, categories, caption }: ScorecardBlock): TableContent {
  const isJudged = categories.some(({ winner }) => winner !== undefined)
  const columns = ['Category', ...candidates, ...(isJudged ? ['Winner'] : [])].map((heading) => ({
    heading,
    align: 'left' as const,
  }))
  const rows = categories.map(({ name, marks, winner }) => [
    name,
    ...candidates.map((_, at) => marks[at] ?? ''),
    ...(isJudged ? [winner === 'tie' ? 'tie' : winner === undefined ? '' : (candidates[winner] ?? '')] : []),
  ])
  const wins = [...candidates.keys(), 'tie' as const].map(
    (one) => categories.filter(({ winner }) => winner === one).length,
  )
  const count = isJudged ? `${[...candidates, 'ties'].join('-')}: ${wins.join('-')}.` : ''
  return bare(title, { columns, rows }, [caption, count].filter((text) => text !== '').join(' '))
}

function bare(title: string, table: PrintedTable, caption: string): TableContent {
  return { title, subtitle: '', table, caption, notes: [], smallPrint: [] }
}
