import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import SeveralField from '../../../../src/renderer/controls/field/SeveralField.vue'
import { mounted } from '../../mounted'

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: String(at), label: `Run ${String(at)}` }))
const panel = () => document.querySelector<HTMLElement>('[role=dialog][aria-label=Runs]')
const boxes = () => [...(panel()?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]

test('several options are ticked in a panel, by name, and all are cleared at once', async () => {
  const told: unknown[] = []
  const props = {
    ...{ label: 'Runs', unset: 'The first run', options: optionsOf(300), chosen: ['1', '2'] },
    onToggle: (value: string, on: boolean) => told.push([value, on]),
    onClear: () => told.push('clear'),
  }
  const part = mounted(SeveralField, props)
  const button = part.find('button')
  expect(part.text()).toBe('Run 1+ 1')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  button.click()
  await nextTick()
  await nextTick()
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(2)
  expect(boxes()).toHaveLength(200)
  expect(panel()?.textContent).toContain('100 more')

  const search = panel()?.querySelector<HTMLInputElement>('input[type=text]')
  if (!search) throw new Error('There is no search field.')
  search.value = 'run 299'
  search.dispatchEvent(new Event('input', { bubbles: true }))
  await nextTick()
  expect(boxes()).toHaveLength(1)
  boxes()[0]?.click()
  panel()?.querySelector<HTMLElement>('.push-button')?.click()
  expect(told).toEqual([['299', true], 'clear'])

  part.set({ ...props, chosen: [] })
  await nextTick()
  expect(part.text()).toBe('The first run')
  part.unmount()
})
