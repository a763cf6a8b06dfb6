import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import type { ExportPreset } from '../../../src/bench/figures/export-look'
import { takePicture } from '../../../src/bench/figures/take-picture'
import type { ArticleLook } from '../../../src/core/figures/figure/article-look'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { mixRows, nvme, provenanceOf } from '../../core/figures/mix-rows'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { temporaryFolder } from '../store/sample-review'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgElements } from './svg-elements'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const figure = buildMixSweep(mixRows({ lines: nvme }), settings, { campaigns: [provenanceOf()] })
const bars: Figure = {
  ...figure,
  series: figure.series
    .filter(({ role }) => role === 'measured')
    .map((one) => ({ ...one, mark: 'bar', barWidth: 5 })),
}
const column: ArticleLook = {
  width: { value: 85, unit: 'mm' },
  font: 'sans',
  theme: 'light',
  colors: 'okabe-ito',
}
const logo = createCanvas(80, 40)
logo.getContext('2d').fillRect(0, 0, 80, 40)
const picture = { type: 'image/png', bytes: new Uint8Array(logo.toBuffer('image/png')) } as const

const svgOf = async (preset: ExportPreset, of = figure) =>
  new TextDecoder().decode(await exportFigure(of, { format: 'svg', preset }))

describe('an article preset', () => {
  it('sets the width for print: millimetres in the SVG, points in the PDF, dots in the PNG', async () => {
    const preset = { look: column }
    const [root] = svgElements(await svgOf(preset))
    expect(root?.attributes.width).toBe('85mm')
    expect(root?.attributes.viewBox).toMatch(/^0 0 321 /)
    const pdf = Buffer.from(await exportFigure(figure, { format: 'pdf', preset })).toString('latin1')
    expect(pdf).toContain('/MediaBox [0 0 241 ')
    const png = await loadImage(Buffer.from(await exportFigure(figure, { format: 'png', preset, scale: 4 })))
    expect(png.width).toBe(1285)
  })

  it('keeps the smallest letters of a print column at 6 points', async () => {
    for (const { tag, attributes } of svgElements(await svgOf({ look: column })))
      if (tag === 'text') expect(Number(attributes['font-size']) * 0.75).toBeGreaterThanOrEqual(6)
  })

  it('sets the fonts, and embeds them in a PDF', async () => {
    const preset: ExportPreset = { look: { ...column, font: 'serif' } }
    expect(await svgOf(preset)).toMatch(/font-family="&#39;figure-\w+&#39;, &#39;Source Serif 4&#39;/)
    const pdf = Buffer.from(await exportFigure(figure, { format: 'pdf', preset })).toString('latin1')
    expect(pdf).toMatch(/\/FontName \/[A-Z]+\+SourceSerif/)
    expect(pdf).not.toMatch(/\+Inter-/)
  })

  it.each(['okabe-ito', 'tol-bright', 'tol-muted'] as const)('sets the colours (%s)', async (colors) => {
    const stroke = (svg: string) =>
      new Set(
        svgElements(svg).flatMap(({ tag, attributes }) => (tag === 'path' ? (attributes.stroke ?? []) : [])),
      )
    const light = stroke(await svgOf({ look: { ...column, colors } }))
    const dark = stroke(await svgOf({ look: { ...column, colors, theme: 'dark' } }))
    expect(light.size).toBeGreaterThan(1)
    expect([...light].some((color) => !dark.has(color))).toBe(true)
  })

  it('prints in greys alone, with bars distinguished by hatching', async () => {
    const svg = await svgOf({ look: { ...column, colors: 'greys' } }, bars)
    for (const [, r, g, b] of svg.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/g))
      expect([r, g, b]).toEqual([r, r, r])
    const fills = svgElements(svg).flatMap(({ tag, attributes }) =>
      tag === 'rect' || tag === 'path' ? (attributes.fill ?? []) : [],
    )
    expect(new Set(fills).size).toBeGreaterThan(2)
  })

  it.each(['logo', 'watermark'] as const)('embeds its %s in every kind of picture', async (kind) => {
    const mark = { kind, size: kind === 'logo' ? 1.6 : 50, opacityPercent: 40 }
    const preset: ExportPreset = { look: { ...column, mark }, picture }
    const [image] = svgElements(await svgOf(preset)).filter(({ tag }) => tag === 'image')
    expect(image?.attributes.href).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(image?.attributes.opacity).toBe('0.4')
    expect(Number(image?.attributes.width) / Number(image?.attributes.height)).toBeCloseTo(2, 1)
    const pdf = Buffer.from(await exportFigure(figure, { format: 'pdf', preset })).toString('latin1')
    expect(pdf).toContain('/Subtype /Image')
    const plain = await exportFigure(figure, { format: 'png', preset: { look: column } })
    expect(Buffer.from(await exportFigure(figure, { format: 'png', preset })).equals(plain)).toBe(false)
  })
})

describe('a picture for a preset', () => {
  const file = (name: string, bytes: Uint8Array | string) => {
    const path = join(temporaryFolder(), name)
    writeFileSync(path, bytes)
    return path
  }

  it('is imported with its size', async () => {
    expect(await takePicture(file('logo.png', picture.bytes))).toMatchObject({
      name: 'logo.png',
      type: 'image/png',
      width: 80,
      height: 40,
    })
  })

  it.each([
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'neither a PNG nor a JPEG'],
    ['logo.png', '<html>', 'neither a PNG nor a JPEG'],
    ['half.png', picture.bytes.slice(0, 30), 'cannot be read'],
    ['large.png', Buffer.concat([picture.bytes, Buffer.alloc(2 * 1024 * 1024)]), 'larger than 2 MiB'],
  ])('%s is refused', async (name, bytes, reason) => {
    await expect(takePicture(file(name, bytes))).rejects.toThrow(reason)
  })
})
