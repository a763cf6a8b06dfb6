import { machinePlans } from '../../core/plan/plan-hosts'
import type { Plan } from '../../core/plan/plan'
import type { HostRecord } from '../../core/results/campaign/host-record'
import { machineOf } from '../hosts/inventory/machine-of'
import { ballastOf, campaignDataFile, machineTag } from './record/campaign-data-file'
import { removeCreatedFile } from './record/remove-created-file'
import { inventoryOf, partsOn, type RunnerParts } from './runner-parts'

/**
 * Removes a campaign that is not being executed for good, those of its hosts, and their data files on the machines, if
 * they were created from this one.
 */
export async function eraseCampaign(parts: RunnerParts, campaignId: number): Promise<void> {
  const known = parts.store.bin.machinesOf(campaignId)
  const tag = parts.started.tagOf(campaignId)
  if (known !== undefined && tag !== undefined)
    for (const [place, own] of machinePlans(known.plan).entries()) {
      const stored = known.machines[place]
      if (stored)
        await removeLeftFile(parts, { ...stored, tag: machineTag(known.plan, tag, place), plan: own })
    }
  parts.store.bin.erase('campaign', campaignId)
  parts.started.forget(campaignId)
}

interface LeftCampaign {
  readonly id: number
  /** The plan as its one host executes it. */
  readonly plan: Plan
  readonly hostRecord: HostRecord
  readonly tag: string
}

async function removeLeftFile(all: RunnerParts, left: LeftCampaign): Promise<void> {
  const { id: campaignId, plan, hostRecord, tag } = left
  const parts = partsOn(all, plan)
  const { created, journal, host } = parts
  const dataFile = campaignDataFile(plan, tag)
  const machine = machineOf(hostRecord, host)
  if (created.of(machine).some(({ path }) => path === dataFile || path === ballastOf({ dataFile }))) {
    const { record } = await inventoryOf(parts, plan)
    if (machineOf(record, host) === machine)
      await removeCreatedFile({ created, host, machine, journal, campaignId, dataFile })
  }
}
