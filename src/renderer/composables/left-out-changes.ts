import { shallowReadonly, shallowRef } from 'vue'

const count = shallowRef(0)

/**
 * How often this window has left a run out or counted it again: figures in other rooms are then other ones, which no event
 * of the bench tells.
 */
export const leftOutChanges = shallowReadonly(count)

/** To be called after a run was left out or counted again. */
export function noteLeftOutChange(): void {
  count.value += 1
}
