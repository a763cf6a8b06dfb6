import { describe, expect, it } from 'vitest'
import { advisePlan, estimatePlan } from '../../../src/core/engines/plan-advice'
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
  it('is refused, because fio would silently take less, and the size that fits is offered', () => {
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

  it('reports nothing for a size that fits exactly', () => {
    expect(errorsOf(planOf(8 * 1024 ** 2), on({}))).toEqual([])
  })
})

it("rows 1, 7: the guard's refusal and what is not a device keep a plan from running", () => {
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

describe('a raw device that is filled to levels', () => {
  const mebibyte = 1024 ** 2
  const plan = (levels: readonly number[], parts: Partial<Plan> = {}): Plan => ({
    ...planOf(2 * mebibyte),
    base: { ...examplePlan().base, pattern: 'random-read', file_size: 2 * mebibyte },
    axes: [{ key: 'fill_percent', levels }],
    excluded: [],
    order: { kind: 'designed', seed: 1 },
    ...parts,
  })
  const ids = (one: Plan, environment = on({})) => advisePlan(one, environment).map(({ id }) => id)

  it('loses its contents, although its cases only read', () => {
    expect(ids(plan([50, 100]))).toContain('device-is-overwritten')
    expect(ids(plan([50, 100]))).not.toContain('fill-needs-folder')
  })

  it('refuses levels below the measured range', () => {
    const [problem, ...others] = errorsOf(plan([20, 50, 100]), on({}))
    expect(others).toEqual([])
    expect(problem).toMatchObject({ id: 'already-fuller', about: 'fill_percent' })
    expect(problem?.text).toContain('25\u202f% of the device')
    const mended = { ...plan([20, 50, 100]), ...problem?.remedy?.change }
    expect(mended.axes[0]?.levels).toEqual([50, 100])
    expect(errorsOf(mended, on({}))).toEqual([])
  })

  it('refuses levels that a reserve leaves no room for', () => {
    const reserved = { ...plan([30]), base: { ...plan([30]).base, reserved_percent: 25 } }
    expect(errorsOf(reserved, on({}))).toMatchObject([{ id: 'already-fuller' }])
  })

  it('counts what each level writes, once if levels only grow', () => {
    const written = (one: Plan) => estimatePlan(one, on({})).bytesWritten
    const mibs = (one: Plan) => (written(one) ?? 0) / mebibyte
    // 2 MiB are the measured range; the levels are 4 and 8 MiB.
    expect(mibs(plan([50, 100], { repetitions: 2 }))).toBe(2 + 6)
    // 50 100 100 50 50 100 100 50: the level grows twice.
    const turns = plan([50, 100], { repetitions: 4, order: { kind: 'interleaved', seed: 1 } })
    expect(mibs(turns)).toBe(2 + 6 + 4)
    expect(ids(turns)).toContain('ballast-rewritten')
  })

  it('reports the effect of the levels on a drive that never discards', () => {
    const why = 'the device does not support it.'
    const stubborn = on({ device: { ...device, purges: { discard: why } } })
    const rising = advisePlan(plan([50, 100]), stubborn)
    expect(rising.find(({ id }) => id === 'fill-without-discard')).toMatchObject({ severity: 'warning' })
    const purged = plan([50, 100], { preparation: [{ kind: 'nvme-format' }] })
    expect(ids(purged, stubborn)).not.toContain('fill-without-discard')
    const [problem, ...others] = errorsOf(plan([100, 50]), stubborn)
    expect(others).toEqual([])
    expect(problem).toMatchObject({ id: 'fill-cannot-fall' })
    const mended = { ...plan([100, 50]), ...problem?.remedy?.change }
    expect(errorsOf(mended, stubborn)).toEqual([])
    const reserves = plan([], { axes: [{ key: 'reserved_percent', levels: [0, 25] }] })
    expect(errorsOf(reserves, stubborn)).toMatchObject([{ id: 'fill-cannot-fall' }])
    expect(errorsOf(reserves, on({}))).toEqual([])
  })
})

it.each([
  [true, /^A hard disk reads every block from the medium/],
  [false, /discarded, are answered without touching the medium\.$/],
  [undefined, /by SSDs; hard disks read them from it\.$/],
])('says how a drive (rotational: %s) answers reads of blocks without data', (rotational, words) => {
  const environment = on({})
  const { target } = environment
  const plan = { ...planOf(1024 ** 2), base: { ...planOf(1024 ** 2).base, pattern: 'random-read' } }
  const drive = rotational === undefined ? {} : { drive: { rotational } }
  const [found] = advisePlan(plan, {
    ...environment,
    ...(target && { target: { ...target, ...drive } }),
  }).filter(({ id }) => id === 'reads-as-found')
  expect(found?.reason).toMatch(words)
})
