import * as v from 'valibot'
import { deviceCardSchema, type DeviceCard } from '../devices/device-card'
import type { DeviceLinks } from '../devices/link-devices'
import type { PictureType } from '../figures/article-look'
import type { JudgedScorecard } from '../scorecard/judge-scorecard'
import { scorecardSchema, type Scorecard } from '../scorecard/scorecard'
import { takenPictureSchema, type TakenPicture } from './document-requests'
import type { KnownDevice, KnownScorecard, StoredDevice, StoredScorecard } from './review'

/**
 * Requests of the window about device cards and scorecards; their lists are part of the review's summary. `base`: the
 * saved card as this window knows it, null for a new one; answered with the error `changed-elsewhere` if the file has
 * another version by now.
 */
export interface CardRequests {
  'device.save': {
    arguments: { base: KnownDevice | null; name: string; card: DeviceCard }
    answer: StoredDevice
  }
  'device.delete': { arguments: { base: KnownDevice }; answer: null }
  /** The campaigns that each card covers, and those that several cards claim. */
  'device.links': { arguments: Record<string, never>; answer: DeviceLinks }
  /** Null if it has none. */
  'device.photo': {
    arguments: { deviceId: number }
    answer: { type: PictureType; bytes: Uint8Array } | null
  }
  /** Stores a PNG, JPEG or WebP without its metadata, as a PNG or JPEG of moderate size; null removes the photo. */
  'device.set-photo': { arguments: { deviceId: number; photo: TakenPicture | null }; answer: StoredDevice }

  'scorecard.save': {
    arguments: { base: KnownScorecard | null; name: string; card: Scorecard }
    answer: StoredScorecard
  }
  'scorecard.delete': { arguments: { base: KnownScorecard }; answer: null }
  /** Who wins each category of a scorecard, saved or not; measured categories use the review's data. */
  'scorecard.judge': { arguments: { name: string; card: Scorecard }; answer: JudgedScorecard }
}

const id = v.pipe(v.number(), v.integer(), v.minValue(1))
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
/** A name written by another program may be longer. */
const knownName = v.pipe(v.string(), v.maxLength(10_000))
const knownDevice = v.strictObject({ id, name: knownName, card: deviceCardSchema })
const knownScorecard = v.strictObject({ id, name: knownName, card: scorecardSchema })

/** Checks of the arguments; unknown keys are rejected. */
export const cardArguments: {
  readonly [N in keyof CardRequests]: v.GenericSchema<unknown, CardRequests[N]['arguments']>
} = {
  'device.save': v.strictObject({ base: v.nullable(knownDevice), name, card: deviceCardSchema }),
  'device.delete': v.strictObject({ base: knownDevice }),
  'device.links': v.strictObject({}),
  'device.photo': v.strictObject({ deviceId: id }),
  'device.set-photo': v.strictObject({ deviceId: id, photo: v.nullable(takenPictureSchema) }),
  'scorecard.save': v.strictObject({ base: v.nullable(knownScorecard), name, card: scorecardSchema }),
  'scorecard.delete': v.strictObject({ base: knownScorecard }),
  'scorecard.judge': v.strictObject({ name, card: scorecardSchema }),
}
