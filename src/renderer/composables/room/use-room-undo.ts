import { onActivated, onBeforeUnmount, onDeactivated, onMounted } from 'vue'
import { isTextField, onCommand } from './use-commands'
import { useRoomKeys } from './use-room-keys'
import { useRooms, type RoomId } from './use-rooms'

/**
 * Undo and redo of a room by the menu and its keys, while the room is in front. Rooms out of view stay alive, and the
 * newest of them would otherwise handle the command. In a text field, both are the field's own.
 */
export function useRoomUndo(
  room: RoomId,
  { undo, redo }: { readonly undo: () => unknown; readonly redo: () => unknown },
): void {
  const { current } = useRooms()
  let stops: readonly (() => void)[] = []
  const leave = () => {
    for (const stop of stops) stop()
    stops = []
  }
  const enter = () => {
    leave()
    stops = [onCommand('undo', () => void undo()), onCommand('redo', () => void redo())]
  }
  onMounted(enter)
  onActivated(enter)
  onDeactivated(leave)
  onBeforeUnmount(leave)
  useRoomKeys(
    () => current.value.id === room,
    (event) => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextField(event.target)) return false
      if (key === 'z' && !event.shiftKey) undo()
      else if (key === 'y' || key === 'z') redo()
      else return false
      return true
    },
  )
}
