import * as v from 'valibot'
import { deviceCardSchema } from '../devices/device-card'
import type { DeviceLinks } from '../devices/link-devices'
import type { PictureType } from '../pictures/picture-header'
import type { JudgedScorecard } from '../scorecard/judge-scorecard'
import { scorecardSchema } from '../scorecard/scorecard'
import { takenPictureSchema } from './document-requests'
import { givenName, knownName, request, rowId } from './request'
import type { Deleted, StoredDevice, StoredScorecard } from './review'

const name = givenName(200)
const knownDevice = v.strictObject({ id: rowId, name: knownName, card: deviceCardSchema })
const knownScorecard = v.strictObject({ id: rowId, name: knownName, card: scorecardSchema })

/**
 * Requests of the window about device cards and scorecards; their lists are part of the review's summary. `base`: the
 * saved card as this window knows it, null for a new one; answered with the error `changed-elsewhere` if the file has
 * another version by now.
 */
export const cardRequests = {
  'device.save': request<StoredDevice>()({ base: v.nullable(knownDevice), name, card: deviceCardSchema }),
  'device.delete': request<Deleted>()({ base: knownDevice }),
  /** The campaigns that each card covers, and those that several cards claim. */
  'device.links': request<DeviceLinks>()({}),
  /** Null if it has none. */
  'device.photo': request<{ type: PictureType; bytes: Uint8Array } | null>()({ deviceId: rowId }),
  /** Stores a PNG, JPEG or WebP without its metadata, as a PNG or JPEG of moderate size; null removes the photo. */
  'device.set-photo': request<StoredDevice>()({ deviceId: rowId, photo: v.nullable(takenPictureSchema) }),
  'scorecard.save': request<StoredScorecard>()({
    base: v.nullable(knownScorecard),
    name,
    card: scorecardSchema,
  }),
  'scorecard.delete': request<Deleted>()({ base: knownScorecard }),
  /** Who wins each category of a scorecard, saved or not; measured categories use the review's data. */
  'scorecard.judge': request<JudgedScorecard>()({ name, card: scorecardSchema }),
}
