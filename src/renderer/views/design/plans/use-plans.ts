import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { PlanSummary } from '../../../../core/contract/review'
import type { Plan } from '../../../../core/plan/plan'
import { createPlanHistory, type PlanChange } from './plan-history'
import { useAutosave, type SaveState } from './use-autosave'

/** Where plans are kept: the bench in the app, a map in tests. */
export interface PlanStore {
  get(planId: string): Promise<Plan>
  save(plan: Plan): Promise<unknown>
  remove(planId: string): Promise<unknown>
}

export interface Plans {
  /** The plan being edited; undefined when none is open. */
  readonly plan: Readonly<ShallowRef<Plan | undefined>>
  /** Plans of the review for the list, with changes that are not saved yet. */
  readonly list: ComputedRef<readonly PlanListEntry[]>
  readonly saveState: Readonly<ShallowRef<SaveState>>
  readonly undoLabel: ComputedRef<string | undefined>
  readonly redoLabel: ComputedRef<string | undefined>
  open(planId: string): Promise<void>
  /** Puts a changed version of the open plan. Changes with the same `mergeName` in quick succession are one undo step. */
  edit(label: string, change: (plan: Plan) => Plan, mergeName?: string): void
  /** Ends the merging of changes, e.g. when a text field loses the focus. */
  settle(): void
  /** Adds a plan and opens it. */
  add(plan: Plan, label: string): void
  rename(planId: string, name: string): Promise<void>
  remove(planId: string): Promise<void>
  /** Takes back the last step on any plan and opens that plan; answers what was taken back. */
  undo(): Promise<PlanChange | undefined>
  redo(): Promise<PlanChange | undefined>
  /** Resolves when everything is saved. */
  flush(): Promise<void>
}

export interface PlanListEntry {
  readonly id: string
  readonly name: string
}

/** The plans of a review: which one is open, edits with undo and redo, saving by itself. */
export function usePlans(store: PlanStore, summaries: Ref<readonly PlanSummary[]>): Plans {
  const plan = shallowRef<Plan>()
  const history = createPlanHistory()
  // The history is a plain object; this counter tells Vue that it moved.
  const steps = shallowRef(0)
  let openings = 0
  /** Plans touched in this window, `undefined` for deleted ones: newer than the summaries. */
  const touched = shallowRef<ReadonlyMap<string, Plan | undefined>>(new Map())
  const autosave = useAutosave((changed) => store.save(changed))

  const list = computed(() => {
    const known = summaries.value.flatMap((summary) => {
      if (!touched.value.has(summary.id)) return [{ id: summary.id, name: summary.name }]
      const mine = touched.value.get(summary.id)
      return mine ? [{ id: mine.id, name: mine.name }] : []
    })
    const fresh = [...touched.value.values()].flatMap((mine) =>
      mine && !summaries.value.some((summary) => summary.id === mine.id)
        ? [{ id: mine.id, name: mine.name }]
        : [],
    )
    return [...known, ...fresh]
  })

  function touch(planId: string, mine: Plan | undefined): void {
    touched.value = new Map(touched.value).set(planId, mine)
  }

  /** Makes one version of a plan the true one, here and in the store. */
  async function put(planId: string, version: Plan | undefined): Promise<void> {
    touch(planId, version)
    if (version) {
      autosave.schedule(version)
      return
    }
    await autosave.forget(planId)
    await store.remove(planId)
  }

  async function load(planId: string): Promise<Plan> {
    return touched.value.get(planId) ?? (await store.get(planId))
  }

  function record(change: PlanChange, mergeName?: string): void {
    history.record(change, mergeName)
    steps.value++
  }

  /** The plan to show when one is gone: its neighbour in the list. */
  async function openNeighbour(planId: string): Promise<void> {
    const before = list.value.findIndex((entry) => entry.id === planId)
    const rest = list.value.filter((entry) => entry.id !== planId)
    const next = rest[Math.min(Math.max(before, 0), rest.length - 1)]
    plan.value = next ? await load(next.id) : undefined
  }

  async function go(change: PlanChange | undefined, version: 'before' | 'after') {
    if (!change) return undefined
    steps.value++
    const target = change[version]
    if (target) plan.value = target
    else if (plan.value?.id === change.planId) await openNeighbour(change.planId)
    await put(change.planId, target)
    return change
  }

  return {
    plan,
    list,
    saveState: autosave.state,
    undoLabel: computed(() => (steps.value >= 0 ? history.nextUndo?.label : undefined)),
    redoLabel: computed(() => (steps.value >= 0 ? history.nextRedo?.label : undefined)),
    async open(planId) {
      history.settle()
      const asked = ++openings
      if (plan.value?.id === planId) return
      const loaded = await load(planId)
      // A later click wins over a slow answer.
      if (asked === openings) plan.value = loaded
    },
    edit(label, change, mergeName) {
      const before = plan.value
      if (!before) return
      const after = change(before)
      if (after === before) return
      plan.value = after
      record({ planId: after.id, before, after, label }, mergeName)
      touch(after.id, after)
      autosave.schedule(after)
    },
    settle: () => history.settle(),
    add(added, label) {
      plan.value = added
      record({ planId: added.id, before: undefined, after: added, label })
      touch(added.id, added)
      autosave.schedule(added)
    },
    async rename(planId, name) {
      const before = await load(planId)
      if (before.name === name) return
      const after = { ...before, name }
      if (plan.value?.id === planId) plan.value = after
      record({ planId, before, after, label: `rename plan to “${name}”` })
      await put(planId, after)
    },
    async remove(planId) {
      const before = await load(planId)
      if (plan.value?.id === planId) await openNeighbour(planId)
      record({ planId, before, after: undefined, label: `delete plan “${before.name}”` })
      await put(planId, undefined)
    },
    undo: () => go(history.undo(), 'before'),
    redo: () => go(history.redo(), 'after'),
    flush: () => autosave.flush(),
  }
}
