import { getCurrentScope, onScopeDispose } from 'vue'
import type { ShellCommand } from '../../../core/contract/bridge'

const handlers = new Map<ShellCommand, (() => void)[]>()
let listening = false

/**
 * Handles a menu entry while the component is mounted, e.g. `onCommand('undo', history.undo)`. The newest handler of
 * a command wins. Undo and redo go to the text field instead while one has the focus.
 */
export function onCommand(command: ShellCommand, handler: () => void): () => void {
  if (!listening) listen()
  const known = handlers.get(command) ?? []
  handlers.set(command, [...known, handler])
  const stop = () => {
    handlers.set(
      command,
      (handlers.get(command) ?? []).filter((other) => other !== handler),
    )
  }
  if (getCurrentScope()) onScopeDispose(stop)
  return stop
}

function listen(): void {
  listening = true
  window.benchwright.onShellEvent((event) => {
    if (event.type === 'command') carryOut(event.command)
  })
}

/** Runs a menu entry as if it had been chosen; does nothing if no view handles it. */
export function carryOut(command: ShellCommand): void {
  if ((command === 'undo' || command === 'redo') && isTextField(document.activeElement)) {
    // The only way to use a text field's own history from outside.
    // oxlint-disable-next-line typescript/no-deprecated
    document.execCommand(command)
    return
  }
  handlers.get(command)?.at(-1)?.()
}

/** Whether this has its own undo. */
export function isTextField(element: EventTarget | null): boolean {
  if (element instanceof HTMLTextAreaElement) return true
  return (
    element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(element.type)
  )
}
