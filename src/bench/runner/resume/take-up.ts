import type { CampaignContext } from '../campaign-context'
import type { Intent } from '../schedule/campaign-loop'
import { clearGround } from './leftovers'
import { pidWords } from '../execute/run-words'

export interface ResumedCampaign {
  readonly context: CampaignContext
  /** Layout that the data file is known to contain. */
  readonly laidOut: string | undefined
}

/** Clears leftovers of a stored campaign, logs what was found, and marks the campaign as being executed. */
export async function takeUp(
  context: CampaignContext,
  intent: Intent,
  isSameDevice: boolean,
): Promise<ResumedCampaign> {
  const { campaignId, journal } = context
  const ground = await clearGround(context, isSameDevice)
  if (ground.clearedPids.length > 0) {
    journal.log(campaignId, 'warning', `Ended ${pidWords(ground.clearedPids)} left by an earlier session.`)
  }
  warnOfOtherVersion(context)
  if (intent === 'run') journal.log(campaignId, 'info', 'The campaign continues.')
  journal.setCampaignState(
    campaignId,
    intent === 'stop' ? 'stopping' : intent === 'pause' ? 'pausing' : 'running',
  )
  return { context, laidOut: ground.laidOut }
}

function warnOfOtherVersion(context: CampaignContext): void {
  const { campaignId, engine, engineVersion, earlierEngineVersion, journal } = context
  if (
    engineVersion === undefined ||
    earlierEngineVersion === undefined ||
    engineVersion === earlierEngineVersion
  )
    return
  const text = `${engine.description.name} was ${earlierEngineVersion} when the campaign began and is ${engineVersion} now.`
  journal.log(campaignId, 'warning', text)
}
