import { join } from 'node:path'
import { openReview } from '../../../src/bench/store/open-review'
import type { ReviewReader } from '../../../src/bench/store/review-store'
import { importFiles } from '../../../src/bench/import/import-files'
import type { LevelValue } from '../../../src/core/plan/plan'
import { invalidates, note, qualifies } from '../../../src/core/results/reservation'
import { closing, newReview } from '../store/sample-review'
import { tailReview } from '../figures/latency-review'
import { stillReads } from './still-reads'
import { type Levels, type Measured, requests, scattered, SimulatedReview } from './simulated'

/** One results file of the audit. */
export interface World {
  readonly name: string
  readonly review: ReviewReader
  /** Its campaigns are compared, each with the one before. */
  readonly isCompared?: boolean
  /** It has so many cases that only one choice is audited. */
  readonly isLarge?: boolean
  /** In this metric only, with verdicts that follow from how it was made. */
  readonly metric?: string
  /** Metrics that its figures are asked for, whether it has them or not. */
  readonly asked?: readonly string[]
  readonly known?: Readonly<Record<string, number>>
}

/** A world that stays as it is. */
export const still = (world: World): World => ({ ...world, review: stillReads(world.review) })

const numberOf = (value: LevelValue | undefined, usual: number) => (typeof value === 'number' ? value : usual)

/** A drive whose rate depends on size and mix: pure reads at `iops` for 4 KiB, writes at 60 %, a dip between. */
function mixed(iops: number, share = 0.01) {
  return (levels: Levels, repetition: number): readonly Measured[] => {
    const [bytes, reads] = [numberOf(levels.block_size, 4096), numberOf(levels.read_percent, 70)]
    const dip = 1 - 0.3 * (1 - Math.abs(reads - 50) / 50)
    const mean = ((iops * 4096) / bytes) * (0.6 + (0.4 * reads) / 100) * dip
    return requests('random-mix', scattered(mean, share, repetition, reads + bytes / 4096), bytes, reads)
  }
}

const minute = 60_000
const start = Date.UTC(2026, 4, 1)

const sizes = { key: 'block_size', levels: [4096, 65536] }
const mixes = { key: 'read_percent', levels: [100, 50, 0] }

function twoDrives(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Mixes', axes: [sizes, mixes], repetitions: 5 }
  made.add({ plan, drive: 'Swift 1 TB', measure: mixed(100_000) })
  made.add({ plan, drive: 'Tortoise 1 TB', measure: mixed(80_000) })
  return made
}

function patterns(): SimulatedReview {
  const made = new SimulatedReview()
  const iops: Readonly<Record<string, number>> = {
    'sequential-read': 90_000,
    'random-read': 70_000,
    'random-write': 50_000,
  }
  made.add({
    plan: {
      ...{
        name: 'Patterns',
        base: { pattern: 'random', read_percent: 70, block_size: 4096 },
        repetitions: 3,
      },
      axes: [{ key: 'pattern', levels: Object.keys(iops) }],
    },
    drive: 'Swift 1 TB',
    measure: ({ pattern }, repetition) => {
      const test = String(pattern)
      const rate = scattered(iops[test] ?? 0, 0.02, repetition, test.length)
      return requests(test, rate, 4096, test.includes('read') ? 100 : 0)
    },
  })
  return made
}

function severalTests(): SimulatedReview {
  const made = new SimulatedReview()
  const rates = { write: 200e6, rewrite: 240e6, 'random-read': 90e6 }
  for (const [configuration, factor] of [
    ['kernel 6.12', 1],
    ['kernel 6.18', 1.1],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Classic tests', engine: 'iozone', base: { tests: 'write rewrite random-read' } },
        ...{ axes: [{ key: 'block_size', levels: [4096, 1_048_576] }], repetitions: 5 },
      },
      ...{ drive: 'Old SSD', configuration },
      measure: ({ block_size: bytes }, repetition) =>
        Object.entries(rates).map(([test, rate], at): Measured => {
          const mean = rate * factor * (bytes === 4096 ? 0.2 : 1)
          const bandwidth = scattered(mean, 0.05, repetition, at)
          return { test, direction: test.includes('read') ? 'read' : 'write', values: { bandwidth } }
        }),
    })
  return made
}

