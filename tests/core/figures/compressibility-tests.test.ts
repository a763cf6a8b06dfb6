import { describe, expect, it } from 'vitest'
import type { TidyRow } from '../../../src/core/results/run'
import { contentProvenance, contentRows } from './content-rows'
import { buildFigure } from './figures-of-rows'

const settings = { kind: 'compressibility', campaignIds: [], metric: 'bandwidth' } as const
const provenance = { campaigns: [contentProvenance({ axes: [] })] }
const few = { sizes: [65_536, 1_048_576], levels: [98, 2], runs: 3 }

/** Rows of a plan in which every test is a separate case. */
function apart(rows: readonly TidyRow[], tests: readonly string[]): readonly TidyRow[] {
  return rows.map((row) => ({
    ...row,
    runId: row.runId * tests.length + tests.indexOf(row.test),
    levels: { ...row.levels, tests: row.test },
  }))
}

describe('the tests of a compressibility figure', () => {
  it('are panels, also if each of them is a separate case', () => {
    const tests = ['write', 'read', 'random-read']
    const together = contentRows({ ...few, tests })
    const one = buildFigure(together, settings, provenance)
    const other = buildFigure(apart(together, tests), settings, provenance)
    expect(other.panels?.titles).toEqual(['Write', 'Read', 'Random read'])
    expect(other.notes.map(({ text }) => text).join()).not.toContain('varies')
    const means = (figure: typeof one) => figure.series.map(({ points }) => points.map(({ y }) => y))
    expect(means(other)).toEqual(means(one))
  })

  it('are kept apart if one run holds a test at several sizes', () => {
    const rows = contentRows({ ...few, tests: ['write'], runs: 1 }).map((row) => ({
      ...row,
      // IOzone's auto mode measures both record sizes in one run.
      runId: row.levels.dedupe_percent === 98 ? 1 : 2,
    }))
    const figure = buildFigure(rows, settings, provenance)
    expect(figure.series.map(({ lineLabel }) => lineLabel)).toEqual(['64\u202fKiB', '1\u202fMiB'])
    expect(figure.series.map(({ points }) => points.map(({ n }) => n))).toEqual([
      [1, 1],
      [1, 1],
    ])
  })
})

describe('the level that writes nothing but zeros', () => {
  const labels = (engine: string, levels: readonly number[]) =>
    buildFigure(
      contentRows({ ...few, tests: ['write'], key: 'compress_percent', engine, levels }),
      settings,
      provenance,
    ).x.ticks?.map(({ label }) => label)

  it('is called so with fio, and with no other engine', () => {
    expect(labels('fio', [100, 50, 0])).toEqual(['zeros', '50', '0'])
    expect(labels('iozone', [100, 50, 0])).toEqual(['100', '50', '0'])
  })
})
