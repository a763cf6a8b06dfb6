import type { ComputedRef, ShallowRef } from 'vue'
import type { Plan } from '../../../../core/plan/plan'
import type { ActionHistory } from '../../../composables/room/action-history'
import type { SaveState } from '../../../composables/review/use-autosave'
import type { FileState } from '../../../composables/review/use-save-state'

/** Where plans are kept: the bench in the app, a map in tests. */
export interface PlanStore {
  /** Rejects if the plan does not exist. */
  get(planId: string): Promise<Plan>
  /**
   * `base`: the version that was changed, null for a new plan. Rejects with `changed-elsewhere` if another one is
   * stored.
   */
  save(plan: Plan, base: Plan | null): Promise<unknown>
  remove(planId: string, base: Plan): Promise<unknown>
}

/** A plan that was changed by another window or program while it was changed here, so that it could not be saved. */
export interface PlanConflict {
  /** The common ancestor of both. */
  readonly base: Plan | undefined
  readonly mine: Plan
  /** What is stored; undefined if the plan was deleted. */
  readonly theirs: Plan | undefined
}

export interface Plans {
  /** The plan being edited; undefined if none is open. */
  readonly plan: Readonly<ShallowRef<Plan | undefined>>
  /** Plans of the review for the list, including unsaved changes. */
  readonly list: ComputedRef<readonly PlanListEntry[]>
  readonly saveState: Readonly<ShallowRef<SaveState>>
  /** For all plans: whether their changes are in the file. */
  readonly fileState: ComputedRef<FileState>
  /** Of the open plan; local changes are not saved until `takeTheirs` or `keepMine`. */
  readonly conflict: ComputedRef<PlanConflict | undefined>
  /** Resolves the conflict of the open plan with the stored version; undo restores the local one. */
  takeTheirs(): Promise<void>
  /** Resolves it with the stored version, and adds the local one as a separate plan. */
  keepMine(copyOf: (mine: Plan) => Plan): Promise<void>
  /** Shows the open plan as it is stored now, or another one if it was deleted, unless it was changed in this window. */
  refresh(): Promise<void>
  /** What `undo` and `redo` would act on. */
  readonly nextUndo: ActionHistory['nextUndo']
  readonly nextRedo: ActionHistory['nextRedo']
  open(planId: string): Promise<void>
  /**
   * Sets a changed version of the open plan. Changes with the same `mergeName` in quick succession are one undo step.
   */
  edit(label: string, change: (plan: Plan) => Plan, mergeName?: string): void
  /**
   * Ends the merging of changes, e.g. when a text field loses the focus. A name that was typed gets a number if another
   * plan has it.
   */
  settle(): void
  /** Adds a plan, with a number if its name is taken, and opens it. */
  add(plan: Plan, label: string): void
  /** Renames a plan that need not be open; a taken name gets a number. */
  rename(planId: string, name: string): Promise<void>
  /** Changes a plan that need not be open. */
  change(planId: string, label: string, change: (plan: Plan) => Plan): Promise<void>
  remove(planId: string): Promise<void>
  /** Undoes the last step on any plan and opens that plan. */
  undo(): Promise<void>
  redo(): Promise<void>
  /** Resolves when everything is saved; rejects if the open plan cannot be. */
  flush(): Promise<void>
}

export interface PlanListEntry {
  readonly id: string
  readonly name: string
}
