import { describe, expect, test } from 'vitest'
import { figureMetrics } from '../../../src/core/figures/kinds/build-figure'
import { row } from './mix-rows'
import { buildMixSweep } from './figures-of-rows'

const levels = (read_percent: number) => ({ read_percent, block_size: 4096, queue_depth: 32, jobs: 1 })

/** Two runs of a case with these totals. */
const rowsOf = (readPercent: number, totals: Readonly<Record<string, number>>) =>
  [1, 2].flatMap((repetition) =>
    Object.entries(totals).map(([metric, value]) =>
      row({ runId: readPercent * 10 + repetition, repetition, metric, value, levels: levels(readPercent) }),
    ),
  )
const notesOf = (rows: ReturnType<typeof rowsOf>, metric = 'iops') =>
  buildMixSweep(rows, { kind: 'mix-sweep', campaignIds: [], metric, xKey: 'read_percent' }, { campaigns: [] })
    .notes.map(({ text }) => text)
    .join('\n')
    // Of any width.
    .replace(/\s/g, ' ')

describe('what contradicts the numbers of a sweep', () => {
  const honest = { iops: 10_000, latency_mean: 3.2e6 }

  test('is a read share far from the requested one', () => {
    const rows = [
      ...rowsOf(100, { ...honest, achieved_read_percent: 100 }),
      ...rowsOf(50, { ...honest, achieved_read_percent: 8.9 }),
    ]
    expect(notesOf(rows)).toContain(
      'The runs did not reach the read share that was asked for (50 % read: asked for 50 % reads, reached 8.9 %). Look for a rate limit.',
    )
    expect(notesOf(rowsOf(50, { ...honest, achieved_read_percent: 48 }))).not.toContain('read share')
  })

  test('is a mean latency that Little’s law does not explain, in figures of IOPS and latency', () => {
    const rows = [...rowsOf(100, honest), ...rowsOf(50, { iops: 10_000, latency_mean: 2e6 })]
    expect(notesOf(rows)).toContain('in 1 of 2 cases (50 % read: 2.00 ms reported, 3.20 ms expected)')
    const rates = [
      ...rowsOf(100, { bandwidth: 1e6, ...honest }),
      ...rowsOf(50, { bandwidth: 1e6, iops: 10_000, latency_mean: 2e6 }),
    ]
    expect(notesOf(rates, 'bandwidth')).not.toContain('Little')
  })

  test('is not a scatter of runs of which each follows Little’s law', () => {
    const rows = [400, 60].map((iops, at) =>
      ['iops', 'latency_mean'].map((metric) =>
        row({
          ...{ runId: at + 1, repetition: at + 1, metric, levels: levels(100) },
          value: metric === 'iops' ? iops : (32 / iops) * 1e9,
        }),
      ),
    )
    expect(notesOf(rows.flat())).not.toContain('Little')
  })

  test('is requested with the rows of a figure', () => {
    expect(figureMetrics({ kind: 'mix-sweep', campaignIds: [], metric: 'iops' })).toEqual([
      'iops',
      'achieved_read_percent',
      'latency_mean',
    ])
    expect(figureMetrics({ kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' })).toEqual([
      'bandwidth',
      'achieved_read_percent',
    ])
    expect(figureMetrics({ kind: 'mix-sweep', campaignIds: [], metric: 'nothing' })).toEqual([])
  })
})
