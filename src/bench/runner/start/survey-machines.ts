import type { Advice } from '../../../core/plan/advice'
import { thisMachine } from '../../../core/plan/destination'
import type { Plan } from '../../../core/plan/plan'
import { isSynchronised, machinePlans } from '../../../core/plan/plan-hosts'
import { HostError } from '../../hosts/host-error'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { askAttended, longCheckMs } from '../../hosts/leavable-host'
import { runNameOf, serverSocket } from '../execute/run-name'
import { engineOf, inventoryOf, partsOn, problemsOf, type RunnerParts } from '../runner-parts'
import { versionProblems, type EngineOnHost } from './version-problems'

/** One surveyed machine of a plan. */
export interface SurveyedMachine {
  readonly parts: RunnerParts
  /** The plan as this machine executes it. */
  readonly plan: Plan
  readonly inventory: Inventory
}

/** The surveyed machines of a plan. */
export interface Survey {
  /** Where the engine is started: the machine itself or, for several, this machine with their client. */
  readonly client: SurveyedMachine
  /** In the order of the plan. */
  readonly machines: readonly SurveyedMachine[]
}

/**
 * For requests that a person waits for: their purpose in error messages, and the signal that cancels them.
 */
export interface Attention {
  readonly purpose: string
  readonly signal: AbortSignal | undefined
}

/**
 * Surveys every machine of a plan. Rejects with a HostError if one cannot be reached, or the person
 * cancelled.
 */
export async function surveyMachines(
  parts: RunnerParts,
  plan: Plan,
  options: { readonly health?: boolean; readonly attention?: Attention } = {},
): Promise<Survey> {
  const look = async (own: Plan): Promise<SurveyedMachine> => {
    const there = partsOn(parts, own)
    const inventory = await attended(there, options.attention, (asked) => inventoryOf(asked, own, options))
    return { parts: there, plan: own, inventory }
  }
  const here: readonly Plan[] = isSynchronised(plan)
    ? [{ ...plan, hosts: [thisMachine], target: { kind: 'none' } }]
    : []
  const looked = await Promise.all([...here, ...machinePlans(plan)].map(look))
  const [client] = looked
  if (!client) throw new RangeError('The plan names no machine.')
  return { client, machines: looked.slice(here.length) }
}

/** Asks one machine: with a time limit if a person waits or, as on resume, for as long as it takes. */
export function attended<T>(
  parts: RunnerParts,
  attention: Attention | undefined,
  ask: (parts: RunnerParts) => Promise<T>,
): Promise<T> {
  if (!attention) return ask(parts)
  const { purpose, signal } = attention
  return askAttended(parts.host, purpose, signal, (host) => ask({ ...parts, host }), longCheckMs)
}

/** The engine on each of the machines that need it. */
export function enginesOf({ client, machines }: Survey): readonly EngineOnHost[] {
  return [...new Set([client, ...machines])].map(({ parts, inventory }) => ({
    name: parts.host.name,
    inventory,
  }))
}

/** Everything that keeps a plan from running; for several machines, each problem names its own. */
export async function surveyProblems(
  parts: RunnerParts,
  plan: Plan,
  survey: Survey,
  attention?: Attention,
): Promise<readonly Advice[]> {
  if (isSynchronised(plan)) {
    const general = parts.advise(plan, {}).filter(({ severity }) => severity === 'error')
    const first = [...general, ...versionProblems(engineOf(parts, plan), enginesOf(survey))]
    if (first.length > 0) return first
    const tunnels = await Promise.all(survey.machines.map((one) => tunnelProblem(one)))
    const closed = tunnels.flatMap((one) => one ?? [])
    if (closed.length > 0) return closed
  }
  const found = await Promise.all(
    survey.machines.map(async ({ parts: there, plan: own, inventory }) => {
      const problems = await attended(there, attention, (asked) =>
        problemsOf(asked, own, inventory, attention?.signal),
      )
      if (!isSynchronised(plan)) return problems
      return problems.map((problem) => ({ ...problem, text: `${there.host.name}: ${problem.text}` }))
    }),
  )
  return found.flat()
}

/** A run name as long as the longest of any campaign, for the length of socket paths. */
const longestName = runNameOf('00000000', 9_999_999)

/**
 * Why the connection to a host cannot carry a synchronised job, before anything is started there: a
 * connection without a control socket, or a path too long for a socket. Whether the SSH server allows it
 * shows only in the first run.
 */
async function tunnelProblem({
  parts: { host },
  inventory: { runsDirectory },
}: SurveyedMachine): Promise<Advice | undefined> {
  if (host.id === thisMachine) return undefined
  try {
    const socket = await host.forwardSocket?.(`${runsDirectory}/${longestName}/${serverSocket(longestName)}`)
    await socket?.close()
    return socket ? undefined : problem(`${host.name} cannot be reached through a socket.`)
  } catch (error) {
    if (!(error instanceof HostError) || error.id === 'let-go') throw error
    return problem(error.message, error.remedy)
  }
}

function problem(text: string, reason = 'Leave the host out.'): Advice {
  return { id: 'no-tunnel', severity: 'error', text, reason, about: 'host' }
}
