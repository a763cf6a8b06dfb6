import { expect, it } from 'vitest'
import { liveFigure } from '../../../../src/bench/transfer/documents/live-figure'
import { mixRows, type MixLine } from '../../../core/figures/mix-rows'
import { buildMixSweep } from '../../../core/figures/figures-of-rows'

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
  for (const { label } of series) expect(label).toMatch(/^(4|64)\u2009KiB/)
})
