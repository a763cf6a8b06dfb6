import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import PushButton from '../../../src/renderer/controls/PushButton.vue'
import { mounted } from '../mounted'

test('a busy button keeps its focus and ignores clicks, also one that would submit its form', async () => {
  const onClick = vi.fn()
  const props = { tone: 'primary', type: 'submit', onClick }
  const part = mounted(PushButton, props)
  const form = document.createElement('form')
  const onSubmit = vi.fn((event: Event) => event.preventDefault())
  form.addEventListener('submit', onSubmit)
  part.element.before(form)
  form.append(part.element)
  const button = part.find('button')
  button.focus()
  button.click()
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])

  part.set({ ...props, busy: true })
  await nextTick()
  button.click()
  expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
  expect(document.activeElement).toBe(button)
  expect([button.getAttribute('aria-busy'), button.className]).toEqual(['true', 'push-button primary'])
  part.unmount()
  form.remove()
})

test('a button submits nothing by default', () => {
  const part = mounted(PushButton)
  expect(part.find('button').getAttribute('type')).toBe('button')
  part.unmount()
})
