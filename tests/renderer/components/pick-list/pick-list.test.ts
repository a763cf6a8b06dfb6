import { expect, test, vi } from 'vitest'
import PickList from '../../../../src/renderer/components/pick-list/PickList.vue'
import { mounted, press, typeInto } from '../../mounted'

const items = [
  { id: 'bs', label: 'Block size', group: 'Workload' },
  { id: 'iodepth', label: 'Queue depth', group: 'Workload' },
  { id: 'size', label: 'File size', group: 'Data' },
]

test('arrow keys and Enter pick without leaving the field, wrapping around the ends of the list', async () => {
  const onPick = vi.fn()
  const part = mounted(PickList, { items, label: 'Options', onPick })
  const field = part.findInput('input')
  const active = () => part.find('[aria-selected=true]').dataset.testid
  expect([...part.element.querySelectorAll('.group')].map((one) => one.textContent)).toEqual([
    'Workload',
    'Data',
  ])
  await press(field, 'ArrowUp')
  expect(active()).toBe('pick-size')
  await press(field, 'ArrowDown')
  expect(active()).toBe('pick-bs')
  await typeInto(field, 'queue')
  expect(active()).toBe('pick-iodepth')
  await press(field, 'Enter')
  expect(onPick.mock.calls).toEqual([['iodepth']])
  expect(field.value).toBe('')
  part.unmount()
})

test('reports if nothing is found, and Enter picks nothing', async () => {
  const onPick = vi.fn()
  const part = mounted(PickList, { items, label: 'Options', onPick })
  await typeInto(part.findInput('input'), 'zoned')
  expect(part.find('[role=status]').textContent).toBe('Nothing is called “zoned”.')
  await press(part.findInput('input'), 'Enter')
  expect(onPick).not.toHaveBeenCalled()
  part.unmount()
})
