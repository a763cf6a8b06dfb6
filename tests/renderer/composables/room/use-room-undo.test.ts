import { expect, test, vi } from 'vitest'
import { computed, defineComponent, h, KeepAlive, nextTick } from 'vue'
import { useRoomUndo } from '../../../../src/renderer/composables/room/use-room-undo'
import { useRooms, type RoomId } from '../../../../src/renderer/composables/room/use-rooms'
import { mounted } from '../../mounted'

const done: string[] = []
const room = (id: RoomId) =>
  defineComponent(() => {
    useRoomUndo(id, { undo: () => done.push(`${id} undo`), redo: () => done.push(`${id} redo`) })
    return () => [h('input', { type: 'text' }), h('select')]
  })
const rooms: Partial<Record<RoomId, ReturnType<typeof room>>> = {
  results: room('results'),
  compare: room('compare'),
}

test('the front room handles undo and redo by menu and keys, also if another one was entered after it', async () => {
  let choose: (command: string) => void = () => undefined
  const onShellEvent = (listener: (event: unknown) => void) => {
    choose = (command) => listener({ type: 'command', command })
  }
  vi.stubGlobal('benchwright', { onShellEvent })
  const { current, go } = useRooms()
  const shown = computed(() => rooms[current.value.id])
  go('results')
  const part = mounted(defineComponent(() => () => h(KeepAlive, [h(shown.value ?? 'div')])))
  go('compare')
  await nextTick()
  go('results')
  await nextTick()
  choose('undo')
  const press = (key: string, more = {}) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, ...more }))
  press('z')
  press('z', { shiftKey: true })
  press('y')
  for (const field of ['input', 'select'])
    part.find(field).dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  go('compare')
  await nextTick()
  choose('redo')
  press('z')
  part.unmount()
  choose('undo')
  press('z')
  expect(done).toEqual([
    ...['results undo', 'results undo', 'results redo', 'results redo', 'results undo'],
    ...['compare redo', 'compare undo'],
  ])
})
