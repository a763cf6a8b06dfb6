import type { ArticleRequests } from '../../core/contract/article-requests'
import type { BenchAnswers } from './answers'

/** Requests about article presets and the order of figures. */
export const articleAnswers: BenchAnswers<keyof ArticleRequests> = {
  'preset.save': (session, { base, ...preset }) =>
    session.writer().article.savePreset({ id: base?.id, ...preset }, base ?? undefined),
  'preset.delete': (session, { base }) => {
    session.writer().article.deletePreset(base.id, base)
    return null
  },
  'preset.choose': (session, { presetId }) => {
    session.writer().article.choosePreset(presetId ?? undefined)
    return null
  },
  'preset.picture': ({ review }, { presetId }) => review.article.presetPicture(presetId) ?? null,
  'preset.remove-picture': (session, { presetId }) =>
    session.writer().article.setPresetPicture(presetId, undefined),
  'figure.order': (session, { figureIds, base }) => {
    session.writer().article.orderFigures(figureIds, base)
    return null
  },
  'figures.cancel-export': (session) => {
    session.exporting?.abort()
    return null
  },
}
