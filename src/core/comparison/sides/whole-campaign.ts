import type { LevelValue } from '../../plan/plan'
import type { ComparedCampaign } from '../comparison-data'
import type { LevelRoles, Side, Sides } from './side'

/** Key of a campaign's configuration among the levels of a lined-up case. */
export const configurationKey = 'configuration'
/** The same where a parameter has that key. */
const ownConfigurationKey = 'campaign_configuration'
const deviceKey = 'device'
const machinesKey = 'machines'

/** What a case belongs to as a whole, by which equal cases of several campaigns on a side are kept apart. */
export interface WholeKey {
  readonly key: string
  readonly ofCampaign: (campaign: ComparedCampaign) => LevelValue | undefined
}

const configuration: WholeKey = {
  key: configurationKey,
  ofCampaign: (campaign) => campaign.configuration,
}
const device: WholeKey = {
  key: deviceKey,
  ofCampaign: ({ factors, device: name }) => factors.find(({ key }) => key === deviceKey)?.value ?? name,
}
const machines: WholeKey = {
  key: machinesKey,
  ofCampaign: (campaign) => campaign.machines,
}

/**
 * What two sides are lined up by besides levels, so that nothing is averaged over it: four configurations of two drives
 * are compared each with the same one, a drive with itself, and a machine that worked alone with one that did, too.
 */
export function wholeKeys(sides: Sides, { lineUp, unit }: LevelRoles): readonly WholeKey[] {
  const { baseline, candidate } = sides
  const selected = new Set([...baseline.selection, ...candidate.selection].map(({ key }) => key))
  const isOpen = (one: WholeKey) =>
    one.key !== unit && !selected.has(one.key) && !selected.has('campaign') && isShared(one, sides)
  const isTaken = lineUp.includes(configurationKey)
  return [
    ...(isOpen(configuration)
      ? [isTaken ? { ...configuration, key: ownConfigurationKey } : configuration]
      : []),
    ...(isOpen(device) ? [device] : []),
    ...([baseline, candidate].some((side) => valuesOf(side, machines).length > 1) ? [machines] : []),
  ]
}

/** If one side has several, of which the other has some. */
function isShared(whole: WholeKey, { baseline, candidate }: Sides): boolean {
  const [a, b] = [valuesOf(baseline, whole), valuesOf(candidate, whole)]
  return Math.max(a.length, b.length) > 1 && a.some((one) => b.includes(one))
}

function valuesOf(side: Side, { ofCampaign }: WholeKey): readonly (LevelValue | undefined)[] {
  return [...new Set(withResults(side).map(ofCampaign))]
}

/** The campaigns that contribute numbers, measured or printed. */
function withResults({ campaigns, columns, published }: Side): readonly ComparedCampaign[] {
  const ids = new Set([...columns, ...published].map(({ campaignId }) => campaignId))
  return campaigns.flatMap(({ campaign }) => (ids.has(campaign.id) ? [campaign] : []))
}

/** Whether a level is that of a campaign as a whole, and clear without its key. */
export function isOfCampaign(key: string): boolean {
  return key === ownConfigurationKey || key === machinesKey || key === deviceKey
}
