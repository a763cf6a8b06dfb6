import { createdDataFile, type CampaignContext } from '../campaign-context'
import { removeDataFile } from './data-file'

/** What has a data file. */
export type DataFileOwner = Pick<
  CampaignContext,
  'created' | 'host' | 'machine' | 'dataFile' | 'journal' | 'campaignId'
>

/** Removes the campaign's data file if it is still the file this app made, and says so when it is not. */
export async function removeCreatedFile(owner: DataFileOwner): Promise<void> {
  const { created, host, machine, journal, campaignId } = owner
  const file = createdDataFile(owner)
  if (!file) return
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
