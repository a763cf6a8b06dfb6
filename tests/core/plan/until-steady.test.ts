import { describe, expect, it } from 'vitest'
import { caseAt, workloadOf } from '../../../src/core/plan/cases'
import { newPlan } from '../../../src/core/plan/edit-plan'
import type { Plan } from '../../../src/core/plan/plan'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import { trackedCase, untilSteadyProblem } from '../../../src/core/plan/until-steady'

const identity = { id: 'plan-1', seed: 5, target: { kind: 'folder', path: '/mnt/drive' } } as const
const plan: Plan = {
  ...newPlan(identity, {
    axes: [
      { key: 'read_percent', levels: [100, 0] },
      { key: 'block_size', levels: [8192, 4096] },
    ],
  }),
  untilSteady: { metric: 'iops', track: { block_size: 4096, read_percent: 0 } },
}

describe('a plan that runs until it is steady', () => {
  it('knows the case that is judged for all of them', () => {
    expect(trackedCase(plan)).toBe(3)
    expect(untilSteadyProblem(plan)).toBeUndefined()
    expect(trackedCase({ ...plan, untilSteady: { metric: 'iops' } })).toBeUndefined()
  })

  it.each<[string, Partial<Plan>, RegExp]>([
    ['too few rounds', { repetitions: 4 }, /5 rounds and the plan only 4/],
    ['shuffled runs', { order: { kind: 'shuffled', seed: 1 } }, /interleaved order/],
    ['cases one after the other', { order: { kind: 'designed', seed: 1 } }, /interleaved order/],
    ['a level that is not run', { untilSteady: { metric: 'iops', track: { read_percent: 5 } } }, /no level/],
    [
      'an unknown axis',
      { untilSteady: { metric: 'iops', track: { jobs: 1 } } },
      /jobs, which is not an axis/,
    ],
    ['an excluded case', { excluded: ['read_percent=0,block_size=4096'] }, /excluded/],
  ])('refuses %s', (_, parts, words) => {
    expect(untilSteadyProblem({ ...plan, ...parts })).toMatch(words)
  })
})

describe('templates', () => {
  it.each(templates.filter(({ untilSteady }) => untilSteady))('$id runs in rounds', (template) => {
    const made = planFromTemplate(template, identity)
    expect(untilSteadyProblem(made)).toBeUndefined()
    expect(made.repetitions).toBe(25)
  })

  it('judge 4 KiB random writes in the SNIA test of IOPS', () => {
    const template = templates.find(({ id }) => id === 'snia-iops')
    if (!template) throw new Error('There is no such template.')
    const made = planFromTemplate(template, identity)
    const workload = workloadOf(made, caseAt(made, trackedCase(made) ?? -1))
    expect(workload).toMatchObject({ read_percent: 0, block_size: 4096, runtime: 60 })
    expect(made.preparation?.map(({ kind }) => kind)).toEqual(['sequential-fill'])
    const onDevice = planFromTemplate(template, { ...identity, target: { kind: 'device', path: '/dev/sdx' } })
    expect(onDevice.preparation?.map(({ kind }) => kind)).toEqual(['discard', 'sequential-fill'])
  })
})
