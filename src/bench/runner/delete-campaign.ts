import type { CampaignDetail } from '../../core/contract/review'
import { machineOf } from '../hosts/inventory/machine-of'
import { removeCreatedFile } from './remove-created-file'
import { campaignOf, inventoryOf, partsOn, type RunnerParts } from './runner-parts'

/** Deletes a campaign that is not being executed, those of its hosts, and the data files left on the machines they were made on. */
export async function deleteCampaign(all: RunnerParts, campaignId: number): Promise<void> {
  const { memberIds = [] } = campaignOf(all, campaignId)
  for (const id of [...memberIds, campaignId]) {
    const campaign = all.store.campaign(id)
    if (campaign) await removeLeftFile(all, campaign)
  }
  all.store.deleteCampaign(campaignId)
}

async function removeLeftFile(all: RunnerParts, campaign: CampaignDetail): Promise<void> {
  const { id: campaignId, plan, hostRecord } = campaign
  const parts = partsOn(all, plan)
  const { store, journal, host } = parts
  const dataFile = store.execution(campaignId)?.dataFile
  const machine = machineOf(hostRecord, host)
  if (store.createdFiles(machine).some(({ path }) => path === dataFile)) {
    const { record } = await inventoryOf(parts, plan)
    if (machineOf(record, host) === machine)
      await removeCreatedFile({ store, host, machine, journal, campaignId, dataFile })
  }
}
