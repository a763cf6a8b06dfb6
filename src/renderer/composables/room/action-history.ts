import { computed, shallowRef, type ComputedRef } from 'vue'

/** An action that can be undone and redone. */
export interface Action {
  /** What was done, as it reads after "Undo": "remove level 64 KiB". */
  readonly label?: string
  readonly undo: () => unknown
  readonly redo: () => unknown
}

export interface ActionHistory {
  /** What `undo` and `redo` would act on. */
  readonly nextUndo: ComputedRef<Action | undefined>
  readonly nextRedo: ComputedRef<Action | undefined>
  readonly canUndo: ComputedRef<boolean>
  readonly canRedo: ComputedRef<boolean>
  /**
   * Records an action that was just performed; what could be redone is dropped. Actions with the same `mergeName` in
   * quick succession are one step, so that typing is.
   */
  readonly push: (action: Action, mergeName?: string) => void
  /** Ends merging: the next action is a separate step. */
  readonly settle: () => void
  /** Resolves when the action has been undone. */
  readonly undo: () => Promise<void>
  readonly redo: () => Promise<void>
  readonly clear: () => void
}

/** What the buttons of a room need of its history. */
export type UndoableHistory = Pick<ActionHistory, 'nextUndo' | 'nextRedo' | 'undo' | 'redo'>

export interface HistoryOptions {
  readonly mergeWithinMs?: number
  /** Older actions beyond this number are forgotten. */
  readonly limit?: number
  /** Milliseconds of any clock. */
  readonly now?: () => number
}

/** Undo and redo over actions of any kind; every room has its own. */
export function createActionHistory(options: HistoryOptions = {}): ActionHistory {
  const { mergeWithinMs = 1000, limit = 500, now = () => performance.now() } = options
  const past = shallowRef<readonly Action[]>([])
  const future = shallowRef<readonly Action[]>([])
  const nextUndo = computed(() => past.value.at(-1))
  const nextRedo = computed(() => future.value[0])
  let open: { readonly name: string; readonly atMs: number } | undefined
  return {
    nextUndo,
    nextRedo,
    canUndo: computed(() => nextUndo.value !== undefined),
    canRedo: computed(() => nextRedo.value !== undefined),
    push(action, mergeName) {
      const last = past.value.at(-1)
      const merges = last && open && open.name === mergeName && now() - open.atMs <= mergeWithinMs
      past.value = merges
        ? [...past.value.slice(0, -1), { ...last, redo: action.redo }]
        : [...past.value, action].slice(-limit)
      future.value = []
      open = mergeName === undefined ? undefined : { name: mergeName, atMs: now() }
    },
    settle() {
      open = undefined
    },
    async undo() {
      const action = nextUndo.value
      if (action === undefined) return
      open = undefined
      past.value = past.value.slice(0, -1)
      future.value = [action, ...future.value]
      await action.undo()
    },
    async redo() {
      const action = nextRedo.value
      if (action === undefined) return
      open = undefined
      future.value = future.value.slice(1)
      past.value = [...past.value, action]
      await action.redo()
    },
    clear() {
      open = undefined
      past.value = []
      future.value = []
    },
  }
}
