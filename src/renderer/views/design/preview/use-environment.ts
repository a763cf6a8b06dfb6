import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { PlanEnvironment } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

/** Delay between the last change of the target and the request to the bench. */
const delayMs = 250
/** Free space changes over time; it is requested again at this interval. */
const againMs = 30_000

export interface Environment {
  readonly facts: Readonly<ShallowRef<PlanEnvironment>>
  /** Requests now; while `active` is false nothing is requested. */
  refresh(): void
}

/**
 * What the bench knows about the plan's machine and target. Facts of another machine, target or engine are never shown:
 * they are dropped at the change and come back with the answer.
 */
export function useEnvironment(
  plan: Ref<Plan | undefined>,
  active: Ref<boolean>,
  ask: (plan: Plan) => Promise<PlanEnvironment>,
): Environment {
  const facts = shallowRef<PlanEnvironment>({})
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  let host = machinesOf(plan.value)

  async function request(): Promise<void> {
    clearTimeout(timer)
    const about = plan.value
    if (!about || !active.value) return
    const mine = ++asked
    try {
      const answer = await ask(about)
      if (mine === asked) facts.value = answer
    } catch {
      // Facts are optional: without them advice and estimate are less detailed. The next round requests them again.
    }
    if (mine === asked) timer = setTimeout(() => void request(), againMs)
  }

  const subject = () => {
    const target = plan.value?.target
    return [
      plan.value?.id,
      plan.value?.engine,
      machinesOf(plan.value),
      target?.kind,
      target && target.kind !== 'none' ? target.path : '',
    ].join('\n')
  }
  watch(
    [subject, active],
    () => {
      asked++
      const { target: _of, ...rest } = facts.value
      facts.value = host === machinesOf(plan.value) ? rest : {}
      host = machinesOf(plan.value)
      clearTimeout(timer)
      timer = setTimeout(() => void request(), delayMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    asked++
    clearTimeout(timer)
  })
  return { facts, refresh: () => void request() }
}

/** The machines of a plan, as one text. */
function machinesOf(plan: Plan | undefined): string {
  return plan?.hosts.join('\n') ?? ''
}
