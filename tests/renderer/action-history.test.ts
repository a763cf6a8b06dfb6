import { expect, it } from 'vitest'
import { createActionHistory } from '../../src/renderer/composables/action-history'

it('takes actions back and does them again, in order', () => {
  const history = createActionHistory()
  const done: string[] = []
  for (const name of ['a', 'b']) {
    history.push({ undo: () => done.push(`-${name}`), redo: () => done.push(`+${name}`) })
  }
  history.undo()
  history.undo()
  history.undo()
  expect(history.canUndo.value).toBe(false)
  history.redo()
  history.redo()
  history.redo()
  expect(done).toEqual(['-b', '-a', '+a', '+b'])
  expect(history.canRedo.value).toBe(false)
})

it('forgets what was undone once something else is done', () => {
  const history = createActionHistory()
  const done: string[] = []
  history.push({ undo: () => done.push('-a'), redo: () => done.push('+a') })
  history.undo()
  history.push({ undo: () => done.push('-b'), redo: () => done.push('+b') })
  expect(history.canRedo.value).toBe(false)
  history.clear()
  history.undo()
  expect(done).toEqual(['-a'])
})
