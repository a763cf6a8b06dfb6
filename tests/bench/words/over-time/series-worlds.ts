import type { LevelValue } from '../../../../src/core/plan/plan'
import type { Direction, Series } from '../../../../src/core/results/observation'
import { findMetric } from '../../../../src/core/results/metrics'
import { type Levels, requests, scattered, SimulatedReview } from '../simulated'

/** The same numbers from −1 to 1 every time, as noise without correlation; `seed` from 1. */
function noise(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e_37_79_b9) | 0
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1
  }
}

type Own = Partial<Series> & Pick<Series, 'metric'>

/** A value for every interval, by its place. */
function over(count: number, valueAt: (at: number) => number, own: Own): Series {
  const { intervalSeconds = 1 } = own
  return {
    ...{ kind: 'series', source: 'engine', test: 'random-write', direction: 'write' },
    ...{ unit: findMetric(own.metric)?.unit ?? 'count', startedAtMs: 1, intervalSeconds },
    seconds: Float64Array.from({ length: count }, (_, at) => (at + 1) * intervalSeconds),
    values: Float64Array.from({ length: count }, (_, at) => valueAt(at)),
    ...own,
  }
}

/** I/Os by completion latency in every second: `slow` of `all` take ten times as long as the others. */
function histograms(count: number, all: number, slow: number, direction: Direction = 'write'): Series {
  const at = Array.from({ length: count }, (_, second) => [second + 1, second + 1]).flat()
  return {
    ...{ kind: 'series', source: 'engine', test: 'random-write', direction, metric: 'completion' },
    ...{ unit: 'count', startedAtMs: 1, intervalSeconds: 1, seconds: Float64Array.from(at) },
    values: Float64Array.from(at, (_, place) => (place % 2 === 0 ? all - slow : slow)),
    binsNs: Float64Array.from(at, (_, place) => (place % 2 === 0 ? 100_000 : 1_000_000)),
  }
}

type Observe = (levels: Levels, repetition: number) => readonly Series[]

interface Shape {
  readonly name?: string
  readonly drive?: string
  readonly levels?: readonly number[]
  readonly sizeBytes?: number
  readonly repetitions?: number
  readonly base?: Readonly<Record<string, LevelValue>>
  readonly axes?: readonly { readonly key: string; readonly levels: readonly LevelValue[] }[]
}

function add(made: SimulatedReview, observe: Observe, shape: Shape = {}): SimulatedReview {
  const { name = 'Recorded', drive = 'Swift 1 TB', levels = [4096], repetitions = 1 } = shape
  made.add({
    plan: {
      ...{ name, repetitions, base: { pattern: 'random-write', queue_depth: 4, ...shape.base } },
      axes: shape.axes ?? [{ key: 'block_size', levels }],
    },
    drive,
    ...(shape.sizeBytes !== undefined && { sizeBytes: shape.sizeBytes }),
    measure: (_, repetition) => requests('random-write', scattered(10_000, 0.01, repetition), 4096, 0),
    observe,
  })
  return made
}

const of = (observe: Observe, shape: Shape = {}) => add(new SimulatedReview(), observe, shape)

const level = (seed: number, mean: number, count = 120, own: Partial<Own> = {}) => {
  const next = noise(seed)
  return over(count, () => mean * (1 + 0.02 * next()), { metric: 'iops', ...own })
}

/** Two drives at a level, one of which changes it, with a few slow seconds and what else a host records. */
function steps(): SimulatedReview {
  const made = of(
    (_, repetition) => {
      const next = noise(repetition)
      return [
        over(120, (at) => (at === 30 ? 3000 : (at < 60 ? 10_000 : 6000) * (1 + 0.02 * next())), {
          metric: 'iops',
        }),
        level(7, 3e5, 120, { metric: 'completion_latency_mean' }),
        level(8, 4e7, 12, { metric: 'bandwidth', source: 'disk', device: 'nvme0n1', intervalSeconds: 10 }),
        ...(['user', 'system', 'iowait', 'steal'] as const).map((part, at) =>
          level(20 + at, 5, 12, {
            ...{ metric: `cpu_${part}`, source: 'cpu', direction: 'total', test: '', intervalSeconds: 10 },
          }),
        ),
      ]
    },
    { repetitions: 2 },
  )
  return add(made, () => [level(3, 8000)], { drive: 'Old SSD', name: 'Other' })
}

/** A line of nine levels; and one with very many slow seconds. */
function restless(): SimulatedReview {
  const next = noise(5)
  return of(
    ({ block_size: size }) => [
      size === 4096
        ? over(450, (at) => (Math.floor(at / 50) % 2 === 0 ? 10_000 : 7000) * (1 + 0.01 * next()), {
            metric: 'iops',
          })
        : over(700, (at) => (at % 3 === 2 ? 2000 + at : 10_000 * (1 + 0.01 * next())), { metric: 'iops' }),
    ],
    { levels: [4096, 65_536] },
  )
}

