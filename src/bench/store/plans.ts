import { planSchema } from '../../core/contract/plan-schema'
import type { PlanSummary } from '../../core/contract/review'
import { includedCaseCount } from '../../core/plan/cases'
import type { Plan } from '../../core/plan/plan'
import { integerOf, jsonOf, textOf } from './columns'
import type { Connection } from './connection'
import { integer, json, text } from './encode'
import { seal, unsealed } from './seal'

export function listPlans(connection: Connection): readonly PlanSummary[] {
  const rows = connection.all(
    'SELECT id, name, engine, case_count, run_count, modified_ms FROM plan ORDER BY rowid',
  )
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    engine: textOf(row, 'engine'),
    caseCount: integerOf(row, 'case_count'),
    runCount: integerOf(row, 'run_count'),
    modifiedAtMs: integerOf(row, 'modified_ms'),
  }))
}

export function readPlan(connection: Connection, planId: string): Plan | undefined {
  const row = connection.first('SELECT plan FROM plan WHERE id = ?', text(planId, 'A plan id'))
  return row && jsonOf(row, 'plan', planSchema)
}

/** Adds the plan or replaces the one with its id. Campaigns keep the plan they were started with. */
export function savePlan(connection: Connection, plan: Plan): void {
  const caseCount = includedCaseCount(plan)
  connection.change(
    `INSERT INTO plan (id, name, engine, case_count, run_count, modified_ms, plan, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, engine = excluded.engine, case_count = excluded.case_count,
       run_count = excluded.run_count, modified_ms = excluded.modified_ms, plan = excluded.plan`,
    text(plan.id, 'A plan id'),
    text(plan.name, "The plan's name"),
    text(plan.engine, "The plan's engine"),
    integer(caseCount, 'The number of cases'),
    integer(caseCount * plan.repetitions, 'The number of runs'),
    integer(Date.now(), 'The time'),
    json(plan, 'The plan'),
    unsealed,
  )
  const row = connection.first('SELECT rowid FROM plan WHERE id = ?', text(plan.id, 'A plan id'))
  if (row) seal(connection, 'plan', integer(integerOf(row, 'rowid'), 'Row'))
}

export function deletePlan(connection: Connection, planId: string): void {
  connection.change('DELETE FROM plan WHERE id = ?', text(planId, 'A plan id'))
}
