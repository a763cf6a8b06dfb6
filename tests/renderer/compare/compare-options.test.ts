import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import CompareOptions from '../../../src/renderer/views/compare/CompareOptions.vue'
import { estimatorText } from '../../../src/core/statistics/comparison/case-comparison'
import { chooseOption, mounted } from '../mounted'

const sides = {
  baseline: [{ key: 'campaign', value: '1' }],
  candidates: [[{ key: 'campaign', value: '2' }]],
}
const textsOf = (list: HTMLSelectElement) => [...list.options].map(({ text }) => text)

test('offers only metrics that were measured, and shows which one is chosen automatically', () => {
  const onChange = vi.fn()
  const known = ['new_order_rate', 'latency_p99']
  const part = mounted(CompareOptions, {
    settings: sides,
    known,
    compared: ['new_order_rate'],
    keys: [],
    onChange,
  })
  const list = part.findList('[data-testid=compare-metric]')
  expect(textsOf(list)).toEqual([
    'Automatic: New-order transactions (TPC-C-like, not audited)',
    'New-order transactions (TPC-C-like, not audited)',
    '99th percentile latency',
  ])
  chooseOption(list, '99th percentile latency')
  chooseOption(list, 'Automatic: New-order transactions (TPC-C-like, not audited)')
  expect(onChange.mock.calls).toEqual([
    [{ metric: 'latency_p99', primaryMetric: undefined }],
    [{ metric: undefined, primaryMetric: undefined }],
  ])
  part.unmount()
})

test('keeps a metric by its alias or one that is gone, so that the list shows what is compared', () => {
  const part = mounted(CompareOptions, {
    settings: { ...sides, metric: 'p99' },
    known: ['iops'],
    compared: [],
    keys: [],
  })
  const list = part.findList('[data-testid=compare-metric]')
  expect(list.selectedOptions[0]?.text).toBe('99th percentile latency')
  part.unmount()
})

test('names the metric, of several, that the verdict rests on', async () => {
  // Rarer controls are behind a button in a narrow window.
  window.innerWidth = 1280
  const onChange = vi.fn()
  const known = ['bandwidth', 'iops']
  const part = mounted(CompareOptions, { settings: sides, known, compared: known, keys: [], onChange })
  const list = part.findList('[data-testid=compare-primary]')
  expect(textsOf(list)).toEqual(['Automatic', 'Bandwidth', 'IOPS'])
  chooseOption(list, 'IOPS')
  chooseOption(list, 'Automatic')
  // Another metric to compare has another primary one.
  chooseOption(part.findList('[data-testid=compare-metric]'), 'IOPS')
  expect(onChange.mock.calls).toEqual([
    [{ primaryMetric: 'iops' }],
    [{ primaryMetric: undefined }],
    [{ metric: 'iops', primaryMetric: undefined }],
  ])
  part.set({ settings: sides, known, compared: ['iops'], keys: [], onChange })
  await nextTick()
  expect(part.element.querySelector('[data-testid=compare-primary]')).toBeNull()
  part.unmount()
})

test('describes the default by the estimator and scale that the numbers have', () => {
  const part = mounted(CompareOptions, { settings: sides, known: [], compared: [], keys: [] })
  const help = part.find('label:has([data-testid=mode-default])').title.toLowerCase()
  expect(help).toContain(estimatorText('ratio_of_means'))
  expect(help).toContain('log scale')
  expect(help).not.toContain('fieller')
  part.unmount()
})

test('offers factors of three or more levels as the unit instead of the runs', () => {
  window.innerWidth = 1280
  const onChange = vi.fn()
  const valuesOf = (...texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }))
  const keys = [
    { key: 'host', name: 'Host', values: valuesOf('a', 'b', 'c') },
    { key: 'kernel', name: 'Kernel', values: valuesOf('6.1', '6.18') },
    // Both sides are chosen by it.
    { key: 'campaign', name: 'Campaign', values: valuesOf('a', 'b', 'c') },
    { key: 'test', name: 'Test', values: valuesOf('read', 'write', 'mix') },
  ]
  const part = mounted(CompareOptions, {
    settings: sides,
    known: ['iops'],
    compared: ['iops'],
    keys,
    onChange,
  })
  const list = part.findList('[data-testid=compare-unit]')
  expect(textsOf(list)).toEqual(['Automatic', 'Host'])
  chooseOption(list, 'Host')
  chooseOption(list, 'Automatic')
  expect(onChange.mock.calls).toEqual([[{ group: 'host' }], [{ group: undefined }]])
  part.unmount()
})
