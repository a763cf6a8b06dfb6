import { expandCases } from './cases'
import type { Plan } from './plan'

/** With more campaigns in turn, the runs of a pair would be too far apart in time. */
export const mostInTurn = 16

/** Why two plans cannot measure in turn, and what to do instead. */
export interface TurnObstacle {
  readonly message: string
  readonly remedy: string
}

/** Why `other` cannot measure in turn with `first`, run by run; undefined if it can. */
export function turnObstacle(first: Plan, other: Plan): TurnObstacle | undefined {
  return shareCases(first, other)
    ? undefined
    : {
        message:
          'The plans have no case in common, so no run of one could be compared with a run of the other.',
        remedy: 'Copy one plan and change its target or host only.',
      }
}

function shareCases(first: Plan, other: Plan): boolean {
  // The key of a case names the axes in order: if they differ, the cases need not be compared.
  const axes = [first, other].map((plan) => plan.axes.map(({ key }) => key).join())
  if (axes[0] !== axes[1]) return false
  const keys = new Set(expandCases(first).map(({ key }) => key))
  return expandCases(other).some(({ key }) => keys.has(key))
}
