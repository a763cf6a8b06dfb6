import type { ShownPhoto } from '../../core/contract/document-requests'
import { pictureWidth, showsPhotos, type FactsBlock } from '../../core/document/stored-document'
import type { ReviewReads } from '../store/review-reads'
import { deviceLinks } from '../figures/figure-of-review'
import type { BlockProblem } from './block-problems'

/**
 * The photos that a facts block shows: those on the cards of the devices that its campaigns measured, in the order of
 * the cards. `campaignIds`: its campaigns.
 */
export function photosOf(
  review: ReviewReads,
  { about, photo }: Pick<FactsBlock, 'about' | 'photo'>,
  campaignIds: readonly number[],
): readonly ShownPhoto[] {
  if (photo === undefined || !showsPhotos(about)) return []
  const measured = new Set(
    deviceLinks(review).devices.flatMap((device) =>
      device.campaignIds.some((id) => campaignIds.includes(id)) ? [device.name] : [],
    ),
  )
  const pictured = review.cards
    .devices()
    .filter((device) => device.photo !== undefined && measured.has(device.name))
  const isOne = pictured.length === 1
  const alt = photo.alt.trim()
  return pictured.map(({ id, name, modifiedAtMs }) => ({
    ...{ deviceId: id, stamp: modifiedAtMs, caption: isOne ? '' : name },
    alt: alt === '' ? `Photo of ${name}` : isOne ? alt : `${name}: ${alt}`,
    widthPercent: pictureWidth(photo.widthPercent),
  }))
}

/** A photo with its bytes. */
export function storedPhoto(review: ReviewReads, { deviceId }: ShownPhoto) {
  const facts = review.cards.devices().find(({ id }) => id === deviceId)?.photo
  const found = review.cards.devicePhoto(deviceId)
  return facts && found && { ...facts, ...found }
}

/** What a facts block misses that is to show photos and finds none. */
export function photoProblems(
  { about, photo }: Pick<FactsBlock, 'about' | 'photo'>,
  found: readonly ShownPhoto[],
): readonly BlockProblem[] {
  if (photo === undefined || !showsPhotos(about) || found.length > 0) return []
  return [
    {
      text: 'No device card of these campaigns has a photo.',
      remedy:
        'Add one to the card in the Review room, check there which campaigns it is used for, or leave out the photo here.',
    },
  ]
}
