import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { formatDecimalBytes } from '../../units/bytes'
import { formatNumber } from '../../units/number-format'
import { wearOf, type Wear } from '../endurance'

/** From this share of a drive's rating on a plan says what it takes of it. */
const saidShare = 0.01
/** From this share on it is a warning. */
const warnedShare = 0.1
/** A start that takes more than this share of it asks first. */
const askedShare = 0.5

/** What a plan takes of its drive's endurance, where that is worth saying. */
export function enduranceAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const wear = wearOf(plan, environment)
  if (wear === undefined || wear.share < saidShare) return []
  return [
    {
      id: 'endurance',
      severity: wear.share < warnedShare ? 'note' : 'warning',
      text: wearText(wear),
      reason: ratingText(wear),
      about: 'repetitions',
    },
  ]
}

/** What a person has to agree to before a start; undefined where the plan takes no more than half of the drive's rating. */
export function wearQuestion(wear: Wear | undefined): string | undefined {
  if (wear === undefined || wear.share <= askedShare) return undefined
  return `${wearText(wear)} ${ratingText(wear)} Fewer repetitions, a shorter run time or fewer cases write less.`
}

/** "The plan writes about 12 TB, 2 % of what the drive may be written with in its life." */
function wearText({ bytesWritten, share }: Wear): string {
  return `The plan writes about ${formatDecimalBytes(bytesWritten, 2)}, ${formatNumber(100 * share, 2)}\u2009% of what the drive may be written with in its life.`
}

/** Where the rating comes from. */
function ratingText({ ratedBytes, basis }: Wear): string {
  const rating = formatDecimalBytes(ratedBytes, 2)
  switch (basis) {
    case 'plan':
      return `The plan states a rating of ${rating}.`
    case 'drive':
      return `By its own count of wear the drive endures about ${rating}.`
    case 'assumed':
      return `Its rating is not known; ${rating} are assumed, 600 times its capacity. The data sheet states it as TBW: enter it as the plan’s rated endurance.`
  }
}
