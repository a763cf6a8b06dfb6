import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { textMeasure } from '../../../src/bench/figures/draw-figure'
import { GlyphOutlines } from '../../../src/bench/figures/svg/glyph-outlines'
import { fontFamily } from '../../../src/charts/text'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { exportCommand } from '../../../src/cli/commands/export'
import { builtInPresets } from '../../../src/core/figures/figure/article-look'
import { runCaptured } from '../../cli/capture-output'
import { panelFigure } from '../../charts/panel-figure'
import { temporaryFolder } from '../store/sample-review'
import { recordedReview } from './recorded-review'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

it('a picture only has neither title nor caption, and still says what it is', async () => {
  const whole = text(await exportFigure(panelFigure, { format: 'svg' }))
  const only = text(await exportFigure(panelFigure, { format: 'svg', pictureOnly: true }))
  const drawn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words = '']) => words)
  expect(drawn(whole)).toContain(panelFigure.title)
  expect(drawn(only)).not.toContain(panelFigure.title)
  expect(drawn(only).length).toBeGreaterThan(10)
  expect(only).toContain(`<title>${panelFigure.title}</title>`)
  const height = (svg: string) => Number(/viewBox="0 0 \d+ (\d+)"/.exec(svg)?.[1])
  expect(height(only)).toBeLessThan(height(whole))
})

describe('an SVG with outlines', () => {
  it('has no text and no font, and the words of the figure for those who cannot see it', async () => {
    const plain = text(await exportFigure(panelFigure, { format: 'svg' }))
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true }))
    expect(plain).toMatch(/<text[ >]/)
    expect(svg).not.toMatch(/<text[ >]|@font-face|font-family/)
    expect(svg).toContain(`<title>${panelFigure.title}</title>`)
    expect(svg.match(/<use/g)?.length).toBeGreaterThan(100)
    const size = (document: string) => /viewBox="([^"]*)"/.exec(document)?.[1]
    expect(size(svg)).toBe(size(plain))
    const image = await loadImage(Buffer.from(svg))
    expect(`0 0 ${String(image.width)} ${String(image.height)}`).toBe(size(plain))
  })

  it('has coordinates of at most two decimals', async () => {
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true }))
    const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !/^[MLHVQCZ](?:[MLHVQCZ ]|-?\d+(?:\.\d{1,2})?)*$/.test(path))).toEqual([])
  })

  it('defines each letter of a weight once, and uses it where the letter is', async () => {
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true }))
    const outlines = [...svg.matchAll(/<path id="([^"]+)" d="([^"]+)"\/>/g)]
    const ids = new Set(outlines.map(([, id]) => id))
    const used = [...svg.matchAll(/<use xlink:href="#([^"]+)"/g)].map(([, id]) => id)
    expect(ids.size).toBe(outlines.length)
    expect(new Set(outlines.map(([, , path]) => path)).size).toBe(outlines.length)
    expect(used.length).toBeGreaterThan(3 * ids.size)
    expect(new Set(used)).toEqual(ids)
    expect(svg).toContain('xmlns:xlink="http://www.w3.org/1999/xlink"')
    // The runs are circles, as in an SVG with text, and not paths of dozens of points.
    const circles = async (outlined: boolean) =>
      text(await exportFigure(panelFigure, { format: 'svg', outlines: outlined })).match(/<circle/g)?.length
    expect(await circles(true)).toBe(await circles(false))
  })

  it('places the letters of a text where they are if it is drawn at once', () => {
    const measure = textMeasure()
    const letters = new GlyphOutlines(measure, 'p')
    const font = `500 20px ${fontFamily}`
    const placesOf = (drawn: string) =>
      [...drawn.matchAll(/<use [^>]*?(?: x="(-?\d+)")?\/>/g)].map(([, x = '0']) => Number(x) / 50)
    const widthOf = (part: string) => {
      measure.font = font
      return measure.measureText(part).width
    }
    const places = placesOf(letters.letters('AV 12 k', font))
    // A blank shows nothing; V moves below A.
    expect(places).toHaveLength(5)
    expect(places[1]).toBeLessThan(widthOf('A') - 0.5)
    expect(places[4]).toBeCloseTo(widthOf('AV 12 '), 0)
    expect(placesOf(letters.letters('AAA', font))).toHaveLength(3)
    expect(letters.definitions()).toHaveLength(5)
    // Letters of these scripts are joined or change places.
    for (const whole of ['\u0645\u0631\u062d\u0628\u0627', '\u05e9\u05dc\u05d5\u05dd'])
      expect(placesOf(letters.letters(whole, font)).length).toBeLessThanOrEqual(1)
  })

  it('has the size of its preset in millimetres', async () => {
    const look = builtInPresets.find(({ name }) => name === 'Print column')?.look
    if (look === undefined) throw new Error('There is no such preset.')
    const svg = text(await exportFigure(panelFigure, { format: 'svg', outlines: true, preset: { look } }))
    expect(svg).toMatch(/<svg[^>]* width="85mm"/)
  })

  it('is written from figures and tables by the command line, and only as SVG', async () => {
    const { review } = recordedReview()
    const folder = temporaryFolder()
    const out = join(folder, 'figure.svg')
    for (const kind of ['time-series', 'results-table']) {
      const asked = ['--figure', kind, '--metric', 'bandwidth', '--outlines', '--out', out]
      const done = await runCaptured(exportCommand, review.path, ...asked)
      expect(done.status).toBe(0)
      expect(readFileSync(out, 'utf8')).not.toMatch(/<text[ >]/)
    }
    const asked = ['--figure', 'time-series', '--outlines', '--out', join(folder, 'figure.png')]
    const refused = await runCaptured(exportCommand, review.path, ...asked)
    expect(refused).toMatchObject({ status: 2 })
    expect(refused.stderr).toContain('--outlines is for SVG, not for png.')
  })
})
