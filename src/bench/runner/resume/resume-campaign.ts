import type { ConfirmedDevice } from '../../../core/plan/device'
import { planWrites } from '../../../core/engines/plan-writes'
import type { CampaignDetail } from '../../../core/results/campaign'
import { deviceKey, hasProc, machineOf, placeOf, type Place } from '../../hosts/inventory/machine-of'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { beginHere } from './begun-elsewhere'
import { campaignContext } from '../campaign-context'
import type { Intent } from '../schedule/campaign-loop'
import { takeBackGivenUp } from './given-up'
import {
  campaignOf,
  engineOf,
  inventoryOf,
  problemsOf,
  refuseProblems,
  type RunnerParts,
} from '../runner-parts'
import { ownPlaces } from './own-places'
import { RunnerError } from '../runner-error'
import { refuseOtherMachine, SameMachine } from '../machines/same-machine'
import { engineProblem, takeUp, type ResumedCampaign } from './take-up'

/**
 * Takes up a stored campaign where it is: ends what nobody waits for any more, removes run directories whose results are
 * stored, and leaves the runs in state `running` to be adopted. The plan is the one frozen at the start. A campaign that was
 * begun elsewhere is checked as at a start and goes on without what it left.
 */
export async function resumeCampaign(
  parts: RunnerParts,
  campaignId: number,
  intent: Intent,
): Promise<ResumedCampaign> {
  const { store, host, events, journal, created, started } = parts
  const campaign = campaignOf(parts, campaignId)
  if (campaign.host !== host.name) {
    const text = `The campaign was started on ${campaign.host}; this machine is ${host.name}.`
    throw new RunnerError(
      'other-host',
      text,
      'Resume it there, or start a new campaign here: one campaign is one machine.',
    )
  }
  const { plan } = campaign
  const engine = engineOf(parts, plan)
  const inventory = await inventoryOf(parts, plan)
  refuseOtherMachine(campaign.hostRecord, inventory.record, host)
  requireAgreement(parts, campaign, placeOf(inventory.record, host))
  const earlierTag = started.tagOf(campaignId)
  if (earlierTag === undefined) refuseProblems(await problemsOf(parts, plan, inventory))
  else takeBackGivenUp(store, campaignId)
  const tag = earlierTag ?? beginHere(parts, campaignId)
  const execution = store.execution(campaignId)
  if (!execution) throw new RunnerError('no-campaign', `There is no campaign ${String(campaignId)}.`)
  const context = campaignContext({
    ...{ campaignId, plan, execution, engine, host, store, events, journal, created, tag },
    runsDirectory: inventory.runsDirectory,
    sameMachine: new SameMachine(host, inventory.record),
    holdsTarget: hasProc(inventory.record),
    machine: machineOf(inventory.record, host),
    deviceKeys: [deviceKey(inventory.record, host)],
    device: deviceNow(campaign.hostRecord.confirmedDevice, inventory),
    protectedPaths: ownPlaces(host, store.path, inventory.record),
    engineVersion: inventory.engineVersion,
    earlierEngineVersion: campaign.engineVersion,
    engineProblem: engineProblem(inventory, engine),
  })
  const isSameDevice = inventory.guard?.device?.sequence === campaign.hostRecord.confirmedDevice?.sequence
  return takeUp(context, intent, isSameDevice)
}

/** A results file from elsewhere may claim that somebody agreed to overwrite a device; only this machine's own word counts. */
function requireAgreement(parts: RunnerParts, { plan, hostRecord }: CampaignDetail, place: Place): void {
  if (plan.target.kind !== 'device') return
  const { confirmedDevice } = hostRecord
  const isAgreed =
    confirmedDevice &&
    (!confirmedDevice.writes || parts.confirmations.record.has(plan, confirmedDevice, place))
  if (isAgreed && (confirmedDevice.writes || !planWrites(plan, engineOf(parts, plan)))) return
  throw new RunnerError(
    'not-confirmed',
    'The campaign writes to a raw device, and it was not confirmed by this user on this machine.',
    'Start a new campaign from its plan, and confirm that.',
  )
}

/**
 * The campaign's device under the kernel name it has now, if it is found at the plan's path. Otherwise as it was: every
 * run asks the guard itself and is refused when it is another device.
 */
function deviceNow(
  confirmed: ConfirmedDevice | undefined,
  { guard }: Inventory,
): ConfirmedDevice | undefined {
  if (!confirmed || guard?.device?.identity !== confirmed.identity) return confirmed
  return { ...confirmed, node: guard.device.node }
}
