import { machineOf } from '../hosts/inventory/machine-of'
import { removeCreatedFile } from './remove-created-file'
import { campaignOf, inventoryOf, partsOn, type RunnerParts } from './runner-parts'

/** Deletes a campaign that is not being executed, and its data file if one is left on the machine it was made on. */
export async function deleteCampaign(all: RunnerParts, campaignId: number): Promise<void> {
  const { plan, hostRecord } = campaignOf(all, campaignId)
  const parts = partsOn(all, plan)
  const { store, journal, host } = parts
  const dataFile = store.execution(campaignId)?.dataFile
  const machine = machineOf(hostRecord, host)
  if (store.createdFiles(machine).some(({ path }) => path === dataFile)) {
    const { record } = await inventoryOf(parts, plan)
    if (machineOf(record, host) === machine)
      await removeCreatedFile({ store, host, machine, journal, campaignId, dataFile })
  }
  store.deleteCampaign(campaignId)
}
