import { summaryNames } from '../../core/results/campaign/campaign-naming'
import type { Agreements } from './start/agreements'
import type { CampaignDetail, CampaignSummary } from '../../core/results/campaign/campaign'
import type { HostRecord } from '../../core/results/campaign/host-record'
import type { RunDetail } from '../../core/results/run'
import type { Engine } from '../../core/engines/engine'
import type { Advice, PlanEnvironment, RunsFolder } from '../../core/plan/advice'
import type { Destination } from '../../core/plan/destination'
import type { Plan } from '../../core/plan/plan'
import { machineOf } from '../hosts/inventory/machine-of'
import { planInventory } from '../hosts/inventory/plan-inventory'
import type { Inventory } from '../hosts/inventory/take-inventory'
import type { Host } from '../hosts/host'
import type { ReviewWriter } from '../store/review-store'
import type { BenchEvents } from './bench-events'
import { checkPlan } from './start/check-plan'
import type { Journal } from './record/journal'
import type { CreatedFiles } from './record/created-files'
import type { StartedCampaigns } from './record/started-campaigns'
import { ownPlaces } from './resume/own-places'
import { RunnerError } from './runner-error'

export interface AskOptions {
  /** Why the previous password was refused. */
  readonly problem?: string | undefined
  /** Withdraws a question that is shown until somebody answers. */
  readonly signal?: AbortSignal | undefined
}

/** Asks for a password, such as that of `bench on db1:3306`. Undefined: there is none, or no other. */
export type AskPassword = (whose: string, options?: AskOptions) => Promise<string | undefined>

/** What every method of the runner works with. */
export interface RunnerParts {
  readonly store: ReviewWriter
  /** The host of the current campaign; this machine if there is none. */
  readonly host: Host
  readonly hosts: HostSource
  readonly events: BenchEvents
  readonly journal: Journal
  readonly started: StartedCampaigns
  readonly created: CreatedFiles
  readonly confirmations: Agreements
  readonly askPassword?: AskPassword | undefined
  /** Password of the current campaign, see `Engine.passwordFor`; only in memory. */
  readonly password?: string | undefined
  readonly findEngine: (id: string) => Engine | undefined
  readonly advise: (plan: Plan, environment: PlanEnvironment) => readonly Advice[]
}

/** Finds the machines that plans name. */
export interface HostSource {
  open(destination: Destination): Host
  /** Told what a look at a machine found in its folder of runs. */
  noteRunsFolder?(destination: Destination, folder: RunsFolder): void
}

/** The same parts with the plan's first machine as host. */
export function partsOn<P extends PlanParts>(parts: P, { hosts }: Pick<Plan, 'hosts'>): P {
  return { ...parts, host: parts.hosts.open(hosts[0]) }
}

/** Throws `host-away` for a lost host: requests to it would wait, and everything started later with them. */
export function refuseAway({ name, status }: Host): void {
  if (status?.state !== 'unknown') return
  const text = `${name} is away; the connection is being tried again.`
  throw new RunnerError('host-away', text, 'Wait until it is back, or look in Hosts what is wrong with it.')
}

/** What is needed to examine a plan. */
export type PlanParts = Omit<RunnerParts, 'confirmations'>

export function engineOf(parts: PlanParts, plan: Plan): Engine {
  const engine = parts.findEngine(plan.engine)
  if (engine) return engine
  const text = `This version has no engine named ${plan.engine}.`
  const remedy = 'Choose another engine in the design, or install a newer version.'
  throw new RunnerError('unknown-engine', text, remedy)
}

/**
 * A campaign to be acted on. Throws for one host's part of a synchronised campaign, which moves with the
 * whole.
 */
export function campaignOf(parts: RunnerParts, campaignId: number): CampaignDetail {
  const campaign = parts.store.campaign(campaignId)
  if (!campaign) throw noCampaign()
  refuseMachine(parts, campaign)
  return campaign
}

export function noCampaign(): RunnerError {
  return new RunnerError('no-campaign', 'The campaign is not in the file.', 'It may have been deleted.')
}

/** Whether the runs of a plan need a password. */
export function needsPassword(parts: PlanParts, plan: Plan): boolean {
  return parts.findEngine(plan.engine)?.passwordFor?.(plan.base) !== undefined
}

export function runOf(parts: RunnerParts, runId: number): RunDetail {
  const run = parts.store.run(runId)
  const text = 'The run is not in the file.'
  if (!run) throw new RunnerError('no-run', text, 'Its campaign may have been deleted.')
  refuseMachine(
    parts,
    parts.store.campaigns().find(({ id }) => id === run.campaignId),
  )
  return run
}

function refuseMachine(parts: RunnerParts, campaign: CampaignSummary | undefined): void {
  if (campaign?.leaderId === undefined) return
  const names = summaryNames(parts.store.campaigns())
  const leader = `“${names.get(campaign.leaderId) ?? ''}”`
  throw new RunnerError(
    'machine-campaign',
    `The campaign is the part of ${campaign.host} in ${leader}.`,
    `Do it with ${leader}; its hosts follow.`,
  )
}

/** The host, the plan's engine on it and its target. */
export async function inventoryOf(
  parts: PlanParts,
  plan: Plan,
  options: { readonly health?: boolean | undefined } = {},
): Promise<Inventory> {
  const { host, hosts, store } = parts
  const protectedPaths = (record: HostRecord) => ownPlaces(host, store.path, record)
  const engine = parts.findEngine(plan.engine)
  const inventory = await planInventory(host, plan, { engine, protectedPaths, ...options })
  const [destination] = plan.hosts
  if (inventory.runsFolder) hosts.noteRunsFolder?.(destination, inventory.runsFolder)
  return inventory
}

/** Throws `plan-problems` if there are any. */
export function refuseProblems(problems: readonly Advice[], planName?: string): void {
  if (problems.length === 0) return
  const more = problems.length > 1 ? ` (and ${String(problems.length - 1)} more)` : ''
  const text = `The plan${planName === undefined ? '' : ` “${planName}”`} cannot run: ${problems[0]?.text ?? ''}${more}`
  throw new RunnerError('plan-problems', text, problems[0]?.reason, problems)
}

/** Everything that keeps a plan from running. Emits `plan-check` events on the way. */
export function problemsOf(
  parts: RunnerParts,
  plan: Plan,
  inventory: Inventory,
  signal?: AbortSignal,
): Promise<readonly Advice[]> {
  return checkPlan(plan, {
    host: parts.host,
    engine: engineOf(parts, plan),
    engineVersion: inventory.engineVersion,
    inventory,
    createdFiles: parts.created.of(machineOf(inventory.record, parts.host)),
    advise: parts.advise,
    password: parts.password,
    signal,
    onProgress: (checked, total) =>
      parts.events.emit({ type: 'plan-check', planId: plan.id, checked, total }),
  })
}
