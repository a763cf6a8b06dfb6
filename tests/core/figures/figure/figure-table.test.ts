import { describe, expect, it } from 'vitest'
import { tableToCsv } from '../../../../src/core/document/csv'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { tableToObjects } from '../../../../src/core/document/json'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { mixRows, nvme, provenanceOf } from '../mix-rows'
import { parseCsv } from '../../document/parse-csv'
import { joined } from '../../document/joined'
import { buildMixSweep } from '../figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const rows = mixRows({ lines: nvme, runs: 3, ratios: [100, 50, 0] }).filter(
  (one) => !(one.levels.block_size === 4096 && one.levels.read_percent === 50 && one.repetition === 3),
)
const figure = buildMixSweep(rows, settings, { campaigns: [provenanceOf({ axes: [] })] })

describe('the table of a figure', () => {
  const table = figureTable(figure)

  it('has derived columns, then every run', () => {
    expect(table.columns.map((column) => column.key)).toEqual([
      'read_percent',
      'series',
      'direction',
      'unit',
      'n',
      'failed_runs',
      'mean',
      'sd',
      'cv_percent',
      'low',
      'high',
      'ideal',
      'penalty_percent',
      'run_1',
      'run_2',
      'run_3',
    ])
  })

  it('goes from pure reads to pure writes, as the picture does', () => {
    const objects = [...tableToObjects(table)]
    expect(objects.filter((one) => one.direction === 'total').map((one) => one.read_percent)).toEqual([
      100, 50, 0, 100, 50, 0,
    ])
    const missingRun = objects.find(
      (one) => one.series === '4 KiB' && one.direction === 'total' && one.read_percent === 50,
    )!
    expect(missingRun).toMatchObject({ n: 2, run_3: null, unit: 'GB/s' })
    const runs = [Number(missingRun.run_1), Number(missingRun.run_2)]
    expect(missingRun.mean).toBeCloseTo((runs[0]! + runs[1]!) / 2, 12)
    expect(missingRun.sd).toBeCloseTo(Math.abs(runs[0]! - runs[1]!) / Math.SQRT2, 12)
    expect(missingRun.penalty_percent).toBeCloseTo(
      100 * (Number(missingRun.mean) / Number(missingRun.ideal) - 1),
      10,
    )
  })

  it('leaves hidden series and references out', () => {
    const hidden = buildMixSweep(rows, { ...settings, hiddenSeries: ['block_size=4096'] }, { campaigns: [] })
    expect(new Set([...tableToObjects(figureTable(hidden))].map((one) => one.series))).toEqual(
      new Set(['64 KiB']),
    )
  })

  it('has the median next to the mean in robust mode', () => {
    const robust = buildMixSweep(rows, { ...settings, statistic: 'median' }, { campaigns: [] })
    expect(figureTable(robust).columns.map((column) => column.key)).toContain('median')
  })

  it('reads back from CSV number for number', () => {
    const [header = [], ...lines] = parseCsv(joined(tableToCsv(table)))
    expect(header).toEqual(table.columns.map((column) => column.key))
    const column = header.indexOf('mean')
    expect(lines.map((line) => Number(line[column]))).toEqual([...table.rows].map((one) => one[column]))
    expect(joined(tableToCsv(table))).not.toMatch(/NaN|Infinity|-0(?=[,\r])|undefined|null/)
  })

  it('names a category instead of its index', () => {
    const patterns = mixRows({ lines: nvme.slice(0, 1), ratios: [50], runs: 2 }).map((one, at) => ({
      ...one,
      levels: { pattern: at % 2 === 0 ? 'alpha' : 'beta' },
    }))
    const byName = buildMixSweep(patterns, { ...settings, xKey: 'pattern' }, { campaigns: [] })
    expect([...figureTable(byName).rows].map((one) => one[0])).toContain('beta')
  })
})
