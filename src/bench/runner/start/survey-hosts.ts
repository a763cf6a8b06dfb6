import type { Advice } from '../../../core/plan/advice'
import { thisMachine } from '../../../core/plan/destination'
import type { Plan } from '../../../core/plan/plan'
import { memberPlans } from '../../../core/plan/plan-hosts'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { tunnelProblem } from './tunnel-problem'
import { versionProblems, type EngineOnHost } from './version-problems'
import { engineOf, inventoryOf, partsOn, problemsOf, type RunnerParts } from '../runner-parts'

/** One host of a plan, looked at. */
export interface SurveyedHost {
  readonly parts: RunnerParts
  /** The plan as this host executes it. */
  readonly plan: Plan
  readonly inventory: Inventory
}

/** All machines that take part in a synchronised plan. */
export interface Survey {
  /** Where fio's client runs: this machine, whether it is one of the hosts or not. */
  readonly client: SurveyedHost
  /** In the order of the plan. */
  readonly hosts: readonly SurveyedHost[]
}

/** Looks at every host of a plan and at this machine. Rejects with a HostError when one cannot be reached. */
export async function surveyHosts(
  parts: RunnerParts,
  plan: Plan,
  options: { readonly health?: boolean } = {},
): Promise<Survey> {
  const look = async (parts: RunnerParts, own: Plan): Promise<SurveyedHost> => ({
    parts,
    plan: own,
    inventory: await inventoryOf(parts, own, options),
  })
  const here: Plan = { ...plan, hosts: [thisMachine], target: { kind: 'none' } }
  const [client, ...hosts] = await Promise.all(
    [here, ...memberPlans(plan)].map((own) => look(partsOn(parts, own), own)),
  )
  if (!client) throw new RangeError('This machine was not looked at.')
  return { client, hosts }
}

/** The machines that need the engine, for `versionProblems`. */
export function machinesOf({ client, hosts }: Survey): readonly EngineOnHost[] {
  return [client, ...hosts].map(({ parts, inventory }) => ({ name: parts.host.name, inventory }))
}

/** Everything that keeps a plan from running on its hosts, each problem with the name of the host. */
export async function surveyProblems(
  parts: RunnerParts,
  plan: Plan,
  survey: Survey,
  signal?: AbortSignal,
): Promise<readonly Advice[]> {
  const general = parts.advise(plan, {}).filter(({ severity }) => severity === 'error')
  const first = [...general, ...versionProblems(engineOf(parts, plan), machinesOf(survey))]
  if (first.length > 0) return first
  const tunnels = await Promise.all(survey.hosts.map((one) => tunnelProblem(one)))
  const closed = tunnels.flatMap((one) => one ?? [])
  if (closed.length > 0) return closed
  const found = await Promise.all(
    survey.hosts.map(async ({ parts: own, plan: ownPlan, inventory }) => {
      const problems = await problemsOf(own, ownPlan, inventory, signal)
      return problems.map((problem) => ({ ...problem, text: `${own.host.name}: ${problem.text}` }))
    }),
  )
  return found.flat()
}
