import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { groupCases, layoutCount } from '../../../src/core/engines/case-groups'
import { fioEngine } from '../../../src/core/engines/fio/fio-engine'
import {
  assumedWriteBytesPerSecond,
  busBytesPerSecond,
  estimatePlan,
  expectedRate,
  costOfShare,
  sumEstimates,
} from '../../../src/core/engines/plan-estimate'
import { scheduleRuns } from '../../../src/core/engines/schedule'
import { caseAt, expandCases, workloadOf } from '../../../src/core/plan/cases'
import type { TargetFacts } from '../../../src/core/plan/advice'
import type { Plan } from '../../../src/core/plan/plan'
import { examplePlan } from '../plan/example-plan'

const gibibyte = 1024 ** 3
const mix = { pattern: 'random-mix', file_size: gibibyte, runtime: 30, ramp_time: 5, compress_percent: 0 }

describe('estimatePlan', () => {
  it('counts cases, runs, time and bytes', () => {
    const plan = examplePlan({
      base: mix,
      axes: [{ key: 'read_percent', levels: [100, 50, 0] }],
      excluded: ['read_percent=0'],
      repetitions: 4,
      pauseSeconds: 10,
    })
    const estimate = estimatePlan(plan, { measuredRates: [{ blockBytes: 4096, bytesPerSecond: 1e9 }] })
    expect(estimate).toMatchObject({ caseCount: 3, excludedCount: 1, runCount: 8, spaceBytes: gibibyte })
    // 8 runs of 35.3 s, 7 pauses, one layout of 1 GiB at 1 GB/s.
    expect(estimate.seconds).toBeCloseTo(8 * 35.3 + 70 + gibibyte / 1e9, 6)
    // 4 runs that write half of the time for 35 s, and the layout.
    expect(estimate.bytesWritten).toBe(4 * 35 * 0.5 * 1e9 + gibibyte)
    expect(estimate.bytesWrittenBasis).toBe('measured-rate')
    expect(estimatePlan(plan, {})).toMatchObject({
      bytesWritten: 4 * 35 * 0.5 * busBytesPerSecond(undefined) + gibibyte,
      bytesWrittenBasis: 'assumed-rate',
    })
  })

  it('counts a share of the runs of a plan that continues', () => {
    const whole = estimatePlan(examplePlan({ base: mix, axes: [], excluded: [], repetitions: 10 }), {})
    const rest = costOfShare(whole, 0.3)
    expect(rest).toMatchObject({ runCount: 3, spaceBytes: whole.spaceBytes })
    expect(rest.seconds).toBeCloseTo((whole.seconds ?? 0) * 0.3, 9)
    expect(rest.bytesWritten).toBeCloseTo((whole.bytesWritten ?? 0) * 0.3, 0)
    const rates = { fast: { bytesPerSecond: 2, seconds: 10 }, slow: { bytesPerSecond: 1, seconds: 20 } }
    expect(costOfShare({ ...whole, atRates: rates }, 0.5).atRates?.slow.seconds).toBe(10)
  })

  it('reports what it lacks to count the filling of a target of unknown size', () => {
    const write = { ...mix, pattern: 'random-write', block_size: 4096 }
    const purge = [{ kind: 'random-fill', passes: 2, blockBytes: 4096 }] as const
    const device = { kind: 'device', path: '/dev/x' } as const
    const filled = examplePlan({
      base: write,
      axes: [],
      excluded: [],
      target: device,
      preparation: [...purge],
    })
    expect(estimatePlan(filled, {}).lacksTargetSize).toBe(true)
    expect(sumEstimates([estimatePlan(filled, {})]).lacksTargetSize).toBe(true)
    const levels = { key: 'fill_percent', levels: [20, 80] }
    const used = examplePlan({ base: write, axes: [levels], excluded: [] })
    expect(estimatePlan(used, {}).lacksTargetSize).toBe(true)
    const target = { totalBytes: 100 * gibibyte, freeBytes: 100 * gibibyte } as TargetFacts
    const known = estimatePlan(used, { target })
    expect(known).not.toHaveProperty('lacksTargetSize')
    expect(known.bytesWritten).toBeGreaterThan((estimatePlan(used, {}).bytesWritten ?? 0) + 70 * gibibyte)
    expect(estimatePlan(examplePlan({ base: write, axes: [], excluded: [] }), {})).not.toHaveProperty(
      'lacksTargetSize',
    )
  })

  it('counts what a load offers, and the runs that find the capacity', () => {
    const plan = examplePlan({
      base: { ...mix, pattern: 'random-write', block_size: 4096, runtime: 10, ramp_time: 0 },
      axes: [
        { key: 'offered_percent', levels: [50, 110] },
        { key: 'jobs', levels: [1, 2] },
      ],
      repetitions: 3,
      excluded: [],
      preparation: [{ kind: 'capacity', seconds: 20, queueDepth: 64 }],
    })
    const measuredRates = [{ blockBytes: 4096, bytesPerSecond: 1e8 }]
    const { seconds, bytesWritten } = estimatePlan(plan, { measuredRates })
    expect(bytesWritten).toBe(gibibyte + 1e8 * (2 * 3 * (5 + 10) + 2 * 20))
    expect(seconds).toBeCloseTo(12 * 10.3 + 2 * 20.3 + gibibyte / 1e8, 3)
    const fixed = { ...plan, axes: [{ key: 'offered_iops', levels: [1000] }], preparation: [] }
    expect(estimatePlan(fixed, { measuredRates }).bytesWritten).toBe(gibibyte + 3 * 10 * 4096 * 1000)
  })

  it('counts no more than the limit of each job lets through', () => {
    const plan = examplePlan({
      base: { ...mix, pattern: 'random-write', runtime: 10, ramp_time: 0, rate_iops: 100 },
      axes: [
        { key: 'block_size', levels: [4096, 65_536] },
        { key: 'jobs', levels: [1, 4] },
      ],
      repetitions: 3,
      excluded: [],
    })
    const { bytesWritten, bytesWrittenBasis } = estimatePlan(plan, {})
    expect(bytesWritten).toBe(gibibyte + 3 * 10 * 100 * (1 + 4) * (4096 + 65_536))
    expect(bytesWrittenBasis).toBe('assumed-rate')
  })

  it('counts no more writes than the bytes per second of each job and direction', () => {
    const plan = examplePlan({
      base: { ...mix, runtime: 10, ramp_time: 0, rate: 1e6, jobs: 4 },
      axes: [{ key: 'read_percent', levels: [100, 70, 0] }],
      repetitions: 3,
      excluded: [],
    })
    expect(estimatePlan(plan, {}).bytesWritten).toBe(gibibyte + 3 * 10 * 1e6 * 4 * 2)
    // A limit above what the drive is expected to take changes nothing.
    const high = { ...plan, base: { ...plan.base, rate: 1e12 } }
    const open = { ...plan, base: { ...mix, runtime: 10, ramp_time: 0, jobs: 4 } }
    expect(estimatePlan(high, {}).bytesWritten).toBe(estimatePlan(open, {}).bytesWritten)
  })

  it('counts the ballast, which only grows where levels rise, and the space of its highest level', () => {
    const target: TargetFacts = {
      path: '/data',
      kind: 'folder',
      parentExists: true,
      writable: true,
      createdByApp: false,
      totalBytes: 100 * gibibyte,
      freeBytes: 90 * gibibyte,
    }
    const plan = examplePlan({
      base: { ...mix, pattern: 'random-read', runtime: 10, ramp_time: 0 },
      axes: [{ key: 'fill_percent', levels: [20, 60, 100] }],
      excluded: [],
      repetitions: 2,
      order: { kind: 'designed', seed: 1 },
      target: { kind: 'folder', path: '/data' },
    })
    // 10 GiB are in use and 1 GiB is the data file; 1 GiB stays free at 100 %.
    expect(estimatePlan(plan, { target })).toMatchObject({
      bytesWritten: (1 + 88) * gibibyte,
      spaceBytes: (1 + 88) * gibibyte,
    })
    const interleaved = { ...plan, order: { kind: 'interleaved', seed: 1 } } as const
    // 100, 20, 60, then back.
    expect(estimatePlan(interleaved, { target }).bytesWritten).toBe((1 + 88 + 40 + 79) * gibibyte)
  })

  it("estimates each case with the rate of its own block size, not the drive's best", () => {
    const plan = examplePlan({
      base: { ...mix, pattern: 'random-write', runtime: 10, ramp_time: 0 },
      axes: [{ key: 'block_size', levels: [4096, 16_384, 65_536] }],
      repetitions: 1,
    })
    const measuredRates = [
      { blockBytes: 65_536, bytesPerSecond: 1.6e9 },
      { blockBytes: 4096, bytesPerSecond: 1e8 },
    ]
    expect(estimatePlan(plan, { measuredRates }).bytesWritten).toBeCloseTo(
      10 * (1e8 + 4e8 + 1.6e9) + gibibyte,
      0,
    )
  })

  it('takes a drive at the rate of its bus before anything was measured', () => {
    const plan = examplePlan({
      base: { ...mix, pattern: 'random-write', runtime: 10, ramp_time: 0 },
      axes: [{ key: 'block_size', levels: [4096, 65_536] }],
      repetitions: 1,
    })
    const on = (transport: string) =>
      estimatePlan(plan, { target: { drive: { transport } } as TargetFacts }).bytesWritten
    expect(on('sata')).toBe(2 * 10 * 600e6 + gibibyte)
    expect(on('nvme')).toBe(2 * 10 * 15.75e9 + gibibyte)
    expect(estimatePlan(plan, {})).toMatchObject({
      bytesWritten: 2 * 10 * 15.75e9 + gibibyte,
      bytesWrittenBasis: 'assumed-rate',
    })
  })

  it('takes the time around runs, of layouts and of runs of an amount of data as it was measured', () => {
    const plan = examplePlan({ base: mix, axes: [], excluded: [], repetitions: 4 })
    const measuredTimes = { aroundSeconds: 2, layoutBytesPerSecond: 2 ** 27, movedBytesPerSecond: 2 ** 26 }
    expect(estimatePlan(plan, { measuredTimes }).seconds).toBeCloseTo(4 * 37.3 + 8, 9)
    const { runtime: _, ...bound } = mix
    const moving = { ...plan, base: bound }
    expect(estimatePlan(moving, { measuredTimes })).toMatchObject({ seconds: 4 * 16 + 8 })
    expect(estimatePlan(moving, { measuredTimes })).not.toHaveProperty('atRates')
    const { seconds, atRates } = estimatePlan(moving, {})
    expect(seconds).toBeUndefined()
    expect(atRates?.slow.seconds).toBeCloseTo(4 * 10.73741824 + gibibyte / assumedWriteBytesPerSecond, 6)
  })

  it('counts the samples of what the engine writes', () => {
    const levels = { key: 'compress_percent', levels: [0, 50, 90] }
    const varied = examplePlan({ base: mix, axes: [levels], excluded: [], repetitions: 1 })
    const fixed = examplePlan({
      base: mix,
      axes: [{ ...levels, levels: [50] }],
      excluded: [],
      repetitions: 3,
    })
    const layoutSeconds = gibibyte / assumedWriteBytesPerSecond
    const more = (estimatePlan(varied, {}).seconds ?? 0) - (estimatePlan(fixed, {}).seconds ?? 0)
    expect(more).toBeCloseTo(2 * layoutSeconds + 2, 6)
  })

  it('extrapolates beyond the sizes that were measured', () => {
    const measured = [
      { blockBytes: 4096, bytesPerSecond: 1e8 },
      { blockBytes: 65_536, bytesPerSecond: 1e9 },
    ]
    expect(expectedRate(1024, measured)).toBe(25e6)
    expect(expectedRate(1024 ** 2, measured)).toBe(1e9)
    expect(expectedRate(undefined, measured)).toBe(1e9)
    expect(expectedRate(undefined)).toBe(assumedWriteBytesPerSecond)
  })

  it('is exact if the plan fixes the bytes', () => {
    const reads = examplePlan({ base: { ...mix, pattern: 'random-read' }, axes: [] })
    expect(estimatePlan(reads, {})).toMatchObject({ bytesWritten: gibibyte, bytesWrittenBasis: 'exact' })
    const bound = examplePlan({
      base: { pattern: 'sequential-write', file_size: gibibyte, jobs: 4 },
      axes: [],
      repetitions: 2,
    })
    expect(estimatePlan(bound, {})).toMatchObject({
      bytesWritten: 3 * gibibyte,
      bytesWrittenBasis: 'exact',
      seconds: undefined,
    })
    const random = examplePlan({
      base: { pattern: 'random-write', io_size: 1000, jobs: 4, file_size: gibibyte },
      axes: [],
      repetitions: 1,
    })
    expect(estimatePlan(random, {}).bytesWritten).toBe(gibibyte + 4000)
  })

  it('writes nothing and needs no space with the null engine', () => {
    const plan = examplePlan({ base: { ...mix, io_engine: 'null' }, axes: [], target: { kind: 'none' } })
    expect(estimatePlan(plan, {})).toMatchObject({
      bytesWritten: 0,
      bytesWrittenBasis: 'exact',
      spaceBytes: 0,
    })
  })

  it('gives nothing for an unknown engine', () => {
    expect(estimatePlan(examplePlan({ engine: 'other' }), {})).toEqual({
      caseCount: 6,
      excludedCount: 0,
      runCount: 18,
      bytesWrittenBasis: 'unknown',
      spaceBytes: 0,
    })
  })

  it('is the sum over all cases, however the plan is built', () => {
    fc.assert(
      fc.property(
        fc.subarray([100, 70, 30, 0], { minLength: 1 }),
        fc.subarray([1, 8, 64], { minLength: 1 }),
        fc.subarray([10, 60], { minLength: 1 }),
        fc.array(fc.nat({ max: 23 }), { maxLength: 5 }),
        (reads, depths, runtimes, excludedAt) => {
          const axes = [
            { key: 'read_percent', levels: reads },
            { key: 'queue_depth', levels: depths },
            { key: 'runtime', levels: runtimes },
          ]
          const all = expandCases(examplePlan({ axes }))
          const excluded = excludedAt.map((at) => all[at % all.length]?.key ?? '')
          const plan = examplePlan({ base: mix, axes, excluded })
          const costs = expandCases(plan).map((one) => fioEngine.cost(workloadOf(plan, one)))
          const estimate = estimatePlan(plan, { measuredRates: [{ blockBytes: 4096, bytesPerSecond: 1e6 }] })
          const seconds = costs.reduce((sum, cost) => sum + plan.repetitions * (cost.seconds ?? NaN), 0)
          const layouts = costs.length > 0 ? gibibyte : 0
          expect(estimate.seconds).toBeCloseTo(seconds + layouts / 1e6, 4)
          const written = costs.reduce(
            (sum, cost) => sum + plan.repetitions * 1e6 * (cost.measureSeconds ?? NaN) * cost.writeShare,
            0,
          )
          expect(estimate.bytesWritten).toBeCloseTo(written + layouts, -1)
        },
      ),
    )
  })

  it('computes the cost once for each different cost, not for each of 100,000 cases', () => {
    const plan = examplePlan({
      base: mix,
      axes: [
        { key: 'block_size', levels: Array.from({ length: 25 }, (_, at) => 512 * (at + 1)) },
        { key: 'read_percent', levels: Array.from({ length: 40 }, (_, at) => at) },
        { key: 'queue_depth', levels: Array.from({ length: 100 }, (_, at) => at + 1) },
      ],
      excluded: Array.from({ length: 100 }, (_, at) => `block_size=512,read_percent=0,queue_depth=${at + 1}`),
    })
    const cost = vi.spyOn(fioEngine, 'cost')
    expect(estimatePlan(plan, {})).toMatchObject({ caseCount: 100_000, excludedCount: 100 })
    // Queue depth does not change what a run of a given time costs; one size at one mix is left out as a whole.
    expect(cost).toHaveBeenCalledTimes(25 * 40 - 1)
    cost.mockRestore()
  })
})

