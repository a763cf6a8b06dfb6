import type { Plan } from '../../../../core/plan/plan'

/** One thing done to one plan. `before` is absent for a new plan, `after` for a deleted one. */
export interface PlanChange {
  readonly planId: string
  readonly before: Plan | undefined
  readonly after: Plan | undefined
  /** What was done, as it reads after "Undo": "remove level 64 KiB". */
  readonly label: string
}

/** Changes that share this name and follow each other within `mergeWithinMs` are one step. */
export interface PlanHistory {
  /** Takes a change that has just been made; forgets what could be redone. */
  record(change: PlanChange, mergeName?: string): void
  /** Ends merging: the next change is a step of its own. */
  settle(): void
  /** The step to take back, now moved to the redo side; undefined when there is none. */
  undo(): PlanChange | undefined
  redo(): PlanChange | undefined
  readonly nextUndo: PlanChange | undefined
  readonly nextRedo: PlanChange | undefined
}

export interface HistoryOptions {
  readonly mergeWithinMs?: number
  /** Oldest steps beyond this are forgotten. */
  readonly limit?: number
  readonly now?: () => number
}

/** Undo and redo over all plans of a review, newest step first. Plans are immutable, so a step costs only what changed. */
export function createPlanHistory(options: HistoryOptions = {}): PlanHistory {
  const { mergeWithinMs = 1000, limit = 500, now = Date.now } = options
  const past: PlanChange[] = []
  const future: PlanChange[] = []
  let open: { name: string; atMs: number } | undefined

  return {
    record(change, mergeName) {
      future.length = 0
      const last = past.at(-1)
      const merges =
        open !== undefined &&
        open.name === mergeName &&
        last?.planId === change.planId &&
        now() - open.atMs <= mergeWithinMs
      if (merges) past[past.length - 1] = { ...change, before: last.before, label: last.label }
      else past.push(change)
      if (past.length > limit) past.shift()
      open = mergeName === undefined ? undefined : { name: mergeName, atMs: now() }
    },
    settle() {
      open = undefined
    },
    undo() {
      open = undefined
      const change = past.pop()
      if (change) future.push(change)
      return change
    },
    redo() {
      open = undefined
      const change = future.pop()
      if (change) past.push(change)
      return change
    },
    get nextUndo() {
      return past.at(-1)
    },
    get nextRedo() {
      return future.at(-1)
    },
  }
}
