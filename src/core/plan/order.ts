import { caseCount, listableCount, excludedIndexes } from './cases'
import type { Plan, PlannedRun } from './plan'

/** A stream of unsigned 32-bit integers determined by its seed alone. */
type RandomStream = () => number

/**
 * The stream of a seed: xoshiro128** with its state initialised by SplitMix32. It uses only 32-bit integer steps, so
 * every platform gives the same stream, and a stored seed repeats a shuffle exactly.
 */
export function randomStream(seed: number): RandomStream {
  const mix = splitMix32(seed)
  return xoshiro128(mix(), mix(), mix(), mix())
}

/** xoshiro128** 1.1 (Blackman and Vigna, 2018) from a state that must not be all zero. */
export function xoshiro128(a: number, b: number, c: number, d: number): RandomStream {
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotateLeft(d, 11)
    return result
  }
}

/** A whole number from 0 to `bound` - 1, all equally likely (values in the uneven tail of the 32-bit range are redrawn). */
export function randomBelow(random: RandomStream, bound: number): number {
  const fair = 2 ** 32 - (2 ** 32 % bound)
  let draw = random()
  while (draw >= fair) draw = random()
  return draw % bound
}

/** Shuffles in place: Fisher and Yates, from the end (Durstenfeld 1964). */
function shuffle(items: Uint32Array, random: RandomStream): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = randomBelow(random, last + 1)
    const kept = items[last] ?? 0
    items[last] = items[other] ?? 0
    items[other] = kept
  }
}

/** SplitMix32: the 32-bit finalizer of MurmurHash3 over a Weyl sequence. */
export function splitMix32(seed: number): RandomStream {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}

/** Number of measured runs: cases that run times repetitions. */
export function runCount(plan: Plan): number {
  return (caseCount(plan) - excludedIndexes(plan).size) * plan.repetitions
}

/**
 * All measured runs in the order they are executed. The same plan gives the same order on every machine. Throws a RangeError
 * above `mostCases`.
 */
export function orderRuns(plan: Plan): readonly PlannedRun[] {
  const included = includedIndexes(plan)
  const count = included.length * plan.repetitions
  // Slot s is repetition s % n of case s / n in designed order, or case s % m in repetition s / m if interleaved.
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
 * Seed for the engine's own random numbers in one run, mixed from the plan's seed, the case's key and the repetition
 * (FNV-1a over the key, then SplitMix32). Repetitions get different seeds; the same run of another campaign gets the
 * same one.
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
  const count = listableCount(plan)
  const included = new Uint32Array(count - excluded.size)
  let next = 0
  for (let index = 0; index < count; index += 1) {
    if (!excluded.has(index)) included[next++] = index
  }
  return included
}
