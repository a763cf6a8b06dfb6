import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseAt, caseCount, excludeIndexes, excludedIndexes } from '../../../src/core/plan/cases'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'

const plan = newPlan(
  { id: 'p', seed: 1, target: { kind: 'none' } },
  {
    axes: [
      { key: 'block_size', levels: [512, 4096, 65_536] },
      { key: 'pattern', levels: ['a,b', 'c=d'] },
      { key: 'direct', levels: [true, false] },
    ],
  },
)

/** What the keys say, without the cached parse. */
const readAgain = (one: Plan) => excludedIndexes({ axes: one.axes, excluded: [...one.excluded] })

describe('excludeIndexes', () => {
  it('writes the keys that caseAt gives', () => {
    const some = excludeIndexes(plan, [0, 5, 11], true)
    expect(some.excluded).toEqual([0, 5, 11].map((index) => caseAt(plan, index).key))
    expect([...excludedIndexes(some)]).toEqual([0, 5, 11])
  })

  it('returns the same plan if nothing changes', () => {
    expect(excludeIndexes(plan, [3], false)).toBe(plan)
    expect(excludeIndexes(plan, [-1, 12], true)).toBe(plan)
    const one = excludeIndexes(plan, [3], true)
    expect(excludeIndexes(one, [3], true)).toBe(one)
  })

  it('keeps keys of cases that the plan does not have now', () => {
    const foreign = { ...plan, excluded: ['block_size=1'] }
    expect(excludeIndexes(excludeIndexes(foreign, [2], true), [2], false).excluded).toEqual(['block_size=1'])
  })

  it('agrees with a fresh reading of the keys after any edits', () => {
    const edits = fc.array(
      fc.record({ indexes: fc.array(fc.integer({ min: -2, max: 14 })), excluded: fc.boolean() }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(edits, (steps) => {
        let now = plan
        for (const { indexes, excluded } of steps) {
          now = excludeIndexes(now, indexes, excluded)
          expect(new Set(excludedIndexes(now))).toEqual(new Set(readAgain(now)))
          expect(new Set(now.excluded).size).toBe(now.excluded.length)
        }
        const all = excludeIndexes(
          now,
          Array.from({ length: caseCount(plan) }, (_, i) => i),
          true,
        )
        expect(readAgain(all).size).toBe(caseCount(plan))
      }),
    )
  })
})
