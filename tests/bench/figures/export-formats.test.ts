import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { exportFigure, figureFormats } from '../../../src/bench/figures/export-figure'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { resultsTable } from '../../../src/core/figures/tables/table-figure'
import { mixRows, nvme, provenanceOf } from '../../core/figures/mix-rows'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { svgElements } from './svg-elements'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const rows = mixRows({ lines: nvme })
const picture = buildMixSweep(rows, settings, { campaigns: [provenanceOf()] })
const tableOf = (count: number, title = 'All results'): Figure =>
  resultsTable.build(
    { rows: rows.slice(0, count), published: [] },
    { ...settings, kind: 'results-table', title },
    { campaigns: [provenanceOf()] },
  )

const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes)
const latin1 = async (bytes: Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString('latin1')

describe.each<[string, Figure]>([
  ['a picture', picture],
  ['a table', tableOf(12)],
])('%s', (_name, figure) => {
  it.each(figureFormats)('is written as %s, the same bytes each time', async (format) => {
    const bytes = await exportFigure(figure, { format })
    expect(bytes.length).toBeGreaterThan(300)
    expect(Buffer.from(await exportFigure(figure, { format })).equals(bytes)).toBe(true)
  })

  it.each(['md', 'html', 'tex', 'svg'] as const)(
    'as %s has title, caption and small print',
    async (format) => {
      const plain = (given: string) => given.replace(/\W+/g, '')
      const written = plain(
        (await text(exportFigure(figure, { format })))
          .replace(/<[^>]*>/g, '')
          .replace(/&(#\d+|amp|quot|lt|gt);/g, '')
          .replace(/\\textperiodcentered|\\textasciitilde/g, ''),
      )
      for (const part of [figure.title, figure.caption, ...figure.smallPrint.slice(0, 1)])
        expect(written).toContain(plain(part.replace(/[<>"'&]/g, '')))
    },
  )
})

describe('a PDF', () => {
  it('has the size of the picture in points, and its fonts embedded', async () => {
    const pdf = await latin1(exportFigure(picture, { format: 'pdf', width: 600 }))
    const [svg] = svgElements(await text(exportFigure(picture, { format: 'svg', width: 600 })))
    const height = Number(svg?.attributes.height) * 0.75
    expect(pdf).toContain(`/MediaBox [0 0 450 ${Math.ceil(height)}]`)
    expect(pdf.match(/\/FontName \/[A-Z]+\+Inter-\w+/g)?.length).toBeGreaterThanOrEqual(2)
    expect(pdf.match(/\/FontFile2/g)?.length).toBeGreaterThanOrEqual(2)
    // Vectors and text only.
    expect(pdf).not.toContain('/Subtype /Image')
    expect(pdf).not.toContain('/CreationDate')
  })

  it('of a long table has pages, each with its number', async () => {
    const pages = (await latin1(exportFigure(tableOf(300), { format: 'pdf' }))).match(/\/Type \/Page\b/g)
    expect(pages?.length).toBeGreaterThan(5)
  })
})

function withRows(count: number): Figure {
  const numbers = {
    columns: [
      { key: 'test', label: 'Test' },
      { key: 'mean', label: 'Mean', unit: 'MB/s' },
    ],
    rows: Array.from({ length: count }, (_, at) => [`test ${at}`, at / 2]),
  }
  return { ...tableOf(1), numbers, printed: numbers }
}
const narrow = withRows(4)

describe('a table as a picture', () => {
  it('is as wide as requested, with real text in the SVG', async () => {
    const image = await loadImage(
      Buffer.from(await exportFigure(narrow, { format: 'png', scale: 2, width: 800 })),
    )
    expect(image.width).toBe(1600)
    const texts = svgElements(await text(exportFigure(tableOf(5), { format: 'svg', width: 1200 })))
      .filter(({ tag }) => tag === 'text')
      .map((one) => one.text)
    expect(texts).toContain('Metric')
    expect(texts.filter((one) => one === 'Bandwidth')).toHaveLength(5)
  })

  it('grows if its columns cannot be narrower, and never overlaps', async () => {
    const elements = svgElements(await text(exportFigure(tableOf(5), { format: 'svg', width: 200 })))
    expect(Number(elements[0]?.attributes.width)).toBeGreaterThan(200)
  })

  it('is refused if it is too long for one, with an alternative', async () => {
    await expect(exportFigure(withRows(3000), { format: 'png' })).rejects.toThrow('Choose PDF')
  })

  it('keeps hostile labels plain text', async () => {
    const label = '"><svg onload=alert(1)>\u202egnp'
    const svg = await text(exportFigure(tableOf(3, label), { format: 'svg' }))
    for (const { attributes } of svgElements(svg))
      expect(Object.keys(attributes).filter((name) => /^on|href/i.test(name))).toEqual([])
    expect(svg).not.toContain('\u202e')
  })
})
