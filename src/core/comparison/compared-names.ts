import { namesOf } from '../results/campaign-names'
import type { ComparedCampaign } from './comparison-data'

/** The names of campaigns among each other, by their id as a side has it. */
export function comparedNames(
  campaigns: readonly Pick<ComparedCampaign, 'id' | 'naming'>[],
): ReadonlyMap<string, string> {
  return namesOf(campaigns.map(({ id, naming }) => ({ id: String(id), ...naming })))
}
