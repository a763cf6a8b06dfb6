import { effectScope, nextTick, ref } from 'vue'
import { expect, it, vi } from 'vitest'
import { nextTask, useLater, useStages } from '../../../src/renderer/composables/next-task'
import { inSteps } from '../../../src/renderer/views/run/table/use-run-order'

it('counts stages, one per task, and no further', async () => {
  const scope = effectScope()
  const stage = scope.run(() => useStages(2))
  expect(stage?.value).toBe(0)
  await vi.waitUntil(() => stage?.value === 2)
  await nextTask()
  expect(stage?.value).toBe(2)
  scope.stop()
})

it('stops counting with its part of the room', async () => {
  const scope = effectScope()
  const stage = scope.run(() => useStages(2))
  scope.stop()
  for (let task = 0; task < 4; task++) await nextTask()
  expect(stage?.value).toBe(0)
})

it('follows a value later, and of several only the last', async () => {
  const scope = effectScope()
  const source = ref('a')
  const seen: (string | undefined)[] = []
  const later = scope.run(() => useLater(() => source.value, 2))
  expect(later?.value).toBeUndefined()
  source.value = 'b'
  await nextTick()
  source.value = 'c'
  await vi.waitUntil(() => {
    if (seen[seen.length - 1] !== later?.value) seen.push(later?.value)
    return later?.value === 'c'
  })
  expect(seen).toEqual(['c'])
  scope.stop()
})

it('runs steps until the result, or until nobody wants it any more', async () => {
  function* count(to: number): Generator<undefined, number> {
    for (let at = 0; at < to; at++) yield
    return to
  }
  function* forEver(): Generator<undefined, number> {
    for (;;) yield
  }
  expect(await inSteps(count(5), () => true)).toBe(5)
  expect(await inSteps(forEver(), () => false)).toBeUndefined()
})
