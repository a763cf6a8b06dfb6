import { expect, test } from 'vitest'
import { cellTexts, printedTable } from '../../../src/core/document/printed-table'
import type { Cell, TableColumn } from '../../../src/core/figures/figure/table'

test('a printed mean keeps its digits, a measured one has four', () => {
  const rows = ['published', 'runs'].map((source) => [source, 49.5, 49.5])
  const printed = printedTable({
    columns: [
      { key: 'source', label: 'Source' },
      { key: 'mean', label: 'Mean', unit: 'MB/s' },
      { key: 'drop_percent', label: 'Drop', unit: '%' },
    ],
    rows,
  })
  expect([...printed.rows]).toEqual([
    ['published', '49.5', '49.50'],
    ['runs', '49.50', '49.50'],
  ])
})

test('a multiple of a mean has the digits that the interval of the mean justifies', () => {
  const price = { key: 'per_money', label: 'IOPS per EUR', multipleOf: 'iops' }
  const { rows } = printedTable({
    columns: [
      { key: 'iops', label: 'IOPS', followsInterval: true },
      { key: 'low', label: 'Low' },
      { key: 'high', label: 'High' },
      price,
    ],
    rows: [
      [27_880.57, 2564.56, 53_196.59, 139.7522],
      [27_880.57, 27_870.57, 27_890.57, 139.7522],
      [27_880.57, undefined, undefined, 139.7522],
    ],
  })
  expect([...rows].map((row) => row.at(-1))).toEqual(['140', '139.752', '139.8'])
})

test('a page has no single runs, no columns without information, and units in the headings', () => {
  const printed = printedTable({
    columns: [
      { key: 'block_size', label: 'Block size' },
      { key: 'unit', label: 'Unit' },
      { key: 'n', label: 'n' },
      { key: 'failed_runs', label: 'Failed' },
      { key: 'mean', label: 'Mean', unit: 'MB/s' },
      { key: 'ideal', label: 'Ideal mix', unit: 'MB/s' },
      { key: 'verdict', label: 'Verdict' },
      { key: 'run_1', label: 'Run 1', unit: 'MB/s' },
      { key: 'baseline_run_12', label: 'Run 12, baseline', unit: 'MB/s' },
    ],
    rows: [
      [4096, 'MB/s', 10, 0, 1234.567, undefined, 'better', 1, 2],
      [65536, 'MB/s', 10, 0, -0.5, undefined, undefined, 1, 2],
    ],
  })
  expect(printed.columns).toEqual([
    { heading: 'Block size', align: 'right' },
    { heading: 'n', align: 'right' },
    { heading: 'Mean (MB/s)', align: 'right' },
    { heading: 'Verdict', align: 'left' },
  ])
  expect([...printed.rows]).toEqual([
    ['4\u202fKiB', '10', '1,235', 'better'],
    ['64\u202fKiB', '10', '−0.5000', '–'],
  ])
})

test('a column of failed runs is left out if none failed as far as is known', () => {
  const columns = ['block_size', 'failed_runs'].map((key) => ({ key, label: key }))
  const headings = (rows: readonly (readonly Cell[])[]) =>
    printedTable({ columns, rows }).columns.map(({ heading }) => heading)
  expect(
    headings([
      [4096, 0],
      [8192, undefined],
    ]),
  ).toEqual(['block_size'])
  expect(
    headings([
      [4096, 1],
      [8192, undefined],
    ]),
  ).toEqual(['block_size', 'failed_runs'])
})

test('values derived from a mean have no more digits than its interval justifies', () => {
  const printed = printedTable({
    columns: ['mean', 'sd', 'cv_percent', 'low', 'high', 'ideal', 'penalty_percent'].map((key) => ({
      key,
      label: key,
    })),
    rows: [[0.19912, 0.02143, 9.9403, 0.17251, 0.22573, 0.16702, 19.219]],
  })
  expect([...printed.rows]).toEqual([['0.199', '0.021', '9.9', '0.173', '0.226', '0.167', '19']])
})

