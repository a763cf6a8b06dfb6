import { messageOf } from '../../../core/errors/system-error'
import type { Advice, PlanEnvironment } from '../../../core/plan/advice'
import type { CommandRequest, Engine } from '../../../core/engines/engine'
import { expandCases, workloadOf } from '../../../core/plan/cases'
import { dataFileOf } from '../../../core/plan/data-file'
import type { Case, Plan, Workload } from '../../../core/plan/plan'
import { seriesRequestOf } from '../../../core/plan/recording'
import type { CreatedFile } from '../../hosts/created-file'
import { HostError } from '../../hosts/host-error'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { engineComplaints, type EngineCheck } from './engine-check'
import { runNameOf } from '../execute/run-name'

export interface CaseCheck extends EngineCheck {
  readonly engineVersion?: string | undefined
  /** If it is not known, the engine's check does without it. */
  readonly password?: string | undefined
  /** Called after each round trip. */
  readonly onProgress?: ((checked: number, total: number) => void) | undefined
}

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

/** Cases checked in one round trip. */
const casesPerRound = 100
/** Further complaints say nothing new. */
const longestList = 50

/**
 * Lets the engine check every case of a plan without any I/O (`fio --parse-only`). Each problem names the
 * case and, if the engine's message contains one, the option. Stops after 50 problems. Rejects if the host
 * cannot be reached or the check is cancelled.
 */
export async function checkCases(plan: Plan, check: CaseCheck): Promise<readonly Advice[]> {
  const problems: Advice[] = []
  const cases = expandCases(plan)
  for (let from = 0; from < cases.length && problems.length < longestList; from += casesPerRound) {
    if (check.signal?.aborted === true) throw new HostError('The check of the plan was cancelled.')
    const round = cases.slice(from, from + casesPerRound)
    for (const problem of await checkRound(plan, round, check, longestList - problems.length))
      problems.push(problem)
    check.onProgress?.(from + round.length, cases.length)
  }
  return problems.slice(0, longestList)
}

async function checkRound(
  plan: Plan,
  round: readonly Case[],
  check: CaseCheck,
  limit: number,
): Promise<readonly Advice[]> {
  const { engine } = check
  const problems: Advice[] = []
  const sound: { readonly oneCase: Case; readonly request: CommandRequest }[] = []
  for (const oneCase of round) {
    const request = requestOf(plan, oneCase, check)
    const found = ownProblems(engine, request)
    for (const { text, key, remedy } of found) problems.push(caseProblem(oneCase, text, key, remedy))
    if (found.length === 0) sound.push({ oneCase, request })
  }
  if (problems.length >= limit) return problems
  const complaints = await engineComplaints(
    sound.map(({ request }) => request),
    check,
    limit - problems.length,
  )
  for (const { index, said } of complaints) {
    const judged = sound[index]
    if (!judged) continue
    const text = `${engine.description.name} says: ${said.replaceAll(/\s*\n\s*/g, '; ')}`
    problems.push(caseProblem(judged.oneCase, text, mentionedKey(engine, judged.request.workload, said)))
  }
  return problems
}

function requestOf(plan: Plan, oneCase: Case, check: CaseCheck): CommandRequest {
  const workload = workloadOf(plan, oneCase)
  return {
    workload,
    phase: 'measure',
    runName: runNameOf('00000000', oneCase.index),
    seed: plan.order.seed,
    dataFile: check.engine.dataOf(workload).kind === 'none' ? undefined : dataFileOf(plan),
    engineVersion: check.engineVersion,
    password: check.password,
    series: seriesRequestOf(plan),
  }
}

interface OwnProblem {
  readonly text: string
  readonly key?: string
  readonly remedy?: string | undefined
}

/** What the app knows to be wrong without asking the engine. */
function ownProblems(engine: Engine, request: CommandRequest): readonly OwnProblem[] {
  const found = engine.checkWorkload(request.workload)
  if (found.length > 0) return found
  try {
    engine.steps(request)
    return []
  } catch (error) {
    return [{ text: messageOf(error) }]
  }
}

function caseProblem(oneCase: Case, text: string, key: string | undefined, remedy?: string): Advice {
  const name = oneCase.key === '' ? 'The only case' : `Case ${oneCase.key}`
  return {
    id: 'engine-check',
    severity: 'error',
    text: `${name}: ${text}`,
    caseKey: oneCase.key,
    ...(remedy !== undefined && { reason: remedy }),
    ...(key !== undefined && { about: key }),
  }
}

/** The workload's key whose name, or option name, is in the engine's message; the longest one counts. */
function mentionedKey(engine: Engine, workload: Workload, said: string): string | undefined {
  const words = new Set(said.split(/[^A-Za-z0-9_]+/))
  const optionOf = new Map(engine.description.fields.map((field) => [field.id, field.option]))
  return Object.keys(workload)
    .filter((key) => words.has(key) || words.has(optionOf.get(key) ?? key))
    .sort((a, b) => (optionOf.get(b) ?? b).length - (optionOf.get(a) ?? a).length)[0]
}
