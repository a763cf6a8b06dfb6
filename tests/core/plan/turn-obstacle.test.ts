import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/core/plan/plan'
import { turnObstacle } from '../../../src/core/plan/turn-obstacle'
import { examplePlan } from './example-plan'
import { machine } from './machine'

const plan = (parts: Partial<Plan> = {}) =>
  examplePlan({
    axes: [
      { key: 'block_size', levels: [4096, 8192] },
      { key: 'queue_depth', levels: [1, 32] },
    ],
    ...parts,
  })

describe('turnObstacle', () => {
  it('lets plans take turns if they have one case in common', () => {
    const other = plan({
      axes: [
        { key: 'block_size', levels: [8192, 16384] },
        { key: 'queue_depth', levels: [32] },
      ],
    })
    expect(turnObstacle(plan(), other)).toBeUndefined()
  })

  it.each([
    ['other axes', { axes: [{ key: 'block_size', levels: [4096] }] }],
    [
      'no level in common',
      {
        axes: [
          { key: 'block_size', levels: [512] },
          { key: 'queue_depth', levels: [1] },
        ],
      },
    ],
    [
      'the common case taken out',
      {
        axes: [
          { key: 'block_size', levels: [4096, 512] },
          { key: 'queue_depth', levels: [1] },
        ],
        excluded: ['block_size=4096,queue_depth=1'],
      },
    ],
  ] as const)('refuses a plan with %s', (_, parts) => {
    expect(turnObstacle(plan(), plan(parts))?.message).toMatch(/no case in common/)
  })

  it('lets a plan that loads several machines at once take turns, whichever of the two it is', () => {
    const several = plan({ hosts: [machine('local'), machine('lab')] })
    expect(turnObstacle(plan(), several)).toBeUndefined()
    expect(turnObstacle(several, plan())).toBeUndefined()
  })
})
