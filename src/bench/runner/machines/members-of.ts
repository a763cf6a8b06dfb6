import { deviceKey, hasProc, machineOf } from '../../hosts/inventory/machine-of'
import type { CampaignExecution } from '../../store/review-store'
import type { CampaignContext } from '../campaign-context'
import { campaignDataFile, memberTag } from '../record/campaign-data-file'
import { memberRuns } from './member'
import { SameMachine } from './same-machine'
import type { Survey } from '../start/survey-hosts'

/** What the execution of a synchronised campaign knows of its machines. */
export function membersOf(
  { client, hosts }: Survey,
  execution: CampaignExecution,
  tag: string,
): Pick<CampaignContext, 'host' | 'machine' | 'deviceKeys' | 'protectedPaths' | 'holdsTarget' | 'members'> {
  const { host } = client.parts
  return {
    host,
    machine: machineOf(client.inventory.record, host),
    deviceKeys: hosts.map(({ parts, inventory }) => deviceKey(inventory.record, parts.host)),
    protectedPaths: [],
    holdsTarget: hasProc(client.inventory.record),
    members: hosts.flatMap(({ parts, plan, inventory }, place) => {
      const own = execution.members[place]
      if (!own) return []
      const { record, runsDirectory } = inventory
      return [
        {
          campaignId: own.campaignId,
          host: parts.host,
          runsDirectory,
          sameMachine: new SameMachine(parts.host, record),
          machine: machineOf(record, parts.host),
          holdsTarget: hasProc(record),
          dataFile: own.dataFile === undefined ? undefined : campaignDataFile(plan, memberTag(tag, place)),
          runs: memberRuns(execution.runs, own),
        },
      ]
    }),
  }
}
