import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { contentProvenance, contentRows } from '../../core/figures/content-rows'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { closing } from '../store/sample-review'
import { svgElements, withoutFaces } from './svg-elements'
import { buildFigure } from '../../core/figures/figures-of-rows'

const rows = contentRows({ tests: ['write'] })
const figureOf = (settings: Partial<FigureSettings>): Figure =>
  buildFigure(
    rows,
    { kind: 'compressibility', campaignIds: [], metric: 'bandwidth', ...settings },
    { campaigns: [contentProvenance()] },
  )
const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes)

describe('compressibility as a picture', () => {
  it.each(['compressibility', 'compressibility-bars'] as const)(
    'matches the one on record (%s)',
    async (kind) => {
      const svg = await text(exportFigure(figureOf({ kind }), { format: 'svg', theme: 'light' }))
      await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${kind}-light.svg`)
      expect(svg).not.toMatch(/NaN|Infinity|undefined|"-0"|[ ,-]-0[ ",]/)
    },
  )

  it('draws every run of the curve as a dot next to its markers', async () => {
    const shown = await text(exportFigure(figureOf({ showDots: true }), { format: 'svg' }))
    const hidden = await text(exportFigure(figureOf({ showDots: false }), { format: 'svg' }))
    const circles = (svg: string) => svgElements(svg).filter(({ tag }) => tag === 'circle').length
    expect(circles(shown) - circles(hidden)).toBe(rows.length)
  })
})

describe('the printed SandForce review', () => {
  it('is a table of the numbers as printed, without zeros added', async () => {
    const path = join(__dirname, '../../../resources/samples/sandforce-throughput.benchwright')
    const review = closing(openReview(path, { mode: 'read' }))
    const settings = { kind: 'compressibility-table', campaignIds: [], metric: 'bandwidth' } as const
    const printed = await text(exportFigure(figureOfReview(review, settings), { format: 'md' }))
    expect(printed).toContain('| 260 | 128 | 97 |')
  })

  it('is drawn from its sample, four tests with intervals and no dots', () => {
    const path = join(__dirname, '../../../resources/samples/sandforce-iops.benchwright')
    const review = closing(openReview(path, { mode: 'read' }))
    const figure = figureOfReview(review, {
      kind: 'compressibility',
      campaignIds: [],
      metric: 'iops',
      unit: 'IOPS',
    })
    expect(figure.panels?.titles).toEqual(['Write', 'Read', 'Random write', 'Random read'])
    const points = figure.series.flatMap((series) => series.points)
    expect(points).toHaveLength(12)
    expect(points[0]).toMatchObject({ y: 49739.9, sd: 2349.23, n: 10, dots: [] })
    expect(points.every(({ low, high }) => low !== undefined && high !== undefined)).toBe(true)
  })
})
