import { describe, expect, test } from 'vitest'
import { findMetric, metrics } from '../../../src/core/results/metrics'
import { percentileOfMetric } from '../../../src/core/results/percentiles'

describe('percentiles as metrics', () => {
  test.each([
    ['latency_p90', 'latency_p90', '90th percentile latency', 90],
    ['p99.99', 'latency_p9999', '99.99th percentile latency', 99.99],
    ['completion_latency_p9999', 'completion_latency_p9999', '99.99th percentile completion latency', 99.99],
    ['completion_latency_p01', 'completion_latency_p01', '1st percentile completion latency', 1],
    ['p12', 'latency_p12', '12th percentile latency', 12],
    ['p93', 'latency_p93', '93rd percentile latency', 93],
  ])('%s is %s', (name, id, label, percent) => {
    expect(findMetric(name)).toMatchObject({ id, label, unit: 'ns', better: 'lower' })
    expect(percentileOfMetric(id)).toBe(percent)
    expect(findMetric(name)).toBe(findMetric(id))
  })

  test('those with their own name keep it', () => {
    for (const metric of metrics) expect(findMetric(metric.id)).toBe(metric)
    expect(findMetric('p99.9')?.label).toBe('99.9th percentile latency')
    expect(findMetric('completion_latency_p99.9')?.id).toBe('completion_latency_p999')
  })

  test.each([
    'p00',
    'p5',
    'p100',
    'p990',
    'latency_p99999999',
    'submission_latency_p99',
    'latency_p',
    'px90',
  ])('%s is not one', (name) => {
    expect(findMetric(name)).toBeUndefined()
  })
})
