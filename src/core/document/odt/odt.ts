import { largestOf } from '../../iterables'
import {
  blockTitle,
  mostPrintedRows,
  rowsElsewhere,
  type Block,
  type DataBlock,
  type PictureBlock,
  type ReviewDocument,
  type TableContent,
} from '../document'
import { odfNames, odtStyles, odtTableStyles } from './odt-styles'
import { attribute, heading, inline, labelled, paragraph, proseXml, xmlText } from './odt-text'
import { inlineText, type Inline, type RichBlock } from '../rich-text'

/** The texts of an OpenDocument text (ODF 1.3), which are in a zip file along with its pictures. */
export interface OdtTexts {
  readonly 'content.xml': string
  readonly 'styles.xml': string
  readonly 'meta.xml': string
  readonly 'META-INF/manifest.xml': string
}

export const odtType = 'application/vnd.oasis.opendocument.text'

/** Width of the text on A4, and the maximum height of a picture that leaves room for its caption, in cm. */
const column = 17
const highest = 22
/** Width of a figure that is not much higher than wide, so that its texts and numbers fit on the same page. */
const figureWidth = 12.5

/**
 * An article as an OpenDocument text; every text in it is escaped. `pictures`: dots of each file that the blocks name, a
 * drawing (`.svg`) with the same picture as `.png` beside it.
 */
