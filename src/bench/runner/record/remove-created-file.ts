import type { CreatedFile } from '../../hosts/created-file'
import { createdFile, type CampaignContext } from '../campaign-context'
import { ballastOf } from './campaign-data-file'
import { removeDataFile } from './data-file'

/** The owner of a data file. */
export type DataFileOwner = Pick<
  CampaignContext,
  'created' | 'host' | 'machine' | 'dataFile' | 'journal' | 'campaignId'
>

/**
 * Removes the campaign's data file and ballast if they are still the files this app created, and logs it if
 * they are not.
 */
export async function removeCreatedFile(owner: DataFileOwner): Promise<void> {
  const paths = [owner.dataFile, ballastOf(owner)]
  for (const path of paths) {
    const file = path === undefined ? undefined : createdFile(owner, path)
    if (file) await remove(owner, file)
  }
}

async function remove(owner: DataFileOwner, file: CreatedFile): Promise<void> {
  const { created, host, machine, journal, campaignId } = owner
  const outcome = await removeDataFile(host, file)
  if (outcome === 'failed') {
    journal.log(campaignId, 'warning', `The data file ${file.path} could not be removed; remove it by hand.`)
    return
  }
  if (outcome === 'other') {
    journal.log(
      campaignId,
      'warning',
      `${file.path} is not the file this campaign created any more, so it was left alone.`,
    )
  }
  created.forget(machine, file.path)
}
