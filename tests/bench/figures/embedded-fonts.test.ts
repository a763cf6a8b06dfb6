import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { textMeasure } from '../../../src/bench/figures/draw-figure'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { pageWithFonts } from '../../../src/bench/figures/figure-fonts'
import { figureFont, serifFont } from '../../../src/charts/text'
import type { ArticleLook } from '../../../src/core/figures/figure/article-look'
import { pageFaces } from '../../../src/core/document/html/html-parts'
import { thinSpace } from '../../../src/core/units/number-format'
import { resultsTable } from '../../../src/core/figures/tables/table-figure'
import { mixRows, nvme, provenanceOf } from '../../core/figures/mix-rows'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { svgElements } from './svg-elements'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const rows = mixRows({ lines: nvme })
const origin = { campaigns: [provenanceOf()] }
const figure = buildMixSweep(rows, { ...settings, title: 'Größe: 4 KiB × 70 % µs' }, origin)
const table = resultsTable.build(
  { rows: rows.slice(0, 9), published: [] },
  { ...settings, kind: 'results-table' },
  origin,
)
const serif: ArticleLook = {
  width: { value: 85, unit: 'mm' },
  font: 'serif',
  theme: 'light',
  colors: 'okabe-ito',
}

/** Registers the fonts embedded in a document under its own family name; returns name and weights. */
function registerFacesOf(svg: string): { readonly family: string; readonly weights: readonly string[] } {
  const faces = [
    ...svg.matchAll(
      /@font-face\{font-family:'([\w-]+)';font-weight:(\d+);src:url\(data:font\/ttf;base64,([\w+/=]+)\)/g,
    ),
  ]
  const family = faces[0]?.[1] ?? ''
  for (const [, , , data = ''] of faces) GlobalFonts.register(Buffer.from(data, 'base64'), family)
  return { family, weights: faces.map(([, , weight = '']) => weight) }
}

describe.each([
  ['a figure', figure, undefined, figureFont],
  ['a figure with serifs', figure, serif, serifFont],
  ['a table', table, undefined, figureFont],
])('the SVG of %s', (_, drawn, look, ownFamily) => {
  it('embeds the glyphs of all its texts, as wide as they were measured', async () => {
    const svg = new TextDecoder().decode(
      await exportFigure(drawn, { format: 'svg', ...(look && { preset: { look } }) }),
    )
    const elements = svgElements(svg)
    const { family, weights } = registerFacesOf(svg)
    expect(elements[0]?.attributes['font-family']).toMatch(new RegExp(`^'${family}', `))
    const texts = elements.filter(({ tag }) => tag === 'text')
    expect(new Set(texts.map(({ attributes }) => attributes['font-weight'] ?? '400'))).toEqual(
      new Set(weights),
    )
    textMeasure()
    const context = createCanvas(1, 1).getContext('2d')
    const width = (font: string, text: string) => {
      context.font = font
      return context.measureText(text).width
    }
    for (const { attributes, text } of texts) {
      const style = `${attributes['font-weight'] ?? '400'} ${attributes['font-size'] ?? ''}px`
      expect(width(`${style} '${family}'`, text), text).toBeCloseTo(width(`${style} '${ownFamily}'`, text), 2)
    }
    // A subset: the whole files are 150 KB and more for each weight.
    expect(svg.length).toBeLessThan(140_000)
  })
})

it('a page embeds the face of commands only if it has one', () => {
  const page = (body: string) => [...pageWithFonts('Page', [body])].join('')
  const code = `@font-face{font-family:'${pageFaces.code}'`
  const plain = page('<p>4 KiB</p>')
  expect(plain).not.toContain(code)
  expect(page('<p>4 KiB</p>\n<pre><code>fio --bs=4k</code></pre>')).toContain(code)
})

it.each([figureFont, serifFont])('%s has the space between a number and its unit', (family) => {
  const measure = textMeasure()
  measure.font = `100px '${family}'`
  const [narrow = 0, thin, usual = 0] = [thinSpace, '\u2009', ' '].map(
    (one) => measure.measureText(one).width,
  )
  expect(narrow).toBe(thin)
  expect(narrow).toBeLessThan(0.8 * usual)
})