function fewRuns(repetitions: number): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Quick look', axes: [sizes, mixes], repetitions }
  made.add({ plan, drive: 'Swift 1 TB', measure: mixed(100_000) })
  made.add({ plan, drive: 'Tortoise 1 TB', measure: mixed(60_000) })
  return made
}

function alike(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Copied values', axes: [mixes], repetitions: 3 },
    drive: 'Swift 1 TB',
    measure: ({ read_percent: reads }) => requests('random-mix', 5000, 4096, numberOf(reads, 0)),
  })
  made.add({
    plan: { name: 'Partly copied', axes: [mixes], repetitions: 3 },
    drive: 'Swift 1 TB',
    measure: ({ read_percent: reads }, repetition) =>
      requests(
        'random-mix',
        reads === 50 ? 4000 : scattered(5000, 0.02, repetition),
        4096,
        numberOf(reads, 0),
      ),
  })
  return made
}

/** Two campaigns of one drive whose runs lie in time as `startMs` says. */
function inTime(startMs: (side: number, place: number) => number): SimulatedReview {
  const made = new SimulatedReview()
  for (const side of [0, 1])
    made.add({
      plan: { name: 'Mixes', axes: [mixes], repetitions: 5 },
      ...{ drive: 'Swift 1 TB', configuration: side === 0 ? 'firmware 1' : 'firmware 2' },
      measure: mixed(side === 0 ? 100_000 : 120_000),
      startMs: (place) => startMs(side, place),
    })
  return made
}

function unsteady(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, last] of [
    ['Settled', 0],
    ['Restless', 1],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Until steady', axes: [{ key: 'block_size', levels: [4096] }], repetitions: 12 },
        ...{ base: { pattern: 'random' }, order: { kind: 'interleaved', seed: 1 } },
        untilSteady: { metric: 'iops' },
      },
      drive,
      measure: (_, repetition) =>
        requests(
          'random-write',
          last === 0 ? 15_000 + 15_000 / repetition ** 2 : 30_000 * 0.9 ** repetition,
          4096,
          0,
        ),
      outcome: (_, repetition) =>
        repetition > (last === 0 ? 9 : 12)
          ? { skipped: { id: 'steady', text: 'The drive was steady.' } }
          : {},
    })
  return made
}

function reservations(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Hot day', axes: [sizes, mixes], repetitions: 5 }
  made.add({
    plan,
    drive: 'Swift 1 TB',
    measure: mixed(100_000),
    outcome: ({ block_size: bytes }, repetition) => ({
      warnings: [
        ...(bytes === 65536
          ? [
              qualifies('throttled', 'The drive throttled for 12 s.'),
              qualifies('short-runtime', 'It ran for 20 of 30 seconds.'),
              qualifies('queue-depth-capped', 'The kernel took 32 of 64 requests.'),
            ]
          : [qualifies('file-smaller-than-memory', 'The file fits into memory.')]),
        ...(bytes === 65536 && repetition === 2 ? [note('text-before-json', 'Text before the result.')] : []),
      ],
    }),
  })
  made.add({
    plan: { ...plan, name: 'Not steady' },
    drive: 'Restless',
    measure: mixed(90_000),
    outcome: ({ read_percent: reads }) => ({
      warnings: reads === 0 ? [invalidates('not-steady', 'The run never became steady.')] : [],
    }),
  })
  made.add({
    plan: { ...plan, name: 'All too short' },
    drive: 'Short',
    measure: mixed(70_000),
    outcome: () => ({ warnings: [qualifies('short-runtime', 'It ran for 20 of 30 seconds.')] }),
  })
  made.add({
    plan: { ...plan, name: 'Shared' },
    drive: 'Busy',
    measure: mixed(60_000),
    outcome: (_, repetition) => ({
      warnings: repetition > 2 ? [invalidates('other-load-on-the-drive', 'Something else wrote.')] : [],
    }),
  })
  made.add({
    plan: { ...plan, name: 'Now and then' },
    drive: 'Uneven',
    measure: mixed(50_000),
    outcome: ({ read_percent: reads }, repetition) => ({
      warnings: reads === 100 && repetition === 1 ? [qualifies('throttled', 'It throttled.')] : [],
    }),
  })
  return made
}

