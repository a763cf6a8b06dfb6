import { expect, test } from 'vitest'
import type { TidyRow } from '../../../src/core/results/run'
import { normals, simulated, slack } from '../statistics/simulation'
import { buildFigure } from './figures-of-rows'
import { row } from './mix-rows'

const settings = { kind: 'fill-level', campaignIds: [], metric: 'iops' } as const
const tries = simulated(100)

/** Share of simulated reviews, five runs at each of five levels, in which two drives are said to change places. */
function changing(slopes: readonly [number, number]): number {
  const normal = normals(41)
  let found = 0
  for (let review = 0; review < tries; review++) {
    const rows = slopes.flatMap((slope, drive) =>
      [20, 40, 60, 80, 100].flatMap((level) =>
        Array.from({ length: 5 }, (_, run): TidyRow =>
          row({
            ...{ campaignId: drive + 1, device: `Drive ${String(drive + 1)}`, metric: 'iops', unit: 'IOPS' },
            ...{
              runId: 1000 * drive + 10 * level + run,
              repetition: run + 1,
              levels: { fill_percent: level },
            },
            value: 50_000 * (1 + (slope * (level - 60)) / 100) * (1 + 0.05 * normal()),
          }),
        ),
      ),
    )
    const { notes, families } = buildFigure(rows, settings, { campaigns: [] })
    expect(families?.map(({ tests }) => tests)).toEqual([5])
    if (notes.some(({ text }) => text.includes('change places'))) found++
  }
  return found / tries
}

test('identical drives change places in 1 % of simulated reviews', () => {
  expect(changing([0, 0])).toBeLessThanOrEqual(0.01 + slack(0.01, tries))
})

test('drives whose rates cross do in nearly all of them', () => {
  expect(changing([0.4, -0.4])).toBeGreaterThan(0.9)
})
