import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { inSteps } from './in-steps'
import { orderRuns, type RunChoice } from './run-order'

/**
 * Places of the runs that are wanted; undefined before the first. Until another order has been worked out, the one before
 * stays; of several changes in the meantime only the last is worked out.
 */
export function useRunOrder(wanted: () => RunChoice): {
  readonly order: Readonly<ShallowRef<Uint32Array | undefined>>
  readonly working: Readonly<ShallowRef<boolean>>
} {
  const order = shallowRef<Uint32Array>()
  const working = shallowRef(false)
  let isStale = false
  let stopped = false

  async function work(): Promise<void> {
    isStale = true
    if (working.value) return
    working.value = true
    while (isStale && !stopped) {
      isStale = false
      order.value = (await inSteps(orderRuns(wanted()), () => !stopped)) ?? order.value
    }
    working.value = false
  }

  onScopeDispose(() => (stopped = true))
  watch(wanted, () => void work(), { immediate: true })
  return { order, working }
}
