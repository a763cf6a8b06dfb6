import { describe, expect, test } from 'vitest'
import { legendEntries } from '../../../../src/charts/legend'
import { reportCase } from '../../../../src/core/comparison/texts/case-report'
import { orderTrend } from '../../../../src/core/comparison/judge/order-trend'
import type { ComparisonData, MeasuredColumns } from '../../../../src/core/comparison/comparison-data'
import type { ComparisonSettings } from '../../../../src/core/comparison/comparison-settings'
import { comparisonFigure } from '../../../../src/core/figures/kinds/build-figure'
import { seededRandom } from '../../../../src/core/statistics/special/seeded-random'
import { compareCampaigns } from '../../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../sample-data'

const axes = [{ key: 'read_percent', levels: [100, 50] }]
const sample = (id: number, more: Partial<SampleCampaign> = {}): SampleCampaign => ({
  id,
  configuration: `firmware ${id}`,
  axes,
  runs: () => tenRuns(1000),
  ...more,
})
const settings: ComparisonSettings = {
  baseline: selection('campaign=1'),
  candidates: [selection('campaign=2')],
}

/** The same runs with another metric, its values derived from those of the first. */
function also(
  data: ComparisonData,
  metric: string,
  unit: MeasuredColumns['unit'],
  value: (iops: number, at: number, column: MeasuredColumns) => number | undefined,
): ComparisonData {
  const made = data.columns
    .filter((column) => column.metric === 'iops')
    .map((column) => {
      const values = Array.from(column.values, (one, at) => value(one, at, column))
      const kept = [...values.keys()].filter((at) => values[at] !== undefined)
      return {
        ...column,
        metric,
        unit,
        runIds: Float64Array.from(kept, (at) => column.runIds[at]!),
        cases: Uint32Array.from(kept, (at) => column.cases[at]!),
        repetitions: Uint32Array.from(kept, (at) => column.repetitions[at]!),
        values: Float64Array.from(kept, (at) => values[at]!),
      }
    })
  return { ...data, columns: [...data.columns, ...made] }
}
const adviceOf = (data: ComparisonData, own = settings) =>
  compareCampaigns(data, own).candidates.flatMap((one) => one.advice)

describe('order and time', () => {
  test('a campaign that always ran after the other is named, with the remedy', () => {
    expect(adviceOf(comparisonData([sample(1), sample(2)]))).toEqual([
      'All runs of firmware 2 came after those of firmware 1: the two differ in time as well. Measure them in turn (A B, B A), or swap their order in later repetitions.',
    ])
  })

  test('run times decide, not which campaign was created first', () => {
    const [day, minute] = [Date.UTC(2026, 10, 20), 60_000]
    const first = sample(1, { startMs: day + 1000 * minute })
    expect(adviceOf(comparisonData([first, sample(2, { startMs: day })]))).toEqual([
      expect.stringContaining('All runs of firmware 1 came after those of firmware 2:'),
    ])
    const turns = { everyMs: 2 * minute }
    const inTurn = [sample(1, { ...turns, startMs: day }), sample(2, { ...turns, startMs: day + minute })]
    expect(adviceOf(comparisonData(inTurn))).toEqual([])
    const overlapping = [sample(1, { startMs: day }), sample(2, { startMs: day + minute / 2 })]
    expect(adviceOf(comparisonData(overlapping))).toEqual([])
  })

  test('an order within every case is not said of all runs', () => {
    const two = [{ key: 'block_size', levels: [4096, 65536] }, ...axes]
    const within = { baseline: selection('read_percent=100'), candidates: [selection('read_percent=50')] }
    expect(adviceOf(comparisonData([sample(1, { axes: two })]), within)[0]).toMatch(
      /^In every case, the runs of .* came after those of /,
    )
  })

  test('campaigns in swapped order are not', () => {
    const data = comparisonData([
      sample(1, { configuration: 'A' }),
      sample(2, { configuration: 'B' }),
      sample(3, { configuration: 'B' }),
      sample(4, { configuration: 'A' }),
    ])
    const swapped = {
      baseline: selection('configuration=A'),
      candidates: [selection('configuration=B')],
    }
    expect(adviceOf(data, swapped)).toEqual([])
  })

  test('two levels of one campaign are distinguished by their order, unless it was interleaved', () => {
    const within = { baseline: selection('read_percent=100'), candidates: [selection('read_percent=50')] }
    expect(adviceOf(comparisonData([sample(1)]), within)[0]).toContain('came after')
    expect(adviceOf(comparisonData([sample(1, { order: 'interleaved' })]), within)).toEqual([])
  })

  test('runs that fall with their position in the order are found, steady ones are not', () => {
    const drift = Array.from({ length: 10 }, (_, at) => 1000 - 8 * at)
    const [, text] = adviceOf(comparisonData([sample(1), sample(2, { runs: () => drift })]))
    expect(text).toMatch(
      /^firmware 2: IOPS falls with the place of a run in the order \(Spearman \u22121\.00, adjusted p <\u202f0\.001\)\. Shuffle or interleave/,
    )
    const interleaved = { order: 'interleaved' as const }
    const [, ofOrder] = adviceOf(
      comparisonData([sample(1, interleaved), sample(2, { ...interleaved, runs: () => drift })]),
    )
    expect(ofOrder).toContain('Shuffle the order')
  })

  test('the trend test keeps its level: about one in twenty random orders is reported', () => {
    const random = seededRandom(20261122)
    const trials = 1000
    let called = 0
    for (let trial = 0; trial < trials; trial++) {
      const cases = Array.from({ length: 6 }, (_, number) => ({
        values: Float64Array.from({ length: 4 }, () => 1000 + random()),
        runIds: Float64Array.from({ length: 4 }, (_, at) => 10 * at + number),
      }))
      if ((orderTrend(cases)?.p ?? 1) <= 0.05) called++
    }
    expect(called / trials).toBeGreaterThan(0.03)
    expect(called / trials).toBeLessThan(0.07)
    expect(orderTrend([{ values: Float64Array.of(1, 2), runIds: Float64Array.of(1, 2) }])).toBeUndefined()
  })
})

