import { withoutKernelName } from '../results/campaign/drive'
import { largestOf } from '../iterables'
import type { DeviceCard, NamedDevice } from './device-card'

/** What a campaign says about the device under its target. */
export interface MeasuredDevice {
  readonly campaignId: number
  /** As a campaign names it: model with kernel name, or what was printed. */
  readonly device: string
  readonly configuration: string
  /** Name of its machine, for drives that only the kernel names. */
  readonly host?: string | undefined
  readonly model?: string | undefined
  readonly serial?: string | undefined
  readonly wwn?: string | undefined
  /** As stated in its plan, in bytes. */
  readonly ratedEndurance?: number | undefined
}

/** A card with the campaigns that measured its device. */
export interface LinkedDevice extends NamedDevice {
  readonly campaignIds: readonly number[]
  /** TBW in bytes: as stated on the card, otherwise in the plans of its campaigns if they agree. */
  readonly ratedEndurance: number | undefined
}

/** Cards in order, each with its campaigns, and the campaigns that more than one card claims. */
export interface DeviceLinks {
  readonly devices: readonly LinkedDevice[]
  readonly claimedTwice: readonly { readonly campaignId: number; readonly names: readonly string[] }[]
}

/**
 * Finds the card of each campaign's device. A serial number or world-wide name stated on a card takes precedence over
 * stated names, and those over its own name and model. If two cards match equally well, neither gets the campaign.
 */
export function linkDevices(
  devices: readonly NamedDevice[],
  campaigns: readonly MeasuredDevice[],
): DeviceLinks {
  const byCard = new Map<NamedDevice, number[]>(devices.map((one) => [one, []]))
  const claimedTwice: { readonly campaignId: number; readonly names: readonly string[] }[] = []
  for (const campaign of campaigns) {
    const fits = devices.map((device) => ({ device, fit: fitOf(device, campaign) }))
    const best = largestOf(
      fits.map(({ fit }) => fit),
      0,
    )
    const claims = best === 0 ? [] : fits.filter(({ fit }) => fit === best)
    const [only] = claims
    if (claims.length > 1)
      claimedTwice.push({
        campaignId: campaign.campaignId,
        names: claims.map(({ device }) => device.name),
      })
    else if (only !== undefined) byCard.get(only.device)?.push(campaign.campaignId)
  }
  return {
    devices: devices.map(({ name, card }, at) => ({
      ...{ name, card },
      ...ofCampaigns(card, campaigns, byCard.get(devices[at] ?? { name, card }) ?? []),
    })),
    claimedTwice,
  }
}

function ofCampaigns(
  { ratedEndurance }: DeviceCard,
  campaigns: readonly MeasuredDevice[],
  campaignIds: readonly number[],
) {
  const ofPlans = new Set(
    campaigns.flatMap((one) => (campaignIds.includes(one.campaignId) ? (one.ratedEndurance ?? []) : [])),
  )
  const [only, ...others] = ofPlans
  return { campaignIds, ratedEndurance: ratedEndurance ?? (others.length === 0 ? only : undefined) }
}

/** 3: by identity; 2: by a stated name; 1: by the name or model of the card; 0: no match. */
function fitOf({ name, card }: NamedDevice, campaign: MeasuredDevice): number {
  const stated = namesOf(card.standsFor ?? [])
  const identities = namesOf([campaign.serial, campaign.wwn])
  if (anyOf(stated, identities)) return 3
  const known = namesOf([
    campaign.device,
    withoutKernelName(campaign.device),
    campaign.model,
    campaign.configuration,
    placeOfDrive(campaign.device, campaign.host),
  ])
  if (anyOf(stated, known)) return 2
  const own = namesOf([
    name,
    card.model,
    card.vendor === undefined || card.model === undefined ? undefined : `${card.vendor} ${card.model}`,
  ])
  const named = namesOf([
    campaign.device,
    withoutKernelName(campaign.device),
    campaign.model,
    // Imported or printed results may name their drive only as the configuration.
    ...(isUnknown(campaign.device) ? [campaign.configuration] : []),
  ])
  return anyOf(own, named) ? 1 : 0
}

/** `sda of bench-1`: what a card says of a drive that tells neither serial number nor model. */
export function placeOfDrive(device: string, host: string | undefined): string | undefined {
  return isUnknown(device) || host === undefined || isUnknown(host) ? undefined : `${device} of ${host}`
}

function isUnknown(device: string): boolean {
  return device === '' || device === 'unknown'
}

function namesOf(names: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => {
      const plain = name?.trim().replace(/\s+/g, ' ').toLowerCase() ?? ''
      return isUnknown(plain) ? [] : [plain]
    }),
  )
}

function anyOf(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].some((name) => others.has(name))
}
