import { parseDestination, type Destination } from '../../../src/core/plan/destination'

/** The destination that a text represents. */
export function machine(text: string): Destination {
  const parsed = parseDestination(text)
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.destination
}
