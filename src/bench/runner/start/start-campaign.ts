import { hostsText } from '../../../core/results/campaign/campaign'
import { planWrites } from '../../../core/engines/case-groups'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { InterleavedPlace, Plan } from '../../../core/plan/plan'
import { isSynchronised, machineSeed } from '../../../core/plan/plan-hosts'
import { placeOf } from '../../hosts/inventory/machine-of'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import type { NewCampaign } from '../../store/tables/campaigns/campaign-design'
import { campaignContext, type CampaignContext } from '../campaign-context'
import { newCampaignTag } from '../execute/run-name'
import { machineTag, campaignDataFile } from '../record/campaign-data-file'
import { settleOrphans } from '../resume/orphans'
import { engineOf, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import { commandsHash } from './commands-hash'
import { allowedDevice, confirmedDevice } from './confirmed-device'
import { startPurpose, type PreparedPlan, type PreparedStart, type StartAnswers } from './prepare-start'
import { attended, type Survey, type SurveyedMachine } from './survey-machines'
import type { Engine } from '../../../core/engines/engine'
import { scheduleRuns } from '../../../core/engines/schedule'
import { expandCases, workloadOf } from '../../../core/plan/cases'

export interface StartOptions extends StartAnswers {
  /** Cancels the check before the start. */
  readonly signal?: AbortSignal | undefined
  /** A person's agreement, for a plan that writes to a raw device. */
  readonly confirmationId?: string | undefined
  /** The examination whose questions were answered; without it the machines are examined now. */
  readonly prepared?: PreparedStart | undefined
}

/** What the runner adds to a person's options. */
export interface StartFacts {
  readonly ownTags: ReadonlySet<string>
  /** For a campaign that alternates with others. */
  readonly interleaved?: InterleavedPlace
}

/**
 * Stores an examined plan as a campaign, with all its runs waiting and the machines on record and, for several
 * machines, one campaign of each. Rejects with `not-confirmed`, or if orphaned runs could not be ended, and then stores
 * nothing.
 */
export async function startCampaign(
  { plan: saved, parts, engine, survey: surveyed, orphans: found, remarks: said }: PreparedPlan,
  configuration: string,
  options: StartOptions & StartFacts,
): Promise<CampaignContext> {
  const plan = placedPlan(saved, options.interleaved)
  const { signal, orphans = 'leave', ownTags } = options
  const attention = { purpose: startPurpose, signal }
  const { store, journal, started } = parts
  const survey = placedSurvey(surveyed, options.interleaved)
  const { client, machines } = survey
  const device = deviceOfPlan(client.parts, plan, client.inventory, options.confirmationId)
  const remarks = new Set<string>()
  for (const { parts: there, plan: own } of machines) {
    if (!found.some(({ hostId }) => hostId === own.hosts[0])) continue
    const remark = await attended(there, attention, (asked) => settleOrphans(asked, orphans, ownTags))
    if (remark !== undefined) remarks.add(remark)
  }
  for (const remark of said) remarks.add(remark)
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

/** The survey of the plan with its place in this schedule. */
function placedSurvey({ client, machines }: Survey, place: InterleavedPlace | undefined): Survey {
  const placed = machines.map((one) => ({ ...one, plan: placedPlan(one.plan, place) }))
  const at = machines.indexOf(client)
  return { client: placed[at] ?? { ...client, plan: placedPlan(client.plan, place) }, machines: placed }
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