describe('fio declares which keys its cost depends on', () => {
  it('and on no others', () => {
    const seen = new Set<string>()
    const workload: Plan['base'] = { ...mix, io_size: 4096, jobs: 2, queue_depth: 4, block_size: 4096 }
    const changes: readonly Plan['base'][] = [
      {},
      { runtime: 0.5, time_based: false },
      { pattern: 'sequential-write' },
    ]
    for (const change of changes) {
      const spied = new Proxy<Record<string, string | number | boolean>>(
        { ...workload, ...change },
        {
          get: (target, key) => (seen.add(String(key)), target[String(key)]),
          getOwnPropertyDescriptor: (target, key) => (
            seen.add(String(key)),
            Object.getOwnPropertyDescriptor(target, key)
          ),
        },
      )
      fioEngine.cost(spied)
    }
    expect([...seen].filter((key) => !fioEngine.costKeys.includes(key))).toEqual([])
  })
})

it('groupCases leaves out groups without a case that runs', () => {
  const plan = examplePlan({
    excluded: ['block_size=4096,read_percent=100', 'block_size=65536,read_percent=100'],
  })
  expect(
    groupCases(plan, ['read_percent']).map((group) => [group.workload.read_percent, group.count]),
  ).toEqual([
    [50, 2],
    [0, 2],
  ])
})

