import { describe, expect, it } from 'vitest'
import { changeEngine } from '../../../src/core/engines/change-engine'
import { description as fio } from '../../../src/core/engines/fio/fio-engine'
import { description as iozone } from '../../../src/core/engines/iozone/iozone-engine'
import { advisePlan } from '../../../src/core/engines/plan-advice'
import { engines } from '../../../src/core/engines/registry'
import { newPlan } from '../../../src/core/plan/edit-plan'
import { planFromTemplate, templates } from '../../../src/core/plan/templates/templates'
import type { Plan } from '../../../src/core/plan/plan'

const identity = { id: 'p', seed: 1, target: { kind: 'folder', path: '/data' } } as const

const mixed: Plan = newPlan(identity, {
  name: 'Mine',
  base: { ...fio.starting, block_size: 8192, compress_percent: 50, norandommap: true },
  axes: [
    { key: 'file_size', levels: [1024 ** 3, 2 * 1024 ** 3] },
    { key: 'queue_depth', levels: [1, 64] },
  ],
  excluded: ['file_size=1073741824,queue_depth=1', 'file_size=1073741824,queue_depth=64'],
})

describe('changing the engine', () => {
  it('keeps what means the same, and nothing else of the previous engine', () => {
    const plan = changeEngine(mixed, iozone)
    expect(plan).toMatchObject({ engine: 'iozone', name: 'Mine', target: identity.target, repetitions: 10 })
    expect(plan.axes).toEqual([{ key: 'file_size', levels: [1024 ** 3, 2 * 1024 ** 3] }])
    expect(plan.base).toEqual({
      mode: 'single',
      tests: 'all',
      report: 'throughput',
      block_size: 8192,
      direct: true,
      include_flush: true,
      compress_percent: 50,
      dedupe_percent: 0,
    })
    // The smaller file was left out at every queue depth, so it stays left out.
    expect(plan.excluded).toEqual(['file_size=1073741824'])
  })

  it('drops levels that the other engine does not accept', () => {
    const levels = [98, 2, 'random', 'plain']
    const plan = newPlan(identity, {
      engine: 'iozone',
      base: { ...iozone.starting },
      axes: [
        { key: 'dedupe_percent', levels },
        { key: 'tests', levels: ['write', 'read'] },
      ],
      excluded: [
        'dedupe_percent=random,tests=read',
        'dedupe_percent=2,tests=read',
        'dedupe_percent=2,tests=write',
      ],
    })
    const changed = changeEngine(plan, fio)
    expect(changed.axes).toEqual([{ key: 'dedupe_percent', levels: [98, 2] }])
    expect(changed.excluded).toEqual(['dedupe_percent=2'])
    expect(Object.keys(changed.base)).not.toContain('tests')
  })

  it('judges every case by its own rounds if the tracked case is gone', () => {
    const steady = (track: NonNullable<Plan['untilSteady']>['track']) =>
      changeEngine({ ...mixed, untilSteady: { metric: 'iops', track } }, iozone).untilSteady
    expect(steady({ file_size: 1024 ** 3, queue_depth: 64 })).toEqual({ metric: 'iops' })
    expect(steady({ file_size: 1024 ** 3 })).toEqual({ metric: 'iops', track: { file_size: 1024 ** 3 } })
  })

  it('leaves a plan of that engine unchanged', () => {
    expect(changeEngine(mixed, fio)).toBe(mixed)
  })

  it('makes a plan that the new engine accepts, from every template', () => {
    for (const template of templates) {
      for (const { description } of engines) {
        const plan = changeEngine(planFromTemplate(template, identity, 1024 ** 3), description)
        const objections = advisePlan(plan, {}).filter((advice) => advice.severity === 'error')
        expect([template.id, description.id, objections]).toEqual([template.id, description.id, []])
      }
    }
  })
})
