import { storedPlanSchema } from '../../../core/plan/plan-json'
import type { PlanSummary } from '../../../core/contract/review'
import { findEngine } from '../../../core/engines/registry'
import { includedCaseCount } from '../../../core/plan/cases'
import { withFreeName } from '../../../core/plan/edit-plan'
import type { Plan } from '../../../core/plan/plan'
import { describePlanChanges } from '../../../core/plan/plan-changes'
import { integerOf, jsonOf, textOf, timeOf } from '../file/columns'
import type { Reads } from '../file/reads'
import type { Connection } from '../file/connection'
import { integer, json, text, time } from '../file/encode'
import { refuseOther } from '../file/refuse-other'
import { putIntoBin } from './bin-rows'
import { seal, unsealed } from '../integrity/seal'

export function listPlans(connection: Reads): readonly PlanSummary[] {
  const rows = connection.all(
    'SELECT id, name, engine, case_count, run_count, modified_ms FROM plan ORDER BY rowid',
  )
  return rows.map((row) => ({
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    engine: textOf(row, 'engine'),
    caseCount: integerOf(row, 'case_count'),
    runCount: integerOf(row, 'run_count'),
    modifiedAtMs: timeOf(row, 'modified_ms'),
  }))
}

export function readPlan(connection: Reads, planId: string): Plan | undefined {
  const row = connection.first('SELECT plan FROM plan WHERE id = ?', text(planId, 'A plan id'))
  return row && jsonOf(row, 'plan', storedPlanSchema)
}

/** Adds a plan, with a number appended to its name if another plan has it. Returns it as stored. */
export function addPlan(connection: Connection, plan: Plan): Plan {
  const named = withFreeName(plan, listPlans(connection))
  savePlan(connection, named, null)
  return named
}

/**
 * Adds the plan or replaces the one with its id. Campaigns keep the plan they were started with. With `base`,
 * the plan that was changed (null for a new one): throws `changed-elsewhere` if the file now has another
 * version.
 */
export function savePlan(connection: Connection, plan: Plan, base?: Plan | null): void {
  if (base !== undefined) refuseOtherPlan(connection, plan.id, base, plan)
  const caseCount = includedCaseCount(plan)
  connection.change(
    `INSERT INTO file.plan (id, name, engine, case_count, run_count, modified_ms, plan, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, engine = excluded.engine, case_count = excluded.case_count,
       run_count = excluded.run_count, modified_ms = excluded.modified_ms, plan = excluded.plan, deleted_ms = NULL`,
    text(plan.id, 'A plan id'),
    text(plan.name, "The plan's name"),
    text(plan.engine, "The plan's engine"),
    integer(caseCount, 'The number of cases'),
    integer(caseCount * plan.repetitions, 'The number of runs'),
    time(Date.now(), 'The time'),
    json(plan, 'The plan'),
    unsealed,
  )
  const row = connection.first('SELECT rowid FROM file.plan WHERE id = ?', text(plan.id, 'A plan id'))
  if (row) seal(connection, 'plan', integer(integerOf(row, 'rowid'), 'Row'))
}

/**
 * Puts the plan into the bin; saving it brings it back. With `base`, the plan as it was known: throws
 * `changed-elsewhere` if the file now has another version. Returns its key in the bin; undefined if there is none.
 */
export function deletePlan(connection: Connection, planId: string, base?: Plan): number | undefined {
  if (base !== undefined) refuseOtherPlan(connection, planId, base, undefined)
  const row = connection.first('SELECT rowid FROM plan WHERE id = ?', text(planId, 'A plan id'))
  if (!row) return undefined
  const key = integerOf(row, 'rowid')
  putIntoBin(connection, 'plan', key)
  return key
}

function refuseOtherPlan(connection: Reads, planId: string, base: Plan | null, mine: Plan | undefined): void {
  const stored = readPlan(connection, planId)
  refuseOther({
    path: connection.path,
    what: `The plan “${(base ?? mine ?? stored)?.name ?? planId}”`,
    ...{ base, mine, stored },
    remedy: 'keep your version as a copy',
    describe: (before, after) =>
      describePlanChanges(before, after, findEngine(after.engine)?.description.fields),
  })
}
