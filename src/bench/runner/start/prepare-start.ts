import { isDeepStrictEqual } from 'node:util'
import type { StartQuestionsOf } from '../../../core/contract/bench-requests'
import { planWrites } from '../../../core/engines/case-groups'
import type { Engine } from '../../../core/engines/engine'
import { wearQuestions } from '../../../core/engines/advice/endurance-advice'
import type { Destination } from '../../../core/plan/destination'
import type { Plan } from '../../../core/plan/plan'
import type { Measuring } from '../../../core/results/campaign/campaign'
import { usesOf } from '../machines/machine-use'
import { machineOf } from '../../hosts/inventory/machine-of'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import { leftFiles, type LeftFile } from '../record/left-files'
import { orphansOn, undecided, type MachineOrphans, type OrphanChoice } from '../resume/orphans'
import { engineOf, refuseProblems, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import { environmentFrom } from './look-at-plan'
import {
  attended,
  surveyMachines,
  surveyProblems,
  type Survey,
  type SurveyedMachine,
} from './survey-machines'

/** What a person decides before plans are started together. */
export type StartQuestions = StartQuestionsOf<MachineOrphans & { readonly hostId: Destination }>

/** What the person decided; confirmed devices are part of each plan's start. */
export interface StartAnswers {
  /** The plans may wear the drives out. */
  readonly acceptsWear?: boolean | undefined
  readonly orphans?: OrphanChoice | undefined
  /** True: at the same time as campaigns on other devices of the machine; false: after their end. */
  readonly beside?: boolean | undefined
}

/** A plan that was examined on all its machines and can run there. */
export interface PreparedPlan {
  /** As it is saved. */
  readonly plan: Plan
  /** With the password, if the plan needs one and was asked for it. */
  readonly parts: RunnerParts
  readonly engine: Engine
  readonly survey: Survey
  readonly orphans: StartQuestions['orphans']
  /** Campaigns of other programs on its machines. */
  readonly inUse: readonly Measuring[]
  /** For the log: what the check says against the numbers, and files that were left on the machines. */
  readonly remarks: readonly string[]
}

/** Plans that were examined for a common start. */
export interface PreparedStart {
  readonly plans: readonly PreparedPlan[]
  /** Plans that cannot run, and why. */
  readonly refused: readonly { readonly planId: string; readonly error: unknown }[]
  readonly questions: StartQuestions
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** After this the machines may have changed, and are examined again. */
const validMs = 5 * 60_000

/** The words of a request that a person waits for before a start. */
export const startPurpose = 'the start of the campaign'

/**
 * Examines a plan on all its machines, each once. Rejects with `plan-problems` if it cannot run on one of them or
 * `signal` cancelled the check; `name` is that of the plan if it is one of several.
 */
export async function preparePlan(
  parts: RunnerParts,
  plan: Plan,
  {
    signal,
    ownTags,
    name,
  }: {
    readonly signal: AbortSignal | undefined
    readonly ownTags: ReadonlySet<string>
    readonly name?: string | undefined
  },
): Promise<PreparedPlan> {
  const attention = { purpose: startPurpose, signal }
  const engine = engineOf(parts, plan)
  const survey = await surveyMachines(parts, plan, { health: true, attention })
  refuseProblems(await surveyProblems(parts, plan, survey, attention), name)
  const remarks = new Set(survey.machines.flatMap((machine) => adviceOf(machine, engine)))
  const orphans: (MachineOrphans & { readonly hostId: Destination })[] = []
  const inUse: Measuring[] = []
  for (const { parts: there, plan: own, inventory } of survey.machines) {
    const { host } = there
    const found = await attended(there, attention, (asked) => orphansOn(asked, ownTags))
    if (found) orphans.push({ ...found, hostId: own.hosts[0] })
    const others = await attended(there, attention, (asked) => usesOf(asked.host, ownTags))
    for (const { user, name, state } of others) inUse.push({ host: host.name, other: { user, name, state } })
    const left = await attended(there, attention, (asked) =>
      leftFiles(asked.host, machineOf(inventory.record, host), there.created.folder),
    )
    if (left.length > 0) remarks.add(leftWords(host.name, left))
  }
  return { plan, parts, engine, survey, orphans, inUse, remarks: [...remarks] }
}

/** What must be decided before these plans are started together. */
export function startQuestions(
  plans: readonly PreparedPlan[],
  inUse: StartQuestions['inUse'],
): StartQuestions {
  const looked = plans.flatMap(({ survey }) =>
    survey.machines.map(({ parts, plan, inventory }) => ({
      plan,
      environment: environmentFrom(parts, plan, inventory),
    })),
  )
  const byHost = new Map(plans.flatMap(({ orphans }) => orphans.map((one) => [one.hostId, one] as const)))
  const devices = plans.flatMap(({ plan, engine }) =>
    plan.target.kind === 'device' && planWrites(plan, engine) ? [plan.id] : [],
  )
  const ofOthers = new Map(
    plans.flatMap((one) => one.inUse.map((use) => [JSON.stringify(use), use] as const)),
  )
  return {
    wear: wearQuestions(looked),
    orphans: [...byHost.values()],
    inUse: [...inUse, ...ofOthers.values()],
    devices,
  }
}

/** Throws `wears-out`, `orphans` or `in-use` for a question that is not answered. */
export function refuseUnanswered(questions: StartQuestions, answers: StartAnswers): void {
  const refusal = unanswered(questions, answers)
  if (refusal) throw refusal
}

/** Why the plans cannot be started with these answers; undefined if they can. */
export function unanswered(
  { wear, orphans, inUse }: StartQuestions,
  answers: StartAnswers,
): RunnerError | undefined {
  const [worn] = wear
  if (worn !== undefined && answers.acceptsWear !== true)
    return new RunnerError(
      'wears-out',
      `The wear was not agreed to. ${worn}`,
      'Agree to it in the window or at a terminal, or add --accept-wear on the command line.',
    )
  const [found] = orphans
  if (found && answers.orphans === undefined) return undecided(found)
  const [used] = inUse
  if (used && answers.beside === undefined)
    return new RunnerError(
      'in-use',
      `${used.host} is in use: a campaign measures there, or waits to.`,
      'Decide whether to wait for its end or to measure at the same time.',
    )
  return undefined
}

/** Whether the machines may be taken for as they were examined. Throws `plan-changed` if a plan was edited since. */
export function isFreshStart(
  { plans, atMs }: PreparedStart,
  current: (planId: string) => Plan,
  nowMs: number,
): boolean {
  for (const { plan } of plans)
    if (!isDeepStrictEqual(plan, current(plan.id)))
      throw new RunnerError(
        'plan-changed',
        `The plan “${plan.name}” was changed while the questions of its start were open.`,
        'Start it again.',
      )
  return nowMs - atMs < validMs
}

/** What the check of a plan says against its numbers, kept with the campaign: they are published without the plan. */
function adviceOf({ parts, plan, inventory }: SurveyedMachine, engine: Engine): readonly string[] {
  return parts
    .advise(plan, planEnvironment(inventory, engine, []))
    .filter(({ severity }) => severity === 'warning')
    .map(({ text, reason }) => (reason === undefined ? text : `${text} ${reason}`))
}

function leftWords(host: string, left: readonly LeftFile[]): string {
  const files = left.map(({ path, resultsFile }) => `${path} (of ${resultsFile})`)
  return `Data files of campaigns whose results file is gone lie on ${host}: ${files.join(', ')}. They can be removed in the Hosts room, or with 'benchwright guard --remove-left'.`
}
