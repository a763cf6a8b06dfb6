import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { PlanEnvironment } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

/** How long after the last change of the target the bench is asked. */
const delayMs = 250
/** Free space changes by itself; it is asked for again this often. */
const againMs = 30_000

export interface Environment {
  readonly facts: Readonly<ShallowRef<PlanEnvironment>>
  /** Asks now; while `active` is false nothing is asked. */
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
      // Facts help, they are not needed: without them advice and estimate say less. The next round asks again.
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

/** Which machines a plan is for, as one text. */
function machinesOf(plan: Plan | undefined): string {
  return plan?.hosts.join('\n') ?? ''
}
