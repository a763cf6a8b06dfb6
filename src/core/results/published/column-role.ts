import * as v from 'valibot'
import type { Direction } from '../observation'
import type { NumberConvention } from './cell-number'

/** What a column of a printed table holds. */
export type ColumnRole =
  | { readonly kind: 'ignore' }
  | { readonly kind: 'test' | 'direction' | 'device' | 'configuration' | 'note' | 'runs' }
  /** A parameter, by field id or option name; `unit` for plain numbers of bytes or seconds, e.g. `KiB`. */
  | { readonly kind: 'level'; readonly key: string; readonly unit?: string }
  /** Means of a metric. A table with a column per drive says which one it is. */
  | {
      readonly kind: 'mean'
      readonly metric: string
      readonly unit?: string
      readonly device?: string
      readonly configuration?: string
    }
  /** Differences of a metric to the baseline, in percent. */
  | { readonly kind: 'difference'; readonly metric: string }
  /** Standard deviations of the means or differences in the nearest such column before it, in the same unit. */
  | { readonly kind: 'deviation' }

/** What holds for a whole table. */
export interface TableFacts {
  readonly name: string
  /** Id of the engine that measured, `unknown` where it is not said. */
  readonly engine: string
  readonly source: string
  readonly note: string
  readonly device: string
  readonly configuration: string
  /** Condition that is 0 % in columns of differences. */
  readonly baseline: string
  /** Test of every line where no column says it. */
  readonly test: string
  /** Part of the I/O the numbers are of, where no column says it; default `total`, which one-way tests have as well. */
  readonly direction?: Direction
  /** Runs behind every mean, where no column says it. */
  readonly runs?: number
  /** Parameters that are the same in all lines, in base units. */
  readonly levels: Readonly<Record<string, string | number | boolean>>
  /** How the numbers of each column are written, in the order of the columns; default and `found`: as its cells show. */
  readonly numbers?: readonly (NumberConvention | 'found')[]
}

/** One role per column, in the order of the columns. */
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
