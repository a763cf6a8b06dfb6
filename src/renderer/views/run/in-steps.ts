import { nextTask } from '../../composables/next-task'

/** Milliseconds that a task goes on for before the window may do something else. */
const taskMs = 8

/** Goes through steps to their result, over as many tasks as it takes; undefined once the result is no longer wanted. */
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
