import type { RunFailure } from '../../../core/results/run'
import type { ReviewWriter } from '../../store/review-store'
import type { Journal } from '../record/journal'

/** A run whose host was abandoned while it was away: its fate is unknown until the campaign is resumed. */
const givenUpId = 'host-given-up'

/**
 * Marks a campaign whose host is abandoned as interrupted, together with the run in progress there. Other
 * runs keep waiting; results stay.
 */
export function giveUp(
  { store, journal }: { readonly store: ReviewWriter; readonly journal: Journal },
  campaignId: number,
  hostName: string,
): void {
  const running = store.runs(campaignId).filter(({ state }) => state === 'running')
  const failure: RunFailure = {
    id: givenUpId,
    text: `${hostName} was given up while it was away; processes of this run may still be running there.`,
    remedy: `When ${hostName} is back, resume the campaign: a finished result is collected, and a run still in progress is awaited. Or end it there among the runs left behind by others.`,
  }
  for (const { id } of running) {
    store.setRunState(id, 'interrupted', failure)
    journal.runChanged(id)
  }
  const runs = running.length === 0 ? 'No run was in progress there.' : failure.text
  journal.log(
    campaignId,
    'warning',
    `The campaign was given up while ${hostName} was away. ${runs} The remaining runs wait to be resumed.`,
    running[0]?.id,
  )
  journal.setCampaignState(campaignId, 'interrupted')
}

/**
 * Before a resume, with the host back: abandoned runs count as running until the host has reported their
 * state.
 */
export function takeBackGivenUp(store: ReviewWriter, campaignId: number): void {
  for (const { id, state, failure } of store.runs(campaignId))
    if (state === 'interrupted' && failure?.id === givenUpId) store.setRunState(id, 'running')
}
