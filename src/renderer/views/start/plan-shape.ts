import { caseCount } from '../../../core/plan/cases'
import type { PlanTemplate } from '../../../core/plan/plan-template'
import { formatCount } from '../../../core/units/number-format'

/** Rows and columns of the little grid that stands for a template: its first two axes, no more than fit. */
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

/** What a template makes: "22 cases, 10 runs each". */
export function planSize(template: Pick<PlanTemplate, 'axes' | 'repetitions' | 'untilSteady'>): string {
  const cases = caseCount(template)
  const { repetitions } = template
  const most = template.untilSteady ? 'at most ' : ''
  return `${formatCount(cases)} ${cases === 1 ? 'case' : 'cases'}, ${most}${formatCount(repetitions)} ${repetitions === 1 ? 'run' : 'runs'} each`
}
