import type { CampaignDetail } from '../../../core/results/campaign'
import { isSynchronised } from '../../../core/plan/plan-hosts'
import type { RunFailure } from '../../../core/results/run'
import { beginHere } from './begun-elsewhere'
import { campaignContext } from '../campaign-context'
import type { Intent } from '../schedule/campaign-loop'
import { takeBackGivenUp } from './given-up'
import { engineOf, refuseProblems, type RunnerParts } from '../runner-parts'
import { RunnerError } from '../runner-error'
import { refuseOtherMachine } from '../machines/same-machine'
import { engineProblem, takeUp, type ResumedCampaign } from './take-up'
import { membersOf } from '../machines/members-of'
import { machinesOf, surveyHosts, surveyProblems, type Survey } from '../start/survey-hosts'
import { versionProblems } from '../start/version-problems'

/** Takes up a stored campaign on all its hosts. Rejects with `other-host` when one of them is another machine than it was. */
export async function resumeSynchronised(
  parts: RunnerParts,
  { id: campaignId, plan, engineVersion: earlierEngineVersion }: CampaignDetail,
  intent: Intent,
): Promise<ResumedCampaign> {
  const { store, events, journal, created, started } = parts
  if (!isSynchronised(plan)) throw noCampaign(campaignId)
  const survey = await surveyHosts(parts, plan)
  const stored = store.execution(campaignId)
  survey.hosts.forEach(({ parts: own, inventory }, place) => {
    const before = store.campaignFacts(stored?.members[place]?.campaignId ?? -1)
    if (before) refuseOtherMachine(before.hostRecord, inventory.record, own.host)
  })
  const earlierTag = started.tagOf(campaignId)
  if (earlierTag === undefined) refuseProblems(await surveyProblems(parts, plan, survey))
  // Only now, with all hosts there.
  else takeBackGivenUp(store, campaignId)
  const tag = earlierTag ?? beginHere(parts, campaignId)
  const execution = store.execution(campaignId)
  if (!execution) throw noCampaign(campaignId)
  const { engineVersion, runsDirectory } = survey.client.inventory
  const context = campaignContext({
    ...{ campaignId, plan, execution, engine: engineOf(parts, plan), store, events, journal, created },
    ...membersOf(survey, execution, tag),
    ...{ tag, runsDirectory, engineVersion, earlierEngineVersion },
    engineProblem: problemOf(parts, survey, plan),
  })
  return takeUp(context, intent, true)
}

/** Why no run can be started just now. */
function problemOf(parts: RunnerParts, survey: Survey, plan: CampaignDetail['plan']): RunFailure | undefined {
  const engine = engineOf(parts, plan)
  const own = [survey.client, ...survey.hosts]
    .map(({ inventory }) => engineProblem(inventory, engine))
    .find((problem) => problem !== undefined)
  if (own) return own
  const [differing] = versionProblems(engine, machinesOf(survey))
  return (
    differing && { id: differing.id, text: differing.text, remedy: 'Install the same version, then retry.' }
  )
}

function noCampaign(campaignId: number): RunnerError {
  return new RunnerError('no-campaign', `There is no campaign ${String(campaignId)} on several hosts.`)
}
