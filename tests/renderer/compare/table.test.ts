import { describe, expect, it } from 'vitest'
import { reportComparison } from '../../../src/core/comparison/texts/comparison-report'
import type { StatisticsMode } from '../../../src/core/statistics/comparison/case-comparison'
import { tableColumns } from '../../../src/renderer/views/compare/table/table-columns'
import { orderedRows, passingRows, verdictCounts } from '../../../src/renderer/views/compare/table/table-rows'
import { compareCampaigns } from '../../../src/core/comparison/judge/compare-campaigns'
import { comparisonData, selection, tenRuns, type SampleCampaign } from '../../core/comparison/sample-data'

const thin = '\u202f'
const all = { query: '', verdict: '', significant: false }

/** Queue depth 1 is unchanged, 4 gains 20 %, 16 loses 10 %, 64 was only measured by one side's single run. */
const campaign = (id: number, factors: readonly (number | undefined)[]): SampleCampaign => ({
  id,
  configuration: `firmware ${id === 1 ? 'A' : 'B'}`,
  kernel: '6.1',
  base: { block_size: 4096 },
  axes: [{ key: 'queue_depth', levels: [1, 4, 16] }],
  runs: ({ queue_depth }) => {
    const factor = factors[[1, 4, 16].indexOf(Number(queue_depth))]
    return factor === undefined ? undefined : tenRuns(100_000 * factor)
  },
})

function table(mode: StatisticsMode = 'default', factors = [1, 1.2, 0.9]) {
  const data = comparisonData([campaign(1, [1, 1, 1]), campaign(2, factors)])
  const compared = compareCampaigns(data, {
    baseline: selection('configuration=firmware A'),
    candidates: [selection('configuration=firmware B')],
    mode,
  })
  const report = reportComparison(compared)
  const columns = tableColumns(report)
  const texts = (row: number) => Object.fromEntries(columns.map((one) => [one.key, one.text(row)]))
  return { report, columns, texts }
}

describe('the table of everything', () => {
  it('names each case by what varies, and gives means in one unit, difference, interval, p and verdict', () => {
    const { columns, texts } = table()
    expect(columns.map(({ key }) => key)).toEqual([
      'queue_depth',
      'difference',
      'interval',
      'estimator',
      'verdict',
      'baseline_n',
      'baseline_mean',
      'baseline_deviation',
      'candidate_n',
      'candidate_mean',
      'candidate_deviation',
      'p',
      'adjusted_p',
    ])
    expect(texts(1)).toMatchObject({
      queue_depth: 'QD 4',
      baseline_n: '10',
      difference: '+20.00',
      adjusted_p: `<${thin}0.001`,
      verdict: 'better',
    })
    expect(columns.find(({ key }) => key === 'baseline_mean')?.label).toBe('firmware A')
  })

  it('has no p with the sigma rule, because its bar is not an interval', () => {
    const { columns } = table('sigma')
    expect(columns.map(({ key }) => key)).not.toContain('p')
    expect(columns.find(({ key }) => key === 'interval')?.label).toBe('± deviation')
  })

  it('has room for the longest interval', () => {
    const width = (factors?: number[]) =>
      table('default', factors).columns.find(({ key }) => key === 'interval')?.width
    const usual = width() ?? Number.NaN
    const { texts } = table('default', [1, 1.2, 4e6])
    expect(texts(2).interval?.length).toBeGreaterThan(texts(1).interval?.length ?? Number.NaN)
    expect(width([1, 1.2, 4e6])).toBeGreaterThan(usual)
  })

  it('shows the smallest mean beside the largest in one unit, with room for both', () => {
    const columnOf = (factors: number[]) => {
      const named = (id: number, configuration: string) => ({ ...campaign(id, factors), configuration })
      const compared = compareCampaigns(comparisonData([named(1, 'A'), named(2, 'B')]), {
        baseline: selection('configuration=A'),
        candidates: [selection('configuration=B')],
      })
      const columns = tableColumns(reportComparison(compared))
      return columns.find(({ key }) => key === 'candidate_mean')
    }
    const usual = columnOf([1, 1.2, 0.9])
    expect(usual?.unit).toBe('k IOPS')
    const column = columnOf([20, 1.2, 0.0005])
    expect(column?.unit).toBe('k IOPS')
    expect(column?.text(0)).toMatch(/^2,0\d\d$/)
    expect(column?.text(2)).toMatch(/^0\.050\d+$/)
    expect(column?.width).toBeGreaterThanOrEqual(usual?.width ?? NaN)
  })

  it('has columns of words as wide as the longest of them, and no wider', () => {
    const runs: SampleCampaign['runs'] = ({ pattern }) => tenRuns(pattern === 'random-read' ? 100 : 200)
    const patterns = { axes: [{ key: 'pattern', levels: ['random-read', 'sequential-write'] }], runs }
    const compared = compareCampaigns(
      comparisonData([
        { id: 1, configuration: 'A', ...patterns },
        { id: 2, configuration: 'B', ...patterns },
      ]),
      { baseline: selection('configuration=A'), candidates: [selection('configuration=B')] },
    )
    const columns = tableColumns(reportComparison(compared))
    const widthOf = (key: string) => columns.find((column) => column.key === key)?.width ?? NaN
    expect(widthOf('pattern')).toBeGreaterThan(6.2 * 'Sequential write'.length + 20)
    expect(widthOf('pattern')).toBeLessThan(8 * 'Sequential write'.length + 20)
    expect(widthOf('estimator')).toBeGreaterThan(6.2 * 'ratio of means'.length + 20)
    expect(widthOf('estimator')).toBeLessThan(widthOf('pattern'))
  })

  it('is sorted by a column, up or down', () => {
    const { report, columns } = table()
    const by = (key: string, descending: boolean) => [...orderedRows(report, columns, { key, descending })]
    expect(by('difference', true)).toEqual([1, 0, 2])
    expect(by('difference', false)).toEqual([2, 0, 1])
    expect(by('queue_depth', true)).toEqual([2, 1, 0])
    expect(by('verdict', false)).toEqual([1, 0, 2])
  })

  it('is filtered by words, a verdict or significance', () => {
    const { report, columns } = table()
    const rows = (filter: Partial<typeof all>) => [
      ...passingRows(report, columns, { ...all, ...filter }, orderedRows(report, columns, undefined)),
    ]
    expect(rows({})).toEqual([0, 1, 2])
    expect(rows({ query: '16' })).toEqual([2])
    expect(rows({ query: 'qd worse' })).toEqual([2])
    expect(rows({ query: 'nowhere' })).toEqual([])
    expect(rows({ verdict: 'better' })).toEqual([1])
    expect(rows({ verdict: 'missing' })).toEqual([])
    expect(rows({ significant: true })).toEqual([1, 2])
    expect([...passingRows(report, columns, { ...all, significant: true }, Uint32Array.of(2, 0, 1))]).toEqual(
      [2, 1],
    )
    expect(verdictCounts(report).reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })
})
