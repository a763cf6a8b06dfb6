import {
  blockTitle,
  pictureWords,
  stopped,
  type Block,
  type DataBlock,
  type FigureBlock,
  type LiveMarks,
  type PictureBlock,
  type ReviewDocument,
} from '../document'
import { htmlText, inlineSvg, longestOnOneLine, pictureToHtml, proseText, tableToHtml } from './html-parts'
import { inlineText, type Inline, type RichBlock } from '../rich-text'
import { template } from '../../words/template'

const liveLabel = template('document-live', '{title} Arrow keys go from value to value.', { title: 'given' })

/** Longer tables are collapsed until a reader opens them. */
const longestOpen = 12
/** On paper a picture shrinks to fit below a heading; a longer one, by height to width, would have illegible text and runs over pages. */
const longestRatio = 4
/** On paper: letters of a line beside a picture, and such lines beside one as high as wide. */
const [lineBeside, linesBeside] = [46, 24]

/**
 * The class of a picture's place. On paper one that is much higher than wide takes the width of the page; another has
 * its caption beside it if that is no longer than the picture.
 */
function stageOf(ratio: number, caption: readonly string[]): string {
  if (ratio > longestRatio) return 'stage long'
  if (ratio > 1.5) return 'stage tall'
  const lines = caption.reduce((sum, text) => sum + Math.ceil(text.length / lineBeside), 0)
  return lines <= linesBeside * ratio ? 'stage aside' : 'stage'
}

/** An article as the body of a page, in pieces: figures respond to the mouse if they have marks and the page has its script. */
export function* articleToHtml({ title, author, blocks }: ReviewDocument): Iterable<string> {
  yield `<main><article>\n<header><h1>${proseText(title)}</h1>\n`
  if (author !== undefined && author !== '') yield `<p class="byline">${htmlText(author)}</p>\n`
  yield '</header>\n'
  const top = headingsOf(blocks).filter(({ level }) => level <= 2)
  if (top.length > 3)
    yield `<nav aria-label="Contents"><ol>\n${top.map(({ id, text }) => `<li><a href="#${id}">${proseText(text)}</a></li>\n`).join('')}</ol></nav>\n`
  yield* blocksToHtml(blocks)
  yield '</article></main>\n'
}

/**
 * An article as a piece of HTML for the page of a content management system, without title, style and script; its pictures
 * are the files that the blocks name.
 */
export function* articleToFragment({ blocks }: ReviewDocument): Iterable<string> {
  yield '<div class="benchwright">\n'
  yield* blocksToHtml(blocks)
  yield '</div>\n'
}

function* blocksToHtml(blocks: readonly Block[]): Iterable<string> {
  const ids = headingsOf(blocks).map(({ id }) => id)
  for (const [place, block] of blocks.entries()) yield* blockToHtml(block, place, () => ids.shift() ?? '')
}

/** Headings from the top, with the ids that links go to. */
function headingsOf(blocks: readonly Block[]) {
  const found = blocks.flatMap((block) => {
    if (block.type === 'heading') return [{ level: block.level, text: block.text }]
    if (block.type !== 'text') return []
    return block.content.flatMap((one) =>
      one.type === 'heading' ? [{ level: one.level, text: inlineText(one.children) }] : [],
    )
  })
  return found.map((heading, at) => ({ ...heading, id: `section-${String(at + 1)}` }))
}

function* blockToHtml(block: Block, place: number, nextId: () => string): Iterable<string> {
  switch (block.type) {
    case 'heading': {
      const tag = headingTag(block.level)
      yield `<${tag} id="${nextId()}">${proseText(block.text)}</${tag}>\n`
      break
    }
    case 'text':
      yield richToHtml(block.content, nextId)
      break
    case 'figure':
    case 'table':
      yield* dataToHtml(block, place)
      break
    case 'picture':
      yield photoToHtml(block)
      break
    case 'quote':
      yield `<blockquote class="pull"><p>${proseText(block.text)}</p>${block.source === '' ? '' : `<footer>${htmlText(block.source)}</footer>`}</blockquote>\n`
      break
    case 'page-break':
      yield '<div class="page-break"></div>\n'
  }
}

