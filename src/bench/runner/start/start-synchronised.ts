import type { Plan } from '../../../core/plan/plan'
import { memberSeed } from '../../../core/plan/plan-hosts'
import type { NewCampaign } from '../../store/review-store'
import { campaignContext, type CampaignContext } from '../campaign-context'
import { freezeCampaign } from './freeze-campaign'
import { settleOrphans } from '../resume/orphans'
import { newCampaignTag } from '../execute/run-name'
import { engineOf, refuseProblems, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import type { StartOptions } from './start-campaign'
import { memberTag } from '../record/campaign-data-file'
import { membersOf } from '../machines/members-of'
import { surveyHosts, surveyProblems, type Survey } from './survey-hosts'

/**
 * Checks a plan for several hosts on all of them and stores it as one campaign of all of them together and one of each,
 * with all runs waiting. Rejects with `plan-problems`, and stores nothing, when it cannot run on one of them.
 */
export async function startSynchronised(
  parts: RunnerParts,
  plan: Plan,
  configuration: string,
  options: StartOptions & { readonly ownTags: ReadonlySet<string> },
): Promise<CampaignContext> {
  const { store, journal, events, started, created } = parts
  const engine = engineOf(parts, plan)
  const survey = await surveyHosts(parts, plan, { health: true })
  refuseProblems(await surveyProblems(parts, plan, survey, options.signal))
  const remarks: string[] = []
  for (const { parts: own } of survey.hosts) {
    const remark = await settleOrphans(own, options.orphans ?? 'leave', options.ownTags)
    if (remark !== undefined && !remarks.includes(remark)) remarks.push(remark)
  }
  const tag = newCampaignTag()
  const { client } = survey
  const hostName = survey.hosts.map(({ parts: own }) => own.host.name).join(' + ')
  const campaignId = store.createCampaign({
    ...freezeCampaign({ plan, engine, tag, configuration, hostId: client.parts.host.id, hostName }),
    dataFile: undefined,
    members: survey.hosts.map((_, place) => memberCampaign(parts, survey, place, { tag, configuration })),
  })
  const { engineVersion, runsDirectory } = client.inventory
  store.setHostRecord(campaignId, { name: hostName, raw: {} }, engineVersion)
  const execution = store.execution(campaignId)
  if (!execution) throw new RunnerError('no-campaign', `Campaign ${String(campaignId)} was not stored.`)
  survey.hosts.forEach(({ inventory }, place) => {
    const memberId = execution.members[place]?.campaignId
    if (memberId !== undefined) store.setHostRecord(memberId, inventory.record, inventory.engineVersion)
  })
  journal.log(
    campaignId,
    'info',
    `The campaign was started on ${hostName}, every run on all of them at once.`,
  )
  for (const remark of remarks) journal.log(campaignId, 'warning', remark)
  started.begin(campaignId, tag)
  journal.setCampaignState(campaignId, 'running')
  return campaignContext({
    ...{ campaignId, plan, execution, engine, store, events, journal, created, runsDirectory, tag },
    ...membersOf(survey, execution, tag),
    engineVersion,
    earlierEngineVersion: engineVersion,
    engineProblem: undefined,
  })
}

/** The campaign of one host: the same cases and runs, with seeds and a data file of its own. */
function memberCampaign(
  parts: RunnerParts,
  { hosts }: Survey,
  place: number,
  { tag, configuration }: { readonly tag: string; readonly configuration: string },
): NewCampaign {
  const one = hosts[place]
  if (!one) throw new RangeError(`There is no host ${String(place)}.`)
  const { plan, parts: own } = one
  const frozen = freezeCampaign({
    plan,
    engine: engineOf(parts, plan),
    tag: memberTag(tag, place),
    configuration,
    hostId: own.host.id,
    hostName: own.host.name,
  })
  return { ...frozen, runs: frozen.runs.map((run) => ({ ...run, seed: memberSeed(run.seed, place) })) }
}
