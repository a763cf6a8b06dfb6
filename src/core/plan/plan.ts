import * as v from 'valibot'
import type { Destination } from './destination'

/**
 * A test matrix as data, defined once, as a schema. The types below and resources/schemas/plan-1.schema.json (`node
 * scripts/make-schemas.mjs`) are derived from it; what a shape cannot express is checked in plan-json.ts.
 */

/** One value of a varied or fixed parameter, in base units (bytes, seconds, percent, counts). */
const levelValue = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.maxLength(1000)),
  v.boolean(),
])
export type LevelValue = v.InferOutput<typeof levelValue>

/** A field id of the engine's description or the engine's own option name. */
const key = v.pipe(
  v.string(),
  v.regex(
    /^(?!(?:constructor|prototype)$)[a-z][a-z0-9_.]{0,63}$/,
    'a key is lower case letters, digits, "_" and "."',
  ),
)

/** valibot's record takes arrays and silently skips keys such as `constructor`; both are refused here. */
const parameters = v.pipe(
  v.custom<Record<string, unknown>>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      Object.keys(value).every((name) => v.is(key, name)),
    'an object of parameters, each named in lower case letters, digits, "_" and "."',
  ),
  v.record(key, levelValue),
)

/** One varied parameter. */
const axis = v.strictObject({ key, levels: v.pipe(v.array(levelValue), v.maxLength(10_000)) })
export type Axis = Immutable<v.InferOutput<typeof axis>>

/** Order in which runs are executed. The seed is stored so that a shuffled campaign can be repeated exactly. */
export const orderKinds = ['designed', 'interleaved', 'shuffled'] as const
const runOrder = v.strictObject({
  kind: v.pipe(
    v.picklist(orderKinds),
    v.description(
      'designed: all runs of a case, then the next case. interleaved: one pass over all cases per repetition, in blocks of two passes of which the second is the reverse of the first. shuffled: all runs in an order drawn from the seed.',
    ),
  ),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295)),
})
export type RunOrder = Immutable<v.InferOutput<typeof runOrder>>

const path = v.pipe(
  v.string(),
  v.maxLength(4096),
  // eslint-disable-next-line no-control-regex -- NUL ends a path for the system
  v.regex(/^[^\u0000]*$/, 'a path without a NUL character'),
)

/** What is measured; `none` is for engines that move no data (fio's null engine). */
export const targetSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('folder'), path }),
  v.strictObject({ kind: v.literal('file'), path }),
  v.strictObject({ kind: v.literal('device'), path }),
  v.strictObject({ kind: v.literal('none') }),
])
export type Target = Immutable<v.InferOutput<typeof targetSchema>>

/** Steps that erase the drive; devices only. */
export const purgeKinds = ['discard', 'nvme-format', 'ata-secure-erase'] as const

/**
 * What is done to the target before it is measured, in the order of the plan; the state of flash determines its
 * results. `sequential-fill`, `random-fill`: writes `passes` times the capacity in requests of `blockBytes`.
 * `workload`: every case runs `rounds` times for `seconds` before its first measured run. `capacity`: the IOPS, or
 * transactions a second of a database, that `offered_percent` is a share of are measured in one unlimited run of
 * `seconds`, once for cases that differ only in that share.
 */
const preparationStep = v.variant('kind', [
  v.strictObject({ kind: v.picklist(purgeKinds) }),
  v.strictObject({
    kind: v.picklist(['sequential-fill', 'random-fill']),
    passes: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(10),
      v.description('Times the capacity.'),
    ),
    blockBytes: v.pipe(v.number(), v.integer(), v.minValue(512), v.maxValue(16_777_216), v.multipleOf(512)),
  }),
  v.strictObject({
    kind: v.literal('workload'),
    rounds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
  }),
  v.strictObject({
    kind: v.literal('capacity'),
    seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
    queueDepth: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_536)),
  }),
])
export type PreparationStep = Immutable<v.InferOutput<typeof preparationStep>>

