import type { CampaignContext } from '../campaign-context'
import type { Member } from './member'

/** The campaign as one of its hosts sees it: for its data file, its run directories and its processes. */
export function memberContext(context: CampaignContext, member: Member): CampaignContext {
  const { host, runsDirectory, sameMachine, machine, dataFile, holdsTarget } = member
  return { ...context, host, runsDirectory, sameMachine, machine, dataFile, holdsTarget, members: [] }
}

/** What has a data file: the campaign itself, or each of its hosts. */
export function dataFileOwners(context: CampaignContext): readonly CampaignContext[] {
  const { members } = context
  return members.length === 0 ? [context] : members.map((member) => memberContext(context, member))
}

/** Every host that processes of the campaign run on, the one of its client first. */
export function placesOf(context: CampaignContext): readonly CampaignContext[] {
  return context.members.length === 0 ? [context] : [{ ...context, members: [] }, ...dataFileOwners(context)]
}

/** Ids of a run on all hosts, those of the hosts behind the one that leads them. */
export function runIdsOf(context: CampaignContext, runId: number): readonly number[] {
  return [runId, ...context.members.flatMap(({ runs }) => runs.get(runId)?.runId ?? [])]
}
