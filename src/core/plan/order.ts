import { excludedIndexes } from './excluded-cases'
import { caseCount } from './cases'
import type { Plan, PlannedRun } from './plan'
import { randomStream, shuffle, splitMix32 } from './random'

/** Number of measured runs: cases that run, times repetitions. */
export function runCount(plan: Plan): number {
  return (caseCount(plan) - excludedIndexes(plan).size) * plan.repetitions
}

/** All measured runs in the order they are executed. The same plan gives the same order on every machine. */
export function orderRuns(plan: Plan): readonly PlannedRun[] {
  const included = includedIndexes(plan)
  const count = included.length * plan.repetitions
  // Slot s is repetition s % n of case s / n in designed order, and case s % m in repetition s / m when interleaved.
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot)
  if (plan.order.kind === 'shuffled') shuffle(slots, randomStream(plan.order.seed))
  const isInterleaved = plan.order.kind === 'interleaved'
  const perGroup = isInterleaved ? included.length : plan.repetitions
  const runs: PlannedRun[] = []
  slots.forEach((slot, position) => {
    const group = Math.floor(slot / perGroup)
    const place = slot % perGroup
    const caseIndex = included[isInterleaved ? place : group] ?? 0
    runs.push({ position, caseIndex, repetition: (isInterleaved ? group : place) + 1 })
  })
  return runs
}

/**
 * Seed for the engine's own random numbers in one run: a mix of the plan's seed, the case's key and the repetition
 * (FNV-1a over the key, then SplitMix32). Repetitions differ from each other; the same run of a second campaign does not.
 */
export function runSeed(planSeed: number, caseKey: string, repetition: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < caseKey.length; at += 1) {
    hash = Math.imul(hash ^ caseKey.charCodeAt(at), 0x01000193)
  }
  const first = splitMix32((planSeed ^ hash) >>> 0)()
  return splitMix32((first + repetition) >>> 0)()
}

function includedIndexes(plan: Plan): Uint32Array {
  const excluded = excludedIndexes(plan)
  const count = caseCount(plan)
  const included = new Uint32Array(count - excluded.size)
  let next = 0
  for (let index = 0; index < count; index += 1) {
    if (!excluded.has(index)) included[next++] = index
  }
  return included
}
