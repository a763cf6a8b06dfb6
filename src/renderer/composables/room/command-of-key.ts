import { roomIds, type ShellCommand } from '../../../core/contract/bridge'

/** The relevant parts of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

const commandByKey: ReadonlyMap<string, ShellCommand> = new Map([
  ['k', 'palette'],
  ['/', 'shortcuts'],
  ['i', 'import'],
  ...roomIds.map((room, index) => [String(index + 1), room] as const),
])

/**
 * The menu entry of a key. The menu has the same keys; they are handled here, too, because some desktops show no
 * menu. Undo and redo are left to the rooms, because a text field has its own.
 */
export function commandOfKey(press: KeyPress, mac: boolean): ShellCommand | undefined {
  const held = mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (!held || press.altKey || press.shiftKey) return undefined
  return commandByKey.get(press.key.toLowerCase())
}