function incomplete(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Incomplete', axes: [sizes, mixes], repetitions: 3 }
  const noSpace = { id: 'no-space', text: 'The disk was full.' }
  made.add({
    plan,
    drive: 'Swift 1 TB',
    measure: mixed(100_000),
    outcome: ({ block_size: bytes, read_percent: reads }, repetition) => ({
      ...(bytes === 65536 && reads === 0 && { failure: noSpace }),
      ...(bytes === 4096 && reads === 50 && repetition === 3 && { failure: noSpace }),
      ...(bytes === 65536 && reads === 100 && repetition === 1 && { skipped: true }),
    }),
  })
  made.add({
    plan: { ...plan, name: 'Unfinished' },
    drive: 'Tortoise 1 TB',
    measure: mixed(80_000),
    outcome: ({ block_size: bytes }, repetition) =>
      bytes === 65536 && repetition > 1 ? { waits: true } : {},
  })
  made.add({
    plan: { ...plan, name: 'Stopped' },
    drive: 'Tortoise 1 TB',
    measure: mixed(80_000),
    outcome: ({ block_size: bytes }, repetition) =>
      bytes === 65536 && repetition === 3 ? { isStopped: true } : {},
  })
  made.add({ plan: { ...plan, name: 'Just ending' }, isEnding: true, measure: mixed(80_000) })
  return made
}

function noDrive(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Null engine', base: { io_engine: 'null', pattern: 'random' }, target: { kind: 'none' } },
      ...{ axes: [{ key: 'queue_depth', levels: [1, 8] }], repetitions: 3 },
    },
    measure: ({ queue_depth: depth }, repetition) =>
      requests('random-read', scattered(900_000 * numberOf(depth, 1), 0.01, repetition), 4096, 100),
  })
  // The machine has a drive, and a folder of it was named.
  made.add({
    plan: { name: 'Null engine in a folder', base: { io_engine: 'null', pattern: 'random' }, repetitions: 3 },
    drive: 'Untouched',
    measure: (_, repetition) => requests('random-read', scattered(900_000, 0.01, repetition), 4096, 100),
  })
  made.add({
    plan: { name: 'Nameless', axes: [], repetitions: 2 },
    host: 'unknown',
    record: { kernel: undefined },
    measure: (_, repetition) => requests('random-read', 1000 + repetition, 4096, 100),
  })
  return made
}

function wide(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Wild', axes: [mixes], repetitions: 3 },
    drive: 'Erratic',
    measure: mixed(1000, 0.9),
  })
  made.add({
    plan: { name: 'One wild case', axes: [], base: { block_size: 4096, read_percent: 100 }, repetitions: 3 },
    drive: 'Erratic',
    measure: mixed(1000, 0.95),
  })
  made.add({
    plan: { name: 'One calm case', axes: [], base: { block_size: 4096, read_percent: 100 }, repetitions: 3 },
    drive: 'Calm',
    measure: mixed(1000, 0.02),
  })
  made.add({
    plan: { name: 'Offered', axes: [{ key: 'offered_iops', levels: [1000, 2000] }], repetitions: 3 },
    drive: 'Calm',
    measure: ({ offered_iops: rate }, repetition) =>
      requests('random-read', numberOf(rate, 1), 4096, 100, 4 + 0.1 * repetition),
  })
  made.add({
    plan: { name: 'Pairs', axes: [mixes], repetitions: 2 },
    drive: 'Calm',
    measure: mixed(1000, 0.3),
  })
  made.add({
    plan: { name: 'A pair', axes: [], base: { block_size: 4096, read_percent: 100 }, repetitions: 2 },
    drive: 'Calm',
    measure: mixed(1000, 0.3),
  })
  made.add({
    plan: { name: 'Half wild', axes: [mixes], repetitions: 3 },
    drive: 'Erratic',
    measure: (levels, repetition) => mixed(1000, levels.read_percent === 0 ? 0.9 : 0.02)(levels, repetition),
  })
  made.add({
    plan: { name: 'One repeated case', axes: [mixes], repetitions: 3 },
    drive: 'Calm',
    measure: mixed(1000, 0.02),
    outcome: ({ read_percent: reads }, repetition) =>
      reads !== 0 && repetition > 1 ? { skipped: true } : {},
  })
  made.add({
    plan: { name: 'Over night', axes: [mixes], repetitions: 3 },
    drive: 'Calm',
    measure: mixed(1000, 0.02),
    startMs: (place) => start + 4 * 60 * minute * place,
  })
  return made
}

