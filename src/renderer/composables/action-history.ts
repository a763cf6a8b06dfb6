import { computed, shallowRef, type ComputedRef } from 'vue'

/** Something done that can be taken back and done again. */
export interface Action {
  readonly undo: () => unknown
  readonly redo: () => unknown
}

export interface ActionHistory {
  readonly canUndo: ComputedRef<boolean>
  readonly canRedo: ComputedRef<boolean>
  /** Notes what has just been done; what was undone before is gone. */
  push(action: Action): void
  undo(): void
  redo(): void
  clear(): void
}

/** Actions kept for undo. */
const keptActions = 200

/** Undo and redo over actions of any kind. */
export function createActionHistory(): ActionHistory {
  const past = shallowRef<readonly Action[]>([])
  const future = shallowRef<readonly Action[]>([])
  return {
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    push(action) {
      past.value = [...past.value, action].slice(-keptActions)
      future.value = []
    },
    undo() {
      const action = past.value.at(-1)
      if (action === undefined) return
      past.value = past.value.slice(0, -1)
      future.value = [action, ...future.value]
      action.undo()
    },
    redo() {
      const [action, ...rest] = future.value
      if (action === undefined) return
      future.value = rest
      past.value = [...past.value, action]
      action.redo()
    },
    clear() {
      past.value = []
      future.value = []
    },
  }
}
