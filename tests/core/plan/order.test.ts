import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  orderRuns,
  runCount,
  runSeed,
  randomBelow,
  randomStream,
  splitMix32,
  turnOrder,
  xoshiro128,
} from '../../../src/core/plan/order'
import type { Plan } from '../../../src/core/plan/plan'
import { examplePlan } from './example-plan'

const kinds = ['designed', 'interleaved', 'shuffled'] as const

function order(kind: (typeof kinds)[number], seed = 7) {
  const plan = examplePlan({
    axes: [{ key: 'queue_depth', levels: [1, 2, 4] }],
    repetitions: 2,
    order: { kind, seed },
  })
  return orderRuns(plan).map((run) => `${run.caseIndex}/${run.repetition}`)
}

describe('orderRuns', () => {
  it('runs case by case as designed', () => {
    expect(order('designed')).toEqual(['0/1', '0/2', '1/1', '1/2', '2/1', '2/2'])
  })

  it('runs pass by pass when interleaved, every second pass backwards', () => {
    expect(order('interleaved')).toEqual(['0/1', '1/1', '2/1', '2/2', '1/2', '0/2'])
  })

  it('keeps the designed order for one pass, and in rounds until steady', () => {
    const plan = examplePlan({
      axes: [{ key: 'queue_depth', levels: [1, 2, 4] }],
      order: { kind: 'interleaved', seed: 3 },
    })
    const caseIndexes = (part: Partial<Plan>) =>
      orderRuns({ ...plan, ...part }).map(({ caseIndex }) => caseIndex)
    expect(caseIndexes({ repetitions: 1 })).toEqual([0, 1, 2])
    const untilSteady = { metric: 'iops' } as const
    expect(caseIndexes({ repetitions: 2, untilSteady })).toEqual([0, 1, 2, 0, 1, 2])
  })

  it('follows the seed of the schedule if campaigns measure in turn', () => {
    const plan = examplePlan({
      axes: [{ key: 'queue_depth', levels: [1, 2, 4] }],
      repetitions: 4,
      order: { kind: 'shuffled', seed: 3 },
    })
    const schedule = '00000000-0000-4000-8000-000000000000'
    const interleaved = { schedule, place: 1, of: 2, seed: 9 }
    expect(orderRuns({ ...plan, interleaved })).toEqual(
      orderRuns({ ...plan, order: { kind: 'shuffled', seed: 9 } }),
    )
  })

  it('gives the same shuffle for the same seed, everywhere and always', () => {
    expect(order('shuffled')).toEqual(order('shuffled'))
    expect(order('shuffled')).toEqual(['2/2', '1/2', '2/1', '0/2', '1/1', '0/1'])
    expect(order('shuffled', 8)).not.toEqual(order('shuffled', 7))
  })

  it('is a permutation of all runs of the cases that are not excluded', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.nat({ max: 0xffffffff }),
        fc.integer({ min: 1, max: 6 }),
        fc.subarray(['queue_depth=1', 'queue_depth=2', 'queue_depth=4', 'queue_depth=8']),
        (kind, seed, repetitions, excluded) => {
          const axes = [{ key: 'queue_depth', levels: [1, 2, 4, 8] }]
          const plan = examplePlan({ axes, excluded, repetitions, order: { kind, seed } })
          const runs = orderRuns(plan)
          const wanted = [0, 1, 2, 3]
            .filter((index) => !excluded.includes(`queue_depth=${2 ** index}`))
            .flatMap((index) => Array.from({ length: repetitions }, (_, at) => `${index}/${at + 1}`))
          expect(runs.map((run) => `${run.caseIndex}/${run.repetition}`).sort()).toEqual(wanted.sort())
          expect(runs.map((run) => run.position)).toEqual(runs.map((_, at) => at))
          expect(runs).toHaveLength(runCount(plan))
        },
      ),
    )
  })

  it('puts every run in every position about equally often', () => {
    const counts = Array.from({ length: 6 }, () => new Map<string, number>())
    for (let seed = 0; seed < 6000; seed += 1) {
      order('shuffled', seed).forEach((run, at) => counts[at]?.set(run, (counts[at].get(run) ?? 0) + 1))
    }
    // 1000 expected in each of 36 cells, standard deviation 29.
    for (const place of counts)
      for (const count of place.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})

describe('turnOrder', () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed)

  it('reverses every first round in the second of its block', () => {
    for (const seed of seeds)
      for (const sides of [2, 3, 5])
        for (const block of [0, 1, 2])
          expect([...turnOrder(sides, seed, 2 * block + 2)]).toEqual(
            [...turnOrder(sides, seed, 2 * block + 1)].reverse(),
          )
  })

  it('draws AB BA or BA AB for every block', () => {
    const first = seeds.map((seed) => [1, 3, 5].map((round) => turnOrder(2, seed, round).join('')).join())
    for (const one of new Set(first)) expect(first.filter((other) => other === one).length).toBeGreaterThan(8)
    expect(new Set(first).size).toBe(8)
  })

  it('rotates more than two sides, so that each is first in a block', () => {
    for (const seed of seeds) {
      const starts = [0, 1, 2].map((block) => {
        const order = turnOrder(3, seed, 2 * block + 1)
        // The rotation is that of the order or of its reverse.
        const forward = (order[1] ?? 0) === ((order[0] ?? 0) + 1) % 3 ? order : [...order].reverse()
        return forward[0]
      })
      expect([...starts].sort()).toEqual([0, 1, 2])
    }
  })
})

describe('random numbers', () => {
  it('match the published algorithms', () => {
    const stream = xoshiro128(1, 2, 3, 4)
    const published = [
      11_520, 0, 5_927_040, 70_819_200, 2_031_721_883, 1_637_235_492, 1_287_239_034, 3_734_860_849,
    ]
    expect(published.map(() => stream())).toEqual(published)
  })

  it('never change, so that stored seeds keep their meaning', () => {
    const mix = splitMix32(0)
    expect([mix(), mix(), mix()]).toEqual([2_462_723_854, 1_020_716_019, 454_327_756])
    const stream = randomStream(42)
    expect([stream(), stream(), stream()]).toEqual([2_837_322_924, 544_945_897, 479_756_282])
  })

  it('stay below their bound and cover the whole range', () => {
    const stream = randomStream(1)
    const seen = new Set(Array.from({ length: 500 }, () => randomBelow(stream, 7)))
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(randomBelow(stream, 1)).toBe(0)
  })
})

describe('runSeed', () => {
  it('differs between repetitions, cases and plans, and is reproducible otherwise', () => {
    const seeds = [1, 2].flatMap((plan) =>
      ['block_size=4096', 'block_size=8192'].flatMap((key) =>
        [1, 2, 3].map((repetition) => runSeed(plan, key, repetition)),
      ),
    )
    expect(new Set(seeds).size).toBe(seeds.length)
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32)).toBe(true)
    expect(runSeed(1, 'block_size=4096', 1)).toBe(seeds[0])
  })
})
