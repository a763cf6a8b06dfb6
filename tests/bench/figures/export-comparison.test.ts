import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../src/core/figures/kinds/build-figure'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../../core/comparison/sample-data'
import { parseCsv } from '../../core/document/parse-csv'
import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { svgElements, withoutFaces } from './svg-elements'

const axes = [
  { key: 'block_size', levels: [4096, 16384, 65536] },
  { key: 'read_percent', levels: [100, 70, 30, 0] },
]
const level = (l: Readonly<Record<string, unknown>>) =>
  (9e4 - Number(l.block_size)) * (1 + Number(l.read_percent) / 100)
const sample = (id: number, firmware: string, effect: (read: number) => number): SampleCampaign => ({
  id,
  configuration: `firmware ${firmware}`,
  firmware,
  axes,
  runs: (l) =>
    id === 2 && l.block_size === 16384 && l.read_percent === 30
      ? undefined
      : tenRuns(level(l) * effect(Number(l.read_percent)), 0.02 + 0.0001 * Number(l.read_percent)),
})
const comparison = compareCampaigns(
  comparisonData([
    sample(1, '1.0', () => 1),
    sample(2, '1.1', (read) => 1 + (50 - read) / 800),
    sample(3, '1.2', () => 0.96),
  ]),
  { baseline: selection('firmware=1.0'), candidates: [selection('firmware=1.1'), selection('firmware=1.2')] },
)
const figureOf = (
  kind: 'comparison' | 'percent-difference',
  settings: Partial<FigureSettings> = {},
): Figure =>
  comparisonFigure(comparison, { kind, campaignIds: [], metric: 'iops', ...settings }, { campaigns: [] })
const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes)

describe('a comparison as a picture', () => {
  it.each([
    ['comparison', 'light'],
    ['percent-difference', 'light'],
    ['percent-difference', 'dark'],
    ['percent-difference', 'grey'],
  ] as const)('matches the one on record (%s, %s)', async (kind, theme) => {
    const svg = await text(exportFigure(figureOf(kind), { format: 'svg', theme }))
    await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${kind}-${theme}.svg`)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|"-0"|[ ,-]-0[ ",]/)
  })

  it.each([
    ['comparison', 'light'],
    ['percent-difference', 'dark'],
  ] as const)('has a panel for each level of an axis (%s, %s)', async (kind, theme) => {
    const svg = await text(exportFigure(figureOf(kind, { facet: 'read_percent' }), { format: 'svg', theme }))
    await expect(withoutFaces(svg)).toMatchFileSnapshot(`../../golden/${kind}-facets-${theme}.svg`)
  })

  it('draws each bar from the zero of its own panel', async () => {
    const figure = figureOf('comparison', { showDots: false, showIntervals: false })
    const bars = svgElements(await text(exportFigure(figure, { format: 'svg' })))
      .filter(
        ({ tag, attributes }) =>
          tag === 'rect' && ['#66aad1', '#e69e66', '#66c5ab'].includes(attributes.fill ?? ''),
      )
      .map(({ attributes }) => ({
        top: Number(attributes.y),
        bottom: Number(attributes.y) + Number(attributes.height),
        width: Number(attributes.width),
      }))
      .filter(({ bottom, top }) => bottom - top > 12)
    const shown = figure.series.flatMap((one) => one.points).filter((point) => point.y !== undefined)
    expect(shown).toHaveLength(3 * 12 - 1)
    expect(bars).toHaveLength(shown.length)
    // Three panels in two rows of two: bars start from two baselines.
    const floors = bars.map(({ bottom }) => bottom).sort((a, b) => a - b)
    expect(floors.filter((floor, at) => at === 0 || floor - (floors[at - 1] ?? 0) > 1)).toHaveLength(2)
    // Equal means are equally high in every panel.
    const heights = bars.map(({ top, bottom }) => bottom - top)
    const values = shown.map((point) => point.y ?? 0)
    heights.forEach((height, at) =>
      expect(height / (heights[0] ?? 1)).toBeCloseTo((values[at] ?? 0) / (values[0] ?? 1), 1),
    )
  })

  it('names every panel and shows its texts in full', async () => {
    const figure = figureOf('percent-difference')
    const elements = svgElements(await text(exportFigure(figure, { format: 'svg', width: 900 })))
    const texts = elements.filter((element) => element.tag === 'text').map((element) => element.text)
    for (const line of [
      '4\u202fKiB',
      '16\u202fKiB',
      '64\u202fKiB',
      'firmware 1.1',
      'firmware 1.2',
      'no data',
    ])
      expect(texts).toContain(line)
    expect(texts.join(' ')).toContain(figure.caption)
  })

  it.each(['light', 'grey'] as const)('breaks a far bar off and prints its number (%s)', async (theme) => {
    const far = (id: number): SampleCampaign => ({
      ...sample(id, String(id), (read) => (id === 2 && read === 0 ? 37.5 : 1)),
      axes: [{ key: 'read_percent', levels: [100, 90, 70, 50, 30, 10, 0] }],
      runs: (l) => tenRuns(1e4 * (id === 2 && l.read_percent === 0 ? 37.5 : 1 + id / 100)),
    })
    const made = compareCampaigns(comparisonData([far(1), far(2)]), {
      baseline: selection('firmware=1'),
      candidates: [selection('firmware=2')],
    })
    const figure = comparisonFigure(
      made,
      { kind: 'advantage', campaignIds: [], metric: 'iops' },
      { campaigns: [] },
    )
    const elements = svgElements(await text(exportFigure(figure, { format: 'svg', theme })))
    const texts = elements.filter((element) => element.tag === 'text').map((element) => element.text)
    expect(texts).toContain('3,713')
    expect(texts.join(' ')).toContain('1 of 7 bars is broken off there and has its number.')
    const heights = elements
      .filter(({ tag, attributes }) => tag === 'rect' && attributes.fill === '#66aad1')
      .map(({ attributes }) => Number(attributes.height))
    if (theme === 'grey') return
    // The far one ends where the plot does, a quarter above the others.
    expect(heights).toHaveLength(7)
    expect(Math.max(...heights) / Math.min(...heights)).toBeCloseTo(125 / 101, 1)
  })

  it('includes its numbers, every run included', async () => {
    const [header, ...lines] = parseCsv(
      await text(exportFigure(figureOf('percent-difference'), { format: 'csv' })),
    )
    expect(lines).toHaveLength(23)
    for (const key of [
      'block_size',
      'difference_percent',
      'low',
      'high',
      'p',
      'adjusted_p',
      'verdict',
      'candidate_run_10',
    ])
      expect(header).toContain(key)
  })

  it('is drawn at print width and larger without changing its own size', async () => {
    for (const width of [321, 600, 1200]) {
      const png = await exportFigure(figureOf('percent-difference'), { format: 'png', width })
      expect(png.length).toBeGreaterThan(10_000)
    }
  })
})
