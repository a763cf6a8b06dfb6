import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReview } from '../../../src/bench/store/open-review'
import { liveFigure } from '../../../src/bench/articles/live-figure'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'
import type { Figure } from '../../../src/core/figures/figure/figure'
import { printedTable } from '../../../src/core/document/printed-table'
import { ranking } from '../../../src/core/figures/ranking/ranking'
import { buildMixSweep, measuredCasesOf } from '../../core/figures/figures-of-rows'
import { latencyReview } from '../figures/latency-review'
import { loadReview } from '../figures/load-review'
import { mixRows, row, type MixLine } from '../../core/figures/mix-rows'

const line = (blockSize: number): MixLine => ({
  ...{ blockSize, read: 5e8, write: 2e8, penalty: 0.2, scatter: 1 },
})
const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const

async function liveOf(...blockSizes: readonly number[]) {
  const figure = buildMixSweep(mixRows({ lines: blockSizes.map(line), runs: 3 }), settings, { campaigns: [] })
  const { live } = await liveFigure(figure)
  if (!live) throw new Error('Nothing responds to the mouse.')
  return live
}

it('names the parts of a single line without the line', async () => {
  const { series, marks } = await liveOf(4096)
  expect(series.map(({ label }) => label)).toEqual(['total', 'read part', 'write part'])
  expect(marks[0]?.text).toMatch(/^total, Reads in the mix/)
})

it('names lines, if there are several', async () => {
  const { series } = await liveOf(4096, 65_536)
  expect(series.length).toBeGreaterThan(2)
  for (const { label } of series) expect(label).toMatch(/^(4|64)\u202fKiB/)
})

it('draws a long ranking with names in one line, so that it fits on a page', async () => {
  const bars = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) =>
      row({
        levels: {},
        campaignId: at + 1,
        device: `Solidigm D7-P5520 of ${at + 1} terabytes`,
        value: at + 1,
      }),
    )
    const asked = { kind: 'ranking', campaignIds: [], metric: 'bandwidth' } as const
    const { live } = await liveFigure(
      ranking.build({ measured: measuredCasesOf(rows), published: [] }, asked, { campaigns: [] }),
    )
    return live ?? { width: 0, height: 0 }
  }
  const [few, many] = [await bars(10), await bars(34)]
  expect(few.width).toBe(600)
  expect(many.width).toBe(736)
  expect(many.height / many.width).toBeLessThan(1.6)
})

it('states a difference once, as printed, and that the numbers of runs were not', async () => {
  const path = join(import.meta.dirname, '../../../resources/samples/tpcc-servers.benchwright')
  const review = openReview(path, { mode: 'read' })
  const side = (value: string) => [{ key: 'configuration', value }]
  const comparison = { baseline: side('MySQL 5.5.8'), candidates: [side('Percona Server')] }
  const { live } = await liveFigure(
    figureOfReview(review, {
      ...{ kind: 'percent-difference', campaignIds: [], metric: 'new_order_rate', comparison },
    }),
  )
  review.close()
  expect(live?.marks[0]?.text.split('\n').slice(0, 4)).toEqual([
    'Buffer pool 13\u202fGiB',
    '+29.44\u202f%, ratio of means',
    'runs were not published',
    'numbers of runs not printed',
  ])
})

it.each([
  ['offered-load', 'latency_p99'],
  ['latency-throughput', 'latency_mean'],
] as const)('prints every measured value of %s as its table does', async (kind, metric) => {
  const { review, rateId, depthId } = loadReview()
  const campaignIds = [kind === 'offered-load' ? rateId : depthId]
  await expectTipsInTable(figureOfReview(review, { kind, campaignIds, metric }))
})

it.each(['tachion-fill-level', 'flash-cards-used-capacity'])(
  'prints every value of the sample %s as its table does',
  async (sample) => {
    const path = join(import.meta.dirname, `../../../resources/samples/${sample}.benchwright`)
    const review = openReview(path, { mode: 'read' })
    const figure = figureOfReview(review, { kind: 'fill-level', campaignIds: [], metric: 'bandwidth' })
    review.close()
    await expectTipsInTable({ ...figure, series: figure.series.filter(({ panel }) => panel === 0) })
  },
)

it('names places between the ticks of a percentile axis as percentiles', async () => {
  const { review } = latencyReview()
  const figure = figureOfReview(review, { kind: 'latency-percentiles', campaignIds: [], metric: 'bandwidth' })
  const { live } = await liveFigure(figure)
  const places = live?.marks.map(({ text }) => / of all I\/Os: (.*)/.exec(text)?.[1]) ?? []
  expect(places.length).toBeGreaterThan(100)
  for (const place of places) expect(place).toMatch(/^(Median|\d\d?(\.\d+)?\u202f%)$/)
  expect(places[0]).toBe('1\u202f%')
})

/** The values that readers see in a picture are cells of the table beneath it. */
async function expectTipsInTable(figure: Figure): Promise<void> {
  const { live } = await liveFigure(figure)
  const tips = live?.marks.map(({ text }) => text.split('\n')[1]?.split('\u202f')[0]) ?? []
  const cells = [...printedTable(figure.printed ?? figure.numbers ?? { columns: [], rows: [] }).rows].flat()
  expect(tips.length).toBeGreaterThan(0)
  expect(cells).toEqual(expect.arrayContaining(tips))
}
