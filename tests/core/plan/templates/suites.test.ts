import { expect, it } from 'vitest'
import { advisePlan, estimatePlan } from '../../../../src/core/engines/plan-advice'
import { suitePlans, suites } from '../../../../src/core/plan/templates/suites'

const identities = () => {
  let count = 0
  return () => ({ id: `plan-${(count += 1)}`, seed: 1, target: { kind: 'folder', path: '/data' } as const })
}

it.each(suites)('$id is made of plans that can run, with names and ids that differ', (suite) => {
  const plans = suitePlans(suite, identities(), 16 * 1024 ** 3)
  expect(plans).toHaveLength(suite.parts.length)
  expect(new Set(plans.map(({ id }) => id)).size).toBe(plans.length)
  expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length)
  for (const plan of plans) {
    const told = /(\d+) runs/.exec(plan.name)?.[1]
    if (told !== undefined) expect(plan.repetitions).toBe(Number(told))
    const errors = advisePlan(plan, {}).filter(({ severity }) => severity === 'error')
    expect(errors).toEqual([])
  }
})

it('a full drive review takes a night, and a quick look takes minutes', () => {
  const hours = (id: string) => {
    const suite = suites.find((one) => one.id === id)
    if (!suite) throw new Error(id)
    const seconds = suitePlans(suite, identities(), 16 * 1024 ** 3).map(
      (plan) => estimatePlan(plan, {}).seconds ?? 0,
    )
    return seconds.reduce((sum, one) => sum + one, 0) / 3600
  }
  expect(hours('full-drive')).toBeGreaterThan(4)
  expect(hours('full-drive')).toBeLessThan(12)
  expect(hours('quick-look')).toBeLessThan(0.25)
})
