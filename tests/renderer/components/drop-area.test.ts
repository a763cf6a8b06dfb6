import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import type { ShellEvent } from '../../../src/core/contract/bridge'
import DropArea from '../../../src/renderer/components/DropArea.vue'
import { mounted } from '../mounted'

let tell: (event: ShellEvent) => void = () => undefined
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({ onEvent: (listener: typeof tell) => (tell = listener) }),
}))

// The test's document does not support popovers.
const shown = { showPopover: vi.fn(), hidePopover: vi.fn() }
Object.assign(HTMLElement.prototype, shown)
beforeEach(() => vi.clearAllMocks())

/** A drag as the browser reports it; returns whether the page allows the drop. */
function drag(type: string, types: readonly string[], relatedTarget: Element | null = null): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types, dropEffect: 'none' }, relatedTarget })
  return !document.body.dispatchEvent(event)
}

const area = (onDropped: (files: unknown) => void = () => undefined) =>
  mounted(DropArea, { title: 'Drop to import', text: 'Results', onDropped })

test('files over the window show the hint until they leave it', async () => {
  const part = area()
  expect(drag('dragenter', ['Files'])).toBe(true)
  expect(drag('dragover', ['Files'])).toBe(true)
  await nextTick()
  expect(shown.showPopover).toHaveBeenCalledOnce()
  expect(part.text()).toContain('Drop to import')
  drag('dragleave', ['Files'], part.element)
  await nextTick()
  expect(shown.hidePopover).not.toHaveBeenCalled()
  drag('dragleave', ['Files'])
  await nextTick()
  expect(shown.hidePopover).toHaveBeenCalledOnce()
  expect(part.text()).toBe('')
  // A drag that was cancelled over the window may not report it.
  drag('dragover', ['Files'])
  await nextTick()
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }))
  await nextTick()
  expect(part.text()).toBe('')
  part.unmount()
  expect(drag('dragover', ['Files'])).toBe(false)
})

test('a drop goes nowhere else, ends the hint, and the shell reports what it was', async () => {
  const dropped = vi.fn()
  const part = area(dropped)
  drag('dragover', ['Files'])
  await nextTick()
  expect(drag('drop', ['Files'])).toBe(true)
  await nextTick()
  expect(part.text()).toBe('')
  expect(dropped).not.toHaveBeenCalled()
  const files = { reviews: [], results: ['fio.json'] }
  tell({ type: 'dropped', files })
  expect(dropped).toHaveBeenCalledExactlyOnceWith(files)
  part.unmount()
})

test('text, and what is dragged from the window itself, is ignored', () => {
  const part = area()
  expect(drag('dragover', ['text/plain'])).toBe(false)
  expect(drag('drop', ['text/plain'])).toBe(false)
  drag('dragstart', ['Files'])
  expect(drag('dragover', ['Files'])).toBe(false)
  drag('dragend', ['Files'])
  expect(drag('dragover', ['Files'])).toBe(true)
  part.unmount()
})
