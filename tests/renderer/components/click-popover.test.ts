import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref, shallowRef, type VNode } from 'vue'
import ClickPopover from '../../../src/renderer/controls/ClickPopover.vue'
import { mounted } from '../mounted'

const shown = ref(false)
const fields = shallowRef<VNode[]>([])
const host = defineComponent(
  () => () =>
    h(
      ClickPopover,
      { label: 'Save', shown: shown.value, 'onUpdate:shown': (now: boolean) => (shown.value = now) },
      {
        trigger: () => h('button', { class: 'opener' }, 'Save…'),
        default: () => fields.value,
      },
    ),
)
const panel = () => document.querySelector<HTMLElement>('[role=dialog][aria-label=Save]')
afterEach(() => (shown.value = false))

test('focus goes to the first usable field, and back to the button with Escape', async () => {
  fields.value = [h('input', { disabled: true }), h('input', { class: 'name' })]
  const part = mounted(host)
  const opener = part.find('.opener')
  opener.focus()
  shown.value = true
  await nextTick()
  await nextTick()
  expect(document.activeElement?.className).toBe('name')
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await nextTick()
  expect(shown.value).toBe(false)
  expect(document.activeElement).toBe(opener)
  part.unmount()
})

test('of radio buttons the chosen one gets the focus', async () => {
  const radio = (name: string, checked: boolean) => h('input', { type: 'radio', class: name, checked })
  fields.value = [radio('png', false), radio('svg', true), h('button', 'Save')]
  const part = mounted(host)
  shown.value = true
  await nextTick()
  await nextTick()
  expect(document.activeElement?.className).toBe('svg')
  part.unmount()
})

test('an element clicked outside keeps the focus when the panel closes', async () => {
  const part = mounted(host)
  const elsewhere = document.createElement('input')
  document.body.append(elsewhere)
  part.find('.opener').focus()
  shown.value = true
  await nextTick()
  await nextTick()
  expect(panel()).not.toBeNull()
  elsewhere.focus()
  shown.value = false
  await nextTick()
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
  part.unmount()
})
