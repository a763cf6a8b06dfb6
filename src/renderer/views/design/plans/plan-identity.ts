import type { Place, PlanIdentity } from '../../../../core/plan/edit-plan'
import type { Plan } from '../../../../core/plan/plan'

/** A random seed: an unsigned 32-bit integer. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

/** A new, unique id: 80 random bits in letters and digits. */
export function newPlanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `plan-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Initial values of a new plan of this window. */
export function newPlanIdentity(place: Place): PlanIdentity {
  return { id: newPlanId(), seed: randomSeed(), ...place }
}

/** Where a plan measures, for others that are to measure there; without one, a folder still to be chosen. */
export function placeOf(plan: Plan | undefined): Place {
  if (!plan) return { target: { kind: 'folder', path: '' } }
  const { target, hosts, ratedEndurance } = plan
  return { target, hosts, ...(ratedEndurance !== undefined && { ratedEndurance }) }
}
