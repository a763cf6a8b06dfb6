import { expect, it } from 'vitest'
import { createActionHistory } from '../../src/renderer/composables/room/action-history'

it('undoes actions and redoes them, in order', () => {
  const history = createActionHistory()
  const done: string[] = []
  for (const name of ['a', 'b']) {
    history.push({ undo: () => done.push(`-${name}`), redo: () => done.push(`+${name}`) })
  }
  void history.undo()
  void history.undo()
  void history.undo()
  expect(history.canUndo.value).toBe(false)
  void history.redo()
  void history.redo()
  void history.redo()
  expect(done).toEqual(['-b', '-a', '+a', '+b'])
  expect(history.canRedo.value).toBe(false)
})

it('forgets what was undone once something else is done', () => {
  const history = createActionHistory()
  const done: string[] = []
  history.push({ undo: () => done.push('-a'), redo: () => done.push('+a') })
  void history.undo()
  history.push({ undo: () => done.push('-b'), redo: () => done.push('+b') })
  expect(history.canRedo.value).toBe(false)
  history.clear()
  void history.undo()
  expect(done).toEqual(['-a'])
})

it('combines typing into one place into one step, and names the next step', () => {
  let ms = 0
  const history = createActionHistory({ now: () => ms, limit: 2 })
  let text = ''
  const type = (next: string, name: string, label = name) => {
    const before = text
    history.push({ label, undo: () => (text = before), redo: () => (text = next) }, name)
    text = next
  }
  type('1', 'depth', 'set depth to 1')
  ms += 900
  type('16', 'depth', 'set depth to 16')
  expect(history.nextUndo.value?.label).toBe('set depth to 1')
  ms += 1100
  type('16 late', 'depth')
  type('16 late, named', 'name')
  history.settle()
  type('16 late, named twice', 'name')
  const seen = [text]
  for (const step of [history.undo, history.undo, history.undo, history.redo, history.redo]) {
    void step()
    seen.push(text)
  }
  // Two steps are kept.
  expect(seen).toEqual([
    ...['16 late, named twice', '16 late, named', '16 late', '16 late', '16 late, named'],
    '16 late, named twice',
  ])
})
