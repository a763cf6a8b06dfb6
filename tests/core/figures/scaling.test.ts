import { expect, it } from 'vitest'
import { buildFigure } from './figures-of-rows'
import { row } from './mix-rows'

const depths = [1, 2, 4, 8, 16, 32]

/** The small print on the fit of these rates, from a depth of 1 to 32. */
function fitOf(rates: readonly number[]): string | undefined {
  const rows = rates.map((value, at) =>
    row({
      ...{ runId: at + 1, metric: 'iops', unit: 'IOPS', value },
      levels: { queue_depth: depths[at] ?? 0 },
    }),
  )
  const settings = { kind: 'scaling', campaignIds: [], metric: 'iops', xKey: 'queue_depth' } as const
  const { smallPrint } = buildFigure(rows, settings, { campaigns: [] })
  return smallPrint.find((text) => text.startsWith('USL fit'))
}

it('a straight line has no contention, no crosstalk and no peak, whatever rounding leaves', () => {
  const fit = fitOf(depths.map((depth) => 1000 * depth))
  expect(fit).toContain('\u03c3 = 0, \u03ba = 0, no peak')
})

it('a line that bends upwards has a negative contention with a real minus', () => {
  const fit = fitOf([1000, 2100, 4600, 10_000, 21_000, 45_000])
  expect(fit).toMatch(/\u03c3 = \u22120\.01/)
})
