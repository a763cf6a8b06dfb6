import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { advisePlan, estimatePlan } from '../../../../core/engines/plan-advice'
import type { Advice, PlanEnvironment, PlanEstimate } from '../../../../core/plan/advice'
import type { Plan } from '../../../../core/plan/plan'

export interface PlanPreviewValues {
  readonly estimate: PlanEstimate
  readonly advice: readonly Advice[]
}

/** A preview that takes longer than this is not computed on every key press, but after a pause in typing. */
const quickMs = 12
const restMs = 120

/** Estimate and advice for a plan, worst advice first. */
function previewOf(plan: Plan, environment: PlanEnvironment): PlanPreviewValues {
  return { estimate: estimatePlan(plan, environment), advice: advisePlan(plan, environment) }
}

/** Keeps estimate and advice up to date with the plan; undefined only before the first plan. */
export function usePlanPreview(
  plan: Ref<Plan>,
  environment: Ref<PlanEnvironment>,
): Readonly<ShallowRef<PlanPreviewValues | undefined>> {
  const values = shallowRef<PlanPreviewValues>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = 0
  const work = () => {
    const start = performance.now()
    values.value = previewOf(plan.value, environment.value)
    lastMs = performance.now() - start
  }
  watch(
    [plan, environment],
    ([now], [before]) => {
      clearTimeout(timer)
      if (lastMs <= quickMs || now.id !== before?.id) work()
      else timer = setTimeout(work, restMs)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return values
}
