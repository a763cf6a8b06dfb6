import { describe, expect, it } from 'vitest'
import { expandCases, includedCaseCount } from '../../../src/core/plan/cases'
import { addAxis, moveAxis, removeAxis, setBase, setLevels } from '../../../src/core/plan/edit-plan'
import { examplePlan } from './example-plan'

const excluded = ['block_size=4096,read_percent=50', 'block_size=65536,read_percent=50']
const keysOf = (plan: Parameters<typeof expandCases>[0]) => expandCases(plan).map((one) => one.key)

describe('addAxis', () => {
  it('removes the key from the base and keeps exclusions at every new level', () => {
    const plan = addAxis(examplePlan({ excluded }), { key: 'queue_depth', levels: [1, 64] })
    expect(plan.base).not.toHaveProperty('queue_depth')
    expect(includedCaseCount(plan)).toBe(8)
    expect(keysOf(plan).some((key) => key.includes('read_percent=50'))).toBe(false)
  })

  it('puts the axis in the requested position', () => {
    const plan = addAxis(examplePlan({ excluded }), { key: 'jobs', levels: [1, 2] }, 0)
    expect(plan.axes.map((axis) => axis.key)).toEqual(['jobs', 'block_size', 'read_percent'])
    expect(includedCaseCount(plan)).toBe(8)
  })

  it('changes nothing for an axis that already exists', () => {
    const plan = examplePlan()
    expect(addAxis(plan, { key: 'block_size', levels: [512] })).toBe(plan)
  })
})

describe('removeAxis', () => {
  it('keeps the first level fixed and only exclusions that applied to all levels', () => {
    const plan = removeAxis(
      examplePlan({ excluded: [...excluded, 'block_size=4096,read_percent=0'] }),
      'block_size',
    )
    expect(plan.base.block_size).toBe(4096)
    expect(plan.excluded).toEqual(['read_percent=50'])
  })

  it('keeps a chosen level', () => {
    expect(removeAxis(examplePlan(), 'read_percent', 70).base.read_percent).toBe(70)
  })

  it('never leaves the last case excluded', () => {
    const one = examplePlan({ axes: [{ key: 'jobs', levels: [1] }], excluded: ['jobs=1'] })
    expect(includedCaseCount(removeAxis(one, 'jobs'))).toBe(1)
  })

  it('changes nothing for an axis that does not exist', () => {
    const plan = examplePlan()
    expect(removeAxis(plan, 'jobs')).toBe(plan)
  })
})

it('moveAxis carries the exclusions along', () => {
  const plan = moveAxis(examplePlan({ excluded }), 'read_percent', 0)
  expect(plan.axes.map((axis) => axis.key)).toEqual(['read_percent', 'block_size'])
  expect(plan.excluded).toEqual(['read_percent=50,block_size=4096', 'read_percent=50,block_size=65536'])
  expect(includedCaseCount(plan)).toBe(4)
})

it('setLevels drops exclusions of removed levels', () => {
  const plan = setLevels(examplePlan({ excluded }), 'block_size', [65_536, 1_048_576])
  expect(plan.excluded).toEqual(['block_size=65536,read_percent=50'])
  expect(includedCaseCount(plan)).toBe(5)
})

it('setBase fixes a parameter or leaves it to the engine', () => {
  expect(setBase(examplePlan(), 'jobs', 4).base.jobs).toBe(4)
  expect(setBase(examplePlan(), 'direct', undefined).base).not.toHaveProperty('direct')
})
