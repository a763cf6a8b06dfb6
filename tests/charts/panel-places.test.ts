import { expect, it } from 'vitest'
import { panelEnds, placeX, spreadX } from '../../src/charts/panel-places'
import type { Figure } from '../../src/core/figures/figure/figure'
import { mixRows, nvme } from '../core/figures/mix-rows'
import { buildFigure } from '../core/figures/figures-of-rows'

const built: Figure = buildFigure(
  mixRows({ lines: nvme }),
  { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', manySeries: 'panels' },
  { campaigns: [] },
)

it('the first panel is on the left if x goes from 100 to 0, too', () => {
  expect(built.x.reverse).toBe(true)
  const { min = 0, max = 0 } = spreadX(built)
  const [first, second] = [panelEnds(built, 0), panelEnds(built, 1)]
  // Larger values are further left.
  expect(first.left).toBe(max)
  expect(first.right).toBeGreaterThan(second.left)
  expect(second.right).toBe(min)
  expect(placeX(built, { panel: 0 }, 100)).toBe(first.left)
  expect(placeX(built, { panel: 1 }, 0)).toBe(second.right)
})
