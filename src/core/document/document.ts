import type { StoredPicture } from './stored-document'
import type { Figure } from '../figures/figure/figure'
import type { SmallPrintLength } from '../figures/figure/figure-look'
import { printedSmallPrint } from '../figures/figure/small-print'
import { figureTable } from '../figures/figure/figure-table'
import type { Table } from '../figures/figure/table'
import { template } from '../words/template'
import { printedTable, type PrintedTable } from './printed-table'
import type { RichBlock } from './rich-text'

/** A publication: blocks from top to bottom. A single table or figure is a document of one block. */
export interface ReviewDocument {
  /** Heading of a document with several blocks; a single block has its own title. */
  readonly title: string
  readonly author?: string
  readonly blocks: readonly Block[]
  /** An article, regardless of the number of blocks. */
  readonly isArticle?: true
}

export type Block =
  HeadingBlock | TextBlock | FigureBlock | TableBlock | PictureBlock | QuoteBlock | PageBreakBlock

export interface HeadingBlock {
  readonly type: 'heading'
  readonly level: number
  readonly text: string
}

export interface TextBlock {
  readonly type: 'text'
  readonly content: readonly RichBlock[]
}

/** A photo. */
export interface PictureBlock {
  readonly type: 'picture'
  readonly mime: StoredPicture['type']
  readonly bytes: Uint8Array
  /** Dots. */
  readonly width: number
  readonly height: number
  /** Name of the file next to a Markdown or LaTeX file; unset: there is none. */
  readonly file?: string | undefined
  readonly alt: string
  readonly caption: string
  /** One of `pictureWidths`. */
  readonly widthPercent: number
}

export interface QuoteBlock {
  readonly type: 'quote'
  readonly text: string
  readonly source: string
}

export interface PageBreakBlock {
  readonly type: 'page-break'
}

/** How an article counts and names a figure or table. */
export interface Numbered {
  /** "Figure 3"; unset outside of articles. */
  readonly label?: string
  /** "(1 of 3)", of a figure in parts; its title says so otherwise. */
  readonly part?: string
  /** Replaces its own title. */
  readonly heading?: string
}

/** A figure with the table of its numbers. */
export interface FigureBlock extends TableContent, Numbered {
  readonly type: 'figure'
  /** Name of the picture next to a Markdown or LaTeX file; unset: there is none. */
  readonly file?: string | undefined
  /** Its page, if the file is a PDF of several. */
  readonly page?: number
  /** The picture for an HTML page. */
  readonly picture?: PagePicture | undefined
  /** What is drawn on a page of a PDF; its table is there if unset. */
  readonly figure?: Figure
  /** False: an article shows the picture without the table. */
  readonly withTable?: boolean
  /** All numbers behind it, for CSV; only those that are printed if unset. */
  readonly data?: Table
}

export interface TableBlock extends TableContent, Numbered {
  readonly type: 'table'
  readonly data?: Table
}

/** The same picture for light and dark pages; whole `<svg>` elements that are already escaped. */
export interface PagePicture {
  readonly light: string
  /** Unset: the one picture fits both. */
  readonly dark?: string
  /** The marks a reader can point at; the groups of its series then have their numbers as `data-series`. */
  readonly live?: LiveMarks
}

/** The marks of a picture, so that it responds to the mouse. */
export interface LiveMarks {
  /** Of the picture, in its own units. */
  readonly width: number
  readonly height: number
  /** `numbers`: what `data-series` says of its marks, several if series are shown as one. Colours for light and dark pages. */
  readonly series: readonly {
    readonly numbers: readonly number[]
    readonly label: string
    readonly light: string
    readonly dark: string
  }[]
  readonly marks: readonly {
    /** Number of its series. */
    readonly series: number
    readonly x: number
    readonly y: number
    /** For a bar: the rectangle that responds, instead of the area around its end. */
    readonly box?: {
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
    /** The text shown next to it. */
    readonly text: string
  }[]
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

/** The numbers of a figure with its title, caption, notes and small print; `length`: the default, if the figure does not set it. */
export function figureContent(figure: Figure, length?: SmallPrintLength): TableContent {
  const { title, subtitle, caption, notes } = figure
  return {
    title,
    subtitle,
    table: printedTable(figure.printed ?? figureTable(figure)),
    caption,
    // A radar has its warning in the caption, too.
    notes: notes.flatMap(({ text }) => (caption.includes(text) ? [] : [text])),
    smallPrint: printedSmallPrint(figure, length),
  }
}

/** Maximum rows of numbers under a figure on paper. */
export const mostPrintedRows = 60

/** What a printed article says in the place of more rows. */
export const rowsElsewhere = template(
  'document-rows',
  'Its {rows} rows of numbers are in the HTML form of this article.',
  { rows: 'count' },
)

/** Blocks with numbers. */
export type DataBlock = FigureBlock | TableBlock

export function isDataBlock(block: Block): block is DataBlock {
  return block.type === 'figure' || block.type === 'table'
}

/** What a picture shows, for those who cannot see it. `title`: as the article prints it. */
export function pictureWords(title: string, { subtitle, caption }: TableContent): string {
  const texts = [title, subtitle, caption].filter((one) => one !== '')
  return texts.map((text, at) => (at < texts.length - 1 ? stopped(text) : text)).join(' ')
}

/** This text as the start of further ones: it ends with one full stop. */
export function stopped(text: string): string {
  return /[.?!…]$/u.test(text) ? text : `${text}.`
}

/** "Figure 3. Mixed reads and writes" in an article, otherwise the title. */
export function blockTitle({ title, label, part, heading = '' }: TableContent & Numbered): string {
  const text = heading === '' ? title : heading
  return label === undefined ? text : `${label}${part === undefined ? '' : ` ${part}`}. ${text}`
}