function databases(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [configuration, rate] of [
    ['MariaDB 11', 900],
    ['MariaDB 12', 1080],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'OLTP', engine: 'sysbench-oltp', base: { test: 'oltp-read-write', server: 'mariadb' } },
        ...{ axes: [{ key: 'jobs', levels: [1, 8, 64] }], repetitions: 5 },
      },
      ...{ drive: 'Swift 1 TB', configuration },
      measure: ({ jobs }, repetition) => {
        const transactions = scattered(
          rate * Math.sqrt(numberOf(jobs, 1)),
          0.02,
          repetition,
          numberOf(jobs, 1),
        )
        const latency_mean = (1e9 * numberOf(jobs, 1)) / transactions
        return [
          {
            ...{ test: 'oltp-read-write', direction: 'total' },
            values: { transactions, latency_mean, latency_p95: 2 * latency_mean },
          },
        ]
      },
    })
  return made
}

function offered(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Offered load', base: { pattern: 'random', block_size: 4096, queue_depth: 256 } },
      ...{ axes: [{ key: 'rate_iops', levels: [10_000, 30_000, 50_000, 70_000] }], repetitions: 5 },
    },
    drive: 'Swift 1 TB',
    measure: ({ rate_iops: rate }, repetition) => {
      const asked = numberOf(rate, 0)
      const iops = scattered(Math.min(asked, 50_000), 0.002, repetition)
      const latency = asked < 50_000 ? 1e9 / (60_000 - asked) : 5e6
      return [
        {
          ...{ test: 'random-read', direction: 'total' },
          values: {
            ...{ iops, bandwidth: iops * 4096, latency_mean: latency, latency_p99: 4 * latency },
            depth_full: asked > 50_000 ? 100 : 0,
          },
        },
      ]
    },
  })
  made.add({
    plan: {
      ...{ name: 'Depths', base: { pattern: 'random', block_size: 4096 }, repetitions: 5 },
      axes: [{ key: 'queue_depth', levels: [1, 2, 4, 8, 16, 32, 64] }],
    },
    drive: 'Swift 1 TB',
    measure: ({ queue_depth: depth }, repetition) => {
      const n = numberOf(depth, 1)
      const iops = scattered((12_000 * n) / (1 + 0.08 * (n - 1) + 0.0005 * n * (n - 1)), 0.005, repetition, n)
      return requests('random-read', iops, 4096, 100, n)
    },
  })
  return made
}

function filled(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, empty, loss] of [
    ['Steep', 60_000, 0.7],
    ['Flat', 40_000, 0.1],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Fill level', base: { pattern: 'random', block_size: 4096 }, repetitions: 5 },
        axes: [{ key: 'fill_percent', levels: [0, 25, 50, 75, 95] }],
      },
      drive,
      measure: ({ fill_percent: percent }, repetition) => {
        const mean = empty * (1 - (loss * numberOf(percent, 0)) / 100)
        return requests('random-write', scattered(mean, 0.01, repetition), 4096, 0)
      },
    })
  return made
}

