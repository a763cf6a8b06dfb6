import { shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { BenchEvent } from '../../../../core/contract/bench-requests'
import type { Advice } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

export interface CheckProgress {
  readonly checked: number
  /** 0 until the bench has said. */
  readonly total: number
}

export interface PlanCheck {
  /** Undefined while nothing is being checked. */
  readonly progress: Readonly<ShallowRef<CheckProgress | undefined>>
  /** What the engine said about this very plan; undefined when it has not been asked since the last change. */
  readonly problems: Readonly<ShallowRef<readonly Advice[] | undefined>>
  /** Checks every case of the open plan, which must be saved. Resolves with the problems; undefined when the plan changed meanwhile. */
  run(): Promise<readonly Advice[] | undefined>
  /** Shows the progress of other work that begins with a check of the open plan: the start of a campaign. */
  during<T>(work: (planId: string) => Promise<T>): Promise<T | undefined>
}

/** The parts of a plan that the engine's check reads; a new name or order leaves its word standing. */
const subject = (plan: Plan | undefined) =>
  [plan?.id, plan?.engine, plan?.base, plan?.axes, plan?.excluded, plan?.target] as const

/** The engine's own check of every case: progress while it runs, problems until the plan changes. */
export function usePlanCheck(
  plan: Ref<Plan | undefined>,
  ask: (planId: string) => Promise<readonly Advice[]>,
  onEvent: (listener: (event: BenchEvent) => void) => unknown,
): PlanCheck {
  const progress = shallowRef<CheckProgress>()
  const problems = shallowRef<readonly Advice[]>()
  let checking: string | undefined

  onEvent((event) => {
    if (event.type === 'plan-check' && event.planId === checking) {
      progress.value = { checked: event.checked, total: event.total }
    }
  })
  watch(
    () => subject(plan.value),
    (now, before) => {
      if (now.some((part, place) => part !== before[place])) problems.value = undefined
    },
  )

  async function during<T>(work: (planId: string) => Promise<T>): Promise<T | undefined> {
    const about = plan.value
    if (!about || checking !== undefined) return undefined
    checking = about.id
    progress.value = { checked: 0, total: 0 }
    try {
      return await work(about.id)
    } finally {
      checking = undefined
      progress.value = undefined
    }
  }

  return {
    progress,
    problems,
    during,
    run: () =>
      during(async (planId) => {
        const asked = subject(plan.value)
        const found = await ask(planId)
        const now = subject(plan.value)
        problems.value = asked.every((part, place) => part === now[place]) ? found : undefined
        return problems.value
      }),
  }
}
