import { onScopeDispose, shallowRef, type ShallowRef, watch } from 'vue'
import { orderRuns, type RunChoice } from './run-order'
import { nextTask } from '../../../composables/next-task'

/**
 * Positions of the requested runs; undefined before the first result. Until another order has been computed, the
 * previous one stays; of several changes in the meantime only the last is computed.
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

/** Milliseconds that a task may take before it yields to the window. */
const taskMs = 8

/** Runs steps to completion, over as many tasks as needed; undefined if the result is no longer required. */
export async function inSteps<T>(
  steps: Generator<undefined, T>,
  isWanted: () => boolean,
): Promise<T | undefined> {
  let beganMs = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - beganMs < taskMs) continue
    await nextTask()
    if (!isWanted()) return undefined
    beganMs = performance.now()
  }
}
