import { X } from '@lucide/vue'
import { expect, test, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import ChoiceList from '../../../src/renderer/controls/ChoiceList.vue'
import EmptyState from '../../../src/renderer/components/EmptyState.vue'
import ErrorNote from '../../../src/renderer/components/ErrorNote.vue'
import IconButton from '../../../src/renderer/controls/IconButton.vue'
import ModalDialog from '../../../src/renderer/components/ModalDialog.vue'
import SegmentedChoice from '../../../src/renderer/controls/SegmentedChoice.vue'
import UndoButtons from '../../../src/renderer/components/UndoButtons.vue'
import { messagePlace } from '../../../src/renderer/composables/message-place'
import { createActionHistory } from '../../../src/renderer/composables/room/action-history'
import { mounted } from '../mounted'

const copied: string[] = []
vi.mock('../../../src/renderer/composables/use-shell', () => ({
  useShell: () => ({
    request: (name: string, given: { text: string }) => {
      if (name === 'clipboard.write-text') copied.push(given.text)
      return Promise.resolve(null)
    },
  }),
}))

test('an icon button has its label for screen readers, and does nothing while it is disabled', async () => {
  const onClick = vi.fn()
  const part = mounted(IconButton, { icon: X, label: 'Remove', onClick, 'data-testid': 'remove' })
  const button = part.find('[data-testid=remove]')
  expect(button.getAttribute('aria-label')).toBe('Remove')
  button.click()
  part.set({ icon: X, label: 'Remove', onClick, disabled: true })
  await nextTick()
  button.click()
  expect(onClick).toHaveBeenCalledOnce()
  part.unmount()
})

test('undo and redo name what they do next, and are disabled if there is nothing', async () => {
  const history = createActionHistory()
  const done: string[] = []
  history.push({ label: 'add a block', undo: () => done.push('undo'), redo: () => done.push('redo') })
  const part = mounted(UndoButtons, { history, room: 'report' })
  const [undo, redo] = [part.find('[data-testid=report-undo]'), part.find('[data-testid=report-redo]')]
  const states = () =>
    [undo, redo].map((one) => [one.ariaLabel ?? one.getAttribute('aria-label'), one.hasAttribute('disabled')])
  expect(states()).toEqual([
    ['Undo: add a block', false],
    ['Redo', true],
  ])
  undo.click()
  await nextTick()
  expect(states()).toEqual([
    ['Undo', true],
    ['Redo: add a block', false],
  ])
  redo.click()
  expect(done).toEqual(['undo', 'redo'])
  part.unmount()
})

test('one of a few choices is selected, and another is emitted when it is chosen', () => {
  const onChange = vi.fn()
  const choices = [
    { value: 'linear', label: 'Linear' },
    { value: 'log', label: 'Log' },
  ]
  const part = mounted(SegmentedChoice, {
    choices,
    value: 'linear',
    label: 'Scale',
    testid: 'scale',
    onChange,
  })
  expect(part.findInput('[data-testid=scale-linear]').checked).toBe(true)
  part.findInput('[data-testid=scale-log]').click()
  expect(onChange.mock.calls).toEqual([['log']])
  part.unmount()
})

test('an error names what failed, why and the remedy, and all of it is copied', async () => {
  const onClose = vi.fn()
  const error = Object.assign(new Error('The disk is full.'), { remedy: 'Free some space.' })
  const part = mounted(ErrorNote, { title: 'Not saved', error, onClose })
  expect(part.text()).toBe('Not savedThe disk is full.Free some space.')
  part.find('[data-testid=copy-error]').click()
  await vi.waitFor(() =>
    expect(part.find('[data-testid=copy-error]').getAttribute('aria-label')).toBe('Copied'),
  )
  expect(copied).toEqual(['Not saved\nThe disk is full.\nFree some space.'])
  part.find('[aria-label="Close this message"]').click()
  expect(onClose).toHaveBeenCalledOnce()
  part.unmount()
})

test('an empty place has its actions only if there are some', () => {
  const bare = mounted(EmptyState, { title: 'Nothing yet' })
  expect([bare.text(), bare.element.querySelector('.actions')]).toEqual(['Nothing yet', null])
  bare.unmount()
  const part = mounted(() =>
    h(
      EmptyState,
      { title: 'Nothing yet' },
      { default: () => 'Import results.', actions: () => h('button', 'Import') },
    ),
  )
  expect(part.text()).toBe('Nothing yetImport results.Import')
  part.unmount()
})

test('choices are emitted as a whole when one is pressed, and the arrow keys move among them', () => {
  const onChoose = vi.fn()
  const choices = ['one', 'two', 'three'].map((id) => ({
    id,
    testid: `door-${id}`,
    title: id,
    description: `About ${id}`,
  }))
  const part = mounted(ChoiceList, { choices, onChoose })
  const focused = () => document.activeElement?.getAttribute('data-testid')
  part.find('[data-testid=door-one]').focus()
  for (const [key, at] of [
    ['ArrowDown', 'door-two'],
    ['End', 'door-three'],
    ['ArrowDown', 'door-three'],
    ['Home', 'door-one'],
  ]) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    expect(focused()).toBe(at)
  }
  part.find('[data-testid=door-two]').click()
  expect(onChoose.mock.calls).toEqual([[choices[1]]])
  part.unmount()
})

test('messages appear in the dialog that is on top, and around the room once none is open', async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  const [outer, inner] = [ref(true), ref(false)]
  const around = () => messagePlace().parentElement
  const part = mounted(() => [
    h(ModalDialog, {
      label: 'Import',
      shown: outer.value,
      'onUpdate:shown': (now: boolean) => (outer.value = now),
    }),
    h(ModalDialog, {
      label: 'Password',
      shown: inner.value,
      'onUpdate:shown': (now: boolean) => (inner.value = now),
    }),
  ])
  const [one, two] = part.element.querySelectorAll('dialog')
  await nextTick()
  expect(around()).toBe(one)
  inner.value = true
  await nextTick()
  expect(around()).toBe(two)
  two?.close()
  await vi.waitFor(() => expect(around()).toBe(one))
  part.unmount()
  expect(around()).toBe(document.body)
})

test('the content of a dialog exists while it is shown, and a press outside closes it', async () => {
  // The test's document opens no dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  const onShown = vi.fn()
  const props = { label: 'Import', 'onUpdate:shown': onShown }
  const shown = ref(false)
  const part = mounted(() =>
    h(
      ModalDialog,
      { ...props, shown: shown.value },
      { default: () => h('p', { class: 'inside' }, 'Content') },
    ),
  )
  expect(part.element.querySelector('.inside')).toBeNull()
  shown.value = true
  await nextTick()
  part.find('.inside').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  expect(onShown).not.toHaveBeenCalled()
  part.find('dialog').dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  expect(onShown).toHaveBeenLastCalledWith(false)
  part.unmount()
})
