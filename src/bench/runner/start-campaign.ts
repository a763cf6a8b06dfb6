import { deviceKey, machineOf } from '../hosts/inventory/machine-of'
import { campaignContext, type CampaignContext } from './campaign-context'
import { freezeCampaign } from './freeze-campaign'
import { newCampaignTag } from './run-name'
import { engineOf, inventoryOf, planOf, problemsOf, type RunnerParts } from './runner-parts'
import { RunnerError } from './runner-error'

/**
 * Checks a plan and stores it as a campaign, with all its runs waiting and the host on record. Rejects with
 * `plan-problems`, and stores nothing, when the plan cannot run or `signal` gave the check up.
 */
export async function startCampaign(
  parts: RunnerParts,
  planId: string,
  configuration: string,
  signal?: AbortSignal,
): Promise<CampaignContext> {
  const { store, host, journal, events } = parts
  const plan = planOf(parts, planId)
  const engine = engineOf(parts, plan)
  const inventory = await inventoryOf(parts, plan, { health: true })
  const problems = await problemsOf(parts, plan, inventory, signal)
  if (problems.length > 0) {
    const more = problems.length > 1 ? ` (and ${String(problems.length - 1)} more)` : ''
    const text = `The plan cannot run: ${problems[0]?.text ?? ''}${more}`
    throw new RunnerError('plan-problems', text, problems[0]?.reason, problems)
  }
  const tag = newCampaignTag()
  const campaignId = store.createCampaign(
    freezeCampaign({ plan, engine, tag, configuration, hostId: host.id, hostName: host.name }),
  )
  const { engineVersion, runsDirectory, record } = inventory
  store.setHostRecord(campaignId, record, engineVersion)
  journal.log(campaignId, 'info', `The campaign was started on ${host.name}.`)
  journal.setCampaignState(campaignId, 'running')
  const execution = store.execution(campaignId)
  if (!execution) throw new RunnerError('no-campaign', `Campaign ${String(campaignId)} was not stored.`)
  return campaignContext({
    ...{ campaignId, plan, execution, engine, host, store, events, runsDirectory, tag },
    machine: machineOf(record, host),
    deviceKey: deviceKey(record, host),
    engineVersion,
    earlierEngineVersion: engineVersion,
    engineProblem: undefined,
  })
}