/** The title of the page is the only heading of the first level. */
function headingTag(level: number): string {
  return `h${String(Math.min(6, Math.max(2, level)))}`
}

function* dataToHtml(block: DataBlock, place: number): Iterable<string> {
  const name = caption(blockTitle(block))
  if (block.type === 'figure' && (block.picture ?? block.file) !== undefined) {
    yield `<figure class="plot" id="block-${String(place)}">\n`
    if (block.picture === undefined) yield filesToHtml(block)
    else if (block.picture.live === undefined) yield pictureToHtml(block.picture)
    else yield liveToHtml(block.picture, block.picture.live, [blockTitle(block), ...block.notes])
    const notes = block.notes.map((note) => `\n<p class="notes">${proseText(note)}</p>`).join('')
    yield `<figcaption>${name}${notes}</figcaption>\n`
    if (block.withTable !== false) {
      const isOpen = block.table.rows.length <= longestOpen
      yield `<details${isOpen ? ' open' : ''}><summary>Numbers${block.label === undefined ? '' : ` of ${htmlText(block.label)}`}</summary>\n`
      // Text that is already in the picture is not repeated.
      yield* tableToHtml({ ...block, caption: '', notes: [], smallPrint: [] }, blockTitle(block))
      yield '</details>\n'
    }
  } else {
    yield `<figure class="data" id="block-${String(place)}">\n<figcaption>${name}</figcaption>\n`
    yield* tableToHtml(block, blockTitle(block))
  }
  yield '</figure>\n'
}

/** A drawing in a file next to the page, and the same as PNG for systems that do not allow SVG files. */
function filesToHtml(block: FigureBlock): string {
  const { file = '' } = block
  const description = pictureWords(blockTitle(block), block)
  const image = (name: string) => `<img src="${htmlText(addressOf(name))}" alt="${htmlText(description)}">`
  if (!file.endsWith('.svg')) return `${image(file)}\n`
  return `<picture><source srcset="${htmlText(addressOf(file))}" type="image/svg+xml">${image(file.replace(/svg$/, 'png'))}</picture>\n`
}

/** The address of a file next to the page. */
function addressOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/')
}

/** "Figure 3." stands out. */
function caption(title: string): string {
  const [, label, rest] = /^((?:Figure|Table) \d+(?: \(\d+ of \d+\))?)\. (.*)$/s.exec(title) ?? []
  return label === undefined ? proseText(title) : `<b>${htmlText(label)}.</b> ${proseText(rest ?? '')}`
}

function liveToHtml(
  { light, dark }: { readonly light: string; readonly dark?: string },
  { width, height, series, marks }: LiveMarks,
  /** Title and notes. */
  caption: readonly string[],
): string {
  const hits = marks.map(
    ({ series: of, x, y, box, text }) =>
      `<${hitShape(x, y, box)} class="hit" data-series="${String(of)}" data-tip="${htmlText(text)}"/>\n`,
  )
  const pictures =
    dark === undefined ? inlineSvg(light) : `${inlineSvg(light, 'light')}\n${inlineSvg(dark, 'dark')}`
  const label = htmlText(liveLabel({ title: stopped(caption[0] ?? '') }))
  const swatch = (color: string, ground: string) =>
    `<svg class="${ground}" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${htmlText(color)}"/></svg>`
  const toggles = series.map(
    (one) =>
      `<label><input type="checkbox" checked data-series="${one.numbers.join(' ')}">${swatch(one.light, 'light')}${swatch(one.dark, 'dark')}${htmlText(one.label)}</label>\n`,
  )
  return [
    `<div class="${stageOf(height / width, caption)}" tabindex="0" role="group" aria-label="${label}">\n${pictures}\n`,
    `<svg class="hits" viewBox="0 0 ${shortNumber(width)} ${shortNumber(height)}" aria-hidden="true">\n${hits.join('')}</svg>\n</div>\n`,
    series.length > 1
      ? `<fieldset class="series"><legend>Series shown</legend>\n${toggles.join('')}</fieldset>\n`
      : '',
  ].join('')
}

/** What the pointer has to reach: a bar, or the surroundings of a mark. */
function hitShape(x: number, y: number, box: LiveMarks['marks'][number]['box']): string {
  if (box === undefined) return `circle cx="${shortNumber(x)}" cy="${shortNumber(y)}" r="7"`
  return `rect x="${shortNumber(box.x)}" y="${shortNumber(box.y)}" width="${shortNumber(box.width)}" height="${shortNumber(box.height)}"`
}

