import type { PlanTemplate } from '../../../core/plan/templates/plan-template'
import { templateCaseCount } from '../../../core/plan/templates/templates'
import { formatCount } from '../../../core/units/number-format'

/** Rows and columns of the small grid that represents a template: its first two axes, up to what fits. */
export interface PlanShape {
  readonly rows: number
  readonly columns: number
}

const mostRows = 4
const mostColumns = 7

export function planShape({ axes }: Pick<PlanTemplate, 'axes'>): PlanShape {
  const [first, second] = axes.map(({ levels }) => levels.length)
  return { rows: Math.min(first ?? 1, mostRows), columns: Math.min(second ?? 1, mostColumns) }
}

/** The size of a template's plan: "22 cases, 10 runs each". */
export function planSize(
  template: Pick<PlanTemplate, 'axes' | 'runs' | 'repetitions' | 'untilSteady'>,
): string {
  const cases = templateCaseCount(template)
  const { repetitions } = template
  const most = template.untilSteady ? 'at most ' : ''
  return `${formatCount(cases)} ${cases === 1 ? 'case' : 'cases'}, ${most}${formatCount(repetitions)} ${repetitions === 1 ? 'run' : 'runs'} each`
}
