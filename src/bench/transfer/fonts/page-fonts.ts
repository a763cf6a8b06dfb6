import { createHash } from 'node:crypto'
import { htmlPage, pageFaces, pageStyle } from '../../../core/document/html'
import { fontFaceRules } from './embed-fonts'

/** A whole page with the glyphs that its texts need; `body` is HTML. */
export async function pageWithFonts(title: string, body: string): Promise<string> {
  const characters = new Set(body.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, unescaped))
  const used = new Map([400 as const, 600 as const].map((weight) => [weight, characters]))
  const rules = [fontFaceRules('sans', pageFaces.sans, used)]
  if (body.includes(`&#39;${pageFaces.serif}&#39;`)) rules.push(fontFaceRules('serif', pageFaces.serif, used))
  const text = [pageStyle, ...(await Promise.all(rules))].join('')
  // The policy names the style by its digest, so that no other style and no script is ever taken.
  return htmlPage(title, body, { text, digest: createHash('sha256').update(text).digest('base64') })
}

function unescaped(_: string, code: string): string {
  return String.fromCodePoint(Number(code))
}
