import { describe, expect, it } from 'vitest'
import { fitPanels } from '../../src/charts/chart-config'
import type { Figure } from '../../src/core/figures/figure/figure'
import { fontFamily } from '../../src/charts/text'
import { mixRows, nvme } from '../core/figures/mix-rows'
import { Monospace } from './monospace'
import { buildMixSweep } from '../core/figures/figures-of-rows'

const plain = buildMixSweep(
  mixRows({ lines: nvme }),
  { kind: 'mix-sweep', campaignIds: [], metric: 'iops' },
  { campaigns: [] },
)
const titles = ['record-rewrite', 'backward-read', 'read', 'write']
const values = { ...plain.y, ticks: [0, 500].map((value) => ({ value, label: String(value) })) }
const panelled = { ...plain, y: values, panels: { columns: 4, titles } }
const columns = (width: number, scale: number, figure: Figure = panelled) =>
  fitPanels(figure, { width, scale, family: fontFamily }, new Monospace()).panels?.columns

describe('panels', () => {
  it('are side by side as planned if their titles fit', () => {
    expect(columns(900, 1)).toBe(4)
    expect(columns(340, 0.9, { ...panelled, panels: { columns: 4, titles: ['a', 'b', 'c', 'd'] } })).toBe(4)
  })

  it('are fewer in a print column, and at least one', () => {
    expect(columns(321, 0.9)).toBe(3)
    expect(columns(250, 0.9)).toBe(2)
    expect(columns(200, 1.2)).toBe(1)
  })

  it('are fewer if a long title would be truncated even in smaller type', () => {
    const long = ['random-write · Duplicate share 98 %', 'b', 'c', 'd']
    expect(columns(600, 1.25, { ...panelled, panels: { columns: 3, titles: long } })).toBe(2)
  })

  it('are fewer if only one level of x could be named below each', () => {
    const sizes = ['64 KiB', '1 MiB', '4 MiB', '8 MiB', '16 MiB']
    const ticks = sizes.map((label, value) => ({ value, label }))
    const x = { ...plain.x, kind: 'category' as const, min: -0.5, max: 4.5, ticks }
    const short = { ...panelled, x, panels: { columns: 4, titles: ['a', 'b', 'c', 'd'] } }
    expect(columns(340, 0.9, short)).toBe(3)
    expect(columns(900, 0.9, short)).toBe(4)
    expect(columns(340, 0.9, { ...short, x: { ...x, ticks: x.ticks.slice(0, 1) } })).toBe(4)
  })

  it('stay in the columns that a person chose', () => {
    expect(columns(200, 1.2, { ...panelled, panels: { columns: 4, titles, keepsColumns: true } })).toBe(4)
  })

  it('do not affect a figure without them', () => {
    expect(columns(200, 1, plain)).toBeUndefined()
  })
})
