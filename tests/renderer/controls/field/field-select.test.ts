import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import FieldSelect from '../../../../src/renderer/controls/field/FieldSelect.vue'
import { chooseOption, mounted } from '../../mounted'

const options = [
  { value: '', label: 'Automatic' },
  { value: 'iops', label: 'IOPS' },
]

test('a list has its name, shows the choice and emits the value that a person chooses', async () => {
  const onChange = vi.fn()
  const props = { label: 'Metric', value: 'iops', options, class: 'wide', 'data-testid': 'metric', onChange }
  const part = mounted(FieldSelect, props)
  const list = part.findList('select[data-testid=metric]')
  expect(list.labels[0]?.classList.contains('wide')).toBe(true)
  expect([list.labels[0]?.querySelector('span')?.textContent, list.value]).toEqual(['Metric', 'iops'])
  chooseOption(list, 'Automatic')
  expect(onChange.mock.calls).toEqual([['']])
  part.set({ ...props, value: '', hidesLabel: true })
  await nextTick()
  expect(list.value).toBe('')
  expect(part.find('span').className).toBe('visually-hidden')
  part.unmount()
})
