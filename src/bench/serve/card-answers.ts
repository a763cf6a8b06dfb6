import type { CardRequests } from '../../core/contract/card-requests'
import { judgeScorecard } from '../../core/scorecard/judge-scorecard'
import { takeDevicePhoto } from '../transfer/documents/take-photo'
import { deviceLinks } from '../transfer/figure-of-review'
import type { BenchAnswers } from './answers'

/** Requests about device cards and scorecards. */
export const cardAnswers: BenchAnswers<keyof CardRequests> = {
  'device.save': (session, { base, ...device }) =>
    session.writer().cards.saveDevice({ id: base?.id, ...device }, { base: base ?? undefined }),
  'device.delete': (session, { base }) => {
    session.writer().cards.deleteDevice(base.id, base)
    return null
  },
  'device.links': ({ review }) => deviceLinks(review),
  'device.photo': ({ review }, { deviceId }) => review.cards.devicePhoto(deviceId) ?? null,
  'device.set-photo': async (session, { deviceId, photo }) => {
    const { cards } = session.writer()
    return cards.setDevicePhoto(deviceId, photo ? await takeDevicePhoto(photo.name, photo.bytes) : undefined)
  },
  'scorecard.save': (session, { base, ...scorecard }) =>
    session.writer().cards.saveScorecard({ id: base?.id, ...scorecard }, { base: base ?? undefined }),
  'scorecard.delete': (session, { base }) => {
    session.writer().cards.deleteScorecard(base.id, base)
    return null
  },
  'scorecard.judge': ({ review }, { name, card }) =>
    judgeScorecard(name, card, ({ comparison }) => review.compare(comparison)),
}