const shortNumber = (value: number) => String(Math.round(value * 10) / 10)

function photoToHtml({
  mime,
  bytes,
  width,
  height,
  alt,
  caption: text,
  widthPercent,
  file,
}: PictureBlock): string {
  const source = file === undefined ? `data:${mime};base64,${base64(bytes)}` : addressOf(file)
  const under = text === '' ? '' : `<figcaption>${proseText(text)}</figcaption>\n`
  return `<figure class="photo">\n<img class="w${String(widthPercent)}" src="${source}" width="${String(width)}" height="${String(height)}" alt="${htmlText(alt)}">\n${under}</figure>\n`
}

/** Base64 without Node, which core does not use. */
function base64(bytes: Uint8Array): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const four = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63]
    const used = Math.min(3, bytes.length - at) + 1
    parts.push(four.map((six, place) => (place < used ? letters[six] : '=')).join(''))
  }
  return parts.join('')
}

/** A text with its marks as HTML; everything in it is escaped. */
function richToHtml(blocks: readonly RichBlock[], nextId: () => string = () => ''): string {
  return blocks.map((block) => richBlockToHtml(block, nextId)).join('')
}

function richBlockToHtml(block: RichBlock, nextId: () => string): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${inlineToHtml(block.children)}</p>\n`
    case 'heading': {
      const [tag, id] = [headingTag(block.level), nextId()]
      return `<${tag}${id === '' ? '' : ` id="${id}"`}>${inlineToHtml(block.children)}</${tag}>\n`
    }
    case 'list': {
      const items = block.items.map((item) => `<li>${itemToHtml(item)}</li>\n`).join('')
      if (block.start === undefined) return `<ul>\n${items}</ul>\n`
      return `<ol${block.start === 1 ? '' : ` start="${String(block.start)}"`}>\n${items}</ol>\n`
    }
    case 'quote':
      return `<blockquote>\n${richToHtml(block.blocks)}</blockquote>\n`
    case 'code':
      return `<pre><code>${htmlText(block.text)}</code></pre>\n`
    case 'table': {
      const cls = (cell: readonly Inline[], at: number) => {
        const align = block.align[at] ?? 'left'
        if (align !== 'left') return ` class="${align === 'right' ? 'number' : 'center'}"`
        return inlineText(cell).length > longestOnOneLine ? ' class="long"' : ''
      }
      const row = (cells: readonly (readonly Inline[])[], tag: string) =>
        `<tr>${cells.map((cell, at) => `<${tag}${cls(cell, at)}>${inlineToHtml(cell)}</${tag.split(' ')[0] ?? tag}>`).join('')}</tr>\n`
      return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n<thead>${row(block.head, 'th scope="col"')}</thead>\n<tbody>\n${block.rows.map((cells) => row(cells, 'td')).join('')}</tbody>\n</table></div>\n`
    }
    case 'rule':
      return '<hr>\n'
  }
}

/** An item of one paragraph is written without the paragraph element. */
function itemToHtml(item: readonly RichBlock[]): string {
  const [only] = item
  return item.length === 1 && only?.type === 'paragraph' ? inlineToHtml(only.children) : richToHtml(item)
}

function inlineToHtml(children: readonly Inline[]): string {
  return children
    .map((one) => {
      switch (one.type) {
        case 'text':
          return proseText(one.text)
        case 'strong':
          return `<strong>${inlineToHtml(one.children)}</strong>`
        case 'emphasis':
          return `<em>${inlineToHtml(one.children)}</em>`
        case 'strike':
          return `<s>${inlineToHtml(one.children)}</s>`
        case 'code':
          return `<code>${htmlText(one.text)}</code>`
        case 'link':
          return `<a href="${htmlText(one.href)}" rel="noreferrer">${inlineToHtml(one.children)}</a>`
        case 'break':
          return '<br>'
        case 'field':
          return one.problem === undefined
            ? proseText(one.text)
            : `<span class="field-problem">${proseText(one.text)}</span>`
      }
    })
    .join('')
}
