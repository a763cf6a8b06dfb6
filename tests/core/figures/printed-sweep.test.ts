import { printedTable } from '../../../src/core/document/printed-table'
import { describe, expect, it } from 'vitest'
import type { TidyRow } from '../../../src/core/results/run'
import type { FigureProvenance } from '../../../src/core/figures/figure/provenance'
import type {
  PublishedSummary,
  PublishedValue,
  StoredPublishedResult,
} from '../../../src/core/results/published-result'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { provenanceOf } from './mix-rows'
import { buildFigure } from './figures-of-rows'

const percents = [20, 60, 100]
const name = { campaign: 'Cards', configuration: '', host: '', engine: 'unknown', test: 'random-write' }

function printed(
  campaignId: number,
  device: string,
  at: number,
  value: PublishedValue,
): StoredPublishedResult {
  return {
    ...{ ...name, id: campaignId * 10 + at, campaignId, device, caseKey: '', source: 'A journal' },
    ...{ metric: 'bandwidth', unit: 'B/s', direction: 'total', value },
    levels: { fill_percent: percents[at] ?? 0, block_size: 16_384 },
  }
}

const summary = (mean: number, more: Partial<PublishedSummary> = {}): PublishedSummary => ({
  ...{ kind: 'summary', mean },
  ...more,
})
const results = [
  printed(1, 'Card A', 0, summary(900e6, { standardDeviation: 30e6, n: 9 })),
  printed(1, 'Card A', 1, summary(600e6)),
  printed(1, 'Card A', 2, summary(300e6)),
  printed(2, 'Card B', 0, summary(800e6)),
  printed(2, 'Card B', 2, summary(700e6)),
]
const axes = [{ key: 'fill_percent', levels: percents }]
const provenance: FigureProvenance = {
  campaigns: [
    provenanceOf({ campaignId: 1, label: 'Cards', device: 'Card A', axes }),
    provenanceOf({ campaignId: 2, label: 'Cards', device: 'Card B', axes }),
  ],
}
const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const

describe('a sweep of printed means', () => {
  const figure = buildFigure([], settings, provenance, results)

  it('takes the axis that was printed, from empty to full, one line per drive', () => {
    expect(figure.xKey).toBe('fill_percent')
    expect(figure.x).toMatchObject({ label: 'Fill level (%)', reverse: false, min: 0, max: 100 })
    expect(figure.title).toBe('Random write: bandwidth by fill level')
    expect(figure.series.map(({ label }) => label)).toEqual(['Card A', 'Card B'])
  })

  it('has the printed deviation as interval, and never a dot', () => {
    const [first, second] = figure.series[0]?.points ?? []
    expect(first).toMatchObject({ x: 20, y: 900, mean: 900, sd: 30, n: 9, dots: [] })
    // 30/sqrt(9) times the t of 8 degrees of freedom.
    expect(first?.low).toBeCloseTo(900 - 10 * 2.306, 2)
    expect(first?.high).toBeCloseTo(900 + 10 * 2.306, 2)
    expect(second).toMatchObject({ y: 600, n: undefined, dots: [] })
    expect(second).not.toHaveProperty('low')
    expect(figure.series[1]?.points[1]).toMatchObject({
      ...{ x: 60, y: undefined, n: undefined, failedRuns: undefined },
    })
    expect(figure.caption).toBe(
      'Published means of 9 runs, without their single runs; intervals are 95 % (Student t), from the printed deviation. Higher is better.',
    )
  })

  it('does not claim that none of its runs failed, which is not printed', () => {
    const { columns, rows } = figureTable(figure)
    const column = columns.findIndex(({ key }) => key === 'failed_runs')
    expect(column).toBeGreaterThan(0)
    expect([...rows].map((row) => row[column])).toEqual(Array.from({ length: 6 }, () => undefined))
  })

  it('keeps the unit and the digits of print', () => {
    const mib = 1024 ** 2
    const form = { unit: 'MiB/s', factor: mib, decimals: 1 }
    const means = [260, 128, 97].map((mean, at) => printed(1, 'Card A', at, summary(mean * mib, { form })))
    const drawn = buildFigure([], settings, provenance, means)
    expect(drawn.unit).toBe('MiB/s')
    expect(drawn.series[0]?.points.map((point) => point.printed?.mean)).toEqual(['260.0', '128.0', '97.0'])
    const { columns, rows } = printedTable(figureTable(drawn))
    const at = columns.findIndex(({ heading }) => heading === 'Mean (MiB/s)')
    expect([...rows].map((row) => row[at])).toEqual(['260.0', '128.0', '97.0'])
    expect(buildFigure([], { ...settings, unit: 'MB/s' }, provenance, means).unit).toBe('MB/s')
    // No unit is guessed for results of files that did not keep it.
    expect(figure.unit).toBe('MB/s')
  })

  it('does not mention single runs, as there are none', () => {
    expect(figure.notes).toEqual([])
  })

  it('appears next to runs of one’s own drive', () => {
    const row: TidyRow = {
      ...{ ...name, campaignId: 3, runId: 7, device: 'Mine', direction: 'total', metric: 'bandwidth' },
      ...{ value: 500e6, unit: 'B/s', repetition: 1, state: 'done' },
      levels: { fill_percent: 60, block_size: 16_384 },
    }
    const both = buildFigure([row, { ...row, runId: 8, value: 520e6 }], settings, provenance, results)
    const own = both.series.find((one) => one.points.some((point) => point.dots.length > 0))
    expect(own?.points.find((point) => point.x === 60)).toMatchObject({ y: 510, n: 2 })
    expect(both.caption).toMatch(/^Mean of 2 runs; .* Published means of 9 runs/)
  })

  it('keeps the read share on x if there is one', () => {
    expect(buildFigure([], settings, provenance, []).xKey).toBe('read_percent')
  })
})
