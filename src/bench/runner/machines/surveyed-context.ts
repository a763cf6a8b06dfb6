import { deviceKey, hasProc, machineOf } from '../../hosts/inventory/machine-of'
import { campaignContext, type CampaignContext, type CampaignParts } from '../campaign-context'
import { campaignDataFile, memberTag } from '../record/campaign-data-file'
import { ownPlaces } from '../resume/own-places'
import type { RunnerParts } from '../runner-parts'
import type { Survey } from '../start/survey-machines'
import { memberRuns, type Member } from './member'
import { SameMachine } from './same-machine'

/** What is known of a campaign beside its machines. */
export type CampaignFacts = Pick<
  CampaignParts,
  'campaignId' | 'plan' | 'engine' | 'execution' | 'tag' | 'device' | 'earlierEngineVersion' | 'engineProblem'
>

/** Puts a stored campaign together for execution on the machines that were looked at. */
export function surveyedContext(
  { store, events, journal, created }: RunnerParts,
  survey: Survey,
  facts: CampaignFacts,
): CampaignContext {
  const { client, machines } = survey
  const { host } = client.parts
  const { record, runsDirectory, engineVersion } = client.inventory
  const members = machines.length > 1 ? membersOf(survey, facts) : []
  return campaignContext({
    ...facts,
    ...{ host, store, events, journal, created, runsDirectory, engineVersion, members },
    ...(members.length === 0 && { sameMachine: new SameMachine(host, record) }),
    machine: machineOf(record, host),
    deviceKeys: machines.map(({ parts, inventory }) => deviceKey(inventory.record, parts.host)),
    protectedPaths: ownPlaces(host, store.path, record),
    holdsTarget: hasProc(record),
  })
}

function membersOf({ machines }: Survey, { execution, tag }: CampaignFacts): readonly Member[] {
  return machines.flatMap(({ parts: { host }, plan, inventory }, place) => {
    const own = execution.members[place]
    if (!own) return []
    const { record, runsDirectory } = inventory
    return [
      {
        campaignId: own.campaignId,
        host,
        runsDirectory,
        sameMachine: new SameMachine(host, record),
        machine: machineOf(record, host),
        holdsTarget: hasProc(record),
        dataFile: own.dataFile === undefined ? undefined : campaignDataFile(plan, memberTag(tag, place)),
        runs: memberRuns(execution.runs, own),
      },
    ]
  })
}