function content(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, gain] of [
    ['Compressing', 3],
    ['Plain', 0],
  ] as const)
    made.add({
      plan: {
        ...{
          name: 'Compressible data',
          base: { pattern: 'sequential', block_size: 131_072 },
          repetitions: 5,
        },
        axes: [{ key: 'compress_percent', levels: [0, 50, 90] }],
      },
      drive,
      measure: ({ compress_percent: percent }, repetition) =>
        requests(
          'sequential-write',
          scattered(2000 * (1 + (gain * numberOf(percent, 0)) / 100), 0.01, repetition),
          131_072,
          0,
        ),
    })
  return made
}

/** Eight drives, some of them too close to be told apart. */
function manyDrives(): SimulatedReview {
  const made = new SimulatedReview()
  const means = [1180, 1178, 1090, 1085, 940, 700, 310, 96]
  for (const [at, mean] of means.entries())
    made.add({
      plan: { name: 'Ranking', axes: [mixes], repetitions: 5 },
      drive: `Drive ${'ABCDEFGH'.charAt(at)}`,
      measure: mixed(1000 * mean, 0.01),
    })
  return made
}

/** Drives that differ by nothing, by a little more than the margin of 1 %, and by one run that is far off. */
function closeDrives(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Close', axes: [mixes], repetitions: 5 }
  for (const [drive, iops] of [
    ['Twin A', 50_000],
    ['Twin B', 50_001],
    ['A little faster', 50_560],
  ] as const)
    made.add({ plan, drive, measure: mixed(iops, 0.001) })
  const calm = mixed(50_000, 0.001)
  made.add({
    plan,
    drive: 'With a bad run',
    measure: ({ read_percent: reads }, repetition) => {
      const share = reads === 100 && repetition === 3 ? 0.3 : 1.02
      return calm({ read_percent: reads ?? 0 }, repetition).map((one) => ({
        ...one,
        values: { ...one.values, iops: share * (one.values.iops ?? 0) },
      }))
    },
  })
  return made
}

/** Two drives of which the one is ahead here, behind there, and neither in other cases. */
function everyOutcome(): SimulatedReview {
  const made = new SimulatedReview()
  const shares = new Map([
    [100, 1.3],
    [75, 1.00002],
    [50, 1.0112],
    [25, 0.8],
    [0, 1.4],
  ])
  const plan = {
    name: 'Each its own',
    axes: [{ key: 'read_percent', levels: [...shares.keys()] }],
    repetitions: 5,
  }
  const calm = mixed(50_000, 0.001)
  made.add({ plan, drive: 'Even', measure: calm })
  made.add({
    plan,
    drive: 'Uneven',
    measure: ({ read_percent: reads }, repetition) =>
      calm({ read_percent: reads ?? 0 }, repetition).map((one) => ({
        ...one,
        values: { ...one.values, iops: (shares.get(Number(reads)) ?? 1) * (one.values.iops ?? 0) },
      })),
  })
  return made
}

/** One case, with runs whose deviation is exactly their difference in percent; and two plans that share no case. */
function oneCase(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'One case', axes: [], base: { block_size: 4096, read_percent: 100 }, repetitions: 3 }
  const rates = { Before: [99, 100, 101], After: [99, 110, 121], Later: [199, 200, 201] }
  for (const [configuration, runs] of Object.entries(rates))
    made.add({
      ...{ plan, drive: 'Swift 1 TB', configuration },
      measure: (_, repetition) => [
        {
          ...{ test: 'random-read', direction: 'total' },
          values: { bandwidth: runs[repetition - 1] ?? 0 },
        },
      ],
    })
  for (const [name, levels] of [
    ['Small blocks', [4096, 8192]],
    ['Large blocks', [65536, 131_072]],
  ] as const)
    made.add({
      plan: { name, axes: [{ key: 'block_size', levels }], repetitions: 3 },
      drive: 'Swift 1 TB',
      measure: mixed(100_000),
    })
  return made
}