/**
 * Rounds until the drive is steady. A round is one repetition; `repetitions` is the maximum. Once the window of five
 * rounds holds (max - min at most 20 % and |slope| x 4 at most 10 % of the mean, see docs/method.md), the remaining
 * rounds are skipped, and those before the window are excluded from all results.
 */
export const steadyMetrics = ['iops', 'bandwidth', 'latency_mean'] as const
const untilSteady = v.pipe(
  v.strictObject({
    metric: v.picklist(steadyMetrics),
    track: v.exactOptional(
      v.pipe(
        parameters,
        v.description(
          'Levels of the one case that is judged for all. Absent: every case is judged by its own rounds.',
        ),
      ),
    ),
  }),
  v.description(
    'Repetitions are rounds, at most as many as repetitions says. They end when the last five rounds of the metric are steady: max - min at most 20 % and |slope| x 4 at most 10 % of the mean. Rounds before that window do not count.',
  ),
)
export type UntilSteady = Immutable<v.InferOutput<typeof untilSteady>>

/** What can be observed on the measured host during a run: samples of its counters, and the block requests themselves. */
export const observerKinds = [
  'disk',
  'cpu',
  'memory',
  'pressure',
  'temperature',
  'power',
  'smart',
  'requests',
] as const
export type ObserverKind = (typeof observerKinds)[number]

/** What a run records over time, see recording.ts. */
const series = v.pipe(
  v.union([v.literal('off'), v.pipe(v.number(), v.minValue(0.1), v.maxValue(3600))]),
  v.description("Seconds between two values of the engine's series, from 0.1, or off. Absent: off."),
)
export const seriesDetails = ['averages', 'histograms'] as const
const seriesDetail = v.pipe(
  v.picklist(seriesDetails),
  v.description(
    'averages: mean rates and latencies of every interval. histograms: the latency histogram of every interval, for percentiles over time; it costs the engine about twice as much. Absent: averages.',
  ),
)
const observe = v.pipe(
  v.union([
    v.picklist(['none', 'all']),
    v.pipe(v.array(v.picklist(observerKinds)), v.minLength(1), v.maxLength(observerKinds.length)),
  ]),
  v.description('What is sampled on the measured host beside every measured run. Absent: none.'),
)

const otherLoad = v.pipe(
  v.literal('expected'),
  v.description(
    'expected: other load on the drive is part of what is measured, so runs are not reserved for it. Absent: a run beside which the drive did more than was asked of it is measured once more, and is no valid result if that repeats.',
  ),
)

/** A campaign's position, from 0, among those measured in turn; without a seed (earlier versions) in rounds A B A B. */
const interleavedPlace = v.pipe(
  v.strictObject({
    schedule: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
    place: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
    of: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(16)),
    seed: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295))),
  }),
  v.description(
    'Written by the program when a campaign starts that measures in turn with others. Left out of a plan that is to be started.',
  ),
)
export type InterleavedPlace = Immutable<v.InferOutput<typeof interleavedPlace>>

const destination = v.pipe(v.string(), v.minLength(1), v.maxLength(2000))

/** Maximum number of machines under one load; more were never tested. */
export const mostHosts = 32

/** Minimum and maximum rated endurance accepted, in bytes: a gigabyte and an exabyte, far more than any drive is rated for. */
export const leastEndurance = 1e9
export const mostEndurance = 1e18

