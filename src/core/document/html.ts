import { asTable, type PagePicture, type ReviewDocument, type TableContent } from './document'

/** The style of every page. */
export const pageStyle = [
  ':root{color-scheme:light dark;--ground:#fff;--text:#1a1d23;--quiet:#5c6370;--line:#e4e6ea;--rule:#9aa0ab;--link:#0b62b0}',
  '@media(prefers-color-scheme:dark){:root{--ground:#16181d;--text:#e8eaee;--quiet:#a3aab6;--line:#2b2f37;--rule:#6d7480;--link:#7ab8f5}}',
  'body{max-width:62rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;background:var(--ground);color:var(--text);',
  'font:15px/1.5 "Benchwright page",Inter,"Helvetica Neue",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}',
  'h1{font-size:1.5rem;line-height:1.25;font-weight:600;margin:0 0 .35rem}h2{font-size:1.13rem;font-weight:600;margin:0}',
  'p{margin:.35rem 0}a{color:var(--link)}.lead,.notes,.small{color:var(--quiet)}.notes,.small{font-size:.83rem;line-height:1.45;max-width:48rem}',
  '.small{overflow-wrap:anywhere}section{margin:0;padding:2.25rem 0 0}',
  'section>header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1.25rem;padding-bottom:.5rem;border-bottom:1px solid var(--line)}',
  '.links{margin:0 0 0 auto;font-size:.83rem}.links a{margin-left:.75rem;text-decoration:none}.links a:hover{text-decoration:underline}',
  '.contents{columns:2 20rem;margin:1.25rem 0 0;padding-left:1.6rem}.contents li{break-inside:avoid;padding:.1rem 0}',
  'figure{margin:1rem 0}svg{display:block;max-width:100%;height:auto;font-variant-numeric:tabular-nums}svg.dark{display:none}',
  '@media(prefers-color-scheme:dark){svg.light{display:none}svg.dark{display:block}}',
  'div.table{overflow-x:auto;margin:1.25rem 0}table{border-collapse:collapse;font-size:.83rem;line-height:1.4}',
  'caption{text-align:left;padding:0 0 .6rem;max-width:48rem}',
  'th,td{padding:.28rem .8rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}',
  'th:first-child,td:first-child{padding-left:0}thead th{font-weight:600;vertical-align:bottom;border-top:1.5px solid var(--rule);border-bottom:1px solid var(--rule)}',
  'tbody tr:last-child td{border-bottom:1.5px solid var(--rule)}.number{text-align:right}td{white-space:nowrap}td.long{white-space:normal;min-width:12rem}',
  '@media print{:root{--ground:#fff;--text:#000;--quiet:#444;--line:#ccc;--rule:#666;--link:#000}body{max-width:none;padding:0;font-size:9.5pt}',
  'section,figure,tr{break-inside:avoid}svg.light{display:block}svg.dark,.links{display:none}}',
].join('')

/** All the CSS of a page: `pageStyle`, and rules of the faces `pageFaces`; `digest`: its SHA-256 in base64. */
export interface PageCss {
  readonly text: string
  readonly digest: string
}

/** What a page calls its faces, without and with serifs. */
export const pageFaces = { sans: 'Benchwright page', serif: 'Benchwright page serif' } as const

/** What a page may load: its own style and faces, its own pictures, nothing from anywhere else, no script. */
function pagePolicy({ digest }: PageCss): string {
  return `default-src 'none'; style-src 'sha256-${digest}'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`
}

/** The body of a page with a document, row by row. */
export function* documentToHtml({ title, blocks }: ReviewDocument): Iterable<string> {
  const isWhole = blocks.length !== 1
  if (isWhole) yield `<h1>${htmlText(title)}</h1>\n`
  const level = isWhole ? 'h2' : 'h1'
  for (const block of blocks) {
    if (isWhole) yield '<section>\n'
    const content = block.type === 'text' ? undefined : asTable(block)
    const heading = block.type === 'text' ? block.heading : block.title
    if (heading !== '') yield `<${level}>${htmlText(heading)}</${level}>\n`
    if (block.type === 'text') for (const text of block.paragraphs) yield `<p>${htmlText(text)}</p>\n`
    if (content) {
      if (content.subtitle !== '') yield `<p class="lead">${htmlText(content.subtitle)}</p>\n`
      if (content.type === 'figure' && content.picture) yield pictureToHtml(content.picture)
      yield* tableToHtml(content)
    }
    if (isWhole) yield '</section>\n'
  }
}

/** A picture in a page, in the colours of the reader's ground. */
export function pictureToHtml({ light, dark }: PagePicture): string {
  if (dark === undefined) return `<figure>\n${inlineSvg(light)}\n</figure>\n`
  return `<figure>\n${inlineSvg(light, 'light')}\n${inlineSvg(dark, 'dark')}\n</figure>\n`
}

/** An SVG document as part of a page, whose policy takes no other styles: the page's own says the same and brings the faces. */
function inlineSvg(svg: string, ground?: 'light' | 'dark'): string {
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

/** A whole page in pieces; `body` is HTML. */
export function* htmlPage(title: string, body: Iterable<string>, css: PageCss): Iterable<string> {
  yield [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${htmlText(pagePolicy(css))}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="generator" content="Benchwright">\n',
    `<title>${htmlText(title)}</title>\n<style>${css.text}</style>\n</head>\n<body>\n`,
  ].join('')
  yield* body
  yield '</body>\n</html>\n'
}

/** Cells of more letters than this may be broken into lines. */
const longestOnOneLine = 28

/** The table with caption, notes and small print, row by row. */
function* tableToHtml({ table, caption, notes, smallPrint }: TableContent): Iterable<string> {
  const cls = (at: number, cell = '') => {
    if (table.columns[at]?.align === 'right') return ' class="number"'
    return cell.length > longestOnOneLine ? ' class="long"' : ''
  }
  const head = table.columns.map(({ heading }, at) => `<th scope="col"${cls(at)}>${htmlText(heading)}</th>`)
  yield '<div class="table"><table>\n'
  if (caption !== '') yield `<caption>${htmlText(caption)}</caption>\n`
  yield `<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n`
  for (const row of table.rows)
    yield `<tr>${row.map((cell, at) => `<td${cls(at, cell)}>${htmlText(cell)}</td>`).join('')}</tr>\n`
  yield '</tbody>\n</table></div>\n'
  for (const text of notes) yield `<p class="notes">${htmlText(text)}</p>\n`
  for (const text of smallPrint) yield `<p class="small">${htmlText(text)}</p>\n`
}

/** Text as it may stand in an element or in a quoted attribute. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
