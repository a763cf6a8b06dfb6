import { svgAttributes, svgNumber, svgText } from './svg-number'
import type { SvgPath } from './svg-path'

export interface DrawnElement {
  readonly clip: string | undefined
  readonly series: string | undefined
  readonly text: string
  /** Set on a path that was filled and may still get a stroke. */
  readonly filled?: {
    readonly path: SvgPath
    readonly attributes: Readonly<Record<string, string | undefined>>
  }
}

/** What was drawn, in drawing order. */
interface Drawn {
  readonly width: number
  readonly height: number
  readonly elements: readonly DrawnElement[]
  /** Ids of the clips by their attributes and content. */
  readonly clips: ReadonlyMap<string, string>
  /** The outlines that replace text, if there is none. */
  readonly letters: readonly string[] | undefined
}

/** `title` and `description` are for people who cannot see the picture. */
export interface SvgFacts {
  readonly title: string
  readonly description: string
  /** For the texts; not needed if letters are outlines. */
  readonly fontFamily?: string
  /** CSS rules of its embedded faces. */
  readonly fontFaces?: string
  /** Width in CSS pixels, which sets the size in millimetres. */
  readonly printWidth?: number
  /** Marks of one series are in groups with this number as `data-series`; unset: they are not distinguished. */
  readonly seriesNumbers?: ReadonlyMap<string, number>
}

/** A drawn picture as an SVG document. */
export function svgDocument(drawn: Drawn, facts: SvgFacts): string {
  const { width, height, letters } = drawn
  const { printWidth } = facts
  const shown = (length: number) =>
    printWidth === undefined
      ? svgNumber(length)
      : `${svgNumber(((length * printWidth) / width / 96) * 25.4)}mm`
  const root = svgAttributes({
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': letters && 'http://www.w3.org/1999/xlink',
    width: shown(width),
    height: shown(height),
    viewBox: `0 0 ${svgNumber(width)} ${svgNumber(height)}`,
    role: 'img',
    'font-family': facts.fontFamily,
    style: letters ? undefined : 'font-variant-numeric: tabular-nums',
  })
  const clips = [...drawn.clips].map(([content, id]) => `<clipPath id="${id}"${content}</clipPath>\n`)
  const shared = [...clips, ...(letters ?? [])]
  return [
    `<svg${root}>\n`,
    `<title>${svgText(facts.title)}</title>\n`,
    `<desc>${svgText(facts.description)}</desc>\n`,
    facts.fontFaces === undefined ? '' : `<style>${facts.fontFaces}</style>\n`,
    shared.length === 0 ? '' : `<defs>\n${shared.join('')}</defs>\n`,
    ...bodyOf(drawn.elements, facts.seriesNumbers),
    '</svg>\n',
  ].join('')
}

/** Elements in drawing order; neighbours under one clip share a group. */
function bodyOf(
  elements: readonly DrawnElement[],
  seriesNumbers: ReadonlyMap<string, number> | undefined,
): readonly string[] {
  const lines: string[] = []
  let open: string | undefined
  for (const { clip, series, text } of elements) {
    const number = series === undefined ? undefined : seriesNumbers?.get(series)
    const attributes = svgAttributes({
      'clip-path': clip && `url(#${clip})`,
      'data-series': number === undefined ? undefined : String(number),
    })
    const group = attributes === '' ? undefined : attributes
    if (group !== open) {
      if (open !== undefined) lines.push('</g>\n')
      if (group !== undefined) lines.push(`<g${group}>\n`)
      open = group
    }
    lines.push(`${text}\n`)
  }
  if (open !== undefined) lines.push('</g>\n')
  return lines
}
