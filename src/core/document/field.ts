import * as v from 'valibot'
import type { LevelValue } from '../plan/plan'
import { directions } from '../results/observation'

/**
 * A number, a verdict or a reference within a text. It is written there as `{{KIND KEY=VALUE …}}`, each value as percent-encoded
 * JSON, made by a picker and never typed: `{{value campaign=3 test=%22random-mix%22 … level.block_size=4096}}`.
 */
export type Field = ValueField | ComparisonField | ReferenceField

/** Quantities of the runs of a case. */
const valueStatistics = ['mean', 'interval', 'mean-deviation', 'median', 'deviation', 'runs'] as const
export type ValueStatistic = (typeof valueStatistics)[number]

/** Quantities of a case with two sides. */
const comparisonStatistics = ['difference', 'interval', 'verdict', 'baseline', 'candidate'] as const
export type ComparisonStatistic = (typeof comparisonStatistics)[number]

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const word = v.pipe(v.string(), v.maxLength(200))
const ofCase = {
  test: word,
  direction: v.picklist(directions),
  metric: word,
  levels: v.record(v.string(), v.union([v.pipe(v.number(), v.finite()), v.string(), v.boolean()])),
}

const valueShape = v.strictObject({
  kind: v.literal('value'),
  campaign: id,
  ...ofCase,
  statistic: v.picklist(valueStatistics),
  /** Unset: as suits the number. */
  unit: v.exactOptional(word),
})
export type ValueField = v.InferOutput<typeof valueShape>

const comparisonShape = v.strictObject({
  kind: v.literal('comparison'),
  /** The saved figure or table whose comparison it is from. */
  figure: id,
  /** The candidate as it was selected, see `selectionText`. */
  candidate: v.pipe(v.string(), v.maxLength(2000)),
  ...ofCase,
  statistic: v.picklist(comparisonStatistics),
  /** The verdict when it was written. */
  was: word,
})
export type ComparisonField = v.InferOutput<typeof comparisonShape>

/** "Figure 3". */
const referenceShape = v.strictObject({ kind: v.literal('reference'), block: word })
export type ReferenceField = v.InferOutput<typeof referenceShape>

const shape = v.variant('kind', [valueShape, comparisonShape, referenceShape])

/** The field as it appears in a text, braces included; reads back with `parseField`. */
export function fieldSource(field: Field): string {
  const { kind, ...parts } = field
  const words = Object.entries(parts).flatMap(([key, value]) => {
    if (key !== 'levels' || typeof value !== 'object') return [pair(key, value)]
    return Object.entries(value).map(([name, level]) => pair(`level.${name}`, level))
  })
  return `{{${[kind, ...words].join(' ')}}}`
}

function pair(key: string, value: LevelValue | Readonly<Record<string, LevelValue>>): string {
  const json = JSON.stringify(value)
  // Stars, brackets and the like would not end a field, but make it hard to read.
  return `${key}=${encodeURIComponent(json).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`
}

/** What is between the braces of a field; undefined for anything else. */
export function parseField(source: string): Field | undefined {
  const [kind, ...words] = source.trim().split(/\s+/)
  const parts: Record<string, unknown> = { kind }
  const levels: Record<string, unknown> = {}
  for (const one of words) {
    const [, key, encoded] = /^([a-z][a-z0-9_.]*)=(.+)$/.exec(one) ?? []
    if (key === undefined || encoded === undefined) return undefined
    const value = decoded(encoded)
    if (key.startsWith('level.')) levels[key.slice('level.'.length)] = value
    else parts[key] = value
  }
  const read = v.safeParse(shape, kind === 'reference' ? parts : { ...parts, levels })
  return read.success ? read.output : undefined
}

function decoded(encoded: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(encoded))
  } catch {
    return undefined
  }
}
