import { onBeforeUnmount, onMounted } from 'vue'

/**
 * Keys of a whole room, wherever in it the focus is, and also if nothing has it. `press` returns true for a key it
 * has handled. Nothing is handled while the room is out of view or a dialog is open.
 */
export function useRoomKeys(active: () => boolean, press: (event: KeyboardEvent) => boolean): void {
  const listen = (event: KeyboardEvent) => {
    if (!active() || event.defaultPrevented || isInDialog(event.target)) return
    if (press(event)) event.preventDefault()
  }
  onMounted(() => window.addEventListener('keydown', listen))
  onBeforeUnmount(() => window.removeEventListener('keydown', listen))
}

/** Whether this key is meant for a text being typed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type="checkbox"], [type="radio"]), select, textarea')
  )
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], .n-modal') !== null
}
