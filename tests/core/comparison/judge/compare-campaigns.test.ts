import { describe, expect, test } from 'vitest'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { reportCase } from '../../../../src/core/comparison/texts/case-report'
import { comparisonRows } from '../../../../src/core/comparison/texts/comparison-rows'
import { benjaminiHochberg } from '../../../../src/core/statistics/comparison/benjamini-hochberg'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonFigure } from '../../../../src/core/figures/kinds/build-figure'
import { comparisonData, mixAxes, selection, tenRuns, type SampleCampaign } from '../sample-data'

const level = (levels: Readonly<Record<string, unknown>>) =>
  Number(levels.block_size) === 4096 ? 1000 + Number(levels.read_percent) : 300 + Number(levels.read_percent)

const before: SampleCampaign = {
  id: 1,
  configuration: 'firmware A',
  firmware: '1.0',
  runs: (l) => tenRuns(level(l)),
}
const after: SampleCampaign = {
  id: 2,
  configuration: 'firmware B',
  firmware: '1.1',
  runs: (l) => tenRuns(level(l) * (l.read_percent === 0 ? 0.9 : 1.1)),
}

const byFirmware = { baseline: selection('firmware=1.0'), candidates: [selection('firmware=1.1')] }

describe('a comparison of two campaigns', () => {
  test('lines up equal cases and reports for each what the statistics say about its runs', () => {
    const { candidates, baseline, families } = compareCampaigns(comparisonData([before, after]), byFirmware)
    const [one] = candidates
    expect(baseline.label).toBe('firmware 1.0')
    expect(one?.candidate).toMatchObject({ label: 'firmware 1.1', campaignIds: [2] })
    expect(one?.cells.map((cell) => cell.levels)).toEqual(
      [4096, 65536].flatMap((block_size) =>
        [100, 50, 0].map((read_percent) => ({ block_size, read_percent })),
      ),
    )
    const expected = [4096, 65536].flatMap((block_size) =>
      [100, 50, 0].map((read_percent) =>
        compareCase(
          before.runs({ block_size, read_percent }) ?? [],
          after.runs({ block_size, read_percent }) ?? [],
          {
            better: 'higher',
          },
        ),
      ),
    )
    expect(one?.cells.map((cell) => cell.comparison)).toEqual(expected)
    expect(one?.cells.map((cell) => cell.comparison.verdict)).toEqual([
      'better',
      'better',
      'worse',
      'better',
      'better',
      'worse',
    ])
    expect(one?.cells.map((cell) => cell.adjustedP)).toEqual(
      benjaminiHochberg(expected.map((cell) => cell.p)),
    )
    expect(families).toEqual([{ metric: 'iops', tested: 6, discoveries: 6, level: 0.95 }])
    const product = 1.1 ** 4 * 0.9 ** 2
    expect(one?.summary).toMatchObject({ cells: 6 })
    expect(one?.summary?.percent).toBeCloseTo(100 * (product ** (1 / 6) - 1), 6)
    const { lowPercent = NaN, highPercent = NaN, percent = NaN } = one?.summary ?? {}
    expect(lowPercent).toBeLessThan(percent)
    // Six ratios together are known more precisely than one.
    const single = one?.cells[0]?.comparison
    expect(highPercent - lowPercent).toBeLessThan(0.6 * (single!.highPercent! - single!.lowPercent!))
  })

  test('names what is compared, and nothing else if nothing else differs', () => {
    const [one] = compareCampaigns(comparisonData([before, after]), byFirmware).candidates
    expect(one?.compared).toEqual([
      { key: 'firmware', name: 'Firmware', baseline: ['1.0'], candidate: ['1.1'] },
    ])
    expect(one?.confounders).toEqual([])
    expect(one?.unrecorded).toEqual([])
  })

  test('names every other recorded factor that differs, with both values', () => {
    const other = {
      ...after,
      kernel: '6.1.0-9-amd64',
      mountOptions: 'rw,relatime',
      version: '3.41',
      base: { pattern: 'random-mix', queue_depth: 64, direct: false, file_size: 2 * 1024 ** 3, runtime: 60 },
    }
    const [one] = compareCampaigns(comparisonData([before, other]), byFirmware).candidates
    expect(one?.cells).toHaveLength(6)
    expect(
      one?.confounders.map(({ name, baseline, candidate }) => [name, ...baseline, ...candidate]),
    ).toEqual([
      ['Kernel', '6.18.0-1-amd64', '6.1.0-9-amd64'],
      ['Mount options', 'rw,noatime', 'rw,relatime'],
      ['Tool version', '3.33', '3.41'],
      ['Direct I/O', 'on', 'off'],
      ['File size', '1\u202fGiB', '2\u202fGiB'],
      ['Run time', 'not set', '1\u202fmin'],
    ])
  })

  test('treats what another device brings with it as part of the device', () => {
    const other = { ...after, model: 'Drive B', kernel: '6.1.0' }
    const [one] = compareCampaigns(comparisonData([before, other]), {
      baseline: selection('device=Drive A'),
      candidates: [selection('device=Drive B')],
    }).candidates
    expect(one?.compared.map((factor) => factor.key)).toEqual(['device'])
    expect(one?.confounders.map((factor) => [factor.key, factor.impliedBy])).toEqual([
      ['device_serial', 'device'],
      ['firmware', 'device'],
      ['kernel', undefined],
    ])
  })

  test('reports what was recorded on one side only', () => {
    const [one] = compareCampaigns(comparisonData([{ ...before, firmware: undefined }, after]), {
      baseline: selection('campaign=1'),
      candidates: [selection('campaign=2')],
    }).candidates
    expect(one?.unrecorded).toEqual(['Firmware'])
    expect(one?.compared).toEqual([])
  })

  test('lists the cases of either side that have no partner', () => {
    const narrow: SampleCampaign = {
      ...after,
      axes: [mixAxes[0]!, { key: 'read_percent', levels: [100, 70] }],
    }
    const [one] = compareCampaigns(comparisonData([before, narrow]), byFirmware).candidates
    expect(one?.cells.map((cell) => cell.levels.read_percent)).toEqual([100, 100])
    expect(one?.unmatched.baseline.map(({ levels }) => levels)).toEqual([
      { block_size: 4096, read_percent: 50 },
      { block_size: 4096, read_percent: 0 },
      { block_size: 65536, read_percent: 50 },
      { block_size: 65536, read_percent: 0 },
    ])
    expect(one?.unmatched.candidate.map(({ levels, n }) => [levels.read_percent, n])).toEqual([
      [70, 10],
      [70, 10],
    ])
  })

  test('does not count a case without runs, which has no partner either', () => {
    const gap = {
      ...after,
      runs: (l: Parameters<typeof after.runs>[0]) => (l.read_percent === 50 ? [] : tenRuns(level(l))),
    }
    const { candidates, families } = compareCampaigns(comparisonData([before, gap]), byFirmware)
    expect(families[0]?.tested).toBe(4)
    expect(candidates[0]?.unmatched.baseline).toHaveLength(2)
  })

  test('compares several candidates with one baseline and adjusts their p values as one family', () => {
    const third = {
      ...after,
      id: 3,
      firmware: '1.2',
      runs: (l: Parameters<typeof after.runs>[0]) => tenRuns(level(l) * 1.001, 0.02),
    }
    const { candidates, families } = compareCampaigns(comparisonData([before, after, third]), {
      ...byFirmware,
      candidates: [selection('firmware=1.1'), selection('firmware=1.2')],
    })
    expect(families[0]?.tested).toBe(12)
    const cells = candidates.flatMap((one) => one.cells)
    expect(cells.map((cell) => cell.adjustedP)).toEqual(
      benjaminiHochberg(cells.map((cell) => cell.comparison.p)),
    )
  })

  test('pools the campaigns that one selection covers, and names what differs among them', () => {
    const more: SampleCampaign = {
      ...before,
      id: 3,
      kernel: '6.1.0',
      runs: (l) => tenRuns(level(l) * 1.0001).slice(0, 4),
    }
    const [one] = compareCampaigns(comparisonData([before, more, after]), byFirmware).candidates
    expect(one?.cells.map((cell) => cell.n)).toEqual(
      Array.from({ length: 6 }, () => ({ baseline: 14, candidate: 10 })),
    )
    expect(one?.confounders).toMatchObject([{ key: 'kernel', baseline: ['6.1.0', '6.18.0-1-amd64'] }])
  })

  test('compares each configuration of one drive with the same of the other', () => {
    const drives = ['Drive A', 'Drive B'].flatMap((model, drive) =>
      ['clean', 'dirty'].map((configuration, state): SampleCampaign => ({
        id: 2 * drive + state + 1,
        model,
        configuration,
        runs: (l) => tenRuns(level(l) * (1 + drive) * (1 - 0.5 * state)),
      })),
    )
    const [one] = compareCampaigns(comparisonData(drives), {
      baseline: selection('device=Drive A'),
      candidates: [selection('device=Drive B')],
    }).candidates
    expect(one?.cells).toHaveLength(12)
    expect(one?.cells.map((cell) => cell.levels.configuration)).toEqual(
      Array.from({ length: 12 }, (_, at) => (at < 6 ? 'clean' : 'dirty')),
    )
    for (const cell of one?.cells ?? []) expect(cell.comparison.differencePercent).toBeCloseTo(100, 9)
  })

  test('is the inverse ratio when the sides are swapped', () => {
    const data = comparisonData([before, after])
    const [there] = compareCampaigns(data, byFirmware).candidates
    const [back] = compareCampaigns(data, {
      baseline: selection('firmware=1.1'),
      candidates: [selection('firmware=1.0')],
    }).candidates
    there?.cells.forEach((cell, at) => {
      const other = back?.cells[at]?.comparison.differencePercent ?? NaN
      expect((1 + (cell.comparison.differencePercent ?? NaN) / 100) * (1 + other / 100)).toBeCloseTo(1, 12)
      expect(back?.cells[at]?.comparison.p).toBeCloseTo(cell.comparison.p ?? NaN, 12)
    })
  })
})

