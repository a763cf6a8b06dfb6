import { expect, test, vi } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { mounted } from '../mounted'

vi.mock('../../../src/renderer/composables/use-facts', () => ({
  useFacts: () => shallowRef({ platform: 'linux' }),
}))

const { default: ShortcutsDialog } = await import('../../../src/renderer/frame/ShortcutsDialog.vue')

test('the shortcuts explain how to zoom a figure over time', async () => {
  const part = mounted(ShortcutsDialog, { shown: true })
  await nextTick()
  const keys = [...part.element.querySelectorAll('kbd')].map(({ textContent }) => textContent)
  expect(keys).toEqual(expect.arrayContaining(['Drag', 'Ctrl wheel', '+ and −', '← and →', 'Escape']))
  expect(keys).toEqual(expect.arrayContaining(['Ctrl K', 'F6']))
  expect(part.text()).toContain('In a figure over time')
  part.unmount()
})
