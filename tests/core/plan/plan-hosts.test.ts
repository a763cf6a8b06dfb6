import { mostHosts } from '../../../src/core/plan/plan'
import { describe, expect, it } from 'vitest'
import {
  destinationOf,
  hostsProblem,
  isSynchronised,
  memberPlan,
  memberSeed,
} from '../../../src/core/plan/plan-hosts'
import { readPlan, writePlan } from '../../../src/core/plan/plan-json'
import { examplePlan } from './example-plan'

describe('hosts of a synchronised job', () => {
  it.each([
    [['local', 'lab1'], undefined],
    [['root@lab1:2222', 'root@lab1'], undefined],
    [['lab1'], 'two hosts or more'],
    [[], 'two hosts or more'],
    [['lab1', 'ssh://lab1'], 'lab1 is named twice'],
    [['local', 'local'], 'local is named twice'],
    [['lab1', '-oProxyCommand=x'], 'is not allowed'],
    [Array.from({ length: mostHosts + 1 }, (_, index) => `lab${String(index)}`), 'at most'],
  ])('%j', (hosts, problem) => {
    if (problem === undefined) expect(hostsProblem(hosts)).toBeUndefined()
    else expect(hostsProblem(hosts)).toContain(problem)
  })

  it('are written to a plan file and read again', () => {
    const plan = { ...examplePlan(), hosts: ['local', 'root@lab1:2222'] }
    expect(readPlan(writePlan(plan), 'plan.json')).toEqual({ ok: true, plan })
    expect(isSynchronised(plan)).toBe(true)
    expect(isSynchronised(examplePlan())).toBe(false)
  })

  it('stand in place of one host, not beside it', () => {
    const both = JSON.stringify({ ...examplePlan(), host: 'lab1', hosts: ['local', 'lab1'] })
    const read = readPlan(both, 'plan.json')
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.problems[0]).toMatchObject({ path: '$.hosts' })
  })

  it('name this machine by a word of its own', () => {
    expect(destinationOf('local')).toBeUndefined()
    expect(destinationOf('lab1')).toBe('lab1')
  })
})

describe('the plan as one host executes it', () => {
  const plan = { ...examplePlan(), hosts: ['local', 'lab1'] }

  it('names that host alone, with a file of its own', () => {
    const target = { kind: 'file', path: '/mnt/shared/data' } as const
    const [here, there] = [0, 1].map((place) => memberPlan({ ...plan, target }, place))
    expect(here).not.toHaveProperty('host')
    expect(there).toMatchObject({ host: 'lab1', target: { kind: 'file', path: '/mnt/shared/data.2' } })
    expect(here).not.toHaveProperty('hosts')
    expect(readPlan(writePlan(there ?? plan), 'plan.json').ok).toBe(true)
    const folder = { kind: 'folder', path: '/mnt/shared' } as const
    expect(memberPlan({ ...plan, target: folder }, 1).target).toEqual(folder)
  })

  it('has seeds of its own', () => {
    const seeds = Array.from({ length: mostHosts }, (_, place) => memberSeed(4_294_967_295, place))
    expect(new Set(seeds).size).toBe(mostHosts)
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed <= 4_294_967_295)).toBe(true)
    expect(memberSeed(7, 0)).toBe(7)
  })
})