describe('a comparison within one campaign', () => {
  const axes = [{ key: 'direct', levels: [true, false] }, ...mixAxes]
  const drift = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270]
  const one: SampleCampaign = {
    id: 1,
    axes,
    runs: (l) => drift.map((step, at) => (level(l) + step) * (l.direct === true ? 1 : 1.02) + (at % 3)),
  }
  const byDirect = { baseline: selection('direct=on'), candidates: [selection('direct=off')] }

  test('lines up by every axis but the compared one', () => {
    const [found] = compareCampaigns(comparisonData([one]), byDirect).candidates
    expect(found?.cells).toHaveLength(6)
    expect(found?.cells[0]?.levels).toEqual({ block_size: 4096, read_percent: 100 })
    expect(found?.compared).toEqual([
      { key: 'direct', name: 'Direct I/O', baseline: ['on'], candidate: ['off'] },
    ])
    expect(found?.cells.every((cell) => !cell.paired)).toBe(true)
  })

  test('pairs interleaved runs by their repetition, which takes the drift out', () => {
    const interleaved = comparisonData([{ ...one, order: 'interleaved' }])
    const [paired] = compareCampaigns(interleaved, byDirect).candidates
    const [apart] = compareCampaigns(comparisonData([one]), byDirect).candidates
    expect(paired?.cells.every((cell) => cell.paired && cell.comparison.verdict === 'better')).toBe(true)
    paired?.cells.forEach((cell, at) => {
      const width = (c: typeof cell | undefined) =>
        (c?.comparison.highPercent ?? NaN) - (c?.comparison.lowPercent ?? NaN)
      expect(width(cell)).toBeLessThan(width(apart?.cells[at]) / 5)
    })
  })

  /** The candidate without its last runs. */
  const cutAfter = (runs: number): SampleCampaign => ({
    ...one,
    order: 'interleaved',
    runs: (l) => (l.direct === true ? one.runs(l) : one.runs(l)?.slice(0, runs)),
  })

  test('leaves out runs whose partner is missing, compares the others in pairs, and names them', () => {
    const comparison = compareCampaigns(comparisonData([cutAfter(8)]), byDirect)
    const cells = comparison.candidates[0]?.cells ?? []
    const whole = compareCampaigns(comparisonData([{ ...one, order: 'interleaved' }]), byDirect)
    const lastTwo = comparisonData([{ ...one, order: 'interleaved', runs: (l) => one.runs(l)?.slice(0, 8) }])
    const complete = compareCampaigns(lastTwo, byDirect).candidates[0]?.cells
    expect(cells).toHaveLength(6)
    cells.forEach((cell, at) => {
      expect(cell.paired).toBe(true)
      expect(cell.n).toEqual({ baseline: 8, candidate: 8 })
      expect(cell.comparison).toEqual(complete?.[at]?.comparison)
      expect([...(cell.baselineRuns?.repetitions ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(cell.withoutPartner).toMatchObject({ baseline: [9, 10], candidate: [] })
    })
    const { columns, rows } = comparisonRows(comparison)
    const notes = rows.map((row) => row[columns.findIndex(({ key }) => key === 'notes')])
    expect(new Set(notes)).toEqual(
      new Set(['2 runs without a partner not compared: runs 9, 10 of the baseline']),
    )
    const settings = { kind: 'percent-difference', campaignIds: [], metric: 'iops' } as const
    const figure = comparisonFigure(comparison, settings, { campaigns: [] })
    expect(figure.notes.map(({ text }) => text).join()).toMatch(
      /Compared in the pairs that are complete: .*\(2 runs without a partner not compared: runs 9, 10 of/,
    )
    expect(whole.candidates[0]?.cells.every((cell) => cell.withoutPartner === undefined)).toBe(true)
    // All ten are listed, with the two marked.
    const [baseline] = reportCase(comparison, 0)?.sides ?? []
    expect(baseline?.runs.filter((run) => run.lacksPartner).map((run) => run.repetition)).toEqual([9, 10])
    expect(baseline?.runs).toHaveLength(10)
  })

  test('leaves out the partner of an excluded run', () => {
    const data = comparisonData([{ ...one, order: 'interleaved' }])
    const before = compareCampaigns(data, byDirect).candidates[0]?.cells[0]
    const third = before?.candidateRuns?.runIds[2] ?? NaN
    const excludedRuns = [{ runId: third, reason: 'A backup ran.' }]
    const comparison = compareCampaigns(data, { ...byDirect, excludedRuns })
    const cell = comparison.candidates[0]?.cells[0]
    expect(cell?.paired).toBe(true)
    expect(cell?.n).toEqual({ baseline: 9, candidate: 9 })
    expect(cell?.withoutPartner).toMatchObject({ baseline: [3], candidate: [] })
    expect(cell?.excluded?.runIds).toEqual([third])
    expect(cell?.excluded?.withAllRuns).toEqual(before?.comparison)
  })

  test('compares as two groups, and reports it, if fewer than three pairs are complete', () => {
    const [found] = compareCampaigns(comparisonData([cutAfter(2)]), byDirect).candidates
    expect(
      found?.cells.every(
        (cell) =>
          !cell.paired && cell.n.baseline === 10 && cell.comparison.notes.includes('pairs_incomplete'),
      ),
    ).toBe(true)
    const [three] = compareCampaigns(comparisonData([cutAfter(3)]), byDirect).candidates
    expect(three?.cells.every((cell) => cell.paired)).toBe(true)
  })

  test('compares as two groups if a run is 0, and gives this as the reason', () => {
    const withZero = (runs: number): SampleCampaign => ({
      ...one,
      order: 'interleaved',
      runs: (l) => (l.direct === true ? one.runs(l) : [0, ...(one.runs(l)?.slice(1, runs) ?? [])]),
    })
    for (const runs of [10, 8]) {
      const comparison = compareCampaigns(comparisonData([withZero(runs)]), byDirect)
      const cells = comparison.candidates[0]?.cells ?? []
      expect(cells).toHaveLength(6)
      for (const cell of cells) {
        expect(cell.paired).toBe(false)
        expect(cell.n).toEqual({ baseline: 10, candidate: runs })
        expect(cell.comparison.notes).toContain('pairs_without_ratio')
        expect(cell.comparison.notes).not.toContain('pairs_incomplete')
      }
      const settings = { kind: 'percent-difference', campaignIds: [], metric: 'iops' } as const
      const { notes } = comparisonFigure(comparison, settings, { campaigns: [] })
      expect(notes.map(({ text }) => text).join()).toMatch(/a pair with a value of 0 or less has no ratio: /)
    }
  })

  test('does not count the test that an access pattern implies as a difference', () => {
    const patterns: SampleCampaign[] = ['random-read', 'sequential-read'].map((pattern, at) => ({
      id: at + 1,
      base: { pattern, queue_depth: 64 },
      axes: [{ key: 'block_size', levels: [4096] }],
      quantity: { test: pattern, direction: 'total', metric: 'iops', unit: 'IOPS' },
      runs: () => tenRuns(1000 * (at + 1)),
    }))
    const [found] = compareCampaigns(comparisonData(patterns), {
      baseline: selection('pattern=random-read'),
      candidates: [selection('pattern=sequential-read')],
    }).candidates
    expect(found?.cells.map((cell) => cell.levels)).toEqual([{ block_size: 4096 }])
    expect(found?.confounders.filter((factor) => factor.impliedBy === undefined)).toEqual([])
  })
})

describe('runs that a person excludes', () => {
  const wild: SampleCampaign = {
    ...after,
    runs: (l) => tenRuns(level(l)).map((value, at) => (at === 4 ? value * 3 : value)),
  }
  const excludedRuns = [
    { runId: 2004, reason: 'The drive was being trimmed.' },
    { runId: 999_999, reason: 'No run.' },
  ]

  test('are not compared, are named with their reason, and the result with them is kept', () => {
    const data = comparisonData([before, wild])
    const whole = compareCampaigns(data, byFirmware)
    const { candidates, excludedRuns: named } = compareCampaigns(data, { ...byFirmware, excludedRuns })
    const [cell, ...others] = candidates[0]?.cells ?? []
    expect(named).toEqual([{ ...excludedRuns[0], name: 'firmware 1.1: 4\u202fKiB · 100\u202f% read, run 5' }])
    expect(cell?.n).toEqual({ baseline: 10, candidate: 9 })
    expect(cell?.candidateRuns?.runIds).not.toContain(2004)
    expect(cell?.excluded?.runIds).toEqual([2004])
    expect(cell?.excluded?.withAllRuns).toEqual(whole.candidates[0]?.cells[0]?.comparison)
    expect(cell?.comparison.differencePercent).toBeLessThan(1)
    expect(others.every((one) => one.excluded === undefined)).toBe(true)
  })
})
