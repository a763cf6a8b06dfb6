import { readFileSync } from 'node:fs'
import type { FigureFont } from '../../core/figures/figure/article-look'
import { codeFont, figureFont, serifFont, type TextStyle } from '../../charts/text'
import { resourcePath } from '../resources'
import { GlobalFonts } from '@napi-rs/canvas'
import { RequestFailure } from '../../core/contract/request-failure'
import { createHash } from 'node:crypto'
import { htmlPage, pageStyle, type PageScript } from '../../core/document/html/html'
import { pageFaces } from '../../core/document/html/html-parts'
import { subsetFace } from './subset-face'

/** The fonts in resources/fonts. */
type ShippedFont = FigureFont | 'code'

/** Characters that a document uses, by weight. */
export type UsedText = ReadonlyMap<FontWeight, ReadonlySet<string>>

/**
 * CSS `@font-face` rules with the glyphs that a document uses, as `data:` URLs, so that its texts are as wide
 * on every machine as measured. `family`: the document's own name for the face, different for each document,
 * because several may appear on one page. Characters that the shipped files lack are left to the reader's
 * fonts.
 */
export function fontFaceRules(font: ShippedFont, family: string, used: UsedText): string {
  return [...used]
    .sort(([one], [other]) => one - other)
    .map(([weight, characters]) => {
      const face = readFileSync(fontFile(font, weight))
      // Uncompressed: compressing a subset of some kilobytes as WOFF2 takes half a second.
      const data = subsetFace(face, [...characters].sort().join('')).toString('base64')
      const url = `data:font/ttf;base64,${data}`
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${url}) format('truetype')}`
    })
    .join('')
}

export type FontWeight = TextStyle['weight']

const names: Readonly<Record<ShippedFont, string>> = {
  sans: 'inter',
  serif: 'source-serif',
  code: 'jetbrains-mono',
}

/** Path of the shipped file of a face. */
function fontFile(font: ShippedFont, weight: FontWeight): string {
  return resourcePath('fonts', `${names[font]}-${weight}.ttf`)
}

const families = [
  { font: 'sans', family: figureFont, weights: [400, 500, 600] },
  { font: 'serif', family: serifFont, weights: [400, 500, 600] },
  { font: 'code', family: codeFont, weights: [400] },
] as const

let registered = false

/**
 * Registers the shipped faces, so that a picture is the same on every machine. Throws a RequestFailure if one
 * is missing.
 */
export function registerFonts(): void {
  if (registered) return
  for (const { font, family, weights } of families) {
    for (const weight of weights) {
      const path = fontFile(font, weight)
      // Null if the file is missing or is not a font; older releases returned false.
      if (!GlobalFonts.registerFromPath(path, family)) {
        throw new RequestFailure({
          id: 'font-missing',
          message: `The font ${path} could not be read.`,
          remedy: 'Install the app again; without it pictures would look different on every machine.',
        })
      }
    }
  }
  registered = true
}

/**
 * A whole page with the glyphs that its texts need, in pieces; `body` is HTML, in which no tag spans two
 * pieces. It is iterated once for the glyphs, which are at the top of the page, and again when the page is
 * written. `more`: what an article needs in addition to the style of every page.
 */
export function pageWithFonts(
  title: string,
  body: Iterable<string>,
  more: { readonly style?: string; readonly script?: string } = {},
): Iterable<string> {
  const characters = new Set<string>()
  const ofCode = new Set<string>()
  let hasSerif = false
  for (const piece of body) {
    for (const character of wordsOf(piece)) characters.add(character)
    for (const [code] of piece.matchAll(/<code>.*?<\/code>/gs))
      for (const character of wordsOf(code)) ofCode.add(character)
    hasSerif ||= piece.includes(`&#39;${pageFaces.serif}&#39;`)
  }
  const used = new Map([400 as const, 600 as const].map((weight) => [weight, characters]))
  const rules = [fontFaceRules('sans', pageFaces.sans, used)]
  if (hasSerif) rules.push(fontFaceRules('serif', pageFaces.serif, used))
  if (ofCode.size > 0) rules.push(fontFaceRules('code', pageFaces.code, new Map([[400, ofCode]])))
  const text = [pageStyle, more.style ?? '', ...rules].join('')
  // The policy names style and script by their digests, so that no other is ever accepted.
  return htmlPage(title, body, digested(text), more.script === undefined ? undefined : digested(more.script))
}

/** The text of a piece of HTML. */
function wordsOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, unescaped)
}

function digested(text: string): PageScript {
  return { text, digest: createHash('sha256').update(text).digest('base64') }
}

function unescaped(_: string, code: string): string {
  return String.fromCodePoint(Number(code))
}
