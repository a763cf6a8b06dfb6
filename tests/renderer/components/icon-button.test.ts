import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import IconButton from '../../../src/renderer/controls/IconButton.vue'
import { mounted } from '../mounted'

const icon = { render: () => null }

test('a button that is disabled under the keyboard keeps the focus, but does nothing', async () => {
  const click = vi.fn()
  const props = { icon, label: 'Undo', onClick: click }
  const part = mounted(IconButton, { ...props, disabled: false })
  const button = part.find('button')
  button.focus()
  part.set({ ...props, disabled: true })
  await nextTick()
  expect(document.activeElement).toBe(button)
  expect(button.hasAttribute('disabled')).toBe(false)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  button.click()
  expect(click).not.toHaveBeenCalled()
  button.blur()
  await nextTick()
  expect(button.hasAttribute('disabled')).toBe(true)
  expect(button.hasAttribute('aria-disabled')).toBe(false)
  part.unmount()
})

test('one that never had the focus is simply disabled, and enabled again', async () => {
  const click = vi.fn()
  const props = { icon, label: 'Redo', onClick: click }
  const part = mounted(IconButton, { ...props, disabled: true })
  expect(part.find('button').hasAttribute('disabled')).toBe(true)
  part.set({ ...props, disabled: false })
  await nextTick()
  part.find('button').click()
  expect(click).toHaveBeenCalledTimes(1)
  part.unmount()
})
