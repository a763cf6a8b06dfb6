import type { CampaignSummary } from '../../core/results/campaign/campaign'
import { stateLabels } from './marks/state-label'

/** The states of plans that were started together: "4 done, 1 done with failed runs, 1 stopped". */
export function suiteWords(campaigns: readonly Pick<CampaignSummary, 'state' | 'runsByState'>[]): string {
  const counts = new Map<string, number>()
  for (const { state, runsByState } of campaigns) {
    const failed = (runsByState.failed ?? 0) > 0 ? ' with failed runs' : ''
    const words = `${stateLabels[state].text.toLowerCase()}${failed}`
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].map(([words, count]) => `${count} ${words}`).join(', ')
}
