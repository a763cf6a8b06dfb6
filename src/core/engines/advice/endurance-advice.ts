import type { Advice, PlanEnvironment } from '../../plan/advice'
import type { Plan } from '../../plan/plan'
import { formatDecimalBytes } from '../../units/bytes'
import { formatNumber } from '../../units/number-format'
import { costText } from '../../plan/estimate-text'
import { machinesText } from '../../plan/plan-hosts'
import { wearOf, wearOfDrives, type LookedAt, type Wear } from '../endurance'
import { estimatePlan, sumEstimates } from '../plan-estimate'

/** From this share of a drive's rating on, a plan reports how much of it it uses. */
const saidShare = 0.01
/** From this share on it is a warning. */
const warnedShare = 0.1
/** A start that uses more than this share of it asks first. */
const askedShare = 0.5

/** How much of its drive's endurance a plan uses, from 1 % on. */
export function enduranceAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  const wear = wearOf(plan, environment)
  if (wear === undefined || wear.share < saidShare) return []
  return [
    {
      id: 'endurance',
      severity: wear.share < warnedShare ? 'note' : 'warning',
      text: wearText(wear, 'The plan writes'),
      reason: ratingText(wear),
      about: 'repetitions',
    },
  ]
}

/**
 * What the user must confirm before a start, one question per drive of which its plans together use more than half.
 * If there are several plans, each question ends with their total cost.
 */
export function wearQuestions(looked: readonly LookedAt[]): readonly string[] {
  const isSchedule = new Set(looked.map(({ plan }) => plan.id)).size > 1
  const areSeveralHosts = new Set(looked.map(({ plan }) => plan.hosts[0])).size > 1
  const all = sumEstimates(looked.map(({ plan, environment }) => estimatePlan(plan, environment)))
  return wearOfDrives(looked)
    .filter(({ share }) => share > askedShare)
    .map(({ plans, ...wear }) => {
      const [first] = plans
      const where = areSeveralHosts && first ? `${machinesText(first)}: ` : ''
      const names = plans.map(({ name }) => `“${name}”`).join(' and ')
      const verb = plans.length > 1 ? 'together write' : 'writes'
      const text = `${where}${wearText(wear, isSchedule ? `${names} ${verb}` : 'The plan writes')} ${ratingText(wear)}`
      const whole = isSchedule ? ` All plans of this start: ${costText(all)}.` : ''
      return `${text} Fewer repetitions, a shorter run time or fewer cases write less.${whole}`
    })
}

/** "The plan writes about 12 TB, 2 % of the drive's rated endurance."; "up to … at the rate of its bus" before anything was measured. */
function wearText({ bytesWritten, share, basis, isMost }: Wear, subject: string): string {
  const endurance = { plan: 'rated endurance', drive: 'endurance', assumed: 'assumed endurance' }[basis]
  const bytes = formatDecimalBytes(bytesWritten, 2)
  const amount = isMost ? `up to ${bytes} at the rate of its bus` : `about ${bytes}`
  return `${subject} ${amount}, ${formatNumber(100 * share, 2)}\u202f% of the drive’s ${endurance}.`
}

/** Where the rating comes from. */
function ratingText({ ratedBytes, basis }: Wear): string {
  const rating = formatDecimalBytes(ratedBytes, 2)
  switch (basis) {
    case 'plan':
      return `The plan rates the drive at ${rating} written (TBW).`
    case 'drive':
      return `By its own wear counter, the drive endures about ${rating}.`
    case 'assumed':
      return `Its rating is not known; ${rating}, 600 times its capacity, is assumed. Enter the TBW of its data sheet as the rated endurance.`
  }
}
