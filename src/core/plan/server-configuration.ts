import type { LevelValue } from './plan'

/** A named set of server options, as a level of the axis `configuration`: `B both: innodb_io_capacity=2000`. */
export interface ServerConfiguration {
  readonly name: string
  /** Such as `innodb_io_capacity=2000`. */
  readonly options: readonly string[]
}

/** Reads a level of the axis `configuration`; one without a colon is a name alone. */
export function readConfiguration(level: LevelValue): ServerConfiguration {
  const [name = '', options = ''] = String(level).split(/:(.*)/s)
  return { name: name.trim(), options: options.split(/\s+/).filter((word) => word !== '') }
}

/**
 * How each configuration differs from the first, options added and missing, as one phrase each: `D both:
 * innodb_io_capacity=2000, no innodb_flush_neighbors=0`. Empty if there are fewer than two.
 */
export function configurationDifferences(levels: readonly LevelValue[]): {
  readonly first: string
  readonly others: readonly string[]
} {
  const [first, ...others] = levels.map(readConfiguration)
  if (!first) return { first: '', others: [] }
  return {
    first: first.name,
    others: others.map(({ name, options }) => {
      const named = new Set(options.map(nameOf))
      const parts = [
        ...options.filter((one) => !first.options.includes(one)),
        ...first.options.filter((one) => !named.has(nameOf(one))).map((one) => `no ${one}`),
      ]
      return `${name}: ${parts.length === 0 ? 'the same options' : parts.join(', ')}`
    }),
  }
}

/**
 * The same in words, one for each configuration: `B against A baseline: innodb_io_capacity=2000`. For a single
 * configuration its options. Empty if there is nothing to say.
 */
export function configurationTexts(levels: readonly LevelValue[]): readonly string[] {
  const { first, others } = configurationDifferences(levels)
  const [only] = levels.map(readConfiguration)
  const own = only && only.options.length > 0 ? [`${only.name}: ${only.options.join(', ')}`] : []
  return others.length === 0 ? own : [...own, ...others.map((one) => one.replace(':', ` against ${first}:`))]
}

function nameOf(option: string): string | undefined {
  return option.split('=', 1)[0]
}
