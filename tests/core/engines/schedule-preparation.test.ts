import { describe, expect, it } from 'vitest'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import { scheduleRuns } from '../../../src/core/engines/schedule'
import { layoutCount } from '../../../src/core/engines/case-groups'
import { sysbenchFileio } from '../../../src/core/engines/sysbench/fileio/sysbench-fileio'
import type { Plan } from '../../../src/core/plan/plan'
import { examplePlan } from '../plan/example-plan'

const plan = (parts: Partial<Plan>) =>
  examplePlan({
    base: { pattern: 'random-write', file_size: 2 ** 20 },
    axes: [{ key: 'block_size', levels: [4096, 8192] }],
    excluded: [],
    repetitions: 1,
    order: { kind: 'designed', seed: 1 },
    target: { kind: 'device', path: '/dev/sdz' },
    ...parts,
  })
const words = (of: Plan) =>
  scheduleRuns(of, fioEngine).map(
    ({ phase, caseIndex, repetition }) => `${phase} ${String(caseIndex)}.${String(repetition)}`,
  )
const fill = { kind: 'sequential-fill', passes: 2, blockBytes: 131_072 } as const
const rounds = { kind: 'workload', rounds: 2, seconds: 1 } as const

describe('the preparation in the order of runs', () => {
  it('comes first on a device, where a fill replaces the layout', () => {
    expect(words(plan({ preparation: [{ kind: 'discard' }, fill] }))).toEqual([
      'prepare 0.1',
      'prepare 0.2',
      'measure 0.1',
      'measure 1.1',
    ])
  })

  it('keeps the layout if nothing fills the device', () => {
    expect(words(plan({ preparation: [{ kind: 'discard' }] }))[1]).toBe('layout 0.0')
  })

  it('fills a file after it was laid out', () => {
    const target = { kind: 'folder', path: '/mnt' } as const
    expect(words(plan({ target, preparation: [fill] })).slice(0, 3)).toEqual([
      'layout 0.0',
      'prepare 0.1',
      'measure 0.1',
    ])
  })

  it('runs each case unmeasured before its first measured run', () => {
    expect(
      words(
        plan({ base: { pattern: 'random-read', file_size: 2 ** 20 }, preparation: [rounds], repetitions: 2 }),
      ),
    ).toEqual([
      'prepare 0.1',
      'prepare 0.1',
      'measure 0.1',
      'measure 0.2',
      'prepare 1.1',
      'prepare 1.1',
      'measure 1.1',
      'measure 1.2',
    ])
  })

  it('writes no layout to a device that is only read', () => {
    expect(words(plan({ base: { pattern: 'random-read', file_size: 2 ** 20 } }))).toEqual([
      'measure 0.1',
      'measure 1.1',
    ])
  })

  it('finds the capacity once for all loads that are a share of it', () => {
    const capacity = { kind: 'capacity', seconds: 1, queueDepth: 8 } as const
    const axes = [
      { key: 'offered_percent', levels: [10, 50] },
      { key: 'block_size', levels: [4096, 8192] },
    ]
    expect(words(plan({ axes, preparation: [fill, capacity] }))).toEqual([
      'prepare 0.1',
      'prepare 0.2',
      'measure 0.1',
      'prepare 1.2',
      'measure 1.1',
      'measure 2.1',
      'measure 3.1',
    ])
  })
})

describe('files that a run makes anew', () => {
  const remaking = (levels: readonly string[], repetitions: number) =>
    plan({
      engine: 'sysbench-fileio',
      base: { file_size: 2 ** 20, file_count: 2 },
      axes: [{ key: 'pattern', levels }],
      target: { kind: 'folder', path: '/mnt' },
      repetitions,
    })
  const phases = (of: Plan) =>
    scheduleRuns(of, sysbenchFileio).map(({ phase, caseIndex }) => `${phase} ${String(caseIndex)}`)

  it('are laid out again before whatever runs next, and once where no run does so', () => {
    const mixed = remaking(['sequential-write', 'random-read'], 2)
    const layouts = (words: readonly string[]) => words.filter((word) => word.startsWith('layout')).length
    expect(phases(mixed).map((word) => word.replace(/^layout .*/, 'layout'))).toEqual([
      'layout',
      'measure 0',
      'layout',
      'measure 0',
      'layout',
      'measure 1',
      'measure 1',
    ])
    for (const of of [mixed, remaking(['sequential-write'], 3), remaking(['random-read', 'random-write'], 3)])
      expect(layoutCount(of, sysbenchFileio)).toBe(layouts(phases(of)))
  })
})
