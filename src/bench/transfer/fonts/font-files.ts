import type { TextStyle } from '../../../charts/text'
import type { FigureFont } from '../../../core/figures/article-look'
import { resourcePath } from '../../resources'

export type FontWeight = TextStyle['weight']

export const fontWeights: readonly FontWeight[] = [400, 500, 600]

const names: Readonly<Record<FigureFont, string>> = { sans: 'inter', serif: 'source-serif' }

/** Path of the shipped file of a face. */
export function fontFile(font: FigureFont, weight: FontWeight): string {
  return resourcePath('fonts', `${names[font]}-${weight}.woff2`)
}
