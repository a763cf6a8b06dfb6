import { describe, expect, it } from 'vitest'
import {
  contentCell,
  type ContentLine,
} from '../../../../src/core/figures/compressibility/compressibility-points'
import { compressibilityTable } from '../../../../src/core/figures/tables/table-figure'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { summarize } from '../../../../src/core/statistics/summary/summarize'
import { contentProvenance, contentRows, contentValue } from '../content-rows'
import { buildFigure } from '../figures-of-rows'
import { noRuns } from '../../../../src/core/figures/cases/measured-cases'

const cell = (values: readonly number[]) => ({
  x: 0,
  caseKey: undefined,
  failedRuns: 0,
  runs: {
    total: { runIds: values.map((_, at) => at + 1), repetitions: values.map((_, at) => at + 1), values },
    read: noRuns,
    write: noRuns,
  },
})

describe('the table of the appendix', () => {
  it('prints means over standard deviations, record size by level, and leaves missing cells empty', () => {
    const cells = [cell([1024, 3072]), cell([]), cell([5120])]
    const levels = [98, 50, 'random'] as const
    const line: ContentLine = {
      test: 'write',
      panel: 0,
      line: { id: 'block_size=65536', label: '64\u202fKiB', campaignId: 1, cells },
      cells: cells.map((one, at) => contentCell(one, levels[at] ?? 0, new Map())),
    }
    const table = compressibilityTable([line], { label: 'KB/s (1024)', factor: 1024 })
    expect(table.columns.map(({ key }) => key)).toEqual([
      'test',
      'series',
      'statistic',
      'level_98',
      'level_50',
      'random',
    ])
    expect(table.rows).toEqual([
      ['write', '64 KiB', 'mean', 2, undefined, 5],
      ['write', '64 KiB', 'standard deviation', Math.SQRT2, undefined, undefined],
    ])
  })

  it('has no row of deviations for a line that has none', () => {
    const line = (id: string, values: readonly number[]): ContentLine => ({
      ...{ test: 'write', panel: 0 },
      line: { id, label: id, campaignId: 1, cells: [cell(values)] },
      cells: [contentCell(cell(values), 98, new Map())],
    })
    const lines = [line('single', [5]), line('repeated', [1, 3])]
    const table = compressibilityTable(lines, { label: 'B/s', factor: 1 })
    expect(table.rows).toEqual([
      ['write', 'single', 'mean', 5],
      ['write', 'repeated', 'mean', 2],
      ['write', 'repeated', 'standard deviation', Math.SQRT2],
    ])
  })

  it('prints neither a ± nor a word about deviations where every value is a single run', () => {
    const printed = (runs: number) => {
      const rows = contentRows({ tests: ['write'], sizes: [65_536], levels: [98, 2], runs })
      return buildFigure(
        rows,
        { kind: 'compressibility-table', campaignIds: [], metric: 'bandwidth', unit: 'B/s' },
        { campaigns: [contentProvenance({ axes: [] })] },
      )
    }
    const single = printed(1)
    expect(single.caption).not.toContain('deviation')
    expect(JSON.stringify(single.printed)).not.toMatch(/±|"mean"/)
    const several = printed(4)
    expect(several.caption).toContain('Beneath a mean the standard deviation of its runs, where it is known.')
    expect(JSON.stringify(several.printed)).toContain('±')
  })
})

describe('the numbers behind the figure', () => {
  it('are every case with its derived values, the drop and each run', () => {
    const rows = contentRows({ tests: ['write'], sizes: [65_536], levels: [98, 2, 'random'], runs: 4 })
    const figure = buildFigure(
      rows,
      { kind: 'compressibility', campaignIds: [], metric: 'bandwidth', unit: 'B/s' },
      { campaigns: [contentProvenance({ axes: [] })] },
    )
    const table = figureTable(figure)
    const column = (key: string) => {
      const at = table.columns.findIndex((one) => one.key === key)
      return [...table.rows].map((one) => one[at])
    }
    const mean = (level: number) =>
      summarize([1, 2, 3, 4].map((run) => contentValue('write', 65_536, level, run)))?.mean ?? 0
    expect(column('dedupe_percent')).toEqual([98, 2, 'random'])
    expect(column('n')).toEqual([4, 4, 4])
    expect(column('run_4')[1]).toBe(contentValue('write', 65_536, 2, 4))
    const [none, drop, word] = column('drop_percent')
    expect([none, word]).toEqual([undefined, undefined])
    expect(drop).toBeCloseTo(100 * (1 - mean(2) / mean(98)), 9)
  })
})
