import { describe, expect, it } from 'vitest'
import { decidesWriting, writes } from '../../../../../src/core/engines/fio/workload/destructive'
import { extraOptions } from '../../../../../src/core/engines/fio/workload/extra-options'
import { fields } from '../../../../../src/core/engines/fio/workload/fields'
import { fioEngine } from '../../../../../src/core/engines/fio/fio-engine'
import { planWrites } from '../../../../../src/core/engines/case-groups'
import { examplePlan } from '../../../plan/example-plan'

describe('row 13: what fio destroys', () => {
  it.each([
    [{ pattern: 'random-read' }, false],
    [{ pattern: 'sequential-read', block_size: 4096, cpus_allowed: '0-3' }, false],
    [{ pattern: 'random-mix', read_percent: 100 }, false],
    [{ pattern: 'random-mix', read_percent: 99 }, true],
    [{ pattern: 'random-mix' }, true],
    [{}, true],
    [{ read_percent: 100 }, false],
    [{ pattern: 'random-write' }, true],
    [{ pattern: 'sequential-write', read_percent: 100 }, true],
    [{ pattern: 'trim' }, true],
    [{ pattern: 'random-read', verify: 'crc32c' }, true],
    [{ pattern: 'random-read', zonemode: 'zbd' }, true],
    [{ pattern: 'random-read', an_option_of_tomorrow: 1 }, true],
  ])('%j: %s', (workload, expected) => {
    expect(writes(workload)).toBe(expected)
  })

  it('covers every allowed option', () => {
    const all = [...fields.map(({ id }) => id), ...extraOptions.map(({ name }) => name)]
    expect(all.filter(decidesWriting)).toEqual([
      'pattern',
      'read_percent',
      'fill_percent',
      'reserved_percent',
    ])
  })

  it('is applied to every case and step of a plan', () => {
    const axes = (levels: number[]) => [
      { key: 'read_percent', levels },
      { key: 'block_size', levels: [512, 4096] },
    ]
    const plan = examplePlan({ base: { pattern: 'random-mix' }, axes: axes([100]), excluded: [] })
    expect(planWrites(plan, fioEngine)).toBe(false)
    expect(planWrites({ ...plan, axes: axes([100, 0]) }, fioEngine)).toBe(true)
    expect(planWrites({ ...plan, preparation: [{ kind: 'discard' }] }, fioEngine)).toBe(true)
    const rounds = [{ kind: 'workload', rounds: 1, seconds: 1 }] as const
    expect(planWrites({ ...plan, preparation: rounds }, fioEngine)).toBe(false)
  })
})
