// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import CompareOptions from '../../../src/renderer/views/compare/CompareOptions.vue'
import { chooseOption, mounted } from '../mounted'

const sides = {
  baseline: [{ key: 'campaign', value: '1' }],
  candidates: [[{ key: 'campaign', value: '2' }]],
}
const textsOf = (list: HTMLSelectElement) => [...list.options].map(({ text }) => text)

test('offers only metrics that were measured, and says which one is chosen automatically', () => {
  const onChange = vi.fn()
  const known = ['new_order_rate', 'latency_p99']
  const part = mounted(CompareOptions, { settings: sides, known, compared: ['new_order_rate'], onChange })
  const list = part.findList('[data-testid=compare-metric]')
  expect(textsOf(list)).toEqual([
    'Automatic: New-order transactions',
    'New-order transactions',
    '99th percentile latency',
  ])
  chooseOption(list, '99th percentile latency')
  chooseOption(list, 'Automatic: New-order transactions')
  expect(onChange.mock.calls).toEqual([[{ metric: 'latency_p99' }], [{ metric: undefined }]])
  part.unmount()
})

test('keeps a metric by its alias or one that is gone, so that the list shows what is compared', () => {
  const part = mounted(CompareOptions, {
    settings: { ...sides, metric: 'p99' },
    known: ['iops'],
    compared: [],
  })
  const list = part.findList('[data-testid=compare-metric]')
  expect(list.selectedOptions[0]?.text).toBe('99th percentile latency')
  part.unmount()
})