describe('numbers that are not what they seem', () => {
  const both = comparisonData([sample(1), sample(2)])

  test('a read share far from the requested one is reported with both', () => {
    const share = also(both, 'achieved_read_percent', '%', (_, at, { cases, campaignId }) =>
      cases[at] === 0 ? 100 : campaignId === 2 ? 8.9 : 49,
    )
    expect(adviceOf(share)).toContain(
      'firmware 2 did not reach the read share that was asked for (50\u202f% read: asked for 50 % reads, reached 8.9 %). Look for a rate limit.',
    )
    expect(adviceOf(share).join(' ')).not.toContain('firmware 1 did not')
  })

  test("mean latencies are checked against Little's law", () => {
    // 64 outstanding at 1,000 IOPS are 64 ms.
    const fits = also(both, 'latency_mean', 'ns', (iops) => (64 / iops) * 1e9)
    expect(adviceOf(fits).join(' ')).not.toContain('Little')
    const off = also(both, 'latency_mean', 'ns', (iops, _, { campaignId }) =>
      campaignId === 1 ? (64 / iops) * 1e9 : 1e6,
    )
    const text = adviceOf(off).find((one) => one.includes('Little'))
    expect(text).toContain('firmware 2: the mean latency differs by more than 10 %')
    expect(text).toContain('in 2 of 2 cases')
    expect(text).toMatch(/: 1.00\sms reported, 64.0\sms expected/)
  })

  test("runs that scatter widely and keep Little's law each do not contradict it together", () => {
    const runs = () => tenRuns(1000, 0.9)
    const scattered = comparisonData([sample(1, { runs }), sample(2, { runs })])
    const fits = also(scattered, 'latency_mean', 'ns', (iops) => (64 / iops) * 1e9)
    expect(adviceOf(fits).join(' ')).not.toContain('Little')
  })
})

describe('a percentile for which some run made too few I/Os', () => {
  /** Runs of the candidate at 50 % reads: the slow half made 900 I/Os and has no 99th percentile. */
  const isSlow = (at: number, { cases, campaignId }: MeasuredColumns) =>
    campaignId === 2 && cases[at] === 1 && at % 2 === 0
  const counted = also(comparisonData([sample(1), sample(2)]), 'io_count', 'count', (_, at, column) =>
    isSlow(at, column) ? 900 : 100_000,
  )
  const data = also(counted, 'latency_p99', 'ns', (iops, at, column) =>
    isSlow(at, column) ? undefined : 1e9 / iops,
  )
  const p99 = { ...settings, metric: 'p99' }

  test('is not tested, rather than losing the slow runs', () => {
    const { candidates, families } = compareCampaigns(data, p99)
    const [full, few] = candidates[0]!.cells
    expect(full?.comparison.p).toBeDefined()
    expect(few?.comparison).toMatchObject({
      verdict: 'too_few_ios',
      p: undefined,
      differencePercent: undefined,
    })
    expect(few?.fewIos).toMatchObject({ few: 5, of: 20, baseline: [] })
    expect(few?.fewIos?.candidate).toHaveLength(5)
    expect(families[0]?.tested).toBe(1)
  })

  test('keeps the mean of the side whose runs all have it', () => {
    const few = compareCampaigns(data, p99).candidates[0]?.cells[1]
    expect(few?.comparison.baseline).toMatchObject({ n: 10 })
    expect(few?.comparison.candidate).toBeUndefined()
  })

  test('lists the slow runs with their I/Os, and asks for longer ones instead of more', () => {
    const report = reportCase(compareCampaigns(data, p99), 1)
    expect(report?.sides.map(({ shortRuns }) => shortRuns.map(({ ios }) => ios))).toEqual([
      [],
      [900, 900, 900, 900, 900],
    ])
    expect(report?.moreRuns).toEqual({
      reason:
        'More runs do not help: this percentile needs at least 1,000 I/Os in every run, and a run made 900.',
      remedy: 'Make the runs longer, or compare a lower percentile.',
    })
  })

  test('has neither bar nor single runs, because only the fast ones have it', () => {
    const figure = comparisonFigure(
      compareCampaigns(data, p99),
      { kind: 'comparison', campaignIds: [], metric: 'p99' },
      { campaigns: [] },
    )
    const [baseline, candidate] = figure.series.map(({ points }) => points[1])
    expect(baseline?.y).toBeGreaterThan(0)
    expect(candidate).toMatchObject({ y: undefined, dots: [], tooFewIos: true })
    expect(legendEntries(figure, false).map(({ text }) => text)).toContain('too few I/Os')
  })

  test('is not reported as missing if no run has it', () => {
    const none = { ...counted, columns: counted.columns }
    const { candidates } = compareCampaigns(
      also(
        { ...none, columns: none.columns.filter((one) => one.metric !== 'io_count') },
        'io_count',
        'count',
        () => 500,
      ),
      p99,
    )
    expect(candidates[0]?.cells.map((cell) => cell.fewIos)).toMatchObject([
      { few: 20, of: 20 },
      { few: 20, of: 20 },
    ])
    expect(candidates[0]?.unmatched.baseline).toEqual([])
  })
})
