import type { Host } from '../../hosts/host'
import type { CampaignContext } from '../campaign-context'
import { contextHosts } from './hosts-of'

/** Writes into a campaign's log when one of its hosts goes away and comes back. Answers the end of it. */
export function logConnection(context: CampaignContext): () => void {
  const ends = contextHosts(context).map((host) => logHost(context, host))
  return () => {
    for (const end of ends) end?.()
  }
}

function logHost({ campaignId, journal, members }: CampaignContext, host: Host): (() => void) | undefined {
  const onGoing =
    members.length > 0 ? 'The run is ended on all hosts and repeated.' : 'What runs there runs on.'
  let isAway = false
  return host.onStatus?.(({ state, text = '', remedy = '' }) => {
    if (state === 'online' && isAway) {
      isAway = false
      journal.log(campaignId, 'info', `${host.name} is back; the campaign goes on where it is.`)
    } else if (state !== 'online' && state !== 'connecting' && !isAway) {
      isAway = true
      const what =
        state === 'unknown' ? `${onGoing} The connection is being tried again.` : `${onGoing} ${remedy}`
      journal.log(campaignId, 'warning', `${host.name} is away: ${text} ${what}`.trim())
    }
  })
}
