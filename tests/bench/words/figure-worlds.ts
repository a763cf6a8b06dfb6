import { note, qualifies } from '../../../src/core/results/reservation'
import { printedReview } from './printed'
import { requests, scattered, SimulatedReview } from './simulated'
import { still, type World } from './worlds'

const mixes = { key: 'read_percent', levels: [100, 50, 0] }

const numberOf = (value: unknown, usual: number) => (typeof value === 'number' ? value : usual)

/** A drive of one rate at every mix, with this scatter. */
function even(iops: number, share = 0.01) {
  return ({ read_percent: reads }: Readonly<Record<string, unknown>>, repetition: number) =>
    requests('random-mix', scattered(iops, share, repetition), 4096, numberOf(reads, 0))
}

/** Some cases have runs enough for an interval of the median. */
function unevenRuns(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Uneven', axes: [mixes], repetitions: 7 },
    drive: 'Swift 1 TB',
    measure: even(10_000, 0.02),
    outcome: ({ read_percent: reads }, repetition) =>
      reads === 0 && repetition > 4 ? { skipped: true } : {},
  })
  return made
}

/** Two drives at different depths, and one that was measured at one mix. */
function depths(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, queue_depth] of [
    ['Shallow', 1],
    ['Deep', 32],
  ] as const)
    made.add({
      plan: {
        name: 'Depth',
        base: { pattern: 'random', block_size: 4096, queue_depth },
        axes: [mixes],
        repetitions: 5,
      },
      drive,
      measure: even(1000 * queue_depth),
    })
  made.add({
    plan: {
      ...{ name: 'Half', base: { pattern: 'random', block_size: 4096, queue_depth: 1 }, repetitions: 5 },
      axes: [{ key: 'read_percent', levels: [100, 30] }],
    },
    drive: 'Partial',
    measure: even(900),
  })
  return made
}

/** More sizes than a figure has panels. */
function manySizes(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Sizes', repetitions: 2 },
      axes: [
        { key: 'block_size', levels: Array.from({ length: 14 }, (_, at) => 4096 * (at + 1)) },
        { key: 'read_percent', levels: [100, 0] },
      ],
    },
    drive: 'Swift 1 TB',
    measure: even(10_000),
  })
  return made
}

/** More lines than a panel can tell apart, at two depths. */
function manyLines(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Lines', repetitions: 2 },
      axes: [
        { key: 'block_size', levels: Array.from({ length: 8 }, (_, at) => 4096 * (at + 1)) },
        { key: 'queue_depth', levels: [1, 2] },
        { key: 'read_percent', levels: [100, 0] },
      ],
    },
    drive: 'Swift 1 TB',
    measure: ({ queue_depth: depth, read_percent: reads }, repetition) =>
      requests(
        'random-mix',
        scattered(10_000, 0.01, repetition),
        4096,
        numberOf(reads, 0),
        numberOf(depth, 1),
      ),
  })
  return made
}

/** Runs of a fixed amount of data whose rates differ by much, and a run with a warning. */
function fixedAmounts(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Amounts', engine: 'iozone', base: { tests: 'write random-read' }, repetitions: 5 },
      axes: [{ key: 'block_size', levels: [4096, 65_536] }],
    },
    drive: 'Old SSD',
    measure: (_, repetition) =>
      (['write', 'random-read'] as const).map((test) => ({
        ...{ test, direction: test === 'write' ? 'write' : 'read' },
        values: { bandwidth: scattered(1e8, test === 'write' ? 0.3 : 0.01, repetition) },
      })),
  })
  return made
}

function oneRun(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Once', axes: [], base: { block_size: 4096, read_percent: 100 }, repetitions: 1 },
    drive: 'Swift 1 TB',
    measure: even(10_000),
    outcome: () => ({
      warnings: [qualifies('throttled', 'It throttled.'), note('text-before-json', 'Text.')],
    }),
  })
  return made
}

