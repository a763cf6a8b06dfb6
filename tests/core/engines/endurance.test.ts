import { describe, expect, it } from 'vitest'
import { machine } from '../plan/machine'
import { advisePlan } from '../../../src/core/engines/plan-advice'
import { parseEndurance, wearOf, wearOfDrives, type LookedAt } from '../../../src/core/engines/endurance'
import type { DriveFacts, PlanEnvironment, TargetFacts } from '../../../src/core/plan/advice'
import { examplePlan } from '../plan/example-plan'

const terabyte = 1e12
const target: TargetFacts = {
  ...{ path: '/mnt/drive', kind: 'folder', parentExists: true, writable: true, createdByApp: false },
}
const on = (drive: DriveFacts): PlanEnvironment => ({ target: { ...target, drive } })
/** Writes this much and reads nothing. */
const writing = (bytes: number) =>
  examplePlan({
    base: { pattern: 'sequential-write', io_size: bytes, file_size: 4096 },
    axes: [],
    repetitions: 1,
  })
const advice = (bytes: number, drive: DriveFacts) =>
  advisePlan(writing(bytes), on(drive)).find(({ id }) => id === 'endurance')

describe("the share of a drive's endurance that a plan uses", () => {
  it('is reported from one percent on, and is a warning from ten', () => {
    const drive = { sizeBytes: terabyte }
    expect(advice(5.9 * terabyte, drive)).toBeUndefined()
    expect(advice(6.1 * terabyte, drive)).toMatchObject({
      severity: 'note',
      text: 'The plan writes about 6.1\u202fTB, 1.0\u202f% of the drive’s assumed endurance.',
      reason: expect.stringContaining('600\u202fTB, 600 times its capacity, is assumed') as string,
    })
    expect(advice(61 * terabyte, drive)?.severity).toBe('warning')
  })

  it('uses the wear that the drive reports if that is precise enough', () => {
    const worn = { sizeBytes: terabyte, percentUsed: 20, bytesWritten: 100 * terabyte }
    expect(wearOf(writing(5 * terabyte), on(worn))).toMatchObject({
      basis: 'drive',
      ratedBytes: 500 * terabyte,
    })
    expect(advice(5.1 * terabyte, worn)?.reason).toContain('By its own wear counter')
    const young = { ...worn, percentUsed: 1 }
    expect(wearOf(writing(5 * terabyte), on(young))?.basis).toBe('assumed')
  })

  it('prefers the rating that a person entered, also if nothing is known about the drive', () => {
    const rated = { ...writing(30 * terabyte), ratedEndurance: 100 * terabyte }
    for (const drive of [{}, { sizeBytes: terabyte, percentUsed: 20, bytesWritten: 100 * terabyte }])
      expect(wearOf(rated, on(drive))).toMatchObject({ basis: 'plan', ratedBytes: 100 * terabyte })
    expect(wearOf(rated, {})?.share).toBeCloseTo(0.3, 9)
    // Virtual disks call themselves rotational, whatever is behind them.
    expect(wearOf(rated, on({ rotational: true }))?.basis).toBe('plan')
    expect(advisePlan(rated, on({})).find(({ id }) => id === 'endurance')?.reason).toBe(
      'The plan rates the drive at 100\u202fTB written (TBW).',
    )
  })

  it('is absent for a hard disk, a drive of unknown size, and a plan that only reads', () => {
    expect(wearOf(writing(terabyte), on({ sizeBytes: terabyte, rotational: true }))).toBeUndefined()
    expect(wearOf(writing(terabyte), on({}))).toBeUndefined()
    const reads = examplePlan({ base: { pattern: 'random-read', io_engine: 'null' }, axes: [] })
    expect(wearOf(reads, on({ sizeBytes: terabyte }))).toBeUndefined()
  })
})

describe('the share that the plans of one start use', () => {
  const lying = (device: string | undefined, drive: DriveFacts): PlanEnvironment => ({
    target: { ...target, ...(device !== undefined && { device }), drive },
  })
  const drive = { sizeBytes: terabyte }
  const sums = (looked: readonly LookedAt[]) =>
    wearOfDrives(looked).map(({ plans, share }) => [plans.length, Math.round(100 * share)])
  const plan = writing(60 * terabyte)

  it('is summed over all plans on one drive of one machine', () => {
    const here = { plan, environment: lying('sda', drive) }
    expect(sums([here, here])).toEqual([[2, 20]])
    const elsewhere = { ...here, plan: { ...plan, hosts: [machine('lab')] as const } }
    const otherDrive = { plan, environment: lying('sdb', drive) }
    const unknown = { plan, environment: lying(undefined, drive) }
    expect(sums([here, elsewhere, otherDrive, unknown, unknown])).toEqual(Array(5).fill([1, 10]))
  })

  it('uses the rating in any of the plans, and the lowest of several', () => {
    const environment = lying('sda', drive)
    const rated = (ratedEndurance: number) => ({ plan: { ...plan, ratedEndurance }, environment })
    expect(sums([{ plan, environment }, rated(1200 * terabyte)])).toEqual([[2, 10]])
    expect(sums([rated(1200 * terabyte), rated(240 * terabyte), { plan, environment }])).toEqual([[3, 75]])
  })
})

describe('a rated endurance as typed', () => {
  it.each([
    ['600TB', 600e12],
    ['600 TBW', 600e12],
    ['600', 600e12],
    ['1.2 PBW', 1.2e15],
    ['164pb', 164e15],
    ['500 GB', 5e11],
  ])('%s', (text, bytes) => {
    expect(parseEndurance(text)).toEqual({ ok: true, value: bytes })
  })

  it.each(['', 'much', '-5 TB', '600 TiB', '0', '1e3', '2000 PB'])('refuses %j', (text) => {
    expect(parseEndurance(text).ok).toBe(false)
  })
})
