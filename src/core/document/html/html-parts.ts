import { withoutBreaks } from '../../units/number-format'
import type { PagePicture, TableContent } from '../document'

/** Names of a page's fonts: without and with serifs, and for commands. */
export const pageFaces = {
  sans: 'Benchwright page',
  serif: 'Benchwright page serif',
  code: 'Benchwright page code',
} as const

/** A picture in a page, in the reader's light or dark colours. */
export function pictureToHtml({ light, dark }: PagePicture): string {
  if (dark === undefined) return `<figure>\n${inlineSvg(light)}\n</figure>\n`
  return `<figure>\n${inlineSvg(light, 'light')}\n${inlineSvg(dark, 'dark')}\n</figure>\n`
}

/** An SVG document as part of a page, whose policy allows no other styles: the page's own has the same rules and the fonts. */
export function inlineSvg(svg: string, ground?: 'light' | 'dark'): string {
  return svg
    .trim()
    .replace(/<style>[^<]*<\/style>\n/, '')
    .replace(/^<svg\b[^>]*>/, (root) => {
      const isSerif = root.includes(', &#39;Source Serif 4')
      return root
        .replace(/ style="[^"]*"/, '')
        .replace(
          / font-family="&#39;[\w-]+&#39;/,
          ` font-family="&#39;${pageFaces[isSerif ? 'serif' : 'sans']}&#39;`,
        )
        .replace(/^<svg/, ground === undefined ? '<svg' : `<svg class="${ground}"`)
    })
}

/** Maximum rows of a table that is kept on one page. */
const mostUnbroken = 6

/** Cells of more letters than this may be broken into lines. */
export const longestOnOneLine = 28

/** The table with caption, notes and small print, row by row. `label`: makes it focusable, with this name. */
export function* tableToHtml(
  { table, caption, notes, smallPrint }: TableContent,
  label?: string,
): Iterable<string> {
  const cls = (at: number, cell = '') => {
    if (table.columns[at]?.align === 'right') return ' class="number"'
    return cell.length > longestOnOneLine ? ' class="long"' : ''
  }
  const head = table.columns.map(({ heading }, at) => `<th scope="col"${cls(at)}>${proseText(heading)}</th>`)
  // A wide table can be scrolled by keyboard once it has the focus.
  const focus = label === undefined ? '' : ` tabindex="0" role="group" aria-label="${htmlText(label)}"`
  // On paper a short one is not broken.
  const size = label !== undefined && table.rows.length <= mostUnbroken ? ' short' : ''
  // Words are read in the column; only numbers need the margins.
  const kind = label !== undefined && table.columns.every(({ align }) => align === 'left') ? ' words' : ''
  yield `<div class="table${size}${kind}"${focus}><table>\n`
  if (caption !== '') yield `<caption>${proseText(caption)}</caption>\n`
  yield `<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n`
  for (const row of table.rows)
    yield `<tr>${row.map((cell, at) => `<td${cls(at, cell)}>${proseText(cell)}</td>`).join('')}</tr>\n`
  yield '</tbody>\n</table></div>\n'
  for (const text of notes) yield `<p class="notes">${proseText(text)}</p>\n`
  for (const text of smallPrint) yield `<p class="small">${proseText(text)}</p>\n`
}

/** Text of a paragraph or a cell, escaped: no line breaks between a number and its unit. */
export function proseText(text: string): string {
  return htmlText(withoutBreaks(text))
}

/** Text as it may appear in an element or in a quoted attribute. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
