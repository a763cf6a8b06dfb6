import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reportComparison } from '../../../src/core/comparison/texts/comparison-report'
import { summaryText } from '../../../src/core/comparison/texts/summary-text'
import type { StatisticsMode } from '../../../src/core/statistics/comparison/case-comparison'
import type { StoredPublishedResult } from '../../../src/core/results/published-result'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, iops, selection, tenRuns, type SampleCampaign } from './sample-data'

const unmeasured: SampleCampaign = {
  id: 1,
  configuration: 'kernel 2.6.38.2',
  kernel: '',
  base: {},
  axes: [],
  runs: () => undefined,
}

function printed(
  part: Partial<StoredPublishedResult> & Pick<StoredPublishedResult, 'value'>,
): StoredPublishedResult {
  return {
    id: 1,
    campaignId: 1,
    campaign: 'Print',
    configuration: 'kernel 2.6.38.2',
    host: 'unknown',
    device: 'unknown',
    engine: 'iozone',
    caseKey: '',
    source: 'A magazine, 2011',
    levels: {},
    ...iops,
    ...part,
  }
}

/** The kernel comparison as a store would hold it. */
function kernelDifferences(): readonly StoredPublishedResult[] {
  const csv = readFileSync(
    join(__dirname, '../../../resources/published/sandforce-kernel-difference.csv'),
    'utf8',
  )
  const [, ...lines] = csv.trim().split('\n')
  return lines.map((line, at) => {
    const [test = '', record = '', level = '', difference, deviation] = line.trim().split(',')
    return printed({
      id: at + 1,
      test,
      direction: 'total',
      metric: test.endsWith('iops') ? 'iops' : 'bandwidth',
      unit: test.endsWith('iops') ? 'IOPS' : 'B/s',
      levels: { block_size: record, dedupe_percent: level },
      value: {
        kind: 'difference',
        baseline: 'kernel 2.6.32',
        differencePercent: Number(difference),
        deviationPercent: Number(deviation),
        n: 10,
      },
    })
  })
}

test('printed results without deviations do not offer the sigma rule, which could judge none of them', () => {
  const offered = (results: readonly StoredPublishedResult[]) =>
    reportComparison(
      compareCampaigns(comparisonData([unmeasured], results), {
        baseline: selection('kernel=2.6.32'),
        candidates: [selection('kernel=2.6.38.2')],
      }),
    ).canUseSigma
  const value = { kind: 'difference', baseline: 'kernel 2.6.32', differencePercent: 3, n: 10 } as const
  expect(offered([printed({ value })])).toBe(false)
  expect(offered([printed({ value: { ...value, deviationPercent: 1 } })])).toBe(true)
})

