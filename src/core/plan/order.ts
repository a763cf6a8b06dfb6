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
 * The order of `sides` in a round (from 1). Rounds come in blocks of two, of which the second reverses the first, so
 * that any two sides change places and a steady drift counts once for and once against each. The seed draws the
 * direction of every block: AB BA or BA AB. More than two sides also rotate, by one from block to block.
 */
export function turnOrder(sides: number, seed: number, round: number): Uint32Array {
  const turn = turnsOf(sides, seed, round)
  return Uint32Array.from({ length: sides }, (_, at) => turn(at))
}

/** The side of each turn in a round. */
function turnsOf(sides: number, seed: number, round: number): (at: number) => number {
  const block = Math.floor((round - 1) / 2)
  const isSecond = (round - 1) % 2 === 1
  const own = randomStream(splitMix32((seed ^ Math.imul(block + 1, 0x85ebca6b)) >>> 0)())
  const isReversed = (randomBelow(own, 2) === 1) !== isSecond
  const start = sides < 3 ? 0 : (randomBelow(randomStream(seed), sides) + block) % sides
  return (at) => (start + (isReversed ? sides - 1 - at : at)) % sides
}

/**
 * First and last place of each pass over `cases` of an interleaved plan, in order. A single pass keeps the designed
 * order, and so do rounds until a drive is steady, whose runs of a case must follow each other evenly.
 */
export function passEnds(plan: Plan, cases: number): readonly (readonly [first: number, last: number])[] {
  return Array.from({ length: plan.repetitions }, (_, at) => {
    const turn = passOf(plan, cases, at + 1)
    return [turn(0), turn(cases - 1)]
  })
}

function passOf(plan: Plan, cases: number, repetition: number): (at: number) => number {
  const isCounterbalanced = plan.repetitions > 1 && plan.untilSteady === undefined
  return isCounterbalanced ? turnsOf(cases, orderSeed(plan), repetition) : (at) => at
}

function orderSeed({ order, interleaved }: Plan): number {
  return interleaved?.seed ?? order.seed
}

/**
 * All measured runs in the order they are executed. The same plan gives the same order on every machine. Campaigns that
 * measure in turn share the seed of their schedule, so that equal runs stay next to each other. Throws a RangeError above
 * `mostCases`.
 */
export function orderRuns(plan: Plan): readonly PlannedRun[] {
  const included = includedIndexes(plan)
  if (plan.order.kind === 'interleaved') return orderRounds(plan, included)
  const count = included.length * plan.repetitions
  // Slot s is repetition s % n of case s / n in designed order.
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot)
  if (plan.order.kind === 'shuffled') shuffle(slots, randomStream(orderSeed(plan)))
  const runs: PlannedRun[] = []
  slots.forEach((slot, position) => {
    const caseIndex = included[Math.floor(slot / plan.repetitions)] ?? 0
    runs.push({ position, caseIndex, repetition: (slot % plan.repetitions) + 1 })
  })
  return runs
}

/** One pass over all cases per repetition. */
function orderRounds(plan: Plan, included: Uint32Array): readonly PlannedRun[] {
  const runs: PlannedRun[] = []
  for (let repetition = 1; repetition <= plan.repetitions; repetition += 1) {
    const turn = passOf(plan, included.length, repetition)
    for (let at = 0; at < included.length; at += 1)
      runs.push({ position: runs.length, caseIndex: included[turn(at)] ?? 0, repetition })
  }
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
