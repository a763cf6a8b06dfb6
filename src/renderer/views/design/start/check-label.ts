import { formatCount } from '../../../../core/units/number-format'
import type { CheckProgress } from './use-plan-check'

/** How far a check of the plan is, in words. */
export function checkLabel({ checked, total }: CheckProgress): string {
  return total === 0 ? 'Checking …' : `Checking ${formatCount(checked)} of ${formatCount(total)} cases`
}
