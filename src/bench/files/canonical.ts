import { createHash } from 'node:crypto'
import { thisMachine } from '../../core/plan/destination'
import type { Plan } from '../../core/plan/plan'

/**
 * A plan in the form used by this user's records, which is that before plans had `hosts`, so that agreements
 * and running campaigns survive an update.
 */
export function recordedPlan({ hosts, ...plan }: Plan): unknown {
  if (hosts.length > 1) return { ...plan, hosts }
  return hosts[0] === thisMachine ? plan : { ...plan, host: hosts[0] }
}

/** SHA-256 of a value's content, whatever the order of its keys. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex')
}

/** The same value for the same content, whatever the order of its keys. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, canonical(one)])
}