/** Shape of a plan as stored in results files; files have the keys in this order. The engine checks its meaning (option names, ranges). */
export const planShape = v.strictObject({
  schema: v.pipe(v.literal(1), v.description('Version of this format.')),
  id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/), v.description('Unique within a results file.')),
  name: v.pipe(v.string(), v.maxLength(500)),
  notes: v.pipe(v.string(), v.maxLength(100_000)),
  engine: v.pipe(v.string(), v.maxLength(64), v.description('Id of an engine, such as fio.')),
  target: v.pipe(
    targetSchema,
    v.description(
      'What is measured. folder: the app makes its own file in it. file: the app makes exactly this file. device: a raw block device, judged by the guard before every run. none: engines that move no data.',
    ),
  ),
  host: v.exactOptional(
    v.pipe(destination, v.description('How earlier versions named the one machine of a plan; write hosts.')),
  ),
  hosts: v.exactOptional(
    v.pipe(
      v.array(destination),
      v.minLength(1, 'one host or more'),
      v.maxLength(mostHosts, `at most ${String(mostHosts)} hosts`),
      v.description(
        'The machines that are measured. Several run every run together, as one synchronised job. SSH destinations (user@host, user@host:port, an alias of ssh_config, or HOST via JUMP), and local for the machine the campaign is started on, which is meant where hosts is absent.',
      ),
    ),
  ),
  drive: v.exactOptional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(200),
      v.description(
        "Which drive is under the target: its name in every list and figure from the first start on. A drive that has a card keeps the card's name.",
      ),
    ),
  ),
  ratedEndurance: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(leastEndurance),
      v.maxValue(mostEndurance),
      v.description(
        "Bytes the drive under the target may be written with in its life, as its data sheet says (TBW); of each drive where there are several machines. Absent: the drive's own count of wear, or an assumption.",
      ),
    ),
  ),
  preparation: v.optional(
    v.pipe(
      v.array(preparationStep),
      v.maxLength(20),
      v.description('What is done to the target before it is measured, in this order.'),
    ),
  ),
  base: v.pipe(parameters, v.description('Fixed parameters of every case, by field id or option name.')),
  axes: v.pipe(
    v.array(axis),
    v.maxLength(32),
    v.description('Varied parameters; the first one varies slowest.'),
  ),
  excluded: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(4000))),
    v.maxLength(1_000_000),
    v.description(
      "Cases that are not run, such as block_size=4096,read_percent=70, with the axes in the plan's order.",
    ),
  ),
  repetitions: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(10_000),
    v.description('Runs per case.'),
  ),
  untilSteady: v.optional(untilSteady),
  order: runOrder,
  pauseSeconds: v.pipe(
    v.number(),
    v.minValue(0),
    v.maxValue(86_400),
    v.description('Idle time between two runs.'),
  ),
  onFailure: v.pipe(v.picklist(['continue', 'stop']), v.description('What happens after a failed run.')),
  series: v.exactOptional(series),
  seriesDetail: v.exactOptional(seriesDetail),
  observe: v.exactOptional(observe),
  otherLoad: v.exactOptional(otherLoad),
  interleaved: v.exactOptional(interleavedPlace),
})
export type Plan = Immutable<Omit<v.InferOutput<typeof planShape>, 'host' | 'hosts'>> & {
  readonly hosts: Machines
}

/** The machines of a plan, one or more. */
export type Machines = readonly [Destination, ...Destination[]]

/** One combination of levels. `index` counts all combinations in designed order, excluded ones included. */
export interface Case {
  readonly index: number
  /** Canonical text such as `block_size=4096,read_percent=70`, axes in plan order. Equal levels give equal keys. */
  readonly key: string
  readonly levels: Readonly<Record<string, LevelValue>>
}

/** One execution of a case. */
export interface PlannedRun {
  /** Position in the execution order, from 0. */
  readonly position: number
  readonly caseIndex: number
  /** Repetition of the case, from 1. */
  readonly repetition: number
}

/** All parameters of one case: the plan's base overridden by the case's levels. */
export type Workload = Readonly<Record<string, LevelValue>>

/** The target as one text: its path, or `none` for engines that move no data. */
export function targetText(target: Target): string {
  return target.kind === 'none' ? 'none' : target.path
}

/** A deeply read-only version of a type. */
export type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Immutable<T[K]> }
