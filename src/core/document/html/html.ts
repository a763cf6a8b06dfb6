import { articleToHtml } from './article-html'
import { isDataBlock, type ReviewDocument } from '../document'
import { htmlText, pictureToHtml, proseText, tableToHtml } from './html-parts'

/** The style of every page. */
export const pageStyle = [
  ':root{color-scheme:light dark;--ground:#fff;--text:#1a1d23;--quiet:#5c6370;--line:#e4e6ea;--rule:#9aa0ab;--link:#0b62b0}',
  '@media(prefers-color-scheme:dark){:root{--ground:#16181d;--text:#e8eaee;--quiet:#a3aab6;--line:#2b2f37;--rule:#6d7480;--link:#7ab8f5}}',
  'body{max-width:62rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;background:var(--ground);color:var(--text);',
  'font:15px/1.5 "Benchwright page",Inter,"Helvetica Neue",Helvetica,Arial,sans-serif;font-variant-numeric:tabular-nums}',
  'h1{font-size:1.5rem;line-height:1.25;font-weight:600;margin:0 0 .35rem}h1.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}h2{font-size:1.13rem;font-weight:600;margin:0}',
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

/** All the CSS of a page: `pageStyle`, and the font rules `pageFaces`; `digest`: its SHA-256 in base64. */
export interface PageCss {
  readonly text: string
  readonly digest: string
}

/** Our script that a page runs; `digest`: its SHA-256 in base64. */
export type PageScript = PageCss

/** What a page may load: its own style, fonts and pictures, and its one script; nothing from anywhere else. */
function pagePolicy(css: PageCss, script?: PageScript): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${script.digest}';`
  return `default-src 'none'; style-src 'sha256-${css.digest}';${scripts} font-src data:; img-src data:; base-uri 'none'; form-action 'none'`
}

/** The body of a page with a document, row by row. */
export function* documentToHtml(document: ReviewDocument): Iterable<string> {
  const [only] = document.blocks
  if (document.isArticle === true || document.blocks.length !== 1 || !only || !isDataBlock(only)) {
    yield* articleToHtml(document)
    return
  }
  const picture = only.type === 'figure' ? only.picture : undefined
  if (picture) {
    // Its title, caption and small print are in the picture.
    yield `<h1 class="unseen">${htmlText(only.title)}</h1>\n${pictureToHtml(picture)}`
    yield* tableToHtml({ ...only, caption: '', smallPrint: [] })
    return
  }
  yield `<h1>${proseText(only.title)}</h1>\n`
  if (only.subtitle !== '') yield `<p class="lead">${proseText(only.subtitle)}</p>\n`
  yield* tableToHtml(only)
}

/** A whole page in pieces; `body` is HTML. */
export function* htmlPage(
  title: string,
  body: Iterable<string>,
  css: PageCss,
  script?: PageScript,
): Iterable<string> {
  yield [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    `<meta http-equiv="Content-Security-Policy" content="${htmlText(pagePolicy(css, script))}">\n`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
    '<meta name="generator" content="Benchwright">\n',
    `<title>${htmlText(title)}</title>\n<style>${css.text}</style>\n</head>\n<body>\n`,
  ].join('')
  yield* body
  if (script) yield `<script>${script.text}</script>\n`
  yield '</body>\n</html>\n'
}
