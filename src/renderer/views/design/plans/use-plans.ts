import { computed, shallowRef, type Ref } from 'vue'
import { isChangedElsewhere, RequestFailure } from '../../../../core/contract/request-failure'
import type { PlanSummary } from '../../../../core/contract/review'
import { withFreeName } from '../../../../core/plan/edit-plan'
import type { Plan } from '../../../../core/plan/plan'
import { createActionHistory } from '../../../composables/room/action-history'
import { useAutosave } from '../../../composables/review/use-autosave'
import type { PlanConflict, Plans, PlanStore } from './plans'

/** One action on one plan. `before` is absent for a new plan, `after` for a deleted one. */
interface PlanChange {
  readonly planId: string
  readonly before: Plan | undefined
  readonly after: Plan | undefined
  /** What was done, as it reads after "Undo": "remove level 64 KiB". */
  readonly label: string
}

const changedElsewhere = {
  id: 'changed-elsewhere',
  message: 'This plan was changed in another window or program as well, so it is not saved here.',
  remedy: 'Take over the other version, or keep yours as a copy.',
}

/** The plans of a review: which one is open, edits with undo and redo, automatic saving. */
export function usePlans(store: PlanStore, summaries: Ref<readonly PlanSummary[]>): Plans {
  const plan = shallowRef<Plan>()
  const history = createActionHistory()
  let openings = 0
  /** Plans touched in this window, `undefined` for deleted ones: newer than the summaries. */
  const touched = shallowRef<ReadonlyMap<string, Plan | undefined>>(new Map())
  /** Plans as stored, to this window's knowledge. */
  const stored = new Map<string, Plan>()
  const conflicts = shallowRef<ReadonlyMap<string, PlanConflict>>(new Map())
  const autosave = useAutosave<Plan>(save)
  /** The change that last typed a name into the open plan. */
  let typing: { readonly planId: string; readonly label: string; readonly mergeName?: string } | undefined
  const conflict = computed(() => plan.value && conflicts.value.get(plan.value.id))

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

  const named = (mine: Plan) => withFreeName(mine, list.value)

  function touch(planId: string, mine: Plan | undefined): void {
    touched.value = new Map(touched.value).set(planId, mine)
  }

  function setConflict(planId: string, found: PlanConflict | undefined): void {
    const rest = [...conflicts.value].filter(([id]) => id !== planId)
    conflicts.value = new Map(found ? [...rest, [planId, found]] : rest)
  }

  /** Saves a plan, or records that another version is stored. */
  async function save(mine: Plan): Promise<void> {
    const known = conflicts.value.get(mine.id)
    if (known) {
      setConflict(mine.id, { ...known, mine })
      return
    }
    const base = stored.get(mine.id)
    try {
      await store.save(mine, base ?? null)
      stored.set(mine.id, mine)
    } catch (error) {
      if (!isChangedElsewhere(error)) throw error
      setConflict(mine.id, { base, mine, theirs: await fetchStored(mine.id) })
    }
  }

  /** The plan as currently stored; undefined if it was deleted. */
  async function fetchStored(planId: string): Promise<Plan | undefined> {
    try {
      const found = await store.get(planId)
      stored.set(planId, found)
      return found
    } catch (error) {
      if (!(error instanceof RequestFailure) || error.id !== 'no-plan') throw error
      stored.delete(planId)
      return undefined
    }
  }

  /** Returns the version of this window. */
  async function takeTheirs(label: string): Promise<Plan | undefined> {
    const mine = plan.value
    if (!mine || !conflict.value) return undefined
    const planId = mine.id
    await autosave.forget(planId)
    const theirs = await fetchStored(planId)
    setConflict(planId, undefined)
    if (theirs) plan.value = theirs
    else await openNeighbour(planId)
    touch(planId, theirs)
    record({ planId, before: mine, after: theirs, label })
    return mine
  }

  /** Makes one version of a plan the current one, here and in the store. */
  async function put(planId: string, version: Plan | undefined): Promise<void> {
    touch(planId, version)
    if (version) {
      autosave.schedule(version)
      return
    }
    await autosave.forget(planId)
    const base = stored.get(planId)
    if (!base) return
    try {
      await store.remove(planId, base)
      stored.delete(planId)
    } catch (error) {
      if (isChangedElsewhere(error)) touch(planId, await fetchStored(planId))
      throw error
    }
  }

  /** The local version of a plan; if it has no changes of this window, the currently stored one. */
  async function load(planId: string): Promise<Plan> {
    const mine = touched.value.get(planId)
    if (mine && (mine !== stored.get(planId) || conflicts.value.has(planId))) return mine
    const found = await store.get(planId)
    stored.set(planId, found)
    return found
  }

  /** The plan as the person sees it: the open one is not replaced by a newer stored one. */
  async function inView(planId: string): Promise<Plan> {
    return plan.value?.id === planId ? plan.value : load(planId)
  }

  /** Records a change that has just been made. Plans are immutable, so a step costs only what changed. */
  function record({ planId, before, after, label }: PlanChange, mergeName?: string): void {
    history.push(
      { label, undo: () => putBack(planId, before), redo: () => putBack(planId, after) },
      mergeName && `${planId} ${mergeName}`,
    )
  }

  /** The plan to show after one was deleted: its neighbour in the list. */
  async function openNeighbour(planId: string): Promise<void> {
    const before = list.value.findIndex((entry) => entry.id === planId)
    const rest = list.value.filter((entry) => entry.id !== planId)
    const next = rest[Math.min(Math.max(before, 0), rest.length - 1)]
    plan.value = next ? await load(next.id) : undefined
  }

  /** Opens an earlier or later version of a plan and makes it the current one. */
  async function putBack(planId: string, version: Plan | undefined): Promise<void> {
    if (version) plan.value = version
    else if (plan.value?.id === planId) await openNeighbour(planId)
    await put(planId, version)
  }

  function edit(label: string, change: (plan: Plan) => Plan, mergeName?: string): void {
    const before = plan.value
    if (!before) return
    const after = change(before)
    if (after === before) return
    if (after.name !== before.name)
      typing = { planId: after.id, label, ...(mergeName !== undefined && { mergeName }) }
    plan.value = after
    record({ planId: after.id, before, after, label }, mergeName)
    touch(after.id, after)
    autosave.schedule(after)
  }

  function settle(): void {
    if (typing && typing.planId === plan.value?.id) edit(typing.label, named, typing.mergeName)
    typing = undefined
    history.settle()
  }

  async function changePlan(planId: string, label: string, change: (plan: Plan) => Plan): Promise<void> {
    const before = await inView(planId)
    const after = change(before)
    if (after === before) return
    if (plan.value?.id === planId) plan.value = after
    record({ planId, before, after, label })
    await put(planId, after)
  }

  return {
    plan,
    list,
    saveState: autosave.state,
    fileState: computed(() => {
      if (conflicts.value.size > 0 || autosave.state.value.kind === 'failed') return 'not-saved'
      return autosave.state.value.kind === 'saved' ? 'saved' : 'saving'
    }),
    conflict,
    async takeTheirs() {
      await takeTheirs('take over the other version')
    },
    async keepMine(copyOf) {
      const mine = await takeTheirs('leave the plan to the other version')
      if (!mine) return
      const copy = copyOf(mine)
      plan.value = copy
      record({ planId: copy.id, before: undefined, after: copy, label: `keep “${copy.name}”` })
      touch(copy.id, copy)
      autosave.schedule(copy)
    },
    async refresh() {
      const mine = plan.value
      if (!mine || touched.value.has(mine.id)) return
      if (!list.value.some(({ id }) => id === mine.id)) return openNeighbour(mine.id)
      const now = await load(mine.id)
      if (plan.value === mine) plan.value = now
    },
    nextUndo: history.nextUndo,
    nextRedo: history.nextRedo,
    async open(planId) {
      settle()
      const asked = ++openings
      if (plan.value?.id === planId) return
      const loaded = await load(planId)
      // A later click wins over a slow answer.
      if (asked === openings) plan.value = loaded
    },
    edit,
    settle,
    add(wanted, label) {
      const added = named(wanted)
      plan.value = added
      record({ planId: added.id, before: undefined, after: added, label })
      touch(added.id, added)
      autosave.schedule(added)
    },
    rename: (planId, name) =>
      changePlan(planId, `rename plan to “${name}”`, (before) =>
        before.name === name ? before : named({ ...before, name }),
      ),
    change: changePlan,
    async remove(planId) {
      const before = await inView(planId)
      if (plan.value?.id === planId) await openNeighbour(planId)
      await put(planId, undefined)
      setConflict(planId, undefined)
      record({ planId, before, after: undefined, label: `delete plan “${before.name}”` })
    },
    undo: history.undo,
    redo: history.redo,
    async flush() {
      await autosave.flush()
      if (conflict.value) throw new RequestFailure(changedElsewhere)
    },
  }
}
