import { namesOf } from '../../results/campaign/campaign-names'
import { driveOf } from '../../results/campaign/drive'
import { groupBy } from '../../iterables'
import type { ComparedCampaign } from '../comparison-data'

/**
 * Names for the values of sides: of campaigns among each other, by their id, and of drives, by `device=` and what their
 * campaigns recorded. A recorded text that stands for several drives has none.
 */
export function comparedNames(
  campaigns: readonly Pick<ComparedCampaign, 'id' | 'naming' | 'device' | 'factors'>[],
): ReadonlyMap<string, string> {
  const drives = campaigns.flatMap(({ naming, device, factors }) => {
    const recorded = [
      device,
      ...factors.flatMap(({ key, value }) => (key === 'device' ? [String(value)] : [])),
    ]
    const drive = driveOf(naming)
    return drive === undefined || drive.name === '' ? [] : recorded.map((text) => ({ text, drive }))
  })
  const byText = [...groupBy(drives, ({ text }) => text)].flatMap(([text, own]) =>
    new Set(own.map(({ drive }) => drive.name)).size === 1
      ? [[`device=${text}`, own[0].drive.name] as const]
      : [],
  )
  return new Map([...byText, ...namesOf(campaigns.map(({ id, naming }) => ({ id: String(id), ...naming })))])
}
