import { expect, test, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import {
  fileState,
  saveAll,
  useSaveState,
  type FileState,
} from '../../../../src/renderer/composables/review/use-save-state'

test('the file is saved once every part is, and as bad as its worst part', () => {
  const [plan, notes] = [shallowRef<FileState>('saved'), shallowRef<FileState>('saved')]
  const scope = effectScope()
  scope.run(() => [plan, notes].forEach((part) => useSaveState(() => part.value, vi.fn())))
  expect(fileState.value).toBe('saved')
  plan.value = 'saving'
  expect(fileState.value).toBe('saving')
  notes.value = 'not-saved'
  expect(fileState.value).toBe('not-saved')
  scope.stop()
  expect(fileState.value).toBe('saved')
})

test('all parts are saved at once, whichever of them fails', async () => {
  const saves = [vi.fn(() => Promise.reject(new Error('The disk is full.'))), vi.fn(() => Promise.resolve())]
  const scope = effectScope()
  scope.run(() => saves.forEach((save) => useSaveState(() => 'saving', save)))
  await saveAll()
  expect(saves.map((save) => save.mock.calls.length)).toEqual([1, 1])
  scope.stop()
})

test('the field that has the focus is left before the parts are saved, and has it again', async () => {
  const field = document.createElement('input')
  document.body.append(field)
  const order: string[] = []
  field.addEventListener('blur', () => order.push('left'))
  const scope = effectScope()
  scope.run(() =>
    useSaveState(
      () => 'saving',
      () => Promise.resolve(order.push('saved')),
    ),
  )
  field.focus()
  await saveAll()
  expect(order).toEqual(['left', 'saved'])
  expect(document.activeElement).toBe(field)
  scope.stop()
  field.remove()
})
