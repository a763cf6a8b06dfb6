import { deviceKey, hasProc, machineOf, placeOf } from '../../hosts/inventory/machine-of'
import type { Host } from '../../hosts/host'
import { askAttended, longCheckMs } from '../../hosts/leavable-host'
import { planWrites } from '../../../core/engines/plan-writes'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { InterleavedPlace, Plan } from '../../../core/plan/plan'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { campaignContext, type CampaignContext } from '../campaign-context'
import { commandsHash } from './commands-hash'
import { allowedDevice, confirmedDevice } from './confirmed-device'
import { freezeCampaign } from './freeze-campaign'
import { settleOrphans, type OrphanChoice } from '../resume/orphans'
import { newCampaignTag } from '../execute/run-name'
import { engineOf, inventoryOf, planOf, problemsOf, refuseProblems, type RunnerParts } from '../runner-parts'
import { ownPlaces } from '../resume/own-places'
import { RunnerError } from '../runner-error'
import { SameMachine } from '../machines/same-machine'

export interface StartOptions {
  /** Gives the check before the start up. */
  readonly signal?: AbortSignal | undefined
  /** A person's agreement, for a plan that writes to a raw device. */
  readonly confirmationId?: string | undefined
  /** What is done about runs of others that go on there; they are left and named in the log if not given. */
  readonly orphans?: OrphanChoice
}

/** What the runner adds to the wishes of a person. */
export interface StartFacts {
  readonly ownTags: ReadonlySet<string>
  /** For a campaign that measures in turn with others. */
  readonly interleaved?: InterleavedPlace
}

/**
 * Checks a plan and stores it as a campaign, with all its runs waiting and the host on record. Rejects with
 * `plan-problems`, and stores nothing, when the plan cannot run or `signal` gave the check up.
 */
export async function startCampaign(
  parts: RunnerParts,
  planId: string,
  configuration: string,
  options: StartOptions & StartFacts,
): Promise<CampaignContext> {
  const { store, host, journal, events, started, created } = parts
  const plan = placedPlan(planOf(parts, planId), options.interleaved)
  const engine = engineOf(parts, plan)
  const { signal, orphans = 'leave', ownTags } = options
  const look = async (asked: Host) => {
    const own = { ...parts, host: asked }
    const inventory = await inventoryOf(own, plan, { health: true })
    const isOneOfSeveral = options.interleaved !== undefined
    refuseProblems(await problemsOf(own, plan, inventory, signal), isOneOfSeveral ? plan.name : undefined)
    const device = deviceOfPlan(parts, plan, inventory, options.confirmationId)
    return { inventory, device, remark: await settleOrphans(own, orphans, ownTags) }
  }
  const looked = await askAttended(host, 'the start of the campaign', signal, look, longCheckMs)
  const { inventory, device, remark } = looked
  const tag = newCampaignTag()
  const campaignId = store.createCampaign(
    freezeCampaign({ plan, engine, tag, configuration, hostId: host.id, hostName: host.name, device }),
  )
  const { engineVersion, runsDirectory, record } = inventory
  store.setHostRecord(campaignId, { ...record, ...(device && { confirmedDevice: device }) }, engineVersion)
  journal.log(campaignId, 'info', `The campaign was started on ${host.name}.`)
  if (remark !== undefined) journal.log(campaignId, 'warning', remark)
  started.begin(campaignId, tag)
  journal.setCampaignState(campaignId, 'running')
  const execution = store.execution(campaignId)
  if (!execution) throw new RunnerError('no-campaign', `Campaign ${String(campaignId)} was not stored.`)
  return campaignContext({
    ...{ campaignId, plan, execution, engine, host, store, events, journal, created, runsDirectory },
    ...{ tag, device },
    protectedPaths: ownPlaces(host, store.path, record),
    sameMachine: new SameMachine(host, record),
    holdsTarget: hasProc(record),
    machine: machineOf(record, host),
    deviceKeys: [deviceKey(record, host)],
    engineVersion,
    earlierEngineVersion: engineVersion,
    engineProblem: undefined,
  })
}

/** The plan as the campaign keeps it: in its place of this schedule, and of no earlier one. */
function placedPlan({ interleaved: _, ...plan }: Plan, place: InterleavedPlace | undefined): Plan {
  return place ? { ...plan, interleaved: place } : plan
}

/** The raw device of a plan, confirmed where the plan writes; undefined for other targets. Throws when it may not be used. */
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
