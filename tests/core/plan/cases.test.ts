import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  caseKey,
  levelText,
  readCaseKey,
  caseAt,
  caseCount,
  caseIndexAt,
  expandCases,
  includedCaseCount,
  isExcluded,
  levelPositionsAt,
  workloadOf,
} from '../../../src/core/plan/cases'
import { orderRuns } from '../../../src/core/plan/order'
import type { Axis, LevelValue } from '../../../src/core/plan/plan'
import { examplePlan } from './example-plan'

const level: fc.Arbitrary<LevelValue> = fc.oneof(fc.integer(), fc.boolean(), fc.string({ maxLength: 12 }))
const axes: fc.Arbitrary<readonly Axis[]> = fc
  .uniqueArray(fc.constantFrom('block_size', 'read_percent', 'queue_depth', 'jobs', 'pattern'), {
    maxLength: 4,
  })
  .chain((keys) =>
    fc.tuple(
      ...keys.map((key) =>
        fc
          .uniqueArray(level, { minLength: 1, maxLength: 4, selector: levelText })
          .map((levels) => ({ key, levels })),
      ),
    ),
  )

describe('cases of a plan', () => {
  it('counts the product of the levels', () => {
    expect(caseCount(examplePlan())).toBe(6)
    expect(caseCount(examplePlan({ axes: [] }))).toBe(1)
    expect(caseCount(examplePlan({ axes: [{ key: 'jobs', levels: [] }] }))).toBe(0)
  })

  it('varies the first axis slowest', () => {
    expect(expandCases(examplePlan()).map((one) => one.key)).toEqual([
      'block_size=4096,read_percent=100',
      'block_size=4096,read_percent=50',
      'block_size=4096,read_percent=0',
      'block_size=65536,read_percent=100',
      'block_size=65536,read_percent=50',
      'block_size=65536,read_percent=0',
    ])
  })

  it('has one case with an empty key when nothing varies', () => {
    expect(expandCases(examplePlan({ axes: [] }))).toEqual([{ index: 0, key: '', levels: {} }])
  })

  it('leaves excluded cases out and keeps the index of the rest', () => {
    const plan = examplePlan({
      excluded: ['block_size=4096,read_percent=50', 'block_size=1,read_percent=50', 'nonsense'],
    })
    expect(expandCases(plan).map((one) => one.index)).toEqual([0, 2, 3, 4, 5])
    expect(includedCaseCount(plan)).toBe(5)
    expect([isExcluded(plan, 1), isExcluded(plan, 0)]).toEqual([true, false])
  })

  it('refuses an index that does not exist', () => {
    expect(() => caseAt(examplePlan(), 6)).toThrow('There is no case 6 in a plan of 6 cases.')
    expect(() => caseAt(examplePlan(), -1)).toThrow(RangeError)
    expect(() => caseAt(examplePlan(), 0.5)).toThrow(RangeError)
  })

  it('applies levels over the base', () => {
    const plan = examplePlan({ base: { queue_depth: 4, block_size: 512 } })
    expect(workloadOf(plan, caseAt(plan, 3))).toEqual({
      queue_depth: 4,
      block_size: 65_536,
      read_percent: 100,
    })
  })

  it('finds any case without expanding the plan', () => {
    fc.assert(
      fc.property(axes, (some) => {
        const plan = examplePlan({ axes: some })
        const all = expandCases(plan)
        expect(all).toHaveLength(caseCount(plan))
        all.forEach((one, index) => {
          expect(caseAt(plan, index)).toEqual(one)
          expect(caseIndexAt(plan.axes, levelPositionsAt(plan, index))).toBe(index)
        })
      }),
    )
  })

  it('gives every case its own key, by which it can be excluded', () => {
    fc.assert(
      fc.property(axes, (some) => {
        const plan = examplePlan({ axes: some })
        const keys = expandCases(plan).map((one) => one.key)
        expect(new Set(keys).size).toBe(keys.length)
        keys.forEach((key, index) => {
          expect(readCaseKey(key)).toHaveLength(some.length)
          expect(isExcluded({ ...plan, excluded: [key] }, index)).toBe(true)
          expect(includedCaseCount({ ...plan, excluded: [key] })).toBe(keys.length - 1)
        })
      }),
    )
  })

  it('visits one of a hundred thousand cases without examining the others', () => {
    let reads = 0
    const counted = (length: number) =>
      new Proxy(
        Array.from({ length }, (_, at) => at + 1),
        {
          get: (levels, key, self) => {
            if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
            return Reflect.get(levels, key, self) as unknown
          },
        },
      )
    const plan = examplePlan({
      axes: [
        { key: 'block_size', levels: counted(100) },
        { key: 'queue_depth', levels: counted(1000) },
      ],
    })
    expect(caseCount(plan)).toBe(100_000)
    reads = 0
    expect(caseAt(plan, 99_999).levels).toEqual({ block_size: 100, queue_depth: 1000 })
    expect(reads).toBe(2)
  })
})

it('more cases than can be listed are refused, not listed', () => {
  const levels = Array.from({ length: 2000 }, (_, at) => at)
  const plan = examplePlan({ axes: ['jobs', 'queue_depth'].map((key) => ({ key, levels })) })
  expect(() => expandCases(plan)).toThrow('A plan has at most 2000000 cases, and this one has 4000000.')
  expect(() => orderRuns(plan)).toThrow(RangeError)
})

describe('case keys', () => {
  it('encode what would be read as a separator', () => {
    const key = caseKey([{ key: 'steadystate', levels: [] }], { steadystate: 'iops:20%,a=b' })
    expect(key).toBe('steadystate=iops:20%25%2Ca%3Db')
    expect(readCaseKey(key)).toEqual([['steadystate', 'iops:20%25%2Ca%3Db']])
  })

  it('are undefined for malformed text', () => {
    expect(readCaseKey('=4')).toBeUndefined()
    expect(readCaseKey('a=1,b')).toBeUndefined()
    expect(readCaseKey('')).toEqual([])
  })
})
