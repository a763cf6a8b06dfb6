import type { Advice, PlanEnvironment } from '../../../core/plan/advice'
import type { Plan } from '../../../core/plan/plan'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import type { CreatedFile } from '../../hosts/created-file'
import { checkCases, type CaseCheck } from './check-cases'

export interface PlanCheck extends CaseCheck {
  readonly inventory: Inventory
  readonly createdFiles: readonly CreatedFile[]
  readonly advise: (plan: Plan, environment: PlanEnvironment) => readonly Advice[]
}

/**
 * Everything that keeps a plan from running: errors of the advice or, if there are none, the complaints of
 * the engine's own check of every case.
 */
export async function checkPlan(plan: Plan, check: PlanCheck): Promise<readonly Advice[]> {
  const environment = planEnvironment(check.inventory, check.engine, check.createdFiles)
  const errors = check.advise(plan, environment).filter((advice) => advice.severity === 'error')
  return errors.length > 0 ? errors : checkCases(plan, check)
}
