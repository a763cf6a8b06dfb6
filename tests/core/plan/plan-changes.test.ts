import { describe, expect, it } from 'vitest'
import { findEngine } from '../../../src/core/engines/registry'
import { thisMachine } from '../../../src/core/plan/destination'
import type { Plan } from '../../../src/core/plan/plan'
import { describePlanChanges } from '../../../src/core/plan/plan-changes'
import { machine } from './machine'

const plan: Plan = {
  schema: 1,
  id: 'mix',
  name: 'Mix',
  notes: '',
  engine: 'fio',
  base: { queue_depth: 64, direct: true },
  axes: [
    { key: 'block_size', levels: [4096, 65536] },
    { key: 'read_percent', levels: [100, 0] },
  ],
  excluded: ['block_size=4096,read_percent=0'],
  repetitions: 3,
  order: { kind: 'designed', seed: 1 },
  pauseSeconds: 0,
  onFailure: 'continue',
  target: { kind: 'folder', path: '/mnt/drive' },
  hosts: [thisMachine],
}
const fields = findEngine('fio')?.description.fields ?? []
const label = (key: string) => fields.find(({ id }) => id === key)?.label ?? key

describe('the differences of a later version of a plan', () => {
  it('are none for the same plan, whatever the order of its keys', () => {
    expect(describePlanChanges(plan, { ...plan, base: { direct: true, queue_depth: 64 } }, fields)).toEqual(
      [],
    )
  })

  it.each<[change: Partial<Plan>, line: string]>([
    [{ name: 'Mix 2' }, 'Name: “Mix” → “Mix 2”'],
    [{ repetitions: 5 }, 'Repetitions: 3 → 5'],
    [{ base: { queue_depth: 32, direct: true } }, 'Queue depth: 64 → 32'],
    [{ base: { direct: true } }, 'Queue depth: 64 → not set'],
    [{ axes: [{ key: 'block_size', levels: [4096] }, plan.axes[1]!] }, 'Block size: 4 KiB, 64 KiB → 4 KiB'],
    [
      { axes: [plan.axes[1]!, plan.axes[0]!] },
      `Order of the axes: ${label('block_size')}, ${label('read_percent')} → ${label('read_percent')}, ${label('block_size')}`,
    ],
    [{ excluded: [] }, 'Cases left out: 1 → 0'],
    [{ excluded: ['block_size=65536,read_percent=0'] }, 'Other cases are left out'],
    [{ order: { kind: 'shuffled', seed: 7 } }, 'Order of runs: designed → shuffled (seed 7)'],
    [{ pauseSeconds: 5 }, 'Pause between runs: 0 s → 5 s'],
    [{ onFailure: 'stop' }, 'After a failed run: continue → stop'],
    [{ otherLoad: 'expected' }, 'Other load on the drive: not expected → expected'],
    [{ target: { kind: 'none' } }, 'Target: /mnt/drive → none'],
    [{ hosts: [thisMachine, machine('bench-2')] }, 'Machine: this machine → this machine, bench-2'],
    [{ preparation: [{ kind: 'discard' }] }, 'Preparation: none → discard'],
    [{ ratedEndurance: 6e14 }, 'Rated endurance: not set → 600 TB'],
    [
      { preparation: [{ kind: 'capacity', seconds: 30, queueDepth: 64 }] },
      'Preparation: none → capacity (30 s, queue depth 64)',
    ],
    [
      { untilSteady: { metric: 'iops', track: { block_size: 4096 } } },
      'Rounds: all → until iops is steady, Block size 4096',
    ],
    [{ notes: 'Cold.' }, 'Notes were changed'],
  ])('are named: %o', (change, line) => {
    const lines = describePlanChanges(plan, { ...plan, ...change }, fields)
    expect(lines).toHaveLength(1)
    expect(lines[0]?.replace(/\s/g, ' ').toLowerCase()).toBe(line.toLowerCase())
  })

  it('are listed in order, parameter by parameter', () => {
    const axes = [...plan.axes, { key: 'queue_depth', levels: [1, 64] }]
    expect(describePlanChanges(plan, { ...plan, name: 'B', axes, repetitions: 1 }, fields)).toEqual([
      'Name: “Mix” → “B”',
      expect.stringMatching(/^Queue depth: 64 → 1, 64$/i),
      'Repetitions: 3 → 1',
    ])
  })
})