describe('differences from print', () => {
  const data = comparisonData([unmeasured], kernelDifferences())
  const compare = (mode: StatisticsMode, baseline = 'kernel=2.6.32', candidate = 'kernel=2.6.38.2') =>
    compareCampaigns(data, { baseline: selection(baseline), candidates: [selection(candidate)], mode })

  test('give the verdicts of the article in sigma mode: 414 cells, 235 meaningful, three touch zero', () => {
    const cells = compare('sigma').candidates[0]?.cells ?? []
    const count = (verdict: string) => cells.filter((cell) => cell.comparison.verdict === verdict).length
    expect(cells).toHaveLength(414)
    expect(count('meaningful')).toBe(235)
    expect(count('touches_zero')).toBe(3)
    expect(count('not_meaningful')).toBe(414 - 238)
  })

  test.each([
    ['write', 17],
    ['rewrite', 22],
    ['random-write', 23],
    ['record-rewrite', 7],
    ['fwrite', 18],
    ['refwrite', 20],
    ['read', 17],
    ['reread', 8],
    ['random-read', 21],
    ['backward-read', 15],
    ['stride-read', 19],
    ['fread', 19],
    ['refread', 10],
    ['write-iops', 6],
    ['random-write-iops', 4],
    ['read-iops', 4],
    ['random-read-iops', 5],
  ])('of %s: %i meaningful', (test, meaningful) => {
    const cells = compare('sigma').candidates[0]?.cells.filter((cell) => cell.test === test)
    expect(cells?.filter((cell) => cell.comparison.verdict === 'meaningful')).toHaveLength(meaningful)
  })

  test('are all summarised together, whatever their metrics', () => {
    const text = summaryText(compare('sigma'))
    expect(text).toContain('414 cases: 235 meaningful by the sigma rule')
    expect(text).toContain('3 with an error bar that touches zero')
    expect(summaryText(compare('default'))).toContain('414 cases: 414 not tested')
  })

  test('are shown in the other modes without a verdict, because the runs were not published', () => {
    for (const mode of ['default', 'robust'] as const) {
      const { candidates, families } = compare(mode)
      const cells = candidates[0]?.cells ?? []
      expect(families.every((family) => family.tested === 0)).toBe(true)
      expect(cells).toHaveLength(414)
      for (const { comparison, n, source } of cells) {
        expect(comparison.verdict).toBe('runs_not_published')
        expect(comparison.differencePercent).toBeTypeOf('number')
        expect([comparison.lowPercent, comparison.highPercent, comparison.p, comparison.baseline]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ])
        expect(n).toEqual({ baseline: 10, candidate: 10 })
        expect(source).toBe('A magazine, 2011')
      }
    }
  })

  test('are found by the names of both sides, in either spelling', () => {
    const asked = [
      ['configuration=kernel 2.6.32', 'configuration=kernel 2.6.38.2'],
      ['configuration=2.6.32', 'campaign=1'],
    ] as const
    for (const [baseline, candidate] of asked) {
      expect(compare('sigma', baseline, candidate).candidates[0]?.cells).toHaveLength(414)
    }
    expect(() => compare('sigma', 'kernel=2.6.3')).toThrow('No campaign has kernel=2.6.3.')
  })

  test('name the compared factor although no machine recorded it', () => {
    expect(compare('sigma').candidates[0]?.compared).toEqual([
      { key: 'kernel', name: 'Kernel', baseline: ['2.6.32'], candidate: ['2.6.38.2'] },
    ])
  })
})

describe('summaries from print', () => {
  const level = { block_size: 4096, read_percent: 50 }
  const measured: SampleCampaign = { id: 2, configuration: 'here', runs: () => tenRuns(1100) }
  const compare = (value: StoredPublishedResult['value'], mode?: StatisticsMode) =>
    compareCampaigns(comparisonData([unmeasured, measured], [printed({ levels: level, value })]), {
      baseline: selection('campaign=1'),
      candidates: [selection('campaign=2')],
      mode,
    }).candidates[0]

  test('line up with measured runs and are compared by their moments', () => {
    const one = compare({ kind: 'summary', mean: 1000, standardDeviation: 10, n: 10 })
    expect(one?.cells).toHaveLength(1)
    expect(one?.cells[0]?.comparison).toMatchObject({
      verdict: 'better',
      baseline: { n: 10, mean: 1000, sd: 10 },
    })
    expect(one?.cells[0]?.levels).toEqual(level)
    expect(one?.unmatched.candidate).toHaveLength(5)
  })

  test('show their difference but no test if the number of runs or the deviation was not printed', () => {
    for (const value of [
      { kind: 'summary', mean: 1000 },
      { kind: 'summary', mean: 1000, standardDeviation: 10 },
      { kind: 'summary', mean: 1000, n: 10 },
    ] as const) {
      const [cell] = compare(value)?.cells ?? []
      expect(cell?.comparison.differencePercent).toBeCloseTo(10, 9)
      expect(cell?.comparison.verdict).toBe('runs_not_published')
      expect([cell?.comparison.p, cell?.comparison.lowPercent]).toEqual([undefined, undefined])
    }
    expect(compare({ kind: 'summary', mean: 1000 })?.cells[0]?.n).toEqual({
      baseline: undefined,
      candidate: 10,
    })
  })

  test('have no ranks', () => {
    const [cell] =
      compare({ kind: 'summary', mean: 1000, standardDeviation: 10, n: 10 }, 'robust')?.cells ?? []
    expect(cell?.comparison.verdict).toBe('runs_not_published')
  })
})
