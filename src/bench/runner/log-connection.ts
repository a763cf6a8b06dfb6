import type { CampaignContext } from './campaign-context'

/** Writes into a campaign's log when its host goes away and comes back. Answers the end of it; undefined for hosts that stay. */
export function logConnection(context: CampaignContext): (() => void) | undefined {
  const { campaignId, host, journal } = context
  let isAway = false
  return host.onStatus?.(({ state, text = '', remedy = '' }) => {
    if (state === 'online' && isAway) {
      isAway = false
      journal.log(campaignId, 'info', `${host.name} is back; the campaign goes on where it is.`)
    } else if (state !== 'online' && state !== 'connecting' && !isAway) {
      isAway = true
      const what =
        state === 'unknown'
          ? 'What runs there runs on; the connection is being tried again.'
          : `What runs there runs on. ${remedy}`
      journal.log(campaignId, 'warning', `${host.name} is away: ${text} ${what}`.trim())
    }
  })
}
