import { shallowReadonly, shallowRef } from 'vue'

const count = shallowRef(0)

/**
 * How often this window has excluded a run or included it again. Figures in other rooms then change without an event
 * from the bench.
 */
export const leftOutChanges = shallowReadonly(count)

/** Call this after a run was excluded or included again. */
export function noteLeftOutChange(): void {
  count.value += 1
}
