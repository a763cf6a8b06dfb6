import { machineAdvice } from '../../../core/engines/advice/machine-advice'
import type { Advice } from '../../../core/plan/advice'
import type { RunSummary } from '../../../core/results/run'
import { planWrites } from '../../../core/engines/case-groups'
import { furtherRuns } from '../../../core/engines/schedule'
import { counted } from '../../../core/units/number-format'
import type { ConfirmedDevice } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'
import { hostsText, type CampaignDetail } from '../../../core/results/campaign/campaign'
import { placeOf, type Place } from '../../hosts/inventory/machine-of'
import { planEnvironment } from '../../hosts/inventory/plan-environment'
import type { Inventory } from '../../hosts/inventory/take-inventory'
import { hostsOf } from '../machines/hosts-of'
import { refuseOtherMachine } from '../machines/same-machine'
import { campaignContext } from '../campaign-context'
import {
  campaignOf,
  engineOf,
  needsPassword,
  refuseProblems,
  type RunnerParts,
  noCampaign,
} from '../runner-parts'
import { RunnerError } from '../runner-error'
import type { Intent } from '../schedule/campaign-loop'
import { enginesOf, surveyMachines, surveyProblems, type Survey } from '../start/survey-machines'
import { versionProblems } from '../start/version-problems'
import { beginHere } from './begun-elsewhere'
import { takeBackGivenUp } from './given-up'
import { takeUp, type ResumedCampaign } from './take-up'

/** Whether a run that has ended is to be measured again. */
export type IsAgain = (run: Pick<RunSummary, 'id' | 'state' | 'phase'>) => boolean

/**
 * Resumes a stored campaign on all its machines: ends unneeded runs, removes run directories whose results
 * are stored, and leaves the runs in state `running` to be adopted. The plan is the one frozen at the start.
 * A campaign that was started on another machine is checked as at a start and continues without what it left
 * there. Runs that are measured `again` return to waiting, and every case is measured `more` times. Rejects with
 * `other-host` if one of its machines is not the same as before, and with `plan-problems` if its engine is missing and no
 * run is in progress that has to be collected first; a refusal changes nothing.
 */
export async function resumeCampaign(
  parts: RunnerParts,
  campaignId: number,
  intent: Intent,
  again: IsAgain = () => false,
  more = 0,
): Promise<ResumedCampaign> {
  const { store, started } = parts
  const campaign = campaignOf(parts, campaignId)
  const { plan: earlier, hostRecord } = campaign
  refuseOtherNames(parts, campaign)
  const engine = engineOf(parts, earlier)
  const survey = await surveyMachines(parts, earlier)
  const { client, machines } = survey
  const { machineIds = [campaignId] } = campaign
  for (const [place, { parts: there, inventory }] of machines.entries()) {
    const own = store.campaignFacts(machineIds[place] ?? -1)
    if (own) refuseOtherMachine(own.hostRecord, inventory.record, there.host)
  }
  requireAgreement(parts, campaign, placeOf(client.inventory.record, client.parts.host))
  const [engineProblem, ...others] = engineProblems(parts, survey, earlier)
  const isInProgress = campaign.runs.some(({ state }) => state === 'running' || state === 'interrupted')
  if (engineProblem && intent === 'run' && !isInProgress) refuseProblems([engineProblem, ...others])
  const earlierTag = started.tagOf(campaignId)
  if (earlierTag === undefined) refuseProblems(await surveyProblems(parts, earlier, survey))
  // Only now, when all machines answer.
  else takeBackGivenUp(store, campaignId)
  const tag = earlierTag ?? beginHere(parts, campaignId)
  returnToWaiting(parts, campaign, again)
  if (more > 0) addRuns(parts, campaign, more)
  const { plan } = more > 0 ? campaignOf(parts, campaignId) : campaign
  const execution = store.execution(campaignId)
  if (!execution) throw noCampaign()
  const context = campaignContext(parts, survey, {
    ...{ campaignId, plan, execution, engine, tag },
    device: deviceNow(hostRecord.confirmedDevice, client.inventory),
    earlierEngineVersion: campaign.engineVersion,
    engineProblem,
  })
  if (intent === 'stop' && needsPassword(parts, plan)) {
    const text = `A run that was cut off may have left a schema benchwright_… on its server. The mark of this campaign, in the table benchwright_campaign, is bw-${tag}.`
    parts.journal.log(campaignId, 'warning', text)
  }
  const isSameDevice = client.inventory.guard?.device?.sequence === hostRecord.confirmedDevice?.sequence
  return takeUp(context, intent, isSameDevice)
}

function returnToWaiting(
  { store, journal }: RunnerParts,
  { id, state, runs }: CampaignDetail,
  again: IsAgain,
): void {
  const returning = runs.filter(again)
  if (state === 'done' && returning.length > 0) journal.setCampaignState(id, 'paused')
  for (const run of returning) {
    store.setRunState(run.id, 'waiting')
    journal.runChanged(run.id)
  }
}

/** Measures every case of a campaign more often. */
function addRuns(parts: RunnerParts, { id, plan }: CampaignDetail, more: number): void {
  parts.store.addRuns(id, furtherRuns(plan, engineOf(parts, plan), more), more)
  const all = counted(plan.repetitions + more, 'time')
  parts.journal.log(id, 'info', `Each case is measured ${counted(more, 'more time')}, ${all} in all.`)
}

function refuseOtherNames(parts: RunnerParts, { host, plan }: CampaignDetail): void {
  const now = hostsOf(parts, plan).map(({ name }) => name)
  if (host === hostsText(now)) return
  const text = `The campaign was started on ${host}; ${now.length > 1 ? `its machines are ${hostsText(now)} here` : `this machine is ${now.join()}`}.`
  throw new RunnerError(
    'other-host',
    text,
    'Resume it there, or start a new campaign here: one campaign is one machine.',
  )
}

/** Why no run can be started at present: the engine is missing on a machine, is too old, or differs. */
function engineProblems(parts: RunnerParts, survey: Survey, plan: Plan): readonly Advice[] {
  const engine = engineOf(parts, plan)
  const engines = enginesOf(survey)
  const missing = [...new Set([survey.client, ...survey.machines])].flatMap(({ inventory }) =>
    machineAdvice(engine, planEnvironment(inventory, engine, [])).filter(({ about }) => about === 'engine'),
  )
  const differing = engines.length > 1 ? versionProblems(engine, engines) : []
  return missing.length > 0 ? missing : differing
}

/**
 * A results file from another machine may claim consent to overwrite a device; only the record of this
 * machine counts.
 */
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
 * The campaign's device under its current kernel name, if it is found at the plan's path. Otherwise
 * unchanged: every run asks the guard and is refused if it is another device.
 */
function deviceNow(
  confirmed: ConfirmedDevice | undefined,
  { guard }: Inventory,
): ConfirmedDevice | undefined {
  if (!confirmed || guard?.device?.identity !== confirmed.identity) return confirmed
  return { ...confirmed, node: guard.device.node }
}