/** Campaigns measured in turn: complete pairs, a run without a partner, too few pairs, and a run without a ratio. */
function scheduled(): SimulatedReview {
  const made = new SimulatedReview()
  const runs = [
    [5, 5],
    [5, 4],
    [4, 2],
    [5, 5],
  ] as const
  for (const [at, counts] of runs.entries())
    for (const [place, count] of counts.entries())
      made.add({
        plan: {
          ...{ name: `In turn ${String(at)}`, axes: [mixes], repetitions: 5 },
          order: { kind: 'interleaved', seed: 1 },
          interleaved: {
            schedule: `00000000-0000-4000-8000-00000000000${String(at)}`,
            place,
            of: 2,
            seed: 3,
          },
        },
        ...{ drive: 'Swift 1 TB', configuration: `firmware ${String(place)}` },
        measure: (levels, repetition) =>
          at === 3 && place === 1 && repetition === 3
            ? requests('random-mix', 0, 4096, numberOf(levels.read_percent, 0))
            : mixed(place === 0 ? 100_000 : 108_000, 0.02)(levels, repetition + 2 * place),
        outcome: (_, repetition) => (repetition > count ? { skipped: true } : {}),
        startMs: (run) => start + minute * (2 * run + place),
      })
  return made
}

/** Drives in two machines with other kernels, of more cases than a figure holds. */
function manyCases(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, kernel, iops] of [
    ['Swift 1 TB', '6.12.1', 100_000],
    ['Tortoise 1 TB', '6.18.1', 80_000],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'All sizes', repetitions: 3 },
        axes: [
          { key: 'block_size', levels: Array.from({ length: 26 }, (_, at) => 4096 * (at + 1)) },
          { key: 'read_percent', levels: [100, 0] },
        ],
      },
      ...{ drive, record: { kernel } },
      measure: (levels, repetition) => mixed(iops)(levels, repetition),
    })
  return made
}

/** A drive that slows down from run to run, one whose reads are held back, and runs of fixed amounts that differ by much. */
function drifting(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Drift', axes: [mixes], repetitions: 5 }
  made.add({ plan, drive: 'Steady', measure: mixed(50_000) })
  made.add({
    plan,
    drive: 'Slowing',
    measure: (levels, repetition) => mixed(50_000 * (1 - 0.05 * repetition), 0.001)(levels, repetition),
  })
  for (const [drive, held] of [
    ['Free', 0],
    ['Held back', 20],
  ] as const)
    made.add({
      plan: { ...plan, name: 'Read shares' },
      drive,
      measure: (levels, repetition) => [
        ...mixed(40_000)(levels, repetition),
        {
          ...{ test: 'random-mix', direction: 'total' },
          values: { achieved_read_percent: Math.max(0, numberOf(levels.read_percent, 0) - held) },
        },
      ],
    })
  for (const [drive, share] of [
    ['Even', 0.01],
    ['Ragged', 0.3],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Amounts', engine: 'iozone', base: { tests: 'write' }, repetitions: 5 },
        axes: [{ key: 'block_size', levels: [4096, 65_536] }],
      },
      drive,
      measure: ({ block_size: bytes }, repetition) => [
        {
          ...{ test: 'write', direction: 'write' },
          values: { bandwidth: scattered(1e8 + numberOf(bytes, 0), share, repetition) },
        },
      ],
    })
  return made
}

