import type { TableDocument } from './document'

/** The style of every page; the policy names it by its digest, so that no other style or script is ever taken. */
export const pageStyle = [
  ':root{color-scheme:light dark}',
  'body{max-width:72rem;margin:2rem auto;padding:0 1rem;font:15px/1.45 Inter,"Helvetica Neue",Helvetica,Arial,sans-serif}',
  'h1{font-size:1.6rem}h2{font-size:1.25rem;margin:0 0 .25rem}section{margin:0 0 3.5rem}',
  'figure{margin:1rem 0}svg,img{max-width:100%;height:auto;font-variant-numeric:tabular-nums}',
  'table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.87em}',
  'div.table{overflow-x:auto}caption{text-align:left;padding:.4rem 0;font-weight:600}',
  'th,td{padding:.2rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid #8884}',
  'thead th{border-bottom:1.5px solid #888}.number{text-align:right;white-space:nowrap}',
  '.notes,.small{color:#777;font-size:.85em}.links a{margin-right:.8rem}',
].join('')

/** SHA-256 of `pageStyle` in base64; a test holds the two together. */
export const pageStyleDigest = 'ciD5LmZNkYNLZ56lVcmJBBatRSoGAVn8l6tBu7iBudE='

/** What a page may load: its own style, its own pictures, nothing from anywhere else, no script. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${pageStyleDigest}'; img-src data:; base-uri 'none'; form-action 'none'`

/** A table as a page of its own; `svg`: its picture, a whole `<svg>` element that is already escaped. */
export function documentToHtml(document: TableDocument, svg?: string): string {
  const figure = svg === undefined ? '' : `<figure>\n${inlineSvg(svg)}\n</figure>\n`
  const { title, subtitle } = document
  return htmlPage(
    title,
    [
      `<h1>${htmlText(title)}</h1>\n`,
      subtitle === '' ? '' : `<p>${htmlText(subtitle)}</p>\n`,
      figure,
      tableToHtml(document),
    ].join(''),
  )
}

/** An SVG document as part of a page, whose policy takes no style attributes; the page's own style says the same. */
export function inlineSvg(svg: string): string {
  return svg.trim().replace(/^(<svg\b[^>]*?) style="[^"]*"/, '$1')
}

/** A whole page; `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${htmlText(pagePolicy)}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="generator" content="Benchwright">\n',
    `<title>${htmlText(title)}</title>\n<style>${pageStyle}</style>\n</head>\n<body>\n`,
    body,
    '</body>\n</html>\n',
  ].join('')
}

/** The table with caption, notes and small print. */
export function tableToHtml({ table, caption, notes, smallPrint }: TableDocument): string {
  const cls = (at: number) => (table.columns[at]?.align === 'right' ? ' class="number"' : '')
  const head = table.columns.map(({ heading }, at) => `<th scope="col"${cls(at)}>${htmlText(heading)}</th>`)
  const rows = table.rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${cls(at)}>${htmlText(cell)}</td>`).join('')}</tr>\n`,
  )
  const paragraphs = (texts: readonly string[], name: string) =>
    texts.map((text) => `<p class="${name}">${htmlText(text)}</p>\n`).join('')
  return [
    '<div class="table"><table>\n',
    caption === '' ? '' : `<caption>${htmlText(caption)}</caption>\n`,
    `<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('')}</tbody>\n</table></div>\n`,
    paragraphs(notes, 'notes'),
    paragraphs(smallPrint, 'small'),
  ].join('')
}

/** Text as it may stand in an element or in a quoted attribute. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
