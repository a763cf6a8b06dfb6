import { mostHosts } from '../../../src/core/plan/plan'
import { describe, expect, it } from 'vitest'
import { thisMachine } from '../../../src/core/plan/destination'
import { hostsProblem, isSynchronised, machinePlans, machineSeed } from '../../../src/core/plan/plan-hosts'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import { examplePlan } from './example-plan'
import { machine } from './machine'

const several = examplePlan({ hosts: [thisMachine, machine('root@lab1:2222')] })
const read = (json: unknown) => {
  const result = readPlan(JSON.stringify(json), 'plan.json')
  return result.ok ? result.plan.hosts : result.problems[0]
}

describe('hosts of a synchronised job', () => {
  it.each([
    [['local', 'lab1'], undefined],
    [['root@lab1:2222', 'root@lab1'], undefined],
    [['lab1'], 'two hosts or more'],
    [[], 'two hosts or more'],
    [['lab1', 'ssh://lab1'], 'lab1 is named twice'],
    [['local', 'local'], 'local is named twice'],
    [Array.from({ length: mostHosts + 1 }, (_, index) => `lab${String(index)}`), 'at most'],
  ])('%j', (texts, problem) => {
    const hosts = texts.map(machine)
    if (problem === undefined) expect(hostsProblem(hosts)).toBeUndefined()
    else expect(hostsProblem(hosts)).toContain(problem)
  })

  it('are written to a plan file and read again', () => {
    expect(readPlan(writePlan(several), 'plan.json')).toEqual({ ok: true, plan: several })
    expect(isSynchronised(several)).toBe(true)
    expect(isSynchronised(examplePlan())).toBe(false)
  })
})

describe('the machines of a plan written before plans had hosts', () => {
  const { hosts: _, ...older } = examplePlan()

  it('are this machine, or the one host it names', () => {
    expect(read(older)).toEqual([thisMachine])
    expect(read({ ...older, host: 'ssh://root@lab1:2222/' })).toEqual([machine('root@lab1:2222')])
    expect(read({ ...older, hosts: ['local', 'lab1'] })).toEqual([thisMachine, machine('lab1')])
  })

  it('are not named in two ways, twice, or by an invalid name', () => {
    expect(read({ ...older, host: 'lab1', hosts: ['local', 'lab1'] })).toMatchObject({ path: '$.hosts' })
    expect(read({ ...older, hosts: ['lab1', 'ssh://lab1'] })).toMatchObject({ path: '$.hosts' })
    expect(read({ ...older, hosts: [] })).toMatchObject({ path: '$.hosts' })
    expect(read({ ...older, hosts: ['lab1', '-oProxyCommand=x'] })).toMatchObject({ path: '$.hosts' })
  })

  it('are omitted in a plan file for this machine, which is whatever machine opens it', () => {
    expect(writePlan(examplePlan())).not.toContain('host')
  })
})

describe('the plan as each host executes it', () => {
  it('is the plan itself if there is one', () => {
    const target = { kind: 'file', path: '/mnt/data' } as const
    expect(machinePlans(examplePlan({ target }))).toEqual([examplePlan({ target })])
  })

  it('names that host alone, with its own file', () => {
    const target = { kind: 'file', path: '/mnt/shared/data' } as const
    const [here, there] = machinePlans({ ...several, target })
    expect(here).toMatchObject({ hosts: [thisMachine], target: { path: '/mnt/shared/data.1' } })
    expect(there).toMatchObject({
      hosts: [machine('root@lab1:2222')],
      target: { path: '/mnt/shared/data.2' },
    })
    const folder = { kind: 'folder', path: '/mnt/shared' } as const
    expect(machinePlans({ ...several, target: folder })[1]?.target).toEqual(folder)
  })

  it('has its own seeds', () => {
    const seeds = Array.from({ length: mostHosts }, (_, place) => machineSeed(4_294_967_295, place))
    expect(new Set(seeds).size).toBe(mostHosts)
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= 4_294_967_295)).toBe(true)
    expect(machineSeed(7, 0)).toBe(7)
  })
})
