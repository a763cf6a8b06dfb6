import { createHash } from 'node:crypto'
import { htmlPage, pageFaces, pageStyle } from '../../../core/document/html'
import { fontFaceRules } from './embed-fonts'

/**
 * A whole page with the glyphs that its texts need, in pieces; `body` is HTML, no tag of which goes over two pieces. It is
 * gone through once for the glyphs, which stand at the top of the page, and once more as the page is written.
 */
export async function pageWithFonts(title: string, body: Iterable<string>): Promise<Iterable<string>> {
  const characters = new Set<string>()
  let hasSerif = false
  for (const piece of body) {
    for (const character of piece.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, unescaped))
      characters.add(character)
    hasSerif ||= piece.includes(`&#39;${pageFaces.serif}&#39;`)
  }
  const used = new Map([400 as const, 600 as const].map((weight) => [weight, characters]))
  const rules = [fontFaceRules('sans', pageFaces.sans, used)]
  if (hasSerif) rules.push(fontFaceRules('serif', pageFaces.serif, used))
  const text = [pageStyle, ...(await Promise.all(rules))].join('')
  // The policy names the style by its digest, so that no other style and no script is ever taken.
  return htmlPage(title, body, { text, digest: createHash('sha256').update(text).digest('base64') })
}

function unescaped(_: string, code: string): string {
  return String.fromCodePoint(Number(code))
}
