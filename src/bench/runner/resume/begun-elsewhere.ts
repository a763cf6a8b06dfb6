import type { RunFailure } from '../../../core/results/run'
import { newCampaignTag } from '../execute/run-name'
import type { RunnerParts } from '../runner-parts'

type Parts = Pick<RunnerParts, 'store' | 'journal' | 'started'>

const elsewhere: RunFailure = {
  id: 'begun-elsewhere',
  text: 'It was started elsewhere, and nothing about it is known here.',
}

/**
 * A campaign that the file calls running or waiting, but that no process on this machine was executing from
 * it. The file's claim alone starts nothing: the campaign becomes interrupted, and a person may resume it.
 */
export function leaveInterrupted({ journal, started }: Parts, campaignId: number): void {
  const text =
    started.tagOf(campaignId) === undefined
      ? 'The file says that this campaign is running, but you did not start it on this machine. Nothing was done.'
      : 'The file says that this campaign is running, but that is not how it was left here. Nothing was done.'
  journal.log(campaignId, 'warning', `${text} Resume it to continue here.`)
  journal.setCampaignState(campaignId, 'interrupted')
}

/**
 * Takes over a campaign that was started elsewhere and is resumed on this machine. It gets a new tag, and
 * with it new run directories and, in a folder, a new data file. What it left elsewhere is neither looked for
 * nor touched; its run that was in progress returns to waiting. Returns the tag.
 */
export function beginHere({ store, journal, started }: Parts, campaignId: number): string {
  const tag = newCampaignTag()
  started.begin(campaignId, tag)
  for (const { id, state } of store.runs(campaignId)) {
    if (state === 'running') store.setRunState(id, 'waiting', elsewhere)
    if (state === 'interrupted') store.setRunState(id, 'waiting')
  }
  const text =
    'The campaign was started elsewhere and continues here, with its own run directories and data file. What it left elsewhere stays there.'
  journal.log(campaignId, 'warning', text)
  return tag
}
