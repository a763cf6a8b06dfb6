import { describe, expect, it } from 'vitest'
import { advisePlan } from '../../../src/core/engines/plan-advice'
import type { PlanEnvironment } from '../../../src/core/plan/advice'
import type { DeviceFacts, GuardVerdict } from '../../../src/core/plan/device'
import type { Plan } from '../../../src/core/plan/plan'
import { formatBytes } from '../../../src/core/units/bytes'
import { examplePlan } from '../plan/example-plan'

const path = '/dev/nvme9n1'
const device: DeviceFacts = {
  node: path,
  number: '259:9',
  sizeBytes: 8 * 1024 ** 2,
  logicalBlockBytes: 512,
  identity: 'one',
  sequence: '1',
  unique: true,
  contents: [],
  unread: [],
}
const on = (guard: Partial<GuardVerdict>): PlanEnvironment => ({
  engineVersion: '3.33',
  engineState: 'found',
  target: {
    ...{ path, kind: 'block-device', parentExists: true, writable: true, createdByApp: false },
    guard: { verdict: 'allowed', path, kind: 'device', device, ...guard },
  },
})
const planOf = (fileBytes: number): Plan =>
  examplePlan({
    target: { kind: 'device', path },
    base: { ...examplePlan().base, file_size: fileBytes },
    axes: [],
  })
const errorsOf = (plan: Plan, environment: PlanEnvironment) =>
  advisePlan(plan, environment).filter(({ severity }) => severity === 'error')

describe('row 15: a size larger than the device', () => {
  it('is refused, because fio would take less without a word, and the size that fits is offered', () => {
    const plan = planOf(64 * 1024 ** 2)
    const [problem, ...others] = errorsOf(plan, on({}))
    expect(others).toEqual([])
    expect(problem).toMatchObject({ id: 'larger-than-device', about: 'file_size' })
    expect(problem?.text).toBe(
      `The plan uses ${formatBytes(64 * 1024 ** 2)}; the device has ${formatBytes(8 * 1024 ** 2)}.`,
    )
    const mended = { ...plan, ...problem?.remedy?.change }
    expect(mended.base.file_size).toBe(8 * 1024 ** 2)
    expect(errorsOf(mended, on({}))).toEqual([])
  })

  it('says nothing about a size that fits exactly', () => {
    expect(errorsOf(planOf(8 * 1024 ** 2), on({}))).toEqual([])
  })
})

it("rows 1, 7: the guard's refusal and what is no device keep a plan from running", () => {
  const plan = planOf(1024 ** 2)
  const refused = {
    verdict: 'refused',
    id: 'mount',
    reason: 'It is mounted.',
    remedy: 'Unmount it.',
  } as const
  expect(errorsOf(plan, on(refused))).toMatchObject([
    { id: 'device-refused', text: 'It is mounted.', reason: 'Unmount it.' },
  ])
  expect(errorsOf(plan, on({ kind: 'missing', device: undefined }))).toMatchObject([{ id: 'not-a-device' }])
})
