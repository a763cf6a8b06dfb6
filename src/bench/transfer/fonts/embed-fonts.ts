import { readFile } from 'node:fs/promises'
import type { FigureFont } from '../../../core/figures/article-look'
import { fontFile, type FontWeight } from './font-files'

/** Characters that a document sets, by weight. */
export type UsedText = ReadonlyMap<FontWeight, ReadonlySet<string>>

/**
 * CSS `@font-face` rules with the glyphs that a document uses, as `data:` URLs, so that its texts are as wide on every
 * machine as they were measured here. `family`: what the document calls the face; another one for each document, because
 * several may stand on one page. Characters that the shipped files lack are left to the reader's fonts.
 */
export async function fontFaceRules(font: FigureFont, family: string, used: UsedText): Promise<string> {
  const rules = [...used]
    .sort(([one], [other]) => one - other)
    .map(async ([weight, characters]) => {
      const subset = await subsetOf(font, weight, [...characters].sort().join(''))
      const url = `data:font/ttf;base64,${subset.toString('base64')}`
      return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${url}) format('truetype')}`
    })
  return (await Promise.all(rules)).join('')
}

/** Uncompressed: to compress a subset of some kilobytes as WOFF2 takes half a second. */
async function subsetOf(font: FigureFont, weight: FontWeight, text: string): Promise<Buffer> {
  // Loaded when it is needed: HarfBuzz is compiled then.
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(await wholeFont(fontFile(font, weight)), text, {
    targetFormat: 'truetype',
    noHinting: true,
  })
}

const wholeFonts = new Map<string, Promise<Buffer>>()

/** The shipped file decompressed, once. */
function wholeFont(path: string): Promise<Buffer> {
  const known = wholeFonts.get(path)
  if (known) return known
  const read = Promise.all([import('subset-font'), readFile(path)]).then(([{ default: subsetFont }, file]) =>
    subsetFont(file, '', { targetFormat: 'truetype', keepAllGlyphs: true }),
  )
  wholeFonts.set(path, read)
  return read
}
