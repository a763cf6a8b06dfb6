import type { PlanIdentity } from '../../../../core/plan/edit-plan'
import type { Target } from '../../../../core/plan/plan'

/** A seed drawn by chance: an unsigned 32-bit integer. */
export function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

/** A new id that no other plan has: 80 random bits in letters and digits. */
export function newPlanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `plan-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** What a new plan of this window starts with. */
export function newPlanIdentity(target: Target): PlanIdentity {
  return { id: newPlanId(), seed: randomSeed(), target }
}