export function documentToOdt(
  document: ReviewDocument,
  pictures: ReadonlyMap<string, { readonly width: number; readonly height: number }>,
): OdtTexts {
  const writer = new OdtWriter(pictures)
  const { title, author = '' } = document
  const body = [
    paragraph('Title', proseXml(title)),
    ...(author === '' ? [] : [paragraph('Subtitle', proseXml(author))]),
    ...document.blocks.map((block) => writer.block(block)),
  ].join('')
  return {
    'content.xml': `${declaration}<office:document-content ${odfNames} office:version="1.3"><office:automatic-styles>${odtTableStyles}${writer.styles()}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>\n`,
    'styles.xml': `${declaration}${odtStyles}`,
    'meta.xml': `${declaration}<office:document-meta ${odfNames} office:version="1.3"><office:meta><meta:generator>Benchwright</meta:generator><dc:title>${attribute(title)}</dc:title><dc:creator>${attribute(author)}</dc:creator></office:meta></office:document-meta>\n`,
    'META-INF/manifest.xml': manifest([...pictures.keys()]),
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

function manifest(pictures: readonly string[]): string {
  const types = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' }
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:full-path="${attribute(path)}" manifest:media-type="${type}"/>`
  return [
    `${declaration}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">`,
    entry('/', odtType),
    ...['content.xml', 'styles.xml', 'meta.xml'].map((path) => entry(path, 'text/xml')),
    ...pictures.map((path) =>
      entry(path, path.endsWith('.svg') ? types.svg : path.endsWith('.png') ? types.png : types.jpg),
    ),
    '</manifest:manifest>\n',
  ].join('')
}

class OdtWriter {
  readonly #pictures: ReadonlyMap<string, { readonly width: number; readonly height: number }>
  readonly #columns: string[] = []
  #tables = 0
  #frames = 0

  constructor(pictures: ReadonlyMap<string, { readonly width: number; readonly height: number }>) {
    this.#pictures = pictures
  }

  /** Styles of the columns of all tables written. */
  styles(): string {
    return this.#columns.join('')
  }

  block(block: Block): string {
    switch (block.type) {
      case 'heading':
        return heading(block.level, proseXml(block.text))
      case 'text':
        return this.#rich(block.content, 'Text_20_body')
      case 'quote':
        return (
          paragraph('Pull', proseXml(block.text)) +
          (block.source === '' ? '' : paragraph('Source', proseXml(block.source)))
        )
      case 'page-break':
        return paragraph('PageBreak', '')
      case 'picture':
        return this.#photo(block)
      case 'figure':
      case 'table':
        return this.#data(block)
    }
  }

  #photo({ file, alt, caption, widthPercent }: PictureBlock): string {
    const frame = file === undefined ? '' : this.#frame([file], (column * widthPercent) / 100, alt, '')
    return (
      paragraph(caption === '' ? 'Picture' : 'PictureAbove', frame) +
      (caption === '' ? '' : paragraph('Caption', proseXml(caption)))
    )
  }

  #data(block: DataBlock): string {
    const name = blockTitle(block)
    if (block.type === 'table' || block.file === undefined)
      return paragraph('CaptionAbove', labelled(name)) + this.#tableWithTexts(block)
    const files = [block.file, ...(block.file.endsWith('.svg') ? [block.file.replace(/svg$/, 'png')] : [])]
    const notes = block.notes.map((note) => paragraph('Small', proseXml(note)))
    const picture =
      paragraph('PictureAbove', this.#frame(files, this.#widthOf(files), name, block.caption)) +
      [paragraph('Caption', labelled(name)), ...notes].join('')
    if (block.withTable === false) return picture
    const { length } = block.table.rows
    if (length > mostPrintedRows) return `${picture}${paragraph('Small', rowsElsewhere({ rows: length }))}`
    // Text that is already in the picture is not repeated.
    return picture + this.#tableWithTexts({ ...block, caption: '', notes: [], smallPrint: [] })
  }

  #widthOf(files: readonly string[]): number {
    const { width, height } = this.#pictures.get(files.at(-1) ?? '') ?? { width: 1, height: 1 }
    return height > 1.5 * width ? column : figureWidth
  }

  /** A picture in a line; the first file that the program supports is shown. */
  #frame(files: readonly string[], widest: number, title: string, description: string): string {
    const size = this.#pictures.get(files.at(-1) ?? '')
    if (size === undefined) return ''
    const width = Math.min(widest, (highest * size.width) / size.height)
    const images = files.map(
      (file) =>
        `<draw:image xlink:href="${attribute(file)}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/>`,
    )
    const about = description === '' ? '' : `<svg:desc>${attribute(description)}</svg:desc>`
    return `<draw:frame draw:name="Picture ${String(++this.#frames)}" text:anchor-type="as-char" svg:width="${cm(width)}" svg:height="${cm((width * size.height) / size.width)}">${images.join('')}<svg:title>${attribute(title)}</svg:title>${about}</draw:frame>`
  }

  #tableWithTexts({ table, caption, notes, smallPrint }: TableContent): string {
    const cells = table.rows.length === 0 ? [] : [...table.rows]
    return [
      ...(caption === '' ? [] : [paragraph('Small', proseXml(caption))]),
      this.#table(
        table.columns.map(({ heading: text }) => ({ text, xml: proseXml(text) })),
        cells.map((row) => row.map((text) => ({ text, xml: proseXml(text) }))),
        table.columns.map(({ align }) => align),
      ),
      ...notes.map((note) => paragraph('Small', proseXml(note))),
      ...smallPrint.map((line) => paragraph('Small', proseXml(line))),
    ].join('')
  }

  /** A table as wide as the text, whose columns have room after their longest words. */
  #table(
    head: readonly TableCell[],
    rows: readonly (readonly TableCell[])[],
    align: readonly ('left' | 'right' | 'center')[],
  ): string {
    const name = `Table${String(++this.#tables)}`
    const size = head.length > mostWide ? 'Narrow' : ''
    const widths = columnWidths(
      head.map((cell, at) => [cell, ...rows.map((row) => row[at])].map((one) => one?.text ?? '')),
    )
    const columns = widths.map((width, at) => {
      const style = `${name}.${String(at + 1)}`
      this.#columns.push(
        `<style:style style:name="${style}" style:family="table-column"><style:table-column-properties style:column-width="${cm(width)}"/></style:style>`,
      )
      return `<table:table-column table:style-name="${style}"/>`
    })
    const line = (cells: readonly TableCell[], cellStyle: string, text: string) =>
      `<table:table-row>${head
        .map((_, at) => {
          const side = { left: '', right: 'Right', center: 'Center' }[align[at] ?? 'left']
          return `<table:table-cell table:style-name="${cellStyle}" office:value-type="string">${paragraph(`${text}${size}${side}`, cells[at]?.xml ?? '')}</table:table-cell>`
        })
        .join('')}</table:table-row>`
    return [
      `<table:table table:name="${name}" table:style-name="${rows.length <= mostUnbroken ? 'ShortTable' : 'Table'}">${columns.join('')}`,
      `<table:table-header-rows>${line(head, 'HeadCell', 'Head')}</table:table-header-rows>`,
      ...rows.map((row) => line(row, 'Cell', 'Cell')),
      `</table:table>${paragraph('AfterTable', '')}`,
    ].join('')
  }

  #rich(blocks: readonly RichBlock[], style: string): string {
    return blocks.map((block) => this.#richBlock(block, style)).join('')
  }

  #richBlock(block: RichBlock, style: string): string {
    switch (block.type) {
      case 'paragraph':
        return paragraph(style, inline(block.children))
      case 'heading':
        return heading(block.level, inline(block.children))
      case 'list': {
        const kind = block.start === undefined ? 'Bullets' : 'Numbers'
        const items = block.items.map((item, at) => {
          const start =
            at === 0 && block.start !== undefined ? ` text:start-value="${String(block.start)}"` : ''
          return `<text:list-item${start}>${this.#item(item)}</text:list-item>`
        })
        return `<text:list text:style-name="${kind}">${items.join('')}</text:list>`
      }
      case 'quote':
        return this.#rich(block.blocks, 'Quotations')
      case 'code':
        return paragraph('Preformatted', xmlText(block.text))
      case 'table': {
        const cell = (one: readonly Inline[]) => ({ text: inlineText(one), xml: inline(one) })
        return this.#table(
          block.head.map(cell),
          block.rows.map((row) => row.map(cell)),
          block.align,
        )
      }
      case 'rule':
        return paragraph('Rule', '')
    }
  }

  /** Items cannot contain tables: their rows become lines, with cells separated by tabs. */
  #item(blocks: readonly RichBlock[]): string {
    return blocks
      .map((block) => {
        if (block.type === 'quote') return this.#item(block.blocks)
        if (block.type !== 'table') return this.#richBlock(block, 'Item')
        const rows = [block.head, ...block.rows]
        return rows.map((row) => paragraph('Item', row.map(inline).join('<text:tab/>'))).join('')
      })
      .join('')
  }
}

