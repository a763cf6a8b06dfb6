import * as v from 'valibot'
import type { Direction } from '../observation'
import type { NumberConvention } from './cell-number'

/** What a column of a printed table contains. */
export type ColumnRole =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'test' | 'direction' | 'device' | 'configuration' | 'note' | 'runs' }
  /** A parameter, by field id or option name; `unit` for plain numbers of bytes or seconds, e.g. `KiB`. */
  | { readonly kind: 'level'; readonly key: string; readonly unit?: string }
  /** Means of a metric. A table with a column per drive names the drive. */
  | {
      readonly kind: 'mean'
      readonly metric: string
      readonly unit?: string
      readonly device?: string
      readonly configuration?: string
    }
  /** Differences of a metric from the baseline, in percent. */
  | { readonly kind: 'difference'; readonly metric: string }
  /** Standard deviations of the means or differences in the nearest such column to the left, in the same unit. */
  | { readonly kind: 'deviation' }

/** Properties of a whole table. */
export interface TableFacts {
  readonly name: string
  /** Id of the engine that measured, `unknown` if not stated. */
  readonly engine: string
  readonly source: string
  readonly note: string
  readonly device: string
  readonly configuration: string
  /** The 0 % condition of columns of differences. */
  readonly baseline: string
  /** Test of every line if no column gives it. */
  readonly test: string
  /** Direction of the I/O if no column gives it; default `total`, which one-way tests have as well. */
  readonly direction?: Direction
  /** Runs behind every mean if no column gives them. */
  readonly runs?: number
  /** Parameters that are the same in all lines, in base units. */
  readonly levels: Readonly<Record<string, string | number | boolean>>
  /** Number format of each column, in column order; default and `found`: as its cells show. */
  readonly numbers?: readonly (NumberConvention | 'found')[]
}

/** One role per column, in column order. */
export type TableMapping = readonly ColumnRole[]

const words = v.pipe(v.string(), v.maxLength(2000))
const levelKey = v.pipe(v.string(), v.regex(/^(?!(?:constructor|prototype)$)[a-z][a-z0-9_.]{0,63}$/))
const unit = v.optional(v.pipe(v.string(), v.maxLength(40)))

const columnRoleSchema: v.GenericSchema<unknown, ColumnRole> = v.variant('kind', [
  v.strictObject({
    kind: v.picklist(['ignore', 'test', 'direction', 'device', 'configuration', 'note', 'runs', 'deviation']),
  }),
  v.strictObject({ kind: v.literal('level'), key: levelKey, unit }),
  v.strictObject({
    kind: v.literal('mean'),
    metric: words,
    unit,
    device: v.optional(words),
    configuration: v.optional(words),
  }),
  v.strictObject({ kind: v.literal('difference'), metric: words }),
])

export const tableMappingSchema: v.GenericSchema<unknown, TableMapping> = v.pipe(
  v.array(columnRoleSchema),
  v.maxLength(1000),
)

export const tableFactsSchema: v.GenericSchema<unknown, TableFacts> = v.strictObject({
  name: words,
  engine: v.pipe(v.string(), v.regex(/^[\w .+-]{1,64}$/)),
  source: words,
  note: v.pipe(v.string(), v.maxLength(20_000)),
  device: words,
  configuration: words,
  baseline: words,
  test: v.pipe(v.string(), v.maxLength(200)),
  direction: v.optional(v.picklist(['read', 'write', 'trim', 'total'])),
  runs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  levels: v.record(levelKey, v.union([v.pipe(v.number(), v.finite()), words, v.boolean()])),
  numbers: v.optional(v.pipe(v.array(v.picklist(['point', 'comma', 'found'])), v.maxLength(1000))),
})

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
