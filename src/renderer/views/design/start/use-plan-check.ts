import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { BenchEvent } from '../../../../core/contract/bench-requests'
import type { Advice } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

export interface CheckProgress {
  readonly checked: number
  /** 0 until the bench has reported it. */
  readonly total: number
}

/** The result of a check. */
export interface CheckMark {
  readonly atMs: number
  readonly problems: readonly Advice[]
  /** Cases that were checked. */
  readonly cases: number
}

export interface PlanCheck {
  /** Undefined while no check is running. */
  readonly progress: Readonly<ShallowRef<CheckProgress | undefined>>
  /** The last check of this very plan; undefined if it was not checked since its last change. */
  readonly mark: ComputedRef<CheckMark | undefined>
  /** The engine's message. */
  readonly problems: ComputedRef<readonly Advice[] | undefined>
  /**
   * Checks every case of the open plan, which must be saved. Resolves with the problems; undefined if the plan was
   * changed in the meantime.
   */
  run(): Promise<readonly Advice[] | undefined>
  /**
   * Shows the progress of other work that starts with a check of the open plan, and of others after it: the start of
   * campaigns.
   */
  during<T>(work: (planId: string) => Promise<T>, otherIds?: readonly string[]): Promise<T | undefined>
}

/** The parts of a plan that the engine's check reads; a new name or order leaves its result valid. */
const subject = (plan: Plan | undefined) =>
  JSON.stringify([plan?.engine, plan?.base, plan?.axes, plan?.excluded, plan?.target, plan?.hosts])

/** The engine's own check of every case: progress while it runs, problems until the plan changes. */
export function usePlanCheck(
  plan: Ref<Plan | undefined>,
  ask: (planId: string) => Promise<readonly Advice[]>,
  onEvent: (listener: (event: BenchEvent) => void) => unknown,
  now: () => number = Date.now,
): PlanCheck {
  const progress = shallowRef<CheckProgress>()
  /** By plan: the result is found again on return to a plan, and after a change is undone. */
  const marks = shallowRef<ReadonlyMap<string, CheckMark & { readonly subject: string }>>(new Map())
  const mark = computed(() => {
    const found = marks.value.get(plan.value?.id ?? '')
    return found?.subject === subject(plan.value) ? found : undefined
  })
  let checking: readonly string[] = []

  onEvent((event) => {
    if (event.type === 'plan-check' && checking.includes(event.planId)) {
      progress.value = { checked: event.checked, total: event.total }
    }
  })

  async function during<T>(
    work: (planId: string) => Promise<T>,
    otherIds: readonly string[] = [],
  ): Promise<T | undefined> {
    const about = plan.value
    if (!about || checking.length > 0) return undefined
    checking = [about.id, ...otherIds]
    progress.value = { checked: 0, total: 0 }
    try {
      return await work(about.id)
    } finally {
      checking = []
      progress.value = undefined
    }
  }

  return {
    progress,
    mark,
    problems: computed(() => mark.value?.problems),
    during,
    run: () =>
      during(async (planId) => {
        const asked = subject(plan.value)
        const problems = await ask(planId)
        const left = { atMs: now(), problems, cases: progress.value?.total ?? 0, subject: asked }
        marks.value = new Map([...marks.value, [planId, left]])
        return plan.value?.id === planId ? mark.value?.problems : undefined
      }),
  }
}
