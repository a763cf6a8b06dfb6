import { describe, expect, it } from 'vitest'
import { alwaysUsed, usedLevels } from '../../../src/core/engines/used-levels'
import type { LevelValue, Plan } from '../../../src/core/plan/plan'
import { samplePlan } from '../../bench/store/sample-results'

type Levels = Readonly<Record<string, LevelValue>>

/** Keys that an engine leaves out. */
const idle = (engine: string, levels: Levels) => {
  const used = usedLevels(engine, levels)
  expect(levels).toMatchObject(used)
  return Object.keys(levels).filter((key) => used[key] === undefined)
}

describe('what a case of fio does not use, it does not have', () => {
  it.each<[string, Levels, readonly string[]]>([
    ['a read share of a pure read', { pattern: 'random-read', read_percent: 70 }, ['read_percent']],
    ['a read share of a pure write', { pattern: 'sequential-write', read_percent: 0 }, ['read_percent']],
    ['none of a mix, at its ends neither', { pattern: 'random-mix', read_percent: 100 }, []],
    ['a depth of a synchronous engine', { io_engine: 'psync', queue_depth: 32 }, ['queue_depth']],
    ['none of an asynchronous one', { io_engine: 'io_uring', queue_depth: 32 }, []],
    ['none of one that is not known', { io_engine: 'spdk', queue_depth: 32 }, []],
    ['a block size beside a split', { block_size: 4096, bssplit: '4k/50:64k/50' }, ['block_size']],
    ['a limit beside an offered load', { rate_iops: 1000, offered_iops: 500 }, ['rate_iops']],
    [
      'calls of fsync without writes',
      { pattern: 'random-read', fsync: 32, end_fsync: true },
      ['fsync', 'end_fsync'],
    ],
    ['none with writes', { pattern: 'random-mix', read_percent: 50, fsync: 32 }, []],
    ['an option of another I/O engine', { io_engine: 'libaio', fixedbufs: true }, ['fixedbufs']],
    ['none of its own', { io_engine: 'io_uring', fixedbufs: true, hipri: true }, []],
  ])('%s', (_, levels, keys) => {
    expect(idle('fio', levels)).toEqual(keys)
  })
})

it('other engines answer for themselves, and an unknown one has all', () => {
  expect(idle('sysbench-fileio', { pattern: 'random-read', read_percent: 60, jobs: 4 })).toEqual([
    'read_percent',
  ])
  expect(idle('sysbench-fileio', { pattern: 'random-mix', read_percent: 60 })).toEqual([])
  expect(idle('iozone', { tests: 'write', read_percent: 60, jobs: 4 })).toEqual(['read_percent'])
  expect(idle('iozone', { mode: 'threads', tests: 'random-mix', read_percent: 60 })).toEqual([])
  expect(idle('vdbench', { pattern: 'random-read', read_percent: 70 })).toEqual([])
})

it('of the fixed parameters of a plan, those that every case uses', () => {
  const plan: Plan = {
    ...samplePlan,
    base: { read_percent: 70, queue_depth: 32, block_size: 4096 },
    axes: [{ key: 'pattern', levels: ['random-read', 'random-mix'] }],
    excluded: [],
  }
  expect(alwaysUsed('fio', plan)).toEqual({ queue_depth: 32, block_size: 4096 })
  expect(alwaysUsed('fio', { ...plan, excluded: ['pattern=random-read'] })).toEqual(plan.base)
  const engines = { key: 'io_engine', levels: ['libaio', 'psync'] }
  expect(alwaysUsed('fio', { ...plan, axes: [...plan.axes, engines] })).toEqual({ block_size: 4096 })
})
