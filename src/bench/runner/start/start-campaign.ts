import { hostsText } from '../../../core/results/campaign/campaign'
import { planWrites } from '../../../core/engines/case-groups'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { InterleavedPlace, Plan } from '../../../core/plan/plan'
import { isSynchronised, machineSeed } from '../../../core/plan/plan-hosts'
import { machineOf, placeOf } from '../../hosts/inventory/machine-of'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import type { NewCampaign } from '../../store/tables/campaigns/campaign-design'
import { campaignContext, type CampaignContext } from '../campaign-context'
import { newCampaignTag } from '../execute/run-name'
import { machineTag, campaignDataFile } from '../record/campaign-data-file'
import { leftFiles, type LeftFile } from '../record/left-files'
import { settleOrphans, type OrphanChoice } from '../resume/orphans'
import { engineOf, refuseProblems, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import { commandsHash } from './commands-hash'
import { allowedDevice, confirmedDevice } from './confirmed-device'
import { attended, surveyMachines, surveyProblems, type SurveyedMachine } from './survey-machines'
import type { Engine } from '../../../core/engines/engine'
import { scheduleRuns } from '../../../core/engines/schedule'
import { expandCases, workloadOf } from '../../../core/plan/cases'

export interface StartOptions {
  /** Cancels the check before the start. */
  readonly signal?: AbortSignal | undefined
  /** A person's agreement, for a plan that writes to a raw device. */
  readonly confirmationId?: string | undefined
  /**
   * What to do about other runs in progress on the hosts; by default they are left alone and named in the
   * log.
   */
  readonly orphans?: OrphanChoice
  /** Measure at the same time as campaigns on other devices of the machine; otherwise wait for their end. */
  readonly beside?: boolean | undefined
}

/** What the runner adds to a person's options. */
export interface StartFacts {
  readonly ownTags: ReadonlySet<string>
  /** For a campaign that alternates with others. */
  readonly interleaved?: InterleavedPlace
}

/**
 * Checks a plan on all its machines and stores it as a campaign, with all its runs waiting and the machines
 * on record and, for several machines, one campaign of each. Rejects with `plan-problems`, and stores
 * nothing, if the plan cannot run on one of them or `signal` cancelled the check.
 */
export async function startCampaign(
  parts: RunnerParts,
  stored: Plan,
  configuration: string,
  options: StartOptions & StartFacts,
): Promise<CampaignContext> {
  const plan = placedPlan(stored, options.interleaved)
  const { signal, orphans = 'leave', ownTags } = options
  const attention = { purpose: 'the start of the campaign', signal }
  const { store, journal, started } = parts
  const engine = engineOf(parts, plan)
  const survey = await surveyMachines(parts, plan, { health: true, attention })
  const problems = await surveyProblems(parts, plan, survey, attention)
  refuseProblems(problems, options.interleaved && plan.name)
  const { client, machines } = survey
  const device = deviceOfPlan(client.parts, plan, client.inventory, options.confirmationId)
  const remarks = new Set<string>()
  for (const { parts: there } of machines) {
    const remark = await attended(there, attention, (asked) => settleOrphans(asked, orphans, ownTags))
    if (remark !== undefined) remarks.add(remark)
  }
  for (const machine of machines) for (const remark of adviceOf(machine, engine)) remarks.add(remark)
  for (const { parts: there, inventory } of machines) {
    const { host } = there
    const left = await attended(there, attention, (asked) =>
      leftFiles(asked.host, machineOf(inventory.record, host), there.created.folder),
    )
    if (left.length > 0) remarks.add(leftWords(host.name, left))
  }
  const tag = newCampaignTag()
  const hostName = hostsText(machines.map(({ parts: { host } }) => host.name))
  const freeze = { plan, engine, tag, configuration, hostId: client.parts.host.id, hostName, device }
  const isTogether = isSynchronised(plan)
  const campaignId = store.createCampaign({
    ...freezeCampaign(freeze),
    ...(isTogether && {
      dataFile: undefined,
      machines: machines.map((one, place) => machineCampaign(one, place, freeze)),
    }),
  })
  const execution = store.execution(campaignId)
  if (!execution) throw new RunnerError('no-campaign', 'The campaign was not stored.')
  const { engineVersion, record } = client.inventory
  const ownRecord = isTogether ? { name: hostName, raw: {} } : record
  store.setHostRecord(campaignId, { ...ownRecord, ...(device && { confirmedDevice: device }) }, engineVersion)
  for (const [place, { campaignId: machineId }] of execution.machines.entries()) {
    const { inventory } = machines[place] ?? client
    store.setHostRecord(machineId, inventory.record, inventory.engineVersion)
  }
  const how = isTogether ? ', every run on all of them at once' : ''
  journal.log(campaignId, 'info', `The campaign was started on ${hostName}${how}.`)
  for (const remark of remarks) journal.log(campaignId, 'warning', remark)
  started.begin(campaignId, tag)
  journal.setCampaignState(campaignId, 'running')
  return campaignContext(parts, survey, {
    ...{ campaignId, plan, execution, engine, tag, device },
    earlierEngineVersion: engineVersion,
    engineProblem: undefined,
  })
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

/** The campaign of one of several machines: the same cases and runs, with its own seeds and data file. */
function machineCampaign(
  { plan, parts: { host } }: SurveyedMachine,
  place: number,
  all: CampaignFreeze,
): NewCampaign {
  const tag = machineTag(all.plan, all.tag, place)
  const frozen = freezeCampaign({ ...all, plan, tag, hostId: host.id, hostName: host.name })
  return { ...frozen, runs: frozen.runs.map((run) => ({ ...run, seed: machineSeed(run.seed, place) })) }
}

/** The plan as the campaign stores it: with its place in this schedule, and in no earlier one. */
function placedPlan({ interleaved: _, ...plan }: Plan, place: InterleavedPlace | undefined): Plan {
  return place ? { ...plan, interleaved: place } : plan
}

/**
 * The raw device of a plan, confirmed if the plan writes; undefined for other targets. Throws if the device
 * may not be used.
 */
function deviceOfPlan(
  parts: RunnerParts,
  plan: Plan,
  inventory: Inventory,
  confirmationId: string | undefined,
): ConfirmedDevice | undefined {
  if (plan.target.kind !== 'device') return undefined
  const device = allowedDevice(inventory.guard, plan.target.path)
  const engine = engineOf(parts, plan)
  if (!planWrites(plan, engine)) return confirmedDevice(device, { writes: false })
  const { engineVersion } = inventory
  const place = placeOf(inventory.record, parts.host)
  const hash = commandsHash({ plan, engine, engineVersion, place, device })
  parts.confirmations.use(confirmationId, plan.id, hash)
  const confirmed = confirmedDevice(device, { writes: true, commandsHash: hash })
  parts.confirmations.record.add(plan, confirmed, place)
  return confirmed
}

interface CampaignFreeze {
  readonly plan: Plan
  readonly engine: Engine
  /** Names the data file in a target folder, so that two campaigns never share one. */
  readonly tag: string
  readonly configuration: string
  readonly hostId: string
  readonly hostName: string
  /** The raw device; engines use its kernel node. */
  readonly device?: ConfirmedDevice | undefined
}

/** Everything a campaign will execute, layouts included, as it is stored before the first run. */
function freezeCampaign(freeze: CampaignFreeze): NewCampaign {
  const { plan, engine, tag, configuration, hostId, hostName, device } = freeze
  const cases = expandCases(plan)
  const usesFile = cases.some((one) => engine.dataOf(workloadOf(plan, one)).kind !== 'none')
  return {
    plan,
    configuration,
    hostId,
    hostName,
    cases,
    runs: scheduleRuns(plan, engine),
    dataFile: usesFile ? campaignDataFile(plan, tag, device) : undefined,
  }
}
