import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import CardField from '../../../../src/renderer/views/review/cards/CardField.vue'
import { mounted, typeInto } from '../../mounted'

const check = (text: string) => (text.trim() === '' ? 'A card needs a name.' : undefined)

test('a text is emitted when the field is left, one that cannot be accepted stays with its reason', async () => {
  const onChange = vi.fn()
  const part = mounted(CardField, { label: 'Name', value: 'P320h', check, onChange })
  const field = part.findInput('input')
  const leave = async (text: string) => {
    await typeInto(field, text)
    field.dispatchEvent(new Event('change'))
    await nextTick()
  }
  await leave(' ')
  expect([part.find('[role=alert]').textContent, field.value]).toEqual(['A card needs a name.', ' '])
  expect(field.getAttribute('aria-describedby')).toBe(part.find('[role=alert]').id)
  await leave('P420m')
  expect(part.element.querySelector('[role=alert]')).toBeNull()
  expect(onChange.mock.calls).toEqual([['P420m']])
  part.unmount()
})

test('Escape discards what was typed, and only if nothing was closes the form around it', async () => {
  const part = mounted(CardField, { label: 'Name', value: 'P320h', check })
  const field = part.findInput('input')
  const around = vi.fn()
  part.element.addEventListener('keydown', around)
  const escape = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await typeInto(field, 'P4')
  escape()
  await nextTick()
  expect([field.value, around.mock.calls.length]).toEqual(['P320h', 0])
  escape()
  expect(around).toHaveBeenCalledOnce()
  part.unmount()
})
