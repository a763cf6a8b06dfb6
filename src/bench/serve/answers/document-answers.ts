import type { documentRequests } from '../../../core/contract/document-requests'
import { saveDraft } from '../../articles/new-document'
import { takeDevicePhoto, takePhoto } from '../../articles/take-photo'
import { moderatePicture } from '../../figures/take-picture'
import type { BenchAnswers } from './answers'
import { toBin } from '../to-bin'
import { documentOf } from '../aside/write-jobs'
import type { cardRequests } from '../../../core/contract/card-requests'
import { deviceLinks } from '../../figures/figure-of-review'
import type { articleRequests } from '../../../core/contract/article-requests'

/** Requests about documents and their pictures. */
export const documentAnswers: BenchAnswers<keyof typeof documentRequests> = {
  'document.get': ({ review }, { documentId }) => documentOf(review, documentId),
  'document.save': (session, { base, document }) =>
    session.writer().documents.save(document, base ?? undefined),
  'document.delete': (session, { base }) =>
    toBin(session, 'document', { key: base.id, name: base.name }, () =>
      session.writer().documents.delete(base),
    ),
  'document.new': async (session, given) => {
    const review = session.writer()
    return saveDraft(review, await session.aside.do('document-draft', given))
  },
  'document.purpose': async ({ aside }) => (await aside.do('document-purpose', undefined)) ?? null,
  'document.preview': ({ aside }, { document }) => aside.do('document-preview', document),
  'document.fields': ({ aside }, given) => aside.do('document-fields', given),
  'picture.get': ({ review }, { pictureId }) => review.documents.picture(pictureId) ?? null,
  'picture.add': async (session, { name, bytes }) => {
    const writer = session.writer()
    return writer.documents.addPicture(await takePhoto(name, bytes))
  },
}

/** Requests about device cards and scorecards. */
export const cardAnswers: BenchAnswers<keyof typeof cardRequests> = {
  'device.save': (session, { base, ...device }) =>
    session.writer().cards.saveDevice({ id: base?.id, ...device }, { base: base ?? undefined }),
  'device.delete': (session, { base }) =>
    toBin(session, 'device', { key: base.id, name: base.name }, () =>
      session.writer().cards.deleteDevice(base.id, base),
    ),
  'device.links': ({ review }) => deviceLinks(review),
  'device.photo': ({ review }, { deviceId }) => review.cards.devicePhoto(deviceId) ?? null,
  'device.set-photo': async (session, { deviceId, photo }) => {
    const { cards } = session.writer()
    return cards.setDevicePhoto(deviceId, photo ? await takeDevicePhoto(photo.name, photo.bytes) : undefined)
  },
  'scorecard.save': (session, { base, ...scorecard }) =>
    session.writer().cards.saveScorecard({ id: base?.id, ...scorecard }, { base: base ?? undefined }),
  'scorecard.delete': (session, { base }) =>
    toBin(session, 'scorecard', { key: base.id, name: base.name }, () =>
      session.writer().cards.deleteScorecard(base.id, base),
    ),
  'scorecard.judge': ({ aside }, given) => aside.do('scorecard-judge', given),
}

/** Requests about article presets and the order of figures. */
export const articleAnswers: BenchAnswers<keyof typeof articleRequests> = {
  'preset.save': (session, { base, ...preset }) =>
    session.writer().article.savePreset({ id: base?.id, ...preset }, base ?? undefined),
  'preset.delete': (session, { base }) =>
    toBin(session, 'preset', { key: base.id, name: base.name }, () =>
      session.writer().article.deletePreset(base.id, base),
    ),
  'preset.choose': (session, { presetId }) => session.writer().article.choosePreset(presetId ?? undefined),
  'preset.picture': ({ review }, { presetId }) => review.article.presetPicture(presetId) ?? null,
  'preset.set-picture': async (session, { presetId, picture }) => {
    const { article } = session.writer()
    return article.setPresetPicture(
      presetId,
      picture ? await moderatePicture(picture.name, picture.bytes) : undefined,
    )
  },
  'figure.order': (session, { figureIds, base }) => {
    session.writer().article.orderFigures(figureIds, base)
  },
  'figures.cancel-export': (session) => session.exporting.cancel(),
}
