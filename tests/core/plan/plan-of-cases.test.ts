import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseAt, expandCases } from '../../../src/core/plan/cases'
import type { Plan, Workload } from '../../../src/core/plan/plan'
import { planOfCases } from '../../../src/core/plan/plan-of-cases'
import { examplePlan } from './example-plan'

const order = ['pattern', 'block_size', 'read_percent']

function asPlan(found: ReturnType<typeof planOfCases>): Plan {
  const { base, axes, excluded } = found
  return examplePlan({ base, axes, excluded })
}

describe('the plan behind a list of parameter sets', () => {
  it('has what is the same everywhere as base and the rest as axes, in the given order', () => {
    const found = planOfCases(
      [
        { read_percent: 100, block_size: 4096, direct: true },
        { read_percent: 50, block_size: 4096, direct: true },
        { read_percent: 100, block_size: 65536, direct: true },
      ],
      order,
    )
    expect(found.base).toEqual({ direct: true })
    expect(found.axes).toEqual([
      { key: 'block_size', levels: [4096, 65536] },
      { key: 'read_percent', levels: [100, 50] },
    ])
    expect(found.excluded).toEqual(['block_size=65536,read_percent=50'])
    expect(found.indexes).toEqual([0, 1, 2])
    expect(found.cases.map((one) => one.key)).toEqual([
      'block_size=4096,read_percent=100',
      'block_size=4096,read_percent=50',
      'block_size=65536,read_percent=100',
    ])
  })

  it('keeps numbers that came in order and sorts others, read shares descending, words last', () => {
    const levels = (key: string, values: readonly (number | string)[]) =>
      planOfCases(
        values.map((value) => ({ [key]: value })),
        [],
      ).axes[0]?.levels
    expect(levels('dedupe_percent', [98, 75, 'random', 2])).toEqual([98, 75, 2, 'random'])
    expect(levels('queue_depth', [4, 1, 16, 2])).toEqual([1, 2, 4, 16])
    expect(levels('read_percent', [0, 100, 50])).toEqual([100, 50, 0])
    expect(levels('read_percent', [0, 50, 100])).toEqual([0, 50, 100])
  })

  it('of one set is a single case without axes', () => {
    const found = planOfCases([{ a: 1 }, { a: 1 }], [])
    expect(found).toMatchObject({ base: { a: 1 }, axes: [], excluded: [], indexes: [0, 0] })
    expect(found.cases).toEqual([{ index: 0, key: '', levels: {} }])
  })

  it('keeps sets that lack a varied parameter as cases without it', () => {
    const found = planOfCases([{ jobs: 64 }, { jobs: 256 }, {}], [])
    expect(found.cases).toEqual([
      { index: 0, key: 'jobs=64', levels: { jobs: 64 } },
      { index: 1, key: 'jobs=256', levels: { jobs: 256 } },
      { index: 2, key: '', levels: {} },
    ])
    expect(found.excluded).toEqual([])
  })

  it('does not take a parameter that only some have for a fixed one', () => {
    const found = planOfCases([{ a: 1 }, {}], [])
    expect(found.base).toEqual({})
    expect(found.axes).toEqual([{ key: 'a', levels: [1] }])
  })

  it('lists the cases of a wide scatter instead of naming millions that do not occur', () => {
    const sets = Array.from({ length: 200 }, (_, at) => ({ a: at, b: 200 - at, c: at * 7 }))
    const found = planOfCases(sets, [])
    expect(found.excluded).toEqual([])
    expect(found.indexes).toEqual(sets.map((_, at) => at))
    expect(found.cases).toHaveLength(200)
  })

  it('is equivalent to the plan it describes', () => {
    const level = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('x', 'y'))
    const set: fc.Arbitrary<Workload> = fc.record({ a: level, b: level, c: level })
    fc.assert(
      fc.property(fc.array(set, { minLength: 1, maxLength: 20 }), (sets) => {
        const found = planOfCases(sets, ['b'])
        const plan = asPlan(found)
        expect(expandCases(plan)).toEqual(found.cases)
        sets.forEach((one, at) => {
          const levels = caseAt(plan, found.indexes[at] ?? -1).levels
          expect({ ...found.base, ...levels }).toEqual(one)
        })
      }),
    )
  })
})