/** Servers with options, which are explained once. */
function configured(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Servers', engine: 'sysbench-oltp', base: { test: 'oltp-read-write', jobs: 8 } },
      axes: [{ key: 'configuration', levels: ['small: buffer=128M', 'large: buffer=4G'] }],
      repetitions: 5,
    },
    drive: 'Swift 1 TB',
    measure: ({ configuration }, repetition) => {
      const transactions = scattered(configuration === 'large: buffer=4G' ? 900 : 500, 0.02, repetition)
      const database_write_amplification = scattered(2, 0.02, repetition)
      return [
        {
          test: 'oltp-read-write',
          direction: 'total',
          values: { transactions, database_write_amplification },
        },
      ]
    },
  })
  return made
}

/** A drive that saturates, one that does not, and one whose latency says that fewer requests were outstanding. */
function loadCurves(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, at, share] of [
    ['Saturating', (depth: number) => (50_000 * depth) / (depth + 4 + 0.01 * depth * depth), 0.06],
    ['Rising', (depth: number) => 1000 * depth, 0.002],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Depths', base: { pattern: 'random', block_size: 4096 }, repetitions: 5 },
        axes: [{ key: 'queue_depth', levels: [1, 2, 4, 8, 16, 32, 64] }],
      },
      drive,
      measure: ({ queue_depth }, repetition) => {
        const depth = numberOf(queue_depth, 1)
        const iops = scattered(at(depth), share, repetition, depth)
        // From 16 on the engine does not keep its depth.
        return requests('random-read', iops, 4096, 100, drive === 'Rising' && depth > 8 ? depth / 2 : depth)
      },
    })
  return made
}

/** Lines that a model of contention describes, with and without a peak, or does not; and some with too few or wild runs. */
function contention(): SimulatedReview {
  const made = new SimulatedReview()
  const law = (sigma: number, kappa: number) => (depth: number) =>
    (5000 * depth) / (1 + sigma * (depth - 1) + kappa * depth * (depth - 1))
  for (const [drive, at, share, repetitions] of [
    ['Peaking', law(0.05, 0.001), 0.01, 5],
    ['Level', (depth: number) => law(0.1, -1e-5)(depth) * (1 + 0.01 * Math.sin(depth)), 0.01, 5],
    ['Twice', law(0.05, 0.001), 0.01, 2],
    ['Wild', law(0.05, 0.001), 0.9, 5],
    ['Gaining', (depth: number) => 1000 * depth ** 1.4, 0.001, 5],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Contention', base: { pattern: 'random', block_size: 4096 }, repetitions },
        axes: [{ key: 'queue_depth', levels: [1, 2, 4, 8, 16, 32, 64] }],
      },
      drive,
      measure: ({ queue_depth }, repetition) => {
        const depth = numberOf(queue_depth, 1)
        return requests('random-read', scattered(at(depth), share, repetition, depth), 4096, 100, depth)
      },
    })
  return made
}

/** Rates that are offered: all are reached; the generator is too slow; or nothing is known of the depth. */
function offeredRates(
  reached: (rate: number) => number,
  full: number | undefined,
  key = 'offered_iops',
): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Offered', base: { pattern: 'random', block_size: 4096, queue_depth: 256 }, repetitions: 5 },
      axes: [{ key, levels: key === 'offered_percent' ? [20, 50, 80] : [10_000, 30_000, 50_000] }],
    },
    drive: 'Swift 1 TB',
    measure: (levels, repetition) => {
      const iops = scattered(reached(numberOf(levels[key], 0)), 0.002, repetition)
      const values = {
        iops,
        latency_mean: 1e5,
        latency_p99: 4e5,
        ...(full !== undefined && { depth_full: full }),
      }
      return [{ test: 'random-read', direction: 'total', values }]
    },
  })
  return made
}

