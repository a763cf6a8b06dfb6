import * as v from 'valibot'
import { parseDestination } from './destination'
import { steadyMetrics, type Plan } from './plan'
import { hostsProblem, mostHosts } from './plan-hosts'

const levelValue = v.union([
  v.pipe(v.number(), v.finite()),
  v.pipe(v.string(), v.maxLength(1000)),
  v.boolean(),
])
const key = v.pipe(
  v.string(),
  v.regex(
    /^(?!(?:constructor|prototype)$)[a-z][a-z0-9_.]{0,63}$/,
    'a key is lower case letters, digits, "_" and "."',
  ),
)
/** valibot's record takes arrays and passes over keys such as `constructor` in silence; here both are refused. */
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
const path = v.pipe(
  v.string(),
  v.maxLength(4096),
  v.check((text) => !text.includes('\0'), 'a path has no NUL character'),
)

const destination = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check((text) => parseDestination(text).ok, 'an SSH destination such as user@host:port'),
)

const hosts = v.pipe(
  v.array(destination),
  v.minLength(2, 'two hosts or more'),
  v.maxLength(mostHosts, `at most ${String(mostHosts)} hosts`),
  v.check((list) => hostsProblem(list) === undefined, 'a list of different hosts'),
)

const preparationSchema = v.pipe(
  v.array(
    v.variant('kind', [
      v.strictObject({ kind: v.picklist(['discard', 'nvme-format', 'ata-secure-erase']) }),
      v.strictObject({
        kind: v.picklist(['sequential-fill', 'random-fill']),
        passes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
        blockBytes: v.pipe(
          v.number(),
          v.integer(),
          v.minValue(512),
          v.maxValue(16_777_216),
          v.multipleOf(512),
        ),
      }),
      v.strictObject({
        kind: v.literal('workload'),
        rounds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
        seconds: v.pipe(v.number(), v.minValue(1), v.maxValue(86_400)),
      }),
    ]),
  ),
  v.maxLength(20),
)

/** Shape of a plan, checked wherever one enters: contract, file, store. Meaning (option names, ranges) is the engine's to check. */
export const planSchema: v.GenericSchema<unknown, Plan> = v.pipe(
  v.strictObject({
    schema: v.literal(1),
    id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    name: v.pipe(v.string(), v.maxLength(500)),
    notes: v.pipe(v.string(), v.maxLength(100_000)),
    engine: v.pipe(v.string(), v.maxLength(64)),
    base: parameters,
    axes: v.pipe(
      v.array(v.strictObject({ key, levels: v.pipe(v.array(levelValue), v.maxLength(10_000)) })),
      v.maxLength(32),
    ),
    excluded: v.pipe(v.array(v.pipe(v.string(), v.maxLength(4000))), v.maxLength(1_000_000)),
    repetitions: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
    order: v.strictObject({
      kind: v.picklist(['designed', 'interleaved', 'shuffled']),
      seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4_294_967_295)),
    }),
    pauseSeconds: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
    onFailure: v.picklist(['continue', 'stop']),
    target: v.variant('kind', [
      v.strictObject({ kind: v.literal('folder'), path }),
      v.strictObject({ kind: v.literal('file'), path }),
      v.strictObject({ kind: v.literal('device'), path }),
      v.strictObject({ kind: v.literal('none') }),
    ]),
    host: v.exactOptional(destination),
    hosts: v.exactOptional(hosts),
    preparation: v.optional(preparationSchema),
    untilSteady: v.optional(
      v.strictObject({ metric: v.picklist(steadyMetrics), track: v.exactOptional(parameters) }),
    ),
    interleaved: v.exactOptional(
      v.strictObject({
        schedule: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
        place: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
        of: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(16)),
      }),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['host'], ['hosts']],
      ({ host, hosts }) => host === undefined || hosts === undefined,
      'either "host" or "hosts"',
    ),
    ['hosts'],
  ),
)