test('the measurements of a metric have one unit, and a printed number its own', () => {
  const keys = [
    'metric',
    'value',
    'unit',
    'standard_deviation',
    'printed_value',
    'printed_standard_deviation',
  ]
  const printed = printedTable({
    columns: keys.map((key) => ({ key, label: key })),
    rows: [
      ['bandwidth', 576_716_800, 'B/s', 2_000_000, undefined, undefined],
      ['bandwidth', 2_705_326_080, 'B/s', undefined, undefined, undefined],
      ['bandwidth', 576_716_800, 'B/s', undefined, '550\u202fMiB/s', undefined],
      ['iops', 49_739.9, 'IOPS', 2349.23, '49,739.90\u202fIOPS', '2,349.23\u202fIOPS'],
    ],
    units: { bandwidth: 'GB/s', iops: 'k IOPS' },
  })
  expect([...printed.rows]).toEqual([
    ['Bandwidth', '0.5767\u202fGB/s', '0.002000\u202fGB/s'],
    ['Bandwidth', '2.705\u202fGB/s', '–'],
    ['Bandwidth', '550\u202fMiB/s', '–'],
    ['IOPS', '49,739.90\u202fIOPS', '2,349.23\u202fIOPS'],
  ])
})

test('single measurements are printed with the name of their metric and their own unit', () => {
  const printed = printedTable({
    columns: ['direction', 'metric', 'value', 'unit'].map((key) => ({ key, label: key })),
    rows: [
      ['read', 'bandwidth', 206_301_730, 'B/s'],
      ['read', 'io_bytes', 206_508_032, 'B'],
      ['read', 'completion_latency_p999', 14_483_456, 'ns'],
      ['read', 'of_another_program', 2.5, 'widgets'],
    ],
    units: { bandwidth: 'MB/s', io_bytes: 'MB', completion_latency_p999: 'ms' },
  })
  expect(printed.columns.map(({ heading }) => heading)).toEqual(['direction', 'metric', 'value'])
  expect([...printed.rows]).toEqual([
    ['read', 'Bandwidth', '206.3\u202fMB/s'],
    ['read', 'Bytes moved', '206.5\u202fMB'],
    ['read', '99.9th percentile completion latency', '14.48\u202fms'],
    ['read', 'of_another_program', '2.500\u202fwidgets'],
  ])
})

const textOf = (cell: Cell, column: TableColumn) => cellTexts({ columns: [column], rows: [] })([cell], 0)

test.each<[string, Cell, string]>([
  ['p', 0.0001, '<\u202f0.001'],
  ['runtime', 90, '90\u202fs'],
  ['value', 123_456_789, '123,456,789'],
  ['value', -2, '−2'],
  ['value', 0.00001234, '1.23e-5'],
  ['value', true, 'on'],
  ['name', 'safe\u202egnp.exe\u0000', 'safegnp.exe'],
  ['name', undefined, '–'],
])('%s %j reads %j', (key, cell, text) => {
  expect(textOf(cell, { key, label: key })).toBe(text)
})

test('a finding is a yes or no, a parameter is on or off', () => {
  const knee = { key: 'is_knee', label: 'Knee' }
  const direct = { key: 'direct', label: 'Direct I/O' }
  expect([true, false].map((cell) => textOf(cell, knee))).toEqual(['yes', 'no'])
  expect([true, false].map((cell) => textOf(cell, direct))).toEqual(['on', 'off'])
})

test('prices have all digits of a bill, or none after the point', () => {
  const columns = [{ key: 'price', label: 'Price', unit: 'USD' }]
  expect([...printedTable({ columns, rows: [[6308.99], [13_600], [99.5]] }).rows]).toEqual([
    ...[['6,308.99'], ['13,600'], ['99.50']],
  ])
})

test('a second quantity of a row follows its own interval', () => {
  const keys = ['mean', 'low', 'high', 'latency', 'latency_low', 'latency_high', 'drop_percent']
  const columns = [...keys, 'drop_low_percent', 'drop_high_percent', 'p99'].map((key) => ({
    key,
    label: key,
  }))
  const row = [1234.567, 1134, 1334, 1.23456, 1.2, 1.26, 51.9123, 49.7912, 53.9377, 3.45678]
  expect([...printedTable({ columns, rows: [row] }).rows]).toEqual([
    ...[['1,235', '1,134', '1,334', '1.235', '1.200', '1.260', '51.9', '49.8', '53.9', '3.457']],
  ])
})
