import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import DraftInput from '../../../../src/renderer/controls/field/DraftInput.vue'
import { mounted } from '../../mounted'

test('keeps what is typed across redraws, emits it once it is entered, and shows the value then and when it is left', async () => {
  const onChange = vi.fn()
  const part = mounted(DraftInput, { value: '1', onChange })
  const field = part.findInput('input')
  field.focus()
  field.value = '12'
  field.dispatchEvent(new Event('input'))
  part.set({ value: '3', onChange })
  await nextTick()
  expect([field.value, onChange.mock.calls]).toEqual(['12', []])
  field.dispatchEvent(new Event('change'))
  expect(onChange.mock.calls).toEqual([['12']])
  await vi.waitFor(() => expect(field.value).toBe('3'))
  field.value = '4'
  field.dispatchEvent(new Event('input'))
  field.dispatchEvent(new Event('blur'))
  await nextTick()
  expect(field.value).toBe('3')
  part.unmount()
})