/** Repeated data as IOzone writes it, with its diagnostic mode as a level. */
function repeatedContent(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Repeated', engine: 'iozone', base: { tests: 'write', block_size: 4096 }, repetitions: 5 },
      axes: [{ key: 'dedupe_percent', levels: [98, 50, 2, 'random'] }],
    },
    drive: 'Old SSD',
    measure: ({ dedupe_percent: share }, repetition) => [
      {
        ...{ test: 'write', direction: 'write' },
        values: { bandwidth: scattered(1e8 * (1 + numberOf(share, 0) / 100), 0.01, repetition) },
      },
    ],
  })
  return made
}

/** The same, of which what was written was sampled: 0 to 97 % of the blocks repeat another, and the rest halve. */
function sampledContent(): SimulatedReview {
  const made = repeatedContent()
  const sampled = [1, 0.03].map((uniqueShare, at) => ({
    ...{ levels: { dedupe_percent: at === 0 ? 0 : 98 }, sampledBytes: 2 ** 20, compressedShare: 0.5 },
    ...{ uniqueCompressedShare: 0.5, uniqueShare, engineVersion: undefined, measuredAtMs: 0 },
  }))
  made.review.saveCalibrations(1, sampled)
  return made
}

/** Two drives of unknown capacity that are equal at one fill level, and change places there. */
function filledInBytes(): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, loss] of [
    ['Steep', 2],
    ['Flat', 1],
  ] as const)
    made.add({
      plan: {
        ...{ name: 'Filled', base: { pattern: 'random', block_size: 4096 }, repetitions: 3 },
        axes: [{ key: 'fill_bytes', levels: [1e9, 2e9, 3e9] }],
      },
      drive,
      measure: ({ fill_bytes: bytes }) =>
        requests('random-write', 10_000 - loss * (numberOf(bytes, 0) / 1e6 - 2000), 4096, 0),
    })
  return made
}

/** No run made I/Os enough for its percentile. */
function tooShort(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Too short', axes: [mixes], repetitions: 3 },
    drive: 'Swift 1 TB',
    measure: () => [{ test: 'random-mix', direction: 'total', values: { io_count: 640, iops: 10 } }],
  })
  return made
}

/** Runs that a person left out, with a reason. */
function leftOut(): SimulatedReview {
  const made = new SimulatedReview()
  const id = made.add({
    plan: { name: 'Left out', axes: [mixes], repetitions: 5 },
    drive: 'Swift 1 TB',
    measure: even(10_000),
  })
  const runs = made.review.runs(id).filter(({ phase }) => phase === 'measure')
  for (const [at, reason] of [
    [1, 'the fan stopped'],
    [5, 'a backup ran'],
  ] as const)
    made.review.excludeRun(runs[at]?.id ?? 0, reason)
  return made
}

/** Nothing was measured yet. */
function nothingYet(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: { name: 'Waiting', axes: [mixes], repetitions: 2 },
    drive: 'Swift 1 TB',
    measure: even(10_000),
    outcome: () => ({ waits: true }),
  })
  return made
}

/** Results files for what only figures say. */
export function figureWorlds(): readonly World[] {
  const all: readonly World[] = [
    ...Object.entries({
      ...{
        'uneven runs': unevenRuns,
        depths,
        'many sizes': manySizes,
        'many lines': manyLines,
        'fixed amounts': fixedAmounts,
      },
      'one run with a warning': oneRun,
      configured,
      'left out': leftOut,
      'nothing yet': nothingYet,
      'repeated content': repeatedContent,
      'sampled content': sampledContent,
      'fill level in bytes': filledInBytes,
      'load curves': loadCurves,
      contention,
      'load that is reached': () => offeredRates((rate) => rate, 0),
      'load of a slow generator': () => offeredRates((rate) => Math.min(rate, 20_000), 10),
      'load of unknown depth': () => offeredRates((rate) => Math.min(rate, 20_000), undefined),
      'load of unknown rate': () => offeredRates((rate) => 100 * rate, 0, 'offered_percent'),
    }).map(([name, make]) => ({ name, review: make().review })),
    { name: 'too short', review: tooShort().review, asked: ['latency_p99', 'transactions'] },
    { name: 'in print', review: printedReview() },
  ]
  return all.map(still)
}
