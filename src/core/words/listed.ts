import { template } from './template'

/** How many more there are than those that a sentence names. */
export const andMore = template('and-more', ' and {count} more', { count: 'count' })

/** The first `most` of these texts, and how many more there are: for the slots of a sentence that lists some. */
export function firstAndMore(
  texts: readonly string[],
  most: number,
): { readonly places: readonly string[]; readonly more: string } {
  const rest = texts.length - most
  return { places: texts.slice(0, most), more: rest > 0 ? andMore({ count: rest }) : '' }
}
