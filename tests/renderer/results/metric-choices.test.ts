import { addEngine } from '../../../src/core/engines/registry'
import { expect, test } from 'vitest'
import type { CampaignQuantity } from '../../../src/core/results/campaign/campaign'
import {
  chosenMetric,
  chosenSecondMetric,
  firstMetric,
  metricChoices,
} from '../../../src/renderer/views/results/controls/metric-choices'
import { exampleEngine } from '../../integration/example-engine/example-engine'

const of = (metric: string, ...directions: CampaignQuantity['direction'][]): readonly CampaignQuantity[] =>
  directions.map((direction) => ({ test: 'random-mix', direction, metric }))

const mixed = [
  ...of('latency_p99', 'read', 'write'),
  ...of('iops', 'total', 'read', 'write'),
  ...of('latency_max', 'write'),
]

test('only what was measured is offered, and a percentile of reads is distinguished from that of writes in full', () => {
  expect(metricChoices(mixed).map(({ label }) => label)).toEqual([
    'IOPS',
    '99th percentile latency, reads and writes',
    '99th percentile latency, reads',
    '99th percentile latency, writes',
    'Maximum latency, writes',
  ])
  expect(metricChoices(mixed)[2]).toMatchObject({ metric: 'latency_p99', directions: ['read'] })
})

test('percentiles of reads and of writes are distinguished next to totals of pure patterns', () => {
  const pure = [
    ...of('latency_p99', 'total', 'read').map((one) => ({ ...one, test: 'random-read' })),
    ...of('latency_p99', 'total', 'write').map((one) => ({ ...one, test: 'random-write' })),
  ]
  const labels = (quantities: readonly CampaignQuantity[]) =>
    metricChoices(quantities).map(({ label }) => label)
  expect(labels(pure)).toEqual(['99th percentile latency'])
  expect(labels([...pure, ...of('latency_p99', 'read', 'write')])).toEqual([
    '99th percentile latency, reads and writes',
    '99th percentile latency, reads',
    '99th percentile latency, writes',
  ])
})

test('a kind of figure that shows no part alone has only what is a total or one direction', () => {
  const labels = (quantities: readonly CampaignQuantity[], takesPart: boolean) =>
    metricChoices(quantities, { takesPart }).map(({ label }) => label)
  expect(labels(mixed, false)).toEqual(['IOPS', 'Maximum latency'])
  expect(labels(mixed, true)).toHaveLength(5)
})

test('the entry of a second metric is that of metric and part, by id or alias, measured or not', () => {
  const choices = metricChoices(mixed)
  const shown = (asked: string) => chosenSecondMetric(choices, asked)
  expect(shown('p99').value).toBe('latency_p99')
  expect(shown('p99/write')).toMatchObject({ value: 'latency_p99/write', directions: ['write'] })
  expect(shown('latency_max').value).toBe('latency_max/write')
  expect(shown('latency_max/read')).toMatchObject({
    ...{ value: 'latency_max/read', label: 'Maximum latency, reads' },
  })
  expect(shown('tps').label).toBe('Transactions')
})

test('the entry that is shown is that of metric and direction, by id or alias, measured or not', () => {
  const choices = metricChoices(mixed)
  const shown = (metric: string, ...directions: ('read' | 'write' | 'total')[]) =>
    chosenMetric(choices, { metric, ...(directions.length > 0 && { directions }) }).label
  expect(shown('p99')).toBe('99th percentile latency, reads and writes')
  expect(shown('latency_p99', 'write')).toBe('99th percentile latency, writes')
  expect(shown('latency_max')).toBe('Maximum latency, writes')
  expect(shown('iops', 'total', 'read')).toBe('IOPS')
  expect(shown('bandwidth')).toBe('Bandwidth')
})

test('a figure starts with the best headline of the engine, or else with any metric there is', () => {
  const plan = { base: {}, axes: [] }
  const measured = [{ engine: 'fio', plan }]
  expect(firstMetric({ measured, quantities: mixed })).toBe('iops')
  expect(firstMetric({ measured, quantities: of('latency_max', 'read') })).toBe('latency_max')
  expect(firstMetric({ measured, quantities: [] })).toBe('bandwidth')
  const both = [...of('iops', 'total'), ...of('new_order_rate', 'total')]
  expect(firstMetric({ measured: [{ engine: 'example', plan }], quantities: both })).toBe('iops')
  const remove = addEngine(exampleEngine)
  expect(firstMetric({ measured: [{ engine: 'example', plan }], quantities: both })).toBe('new_order_rate')
  remove()
})
