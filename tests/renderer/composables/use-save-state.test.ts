import { expect, test } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import { fileState, useSaveState, type FileState } from '../../../src/renderer/composables/use-save-state'

test('the file is saved once every part is, and as bad as its worst part', () => {
  const [plan, notes] = [shallowRef<FileState>('saved'), shallowRef<FileState>('saved')]
  const scope = effectScope()
  scope.run(() => [plan, notes].forEach((part) => useSaveState(() => part.value)))
  expect(fileState.value).toBe('saved')
  plan.value = 'saving'
  expect(fileState.value).toBe('saving')
  notes.value = 'not-saved'
  expect(fileState.value).toBe('not-saved')
  scope.stop()
  expect(fileState.value).toBe('saved')
})
