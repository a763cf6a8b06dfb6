import * as v from 'valibot'
import type { Immutable } from '../../plan/plan'
import { directions } from '../observation'

const words = v.pipe(v.string(), v.maxLength(2000))
const levelKey = v.pipe(v.string(), v.regex(/^(?!(?:constructor|prototype)$)[a-z][a-z0-9_.]{0,63}$/))
const unit = v.optional(v.pipe(v.string(), v.maxLength(40)))

/** Roles without a parameter. */
export const plainRoles = [
  'ignore',
  'test',
  'direction',
  'device',
  'configuration',
  'note',
  'runs',
  'deviation',
] as const
export const numberFormats = ['point', 'comma', 'found'] as const

/** What a column of a printed table contains. */
const columnRoleSchema = v.variant('kind', [
  // `deviation`: standard deviations of the means or differences in the nearest such column to the left, in the same unit.
  v.strictObject({ kind: v.picklist(plainRoles) }),
  // A parameter, by field id or option name; `unit` for plain numbers of bytes or seconds, e.g. `KiB`.
  v.strictObject({ kind: v.literal('level'), key: levelKey, unit }),
  // Means of a metric. A table with a column per drive names the drive.
  v.strictObject({
    kind: v.literal('mean'),
    metric: words,
    unit,
    // What the heading says of its own column; else the line or the facts of the table do.
    test: v.optional(v.pipe(v.string(), v.maxLength(200))),
    direction: v.optional(v.picklist(directions)),
    device: v.optional(words),
    configuration: v.optional(words),
  }),
  // Differences of a metric from the baseline, in percent.
  v.strictObject({ kind: v.literal('difference'), metric: words }),
  // Not decided yet: `text` says why, in one sentence. As long as there is one, nothing is read.
  v.strictObject({ kind: v.literal('open'), text: words }),
])
export type ColumnRole = Immutable<v.InferOutput<typeof columnRoleSchema>>

/** One role per column, in column order. */
export const tableMappingSchema = v.pipe(v.array(columnRoleSchema), v.maxLength(1000))
export type TableMapping = readonly ColumnRole[]

/** Properties of a whole table. */
export const tableFactsSchema = v.strictObject({
  name: words,
  /** Id of the engine that measured, `unknown` if not stated. */
  engine: v.pipe(v.string(), v.regex(/^[\w .+-]{1,64}$/)),
  source: words,
  note: v.pipe(v.string(), v.maxLength(20_000)),
  device: words,
  configuration: words,
  /** The 0 % condition of columns of differences. */
  baseline: words,
  /** Test of every line if no column gives it. */
  test: v.pipe(v.string(), v.maxLength(200)),
  /** Direction of the I/O if no column gives it; default `total`, which one-way tests have as well. */
  direction: v.optional(v.picklist(directions)),
  /** Runs behind every mean if no column gives them. */
  runs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Parameters that are the same in all lines, in base units. */
  levels: v.record(levelKey, v.union([v.pipe(v.number(), v.finite()), words, v.boolean()])),
  /** Number format of each column, in column order; default and `found`: as its cells show. */
  numbers: v.optional(v.pipe(v.array(v.picklist(numberFormats)), v.maxLength(1000), v.readonly())),
})
export type TableFacts = Immutable<v.InferOutput<typeof tableFactsSchema>>

/** A table about which nothing is known yet. */
export const unknownTable: TableFacts = {
  name: '',
  engine: 'unknown',
  source: '',
  note: '',
  device: '',
  configuration: '',
  baseline: '',
  test: '',
  levels: {},
}
