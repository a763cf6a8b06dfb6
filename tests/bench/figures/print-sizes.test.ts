import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { builtInPresets, type ArticleLook } from '../../../src/core/figures/figure/article-look'
import { mixRows, nvme, provenanceOf } from '../../core/figures/mix-rows'
import { svgElements } from './svg-elements'
import { buildFigure } from '../../core/figures/figures-of-rows'

const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const
const figure = buildFigure(mixRows({ lines: nvme }), settings, { campaigns: [provenanceOf()] })
const column: ArticleLook = {
  width: { value: 85, unit: 'mm' },
  font: 'sans',
  theme: 'light',
  colors: 'okabe-ito',
  points: 8,
  smallPrint: 'short',
}
const svgOf = async (look: ArticleLook) =>
  svgElements(new TextDecoder().decode(await exportFigure(figure, { format: 'svg', preset: { look } })))

/** Dots per metre from the `pHYs` chunk. */
function dotsPerMetre(png: Uint8Array): readonly number[] {
  const at = Buffer.from(png).indexOf('pHYs')
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint8(at + 12)]
}

describe('a preset for print', () => {
  it.each([85, 174])('sets type of 7 to 9 points at %d mm', async (millimetres) => {
    const elements = await svgOf({ ...column, width: { value: millimetres, unit: 'mm' } })
    const points = elements
      .filter(({ tag }) => tag === 'text')
      .map(({ attributes }) => Number(attributes['font-size']) * 0.75)
    expect(Math.min(...points)).toBeCloseTo(7, 1)
    expect(Math.max(...points)).toBeCloseTo(9, 1)
  })

  it.each([
    [300, 1004, 11811],
    [600, 2008, 23622],
  ] as const)('gives a PNG of %d dpi the dots and the pHYs of 85 mm', async (dpi, dots, perMetre) => {
    const png = await exportFigure(figure, { format: 'png', preset: { look: { ...column, dpi } } })
    expect((await loadImage(Buffer.from(png))).width).toBe(dots)
    expect(dotsPerMetre(png)).toEqual([perMetre, perMetre, 1])
  })

  it('has the requested height, or as much as the texts need', async () => {
    const heightOf = async (height: ArticleLook['height']) =>
      Number.parseFloat((await svgOf({ ...column, ...(height && { height }) }))[0]?.attributes.height ?? '')
    expect(await heightOf({ value: 120, unit: 'mm' })).toBeCloseTo(120, 0)
    expect(await heightOf({ value: 0.75, unit: 'ratio' })).toBeCloseTo(85 / 0.75, 0)
    expect(await heightOf({ value: 27, unit: 'mm' })).toBeGreaterThan(50)
  })

  it('prints the short form of the small print', async () => {
    const texts = (await svgOf(column)).filter(({ tag }) => tag === 'text').map(({ text }) => text)
    expect(texts.join(' ')).toContain('Source: fio 3.33')
    expect(texts.join(' ')).not.toContain('relatime')
  })
})

it('a picture as shown has the proportions and the text sizes of the window', async () => {
  const svg = new TextDecoder().decode(
    await exportFigure(figure, { format: 'svg', width: 920, asShown: true }),
  )
  const sizes = svgElements(svg).flatMap(({ attributes }) => attributes['font-size'] ?? [])
  expect([...new Set(sizes)].sort()).toEqual(['11', '12', '15', '9.5'])
})

it('presets that come with the program print in points', () => {
  for (const { look } of builtInPresets) expect(look.points).toBeGreaterThanOrEqual(8)
})
