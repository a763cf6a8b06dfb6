import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { palettes } from '../../../src/charts/palette'
import { mixRows, nvme, provenanceOf } from '../../core/figures/mix-rows'
import { parseCsv } from '../../core/document/parse-csv'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { svgElements, withoutFaces } from './svg-elements'
import { buildMixSweep } from '../../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const rows = mixRows({ lines: nvme })
const figure = buildMixSweep(rows, settings, { campaigns: [provenanceOf()] })

const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes)

describe('an exported SVG', () => {
  it.each(['light', 'dark', 'grey'] as const)('matches the picture on record (%s)', async (theme) => {
    const svg = await text(exportFigure(figure, { format: 'svg', theme }))
    await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/mix-sweep-${theme}.svg`)
  })

  it.each(['light', 'dark'] as const)(
    'connects names that were moved with thin lines that are grey, not in a series colour (%s)',
    async (theme) => {
      const alike = [1, 2, 3].map((place) => ({
        ...{ blockSize: 4096 * place, read: 2e9 * place, write: 1e9 + place, penalty: 0, scatter: 0 },
      }))
      const crowded = buildMixSweep(
        mixRows({ lines: alike, runs: 1 }),
        { ...settings, showReference: false },
        { campaigns: [] },
      )
      const elements = svgElements(await text(exportFigure(crowded, { format: 'svg', theme })))
      const right = Math.max(...elements.map(({ attributes }) => Number(attributes.cx ?? 0)))
      const isLeader = (path: string) => Number(/^M([\d.]+)/.exec(path)?.[1]) > right + 2
      const leaders = elements.filter(({ tag, attributes }) => tag === 'path' && isLeader(attributes.d ?? ''))
      expect(leaders.length).toBeGreaterThan(0)
      for (const { attributes } of leaders) {
        expect(attributes.stroke).toBe(palettes[theme].axis)
        expect(Number(attributes['stroke-width'])).toBeLessThan(1)
      }
    },
  )

  it('is the same each time', async () => {
    const once = await text(exportFigure(figure, { format: 'svg' }))
    expect(await text(exportFigure(figure, { format: 'svg' }))).toBe(once)
  })

  it('has real text: title, ticks, names, caption and small print as whole lines', async () => {
    const elements = svgElements(await text(exportFigure(figure, { format: 'svg' })))
    const texts = elements.filter((element) => element.tag === 'text').map((element) => element.text)
    for (const line of [
      figure.title,
      figure.subtitle,
      'Bandwidth (GB/s)',
      '100',
      '0',
      '4\u202fKiB',
      '64\u202fKiB',
      'ideal mix',
    ])
      expect(texts).toContain(line)
    expect(texts.join(' ')).toContain(figure.caption)
    expect(texts.join(' ')).toContain(figure.smallPrint.join(' '))
    expect(elements.find((element) => element.tag === 'title')?.text).toBe(figure.title)
    expect(elements[0]?.attributes['font-family']).toMatch(
      /^'figure-\w+', Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif$/,
    )
    for (const element of elements.filter((one) => one.tag === 'text')) {
      expect(Number(element.attributes['font-size'])).toBeGreaterThanOrEqual(11.5)
    }
  })

  it('keeps dashes dashed and runs round', async () => {
    const elements = svgElements(await text(exportFigure(figure, { format: 'svg' })))
    // 2 ideal curves and their key.
    expect(elements.filter((element) => element.attributes['stroke-dasharray'] !== undefined)).toHaveLength(3)
    // 2 lines of 3 series: 11 + 10 + 10 points of 10 runs each; 11 round markers a line and 1 in the legend.
    expect(elements.filter((element) => element.tag === 'circle')).toHaveLength(2 * 31 * 10 + 2 * 11 + 1)
  })

  it('contains only valid numbers', async () => {
    expect(await text(exportFigure(figure, { format: 'svg' }))).not.toMatch(
      /NaN|Infinity|undefined|"-0"|[ ,-]-0[ ",]/,
    )
  })

  it('draws a gap where a point is missing: two pieces and a cross', async () => {
    const holey = rows.filter((one) => !(one.levels.block_size === 4096 && one.levels.read_percent === 40))
    const gap = buildMixSweep(
      holey,
      { ...settings, directions: ['total'], showDots: false, showReference: false },
      { campaigns: [] },
    )
    const lines = svgElements(await text(exportFigure(gap, { format: 'svg' })))
      .filter((element) => element.attributes.stroke === '#0072b2' && element.tag === 'path')
      .map((element) => element.attributes.d ?? '')
    const pieces = lines.filter((d) => (d.match(/L/g) ?? []).length > 2).flatMap((d) => d.split('M').slice(1))
    // Points go from 0 to 100 % reads: four before the gap at 40, six after it; Chart.js draws the first of each twice.
    expect(pieces.map((piece) => new Set(piece.split('L')).size)).toEqual([4, 6])
    expect(lines.some((d) => /^M[^L]+L[^M]+M[^L]+L[^L]+$/.test(d))).toBe(true)
  })
})

describe('labels from hostile files', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    "'><image href=x onerror='alert(1)'/>",
    ']]><!-- &amp; &#x3c;',
    'safe\u202egnp.exe',
    '👩‍💻 日本 عربي',
    '\u0000\u0001\u001b[31mred\ufffe',
    'x'.repeat(100_000),
    '=HYPERLINK("http://x")',
    '\ud800 half',
  ]
  const allowedTags = new Set([
    'svg',
    'title',
    'desc',
    'defs',
    'clipPath',
    'g',
    'rect',
    'circle',
    'path',
    'style',
    'text',
  ])

  it.each(hostile)('stay text (%#)', async (label) => {
    const marked = buildMixSweep(
      rows.map((one) => ({ ...one, device: label, configuration: label })),
      {
        ...settings,
        title: label,
        subtitle: label,
        xLabel: label,
        yLabel: label,
        seriesLabels: { 'block_size=4096': label, 'block_size=65536/read': label },
      },
      {
        campaigns: [provenanceOf({ label, tool: label, device: label, command: label, mountOptions: label })],
      },
    )
    const svg = await text(exportFigure(marked, { format: 'svg' }))
    expect(svg.length).toBeLessThan(200_000)
    for (const { tag, attributes } of svgElements(svg)) {
      expect(allowedTags.has(tag), tag).toBe(true)
      expect(Object.keys(attributes).filter((name) => /^on|href/i.test(name))).toEqual([])
    }
    expect(svg).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const csv = parseCsv(await text(exportFigure(marked, { format: 'csv' })))
    for (const cell of csv.flat()) expect(cell).not.toMatch(/^[=+@]/)
    JSON.parse(await text(exportFigure(marked, { format: 'json' })))
  })

  it('keep characters that the shipped font lacks', async () => {
    const named = buildMixSweep(rows, { ...settings, title: '日本 😀 עברית 4×4 1111' }, { campaigns: [] })
    expect(await text(exportFigure(named, { format: 'svg' }))).toContain('>日本 😀 עברית 4×4 1111</text>')
  })
})

describe('an exported PNG', () => {
  it.each([1, 2, 3, 4])('has %d dots per pixel', async (scale) => {
    const image = await loadImage(
      Buffer.from(await exportFigure(figure, { format: 'png', scale, width: 400 })),
    )
    expect(image.width).toBe(400 * scale)
    const svg = svgElements(await text(exportFigure(figure, { format: 'svg', width: 400 })))
    expect(image.height).toBe(Number(svg[0]?.attributes.height) * scale)
  })

  it('fills a magazine column: 85 mm at 300 dots per inch', async () => {
    const image = await loadImage(
      Buffer.from(await exportFigure(figure, { format: 'png', scale: 3, width: 335 })),
    )
    expect(image.width).toBe(1005)
  })

  it('refuses sizes nobody can want', async () => {
    await expect(exportFigure(figure, { format: 'png', scale: 5 })).rejects.toThrow(
      'The scale of a picture must be 1 to 4, not 5.',
    )
    await expect(exportFigure(figure, { format: 'svg', width: 10 })).rejects.toThrow('width')
    await expect(exportFigure(figure, { format: 'png', width: Number.NaN })).rejects.toThrow('width')
  })
})

describe('exported numbers', () => {
  it('hold every run', async () => {
    const [header = [], ...lines] = parseCsv(await text(exportFigure(figure, { format: 'csv' })))
    expect(header.slice(0, 4)).toEqual(['read_percent', 'series', 'direction', 'unit'])
    expect(header.at(-1)).toBe('run_10')
    expect(lines).toHaveLength(2 * (11 + 10 + 10))
  })

  it('hold the whole figure as JSON', async () => {
    const read = JSON.parse(await text(exportFigure(figure, { format: 'json' }))) as {
      figure: unknown
      table: unknown[]
    }
    expect(read.figure).toEqual(JSON.parse(JSON.stringify(figure)))
    expect(read.table).toHaveLength(62)
  })
})