/** Runs too short for a percentile, rates of zero, and a drive of which no run is valid. */
function noNumbers(): SimulatedReview {
  const made = new SimulatedReview()
  const plan = { name: 'Short runs', axes: [mixes], repetitions: 5 }
  for (const [drive, count] of [
    ['Short A', 500],
    ['Short B', 5000],
  ] as const)
    made.add({
      ...{ plan, drive },
      measure: ({ read_percent: reads }, repetition) => {
        const io_count = reads === 100 ? count : 5000
        const latency_p99 = scattered(1e6, 0.01, repetition)
        return [{ test: 'random-mix', direction: 'total', values: { latency_p99, io_count } }]
      },
    })
  for (const [drive, iops] of [
    ['Stalled', 0],
    ['Flowing', 1000],
  ] as const)
    made.add({
      ...{ plan: { ...plan, name: 'Stalls' }, drive },
      measure: ({ read_percent: reads }, repetition) =>
        requests(
          'random-mix',
          reads === 0 ? iops : scattered(1000, 0.01, repetition),
          4096,
          numberOf(reads, 0),
        ),
    })
  for (const drive of ['Never valid A', 'Never valid B'])
    made.add({
      ...{ plan: { ...plan, name: 'Invalid' }, drive, measure: mixed(1000) },
      outcome: () => ({ warnings: [invalidates('not-steady', 'The run never became steady.')] }),
    })
  return made
}

/** Two drives of which the second is slower, but for one run that made most of the I/Os. */
function fewSlowRuns() {
  const slow = (ios: number, us: number) => [ios, us * 1000] as const
  const even = [99, 100, 101, 100, 100].map((us) => slow(1000, us))
  const uneven = [...[200, 202, 204, 206].map((us) => slow(1000, us)), slow(20_000, 190)]
  return tailReview([even, uneven])
}

async function imported(): Promise<readonly World[]> {
  const fixtures = 'tests/fixtures/foreign'
  const take = async (name: string, path: string, device: string, review = newReview()) => {
    await importFiles(review, [join(fixtures, path)], { configuration: '', device })
    return { name, review }
  }
  return [
    await take('TKperf', 'tkperf/2.2-ssd.xml', 'Tried SSD'),
    await take('ezFIO', 'ezfio/tests-1.9-quickie.csv', 'Quick drive'),
    await take('CrystalDiskMark', 'diskmark/cdm-8.0.0-twice.txt', 'Marked drive'),
    await take('elbencho', 'elbencho/3.1-failed-requests.json', 'Failing drive'),
  ]
}

const samples = [
  'sandforce-kernel',
  'fio-read-write-mix',
  'flash-cards-used-capacity',
  'flash-card-prices',
  'tachion-fill-level',
  'flashmax-generations',
  'sandforce-iops',
  'sandforce-throughput',
  'tpcc-servers',
]

/** All results files of the audit: simulated drives of known behaviour, files of other programs, and printed reviews. */
export async function worlds(): Promise<readonly World[]> {
  const simulated: Readonly<Record<string, () => SimulatedReview>> = {
    ...{ 'two drives': twoDrives, patterns, 'several tests': severalTests },
    ...{ 'one run': () => fewRuns(1), 'two runs': () => fewRuns(2), 'identical values': alike },
    'one after the other': () => inTime((side, place) => start + minute * (side * 15 + place)),
    'in turn': () => inTime((side, place) => start + minute * (2 * place + side)),
    overlapping: () => inTime((side, place) => start + minute * place + side * 10_000),
    ...{ unsteady, reservations, incomplete, 'no drive': noDrive, 'wide scatter': wide },
    ...{
      databases,
      'offered load': offered,
      'fill level': filled,
      content,
      'many drives': manyDrives,
      'close drives': closeDrives,
      'every outcome': everyOutcome,
      'one case': oneCase,
      'in a schedule': scheduled,
      'many cases': manyCases,
      'no numbers': noNumbers,
      drifting,
    },
  }
  const all: readonly World[] = [
    ...Object.entries(simulated).map(([name, make]) => ({
      name,
      review: make().review,
      isCompared: true,
      isLarge: name === 'many cases',
    })),
    {
      ...{ name: 'few slow runs', isCompared: true, known: { cases: 1, 'few-runs-slow': 1 } },
      ...{ metric: 'completion_latency_p95', review: fewSlowRuns(), asked: ['completion_latency_p95'] },
    },
    ...(await imported()),
    ...samples.map((name) => ({
      name,
      review: closing(openReview(join('resources/samples', `${name}.benchwright`), { mode: 'read' })),
    })),
  ]
  return all.map(still)
}
