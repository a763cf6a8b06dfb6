import { describe, expect, it } from 'vitest'
import { templates } from '../../../src/core/plan/templates/templates'
import { planShape, planSize } from '../../../src/renderer/views/start/plan-shape'

const axis = (levels: number) => ({ key: 'a', levels: Array.from({ length: levels }, (_, index) => index) })

describe('planShape', () => {
  it('draws the first two axes, no more than fit', () => {
    expect(planShape({ axes: [] })).toEqual({ rows: 1, columns: 1 })
    expect(planShape({ axes: [axis(2), axis(3), axis(9)] })).toEqual({ rows: 2, columns: 3 })
    expect(planShape({ axes: [axis(40), axis(50)] })).toEqual({ rows: 4, columns: 7 })
  })
})

describe('planSize', () => {
  it('counts cases and runs, in singular and plural', () => {
    expect(planSize({ axes: [axis(2), axis(11)], repetitions: 10 })).toBe('22 cases, 10 runs each')
    expect(planSize({ axes: [axis(2), axis(11)], runs: () => false, repetitions: 10 })).toBe(
      '0 cases, 10 runs each',
    )
    expect(planSize({ axes: [], repetitions: 1 })).toBe('1 case, 1 run each')
    expect(planSize({ axes: [axis(1000), axis(100)], repetitions: 3 })).toBe('100,000 cases, 3 runs each')
  })

  it('has a size for every template', () => {
    for (const template of templates)
      expect(planSize(template)).toMatch(/^\d+ cases?, (at most )?\d+ runs? each$/)
  })
})
