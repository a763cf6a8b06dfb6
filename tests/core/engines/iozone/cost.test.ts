import { describe, expect, it } from 'vitest'
import { groupCases } from '../../../../src/core/engines/case-groups'
import { iozoneEngine } from '../../../../src/core/engines/iozone/iozone-engine'
import { estimatePlan } from '../../../../src/core/engines/plan-estimate'
import { newPlan } from '../../../../src/core/plan/edit-plan'
import type { Axis, Workload } from '../../../../src/core/plan/plan'

const mib = 1024 ** 2
const cost = (workload: Workload) => iozoneEngine.cost(workload)
const one = { file_size: mib, block_size: 65_536 }

describe('what a run costs', () => {
  it.each<[string, Workload, number, number]>([
    // Six of the thirteen tests write the whole file: write, rewrite, random-write, record-rewrite, fwrite, refwrite.
    ['all tests', one, 6 * mib, mib],
    ['without second passes', { ...one, no_retest: true }, 4 * mib, mib],
    ['a reading test, whose file is written before', { ...one, tests: 'read' }, mib, mib],
    ['random reading, which comes with random writing', { ...one, tests: 'random-read' }, 2 * mib, mib],
    ['several jobs', { ...one, mode: 'threads', jobs: 4, tests: 'write' }, 4 * mib, 4 * mib],
    [
      'a range of jobs, 2 and 3 and 4',
      { ...one, mode: 'thread-range', jobs_from: 2, jobs_to: 4, tests: 'write' },
      9 * mib,
      4 * mib,
    ],
    [
      'auto mode, files of 64 to 256 KiB with records of 32 to 128 that fit',
      {
        ...{ mode: 'auto', tests: 'write', file_size_from: 64 * 1024, file_size_to: 256 * 1024 },
        ...{ block_size_from: 32 * 1024, block_size_to: 128 * 1024 },
      },
      (64 * 2 + 128 * 3 + 256 * 3) * 1024,
      256 * 1024,
    ],
    [
      'auto mode in steps of four',
      {
        ...{ mode: 'auto', tests: 'write', file_size_from: 64 * 1024, file_size_to: 256 * 1024 },
        ...{ block_size_from: 64 * 1024, block_size_to: 64 * 1024, auto_factor: 4 },
      },
      (64 + 256) * 1024,
      256 * 1024,
    ],
  ])('%s', (_, workload, bytesWritten, fileBytes) => {
    expect(cost(workload)).toMatchObject({ bytesWritten, fileBytes })
    expect(cost(workload).seconds).toBeUndefined()
    expect(cost(workload).bytesMoved).toBeGreaterThanOrEqual(bytesWritten)
  })

  it('counts reads, too: the time of a run is that of all passes', () => {
    const all = cost({ ...one, mode: 'single', tests: 'write read random-read' })
    expect(all.bytesMoved).toBe((all.bytesWritten ?? 0) / all.writeShare)
    // Random write is measured with random read, requested or not.
    expect((all.bytesMoved ?? 0) / mib).toBe(4)
  })

  it('shares one size among the jobs if requested', () => {
    const shared = { ...one, mode: 'threads', jobs: 4, tests: 'write', constant_total_size: true }
    expect(cost(shared)).toMatchObject({ bytesWritten: mib, fileBytes: mib })
    expect(cost({ ...shared, mode: 'thread-range', jobs_from: 2, jobs_to: 4 }).bytesWritten).toBe(3 * mib)
  })

  it('leaves out the stream tests with mapped and asynchronous I/O', () => {
    expect(cost({ ...one, mmap: true }).bytesWritten).toBe(4 * mib)
    expect(cost({ ...one, async_depth: 8 }).bytesWritten).toBe(4 * mib)
  })
})

describe('the estimate of a plan', () => {
  /** Axes that change the cost, each with levels that cost differently. */
  const axes: readonly Axis[] = [
    { key: 'mode', levels: ['single', 'threads'] },
    { key: 'tests', levels: ['write', 'all'] },
    { key: 'no_retest', levels: [true, false] },
    { key: 'file_size', levels: [mib, 4 * mib] },
    { key: 'constant_total_size', levels: [true, false] },
    { key: 'mmap', levels: [true, false] },
    { key: 'jobs', levels: [1, 4] },
  ]

  it.each(axes.map((axis) => [axis.key, axis] as const))('notices every level of %s', (key, axis) => {
    const plan = newPlan(
      { id: 'p', seed: 1, target: { kind: 'folder', path: '/d' } },
      {
        engine: 'iozone',
        base: { ...one, mode: 'threads', jobs: 2, ...(key === 'mode' && { mode: 'single' }) },
        axes: [axis],
        repetitions: 1,
      },
    )
    expect(groupCases(plan, iozoneEngine.costKeys)).toHaveLength(axis.levels.length)
    const exact = axis.levels.map((level) => cost({ ...plan.base, [key]: level }).bytesWritten ?? NaN)
    expect(estimatePlan(plan, {})).toMatchObject({
      bytesWritten: exact.reduce((sum, bytes) => sum + bytes, 0),
      bytesWrittenBasis: 'exact',
    })
    expect(new Set(exact).size).toBe(2)
  })
})