/** Tables of more columns are set in smaller type. */
const mostWide = 8

/** Maximum rows of a table that is kept on one page. */
const mostUnbroken = 24

interface TableCell {
  /** Its words, for the width of its column. */
  readonly text: string
  readonly xml: string
}

/**
 * Widths of columns, in centimetres, that together are as wide as the text: each has room for its longest word, the rest
 * goes to those with longer texts, and to those of the rows before headings, because a heading is broken only once. `texts`: those of each column, with its heading. About 95 letters fit next to
 * each other, 120 of the smaller type.
 */
function columnWidths(texts: readonly (readonly string[])[]): readonly number[] {
  const longest = (parts: readonly string[]) =>
    3 +
    largestOf(
      parts.map(({ length }) => Math.min(40, length)),
      3,
    )
  const words = texts.map((own) => longest(own.flatMap((text) => text.split(/[^\S\u202f]|-/))))
  const cells = texts.map(([, ...own], at) => Math.max(words[at] ?? 0, longest(own)))
  const whole = texts.map((own, at) => Math.max(words[at] ?? 0, longest(own)))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const letters = texts.length > mostWide ? 120 : 95
  const [narrow, wide] = sum(cells) <= letters ? [cells, whole] : [words, cells]
  const [least, most] = [sum(narrow), sum(wide)]
  const room = Math.max(least, Math.min(most, letters))
  const share = most === least ? 0 : (room - least) / (most - least)
  return narrow.map((own, at) => (column * (own + share * ((wide[at] ?? own) - own))) / room)
}

function cm(value: number): string {
  return `${String(Math.round(value * 1000) / 1000)}cm`
}