describe('scheduleRuns', () => {
  const steps = (plan: Plan) =>
    scheduleRuns(plan, fioEngine).map((run) =>
      run.phase === 'layout' ? `layout ${run.caseIndex}` : `${run.caseIndex}/${run.repetition}`,
    )
  const content = { key: 'compress_percent', levels: [0, 50] }
  const depth = { key: 'queue_depth', levels: [1, 2] }

  it('lays the file out once if its content never changes', () => {
    expect(steps(examplePlan({ axes: [depth], repetitions: 2 }))).toEqual([
      'layout 0',
      '0/1',
      '0/2',
      '1/1',
      '1/2',
    ])
  })

  it('lays it out again for other content', () => {
    expect(steps(examplePlan({ axes: [content, depth], repetitions: 1 }))).toEqual([
      'layout 0',
      '0/1',
      '1/1',
      'layout 2',
      '2/1',
      '3/1',
    ])
    expect(steps(examplePlan({ axes: [depth, content], repetitions: 1 }))).toEqual([
      'layout 0',
      '0/1',
      'layout 1',
      '1/1',
      'layout 0',
      '2/1',
      'layout 1',
      '3/1',
    ])
  })

  it('creates one file that is large enough for all', () => {
    const plan = examplePlan({
      axes: [{ key: 'file_size', levels: [4096, 1_048_576, 8192] }],
      repetitions: 1,
    })
    expect(steps(plan)).toEqual(['layout 1', '0/1', '1/1', '2/1'])
  })

  it('needs no layout if no data is moved', () => {
    const plan = examplePlan({ axes: [{ key: 'io_engine', levels: ['null', 'psync'] }], repetitions: 1 })
    expect(steps(plan)).toEqual(['0/1', 'layout 1', '1/1'])
  })

  it('gives each repetition its seed, the same in every campaign', () => {
    const plan = examplePlan({ axes: [depth], repetitions: 3 })
    const runs = scheduleRuns(plan, fioEngine)
    expect(new Set(runs.map((run) => run.seed)).size).toBe(runs.length)
    expect(scheduleRuns(plan, fioEngine)).toEqual(runs)
    const shuffled = scheduleRuns({ ...plan, order: { kind: 'shuffled', seed: plan.order.seed } }, fioEngine)
    const seedOf = (list: typeof runs) =>
      list.find((run) => run.caseIndex === 1 && run.repetition === 2)?.seed
    expect(seedOf(shuffled)).toBe(seedOf(runs))
    expect(caseAt(plan, 1).key).toBe('queue_depth=2')
  })

  it('lays out as often as the estimate says', () => {
    for (const axes of [
      [depth],
      [content],
      [content, depth],
      [depth, content],
      [depth, content, { key: 'dedupe_percent', levels: [0, 50] }],
    ]) {
      for (const kind of ['designed', 'interleaved'] as const) {
        const plan = examplePlan({ axes, repetitions: 3, order: { kind, seed: 1 } })
        const counted = scheduleRuns(plan, fioEngine).filter((run) => run.phase === 'layout').length
        expect(layoutCount(plan, fioEngine)).toBe(counted)
      }
    }
    const plan = examplePlan({
      axes: [depth, content],
      repetitions: 200,
      order: { kind: 'shuffled', seed: 1 },
    })
    const counted = scheduleRuns(plan, fioEngine).filter((run) => run.phase === 'layout').length
    expect(Math.abs(layoutCount(plan, fioEngine) - counted)).toBeLessThan(60)
  })
})
