import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import { testLabel } from '../../../core/plan/levels/level-words'

/** A figure that a sample has saved. */
interface SampleFigure {
  readonly name: string
  readonly settings: FigureSettings
}

const shown = { campaignIds: [], metric: 'bandwidth' } as const
const iops = { campaignIds: [], metric: 'iops' } as const
/** The unit that was printed. */
const mib = { ...shown, unit: 'MiB/s' } as const

/** Two sides by what tells them apart, in the order of the article: the second against the first. */
function against(key: string, baseline: string, candidate: string): ComparisonSettings {
  return { baseline: [{ key, value: baseline }], candidates: [[{ key, value: candidate }]] }
}

/** Two kernels by the rule of the article. */
const kernels: ComparisonSettings = {
  ...against('configuration', 'kernel 2.6.32', 'kernel 2.6.38.2'),
  mode: 'sigma',
}
const writes = ['write', 'rewrite', 'random-write', 'record-rewrite', 'fwrite', 'refwrite']
const reads = ['read', 'reread', 'random-read', 'backward-read', 'stride-read', 'fread', 'refread']
const writesAndReads = [...writes, ...reads]
const throughput = { ...kernels, metric: 'bandwidth' }

/** The table of a test of the two kernels: what became better and worse. */
const highlightsOf = (test: string): SampleFigure => ({
  name: `${testLabel(test)}: better and worse`,
  settings: {
    ...{ ...shown, kind: 'comparison-table', rows: 'changed' },
    comparison: { ...throughput, tests: [test] },
  },
})

const cards = against('device', 'Fusion-io Duo 320 GB', 'tachIOn 400 GB')
const generations = against('device', 'FlashMAX 1400M', 'FlashMAX II')
const servers = against('configuration', 'MySQL 5.5.8', 'Percona Server')
const orders = { campaignIds: [], metric: 'new_order_rate' } as const

/** The figures and tables of the printed reviews, by the sample that redraws them, in the order of the article. */
export const sampleFigures: Readonly<Record<string, readonly SampleFigure[]>> = {
  'sandforce-iops': [
    { name: 'IOPS by compressibility, all tests', settings: { ...iops, kind: 'compressibility-table' } },
    ...['write', 'read', 'random-write', 'random-read'].map((test): SampleFigure => ({
      name: `${testLabel(test)}: IOPS by compressibility`,
      settings: { ...iops, kind: 'compressibility-bars', fixed: { test } },
    })),
  ],
  'sandforce-kernel': [
    {
      name: 'Every test: how many cases became better and worse',
      settings: { ...shown, kind: 'comparison-table', rows: 'tests', comparison: kernels },
    },
    {
      name: 'Throughput of the two kernels, by test and record size',
      settings: { ...shown, kind: 'percent-difference', comparison: throughput },
    },
    {
      name: 'IOPS of the two kernels, by test',
      settings: { ...iops, kind: 'percent-difference', comparison: { ...kernels, metric: 'iops' } },
    },
    ...writesAndReads.map(highlightsOf),
    {
      name: 'All numbers: throughput of writes',
      settings: { ...shown, kind: 'comparison-table', comparison: { ...throughput, tests: writes } },
    },
    {
      name: 'All numbers: throughput of reads',
      settings: { ...shown, kind: 'comparison-table', comparison: { ...throughput, tests: reads } },
    },
    {
      name: 'All numbers: IOPS',
      settings: { ...iops, kind: 'comparison-table', comparison: { ...kernels, metric: 'iops' } },
    },
  ],
  'sandforce-throughput': [
    { name: 'Throughput by compressibility', settings: { ...mib, kind: 'compressibility-bars' } },
    { name: 'Throughput by compressibility, table', settings: { ...mib, kind: 'compressibility-table' } },
  ],
  'flash-cards-used-capacity': [
    { name: 'Random writes by used capacity', settings: { ...mib, kind: 'fill-level' } },
    {
      name: 'Advantage of the tachIOn by used capacity',
      settings: { ...mib, kind: 'advantage-table', comparison: cards },
    },
  ],
  'tachion-fill-level': [
    { name: 'Random writes of a filling card', settings: { ...mib, kind: 'fill-level', amount: 'gb' } },
  ],
  'flashmax-generations': [
    {
      name: 'Asynchronous random writes and reads',
      settings: {
        ...{ ...mib, kind: 'comparison' },
        comparison: {
          ...{ ...generations, metric: 'bandwidth' },
          tests: ['async-random-write', 'async-random-read'],
        },
      },
    },
    { name: 'Synchronous random reads by threads', settings: { ...mib, kind: 'latency-throughput' } },
    {
      name: '95th percentile of synchronous random reads',
      settings: {
        ...{ campaignIds: [], metric: 'latency_p95', kind: 'comparison' },
        comparison: { ...generations, metric: 'latency_p95' },
      },
    },
  ],
  'tpcc-servers': [
    {
      name: 'Transactions per minute by buffer pool',
      settings: { ...orders, kind: 'comparison', comparison: servers },
    },
    {
      name: 'Advantage of Percona Server by buffer pool',
      settings: { ...orders, kind: 'advantage-table', comparison: servers },
    },
  ],
  'cache-software-scorecard': [
    { name: 'Usability, category by category', settings: { ...shown, kind: 'scorecard' } },
  ],
  'flash-card-prices': [
    { name: 'What a GB costs', settings: { ...shown, kind: 'price', view: 'per-usable-gb' } },
    { name: 'Random writes by used capacity', settings: { ...mib, kind: 'fill-level' } },
  ],
}
