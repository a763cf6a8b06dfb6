import { formatCount } from '../../../../core/units/number-format'
import type { CheckMark, CheckProgress } from './use-plan-check'

/** Progress of a check of the plan, in words. */
export function checkLabel({ checked, total }: CheckProgress): string {
  return total === 0 ? 'Checking …' : `Checking ${formatCount(checked)} of ${formatCount(total)} cases`
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The result and time of a check: "Checked 14:32", "3 objections 14:32". */
export function checkMarkText({ atMs, problems }: Pick<CheckMark, 'atMs' | 'problems'>): string {
  const count = problems.length
  const found = count === 0 ? 'Checked' : `${formatCount(count)} ${count === 1 ? 'objection' : 'objections'}`
  return `${found} ${clock.format(atMs)}`
}