/** The first seconds are slow; or all are faster than those before. */
function warmingUp(): SimulatedReview {
  return of(
    ({ block_size: size }, repetition) => {
      const next = noise(repetition + 30)
      return [
        over(
          200,
          (at) =>
            (size === 4096 ? (at < 20 * repetition ? 4000 : 10_000) : 3000 + 40 * at) * (1 + 0.02 * next()),
          { metric: 'iops' },
        ),
      ]
    },
    { levels: [4096, 65_536], repetitions: 2 },
  )
}

/** Percentiles over time, from histograms. */
function byHistogram(): SimulatedReview {
  return of(() => [histograms(120, 5000, 60, 'write'), level(12, 5000)], {
    levels: [4096, 65_536],
    base: { direct: true },
  })
}

/** A drive whose cache ends, one that falls slowly, one that keeps its speed, waves, and a very short run. */
function wholeDrives(): SimulatedReview {
  const made = new SimulatedReview()
  const next = noise(9)
  const own = { metric: 'bandwidth', test: 'write' } as const
  const shapes: Readonly<Record<string, () => Series>> = {
    Cached: () => over(300, (at) => (at < 100 ? 2e9 : 5e8) * (1 + 0.02 * next()), own),
    Level: () => over(300, () => 5e8 * (1 + 0.02 * next()), own),
    Falling: () => over(300, (at) => 2e9 - 4e6 * at + 2e8 * next(), own),
    Waving: () => over(300, (at) => 1e9 * (1 + 0.4 * Math.sin(at / 12)), own),
    Short: () => over(20, () => 5e8 * (1 + 0.02 * next()), own),
    Unknown: () => level(4, 1000, 20),
  }
  for (const [drive, series] of Object.entries(shapes))
    add(made, () => [series()], {
      ...(drive === 'Level' && { sizeBytes: 1e12 }),
      drive,
      name: drive,
      base: { file_size: 2 ** 37 },
      levels: [1_048_576],
    })
  return made
}

/** What a drive counts beside what was asked for: another mix with a page cache. */
function driveMixes(count: number, miss: (reads: number) => number): SimulatedReview {
  const levels = [100, 75, 50, 25, 0]
  return of(
    ({ read_percent: asked }) => {
      const share = miss(typeof asked === 'number' ? asked : 0)
      return (['read', 'write'] as const).flatMap((direction) =>
        [
          ['bandwidth', 4e6],
          ['iops', 1000],
        ].map(([metric, all]) =>
          over(10, () => (Number(all) * (direction === 'read' ? share : 100 - share)) / 100, {
            ...{ metric: String(metric), source: 'disk', device: 'nvme0n1', direction, test: '' },
          }),
        ),
      )
    },
    { base: { pattern: 'random' }, axes: [{ key: 'read_percent', levels }], repetitions: count },
  )
}

/** Rounds: steady at once, never, and too few of them. */
function rounds(drives = ['Steady', 'Sinking', 'Hurried']): SimulatedReview {
  const made = new SimulatedReview()
  for (const [drive, at, repetitions] of [
    ['Steady', (round: number) => 10_000 + 20 * (round % 3), 8],
    ['Sinking', (round: number) => 20_000 / round, 8],
    ['Hurried', (round: number) => 10_000 + round, 3],
  ] as const)
    if (drives.includes(drive))
      made.add({
        plan: {
          ...{ name: `Rounds of ${drive}`, axes: [{ key: 'block_size', levels: [4096] }], repetitions },
          ...{ base: { pattern: 'random-write' }, untilSteady: { metric: 'iops' } },
        },
        drive,
        measure: (_, round) => requests('random-write', at(round), 4096, 0),
      })
  return made
}

function manyRounds(): SimulatedReview {
  const made = new SimulatedReview()
  made.add({
    plan: {
      ...{ name: 'Many rounds', repetitions: 6, untilSteady: { metric: 'iops' } },
      axes: [{ key: 'block_size', levels: Array.from({ length: 10 }, (_, at) => 4096 * (at + 1)) }],
      base: { pattern: 'random-write' },
    },
    drive: 'Swift 1 TB',
    measure: (_, round) => requests('random-write', 10_000 + 30 * (round % 2), 4096, 0),
  })
  return made
}

/** Results files with what figures over time show. */
export const seriesWorlds = {
  ...{ steps, restless, 'warming up': warmingUp, 'by histogram': byHistogram, 'whole drives': wholeDrives },
  'one level': () => of(() => [level(1, 10_000)]),
  'many cases': () =>
    of(() => [level(2, 10_000, 20)], { levels: Array.from({ length: 30 }, (_, at) => 4096 * (at + 1)) }),
  'many repetitions': () => of(() => [level(2, 10_000, 20)], { levels: [4096, 8192], repetitions: 14 }),
  'few requests': () => of(() => [histograms(30, 40, 1)]),
  'mixes as asked': () => driveMixes(1, (asked) => asked),
  'mixes missed': () => driveMixes(6, (asked) => asked / 2),
  ...{ rounds: () => rounds(), 'rounds of one drive': () => rounds(['Steady']), 'many rounds': manyRounds },
  'no rounds': () => of(() => []),
} as const
