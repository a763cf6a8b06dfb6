import { expect, test } from 'vitest'
import { scalarsOf } from '../../../src/core/results/observation'
import { readRequests } from '../../../src/core/observers/read-requests'
import RequestsTab from '../../../src/renderer/views/run/drawer/RequestsTab.vue'
import { mounted } from '../mounted'

/** A tracer's summary: 75 reads of 4 KiB, and 25 writes of seven sizes. */
const summary = [
  'benchwright-requests 1',
  'clock 100.00 1700000000.0',
  'at 101.00 nvme0n1 read 75 307200 15 75 7500 75 750',
  'at 101.00 nvme0n1 write 25 1048576 0 25 5000 25 250',
  'size nvme0n1 read 4096 75',
  ...[4096, 8192, 16384, 32768, 65536, 131072, 262144].map(
    (bytes, at) => `size nvme0n1 write ${bytes} ${at === 0 ? 19 : 1}`,
  ),
  'seen 100 all',
  'end told 0',
  '',
].join('\n')
const { observations } = readRequests(summary, { test: 'random-mix', intervalSeconds: 1 })
const observed = scalarsOf(observations)

function tab(run: object, { wasAsked = true, parameters = {} } = {}) {
  return mounted(RequestsTab, { run: { observed: [], warnings: [], ...run }, parameters, wasAsked })
}
const cells = (part: ReturnType<typeof tab>, row: string) =>
  [...part.element.querySelectorAll('tbody tr')]
    .filter((one) => one.querySelector('th')?.textContent === row)
    .map((one) => [...one.querySelectorAll('td')].map(({ innerText }) => plain(innerText)))
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('shows what the drive saw of a run by direction, and whether that matches the plan', () => {
  const part = tab(
    { observed },
    { parameters: { pattern: 'random-mix', read_percent: 50, block_size: 4096 } },
  )
  expect(part.find('h3').textContent).toBe('nvme0n1')
  expect([...part.element.querySelectorAll('thead th')].map((one) => one.textContent)).toEqual([
    'What',
    'Reads',
    'Writes',
  ])
  expect(cells(part, 'Requests')).toEqual([['75 (75 %)', '25 (25 %)']])
  expect(cells(part, 'Mean time in the device')).toEqual([['100 µs', '200 µs']])
  const [[reads = '', writes = ''] = []] = cells(part, 'Sizes')
  expect(reads).toBe('4 KiB: 100 %')
  expect(writes).toMatch(/^4 KiB: 76 %.*and 2 more$/)
  const marks = [...part.element.querySelectorAll('li')].map((one) => plain(one.textContent))
  expect(marks[0]).toMatch(/^Not as planned:.*75 %/)
  expect(marks.some((text) => text.startsWith('As planned:'))).toBe(true)
  part.unmount()
})

test('explains why nothing is known about the requests of a run', () => {
  const why = 'Tracing needs root.'
  const refused = tab({ warnings: [{ class: 'note', id: 'incomplete-requests', text: why }] })
  expect(refused.text()).toBe(why)
  refused.unmount()
  const lost = tab({})
  expect(lost.text()).toBe('No block requests are stored with this run.')
  lost.unmount()
  const never = tab({}, { wasAsked: false })
  expect(never.text()).toContain('The plan does not trace block requests')
  never.unmount()
})

test('shows what is known of an incomplete trace with its reason', () => {
  const part = tab({
    observed,
    warnings: [{ class: 'note', id: 'incomplete-requests', text: 'Events were lost.' }],
  })
  expect(part.text()).toContain('Events were lost.')
  expect(cells(part, 'Requests')).toHaveLength(1)
  part.unmount()
})
