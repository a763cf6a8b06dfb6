import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { openReview } from '../../../../src/bench/store/open-review'
import { builtInPresets, type ArticleLook } from '../../../../src/core/figures/figure/article-look'
import { pngOf } from '../../../core/figures/picture-headers'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { closing, newReview } from '../sample-review'

const look: ArticleLook = {
  width: { value: 85, unit: 'mm' },
  font: 'serif',
  theme: 'light',
  colors: 'greys',
  mark: { kind: 'logo', size: 1.6, opacityPercent: 100 },
}
const picture = {
  name: 'logo.png',
  type: 'image/png',
  width: 4,
  height: 2,
  bytes: pngOf(4, 2),
} as const
const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' }

describe('article presets', () => {
  it('are saved with their picture, changed, chosen and deleted', () => {
    const review = newReview()
    expect(review.article.presets()).toEqual(builtInPresets)
    const { id } = review.article.savePreset({ name: 'Magazine', look })
    review.article.setPresetPicture(id, picture)
    review.article.savePreset({ id, name: 'Magazine B', look: { ...look, theme: 'dark' } })
    review.article.choosePreset(id)
    const reopened = closing(openReview(review.path, { mode: 'read' }))
    expect(reopened.summary()).toMatchObject({ chosenPreset: id })
    expect(reopened.article.presets().at(-1)).toEqual({
      id,
      name: 'Magazine B',
      look: { ...look, theme: 'dark' },
      picture: { name: 'logo.png', type: 'image/png', width: 4, height: 2 },
    })
    expect(reopened.article.presetPicture(id)?.bytes).toEqual(new Uint8Array(picture.bytes))
    expect(review.check()).toEqual([])

    expect(review.article.setPresetPicture(id, undefined).picture).toBeUndefined()
    review.article.deletePreset(id)
    expect(review.article.presets()).toEqual(builtInPresets)
    expect(review.summary().chosenPreset).toBeUndefined()
    review.article.choosePreset(-3)
    expect(review.article.chosenPreset()).toBe(-3)
  })

  it('have unique names', () => {
    const review = newReview()
    review.article.savePreset({ name: 'Magazine', look })
    expect(() => review.article.savePreset({ name: 'Magazine', look })).toThrow('already')
    expect(() => review.article.savePreset({ name: 'Print column', look })).toThrow('already')
    expect(() => review.article.savePreset({ id: 99, name: 'Gone', look })).toThrow('no preset 99')
  })

  it('are left out and named by the check if they cannot be read', () => {
    const review = newReview()
    review.article.savePreset({ name: 'Odd', look })
    const raw = new DatabaseSync(review.path)
    raw.exec(`UPDATE article_preset SET look = '{"font":"comic"}'`)
    raw.close()
    expect(review.article.presets()).toEqual(builtInPresets)
    expect(review.check().join('\n')).toContain('The preset "Odd"')
  })
})

describe('saved figures', () => {
  it('are in the order a person gives them, new ones last', () => {
    const review = newReview()
    const ids = ['A', 'B', 'C'].map((name) => review.saveFigure({ name, settings }).id)
    const names = () => review.figures().map(({ name }) => name)
    review.article.orderFigures([ids[2] ?? 0, ids[0] ?? 0, 99])
    expect(names()).toEqual(['C', 'A', 'B'])
    review.saveFigure({ name: 'D', settings })
    expect(names()).toEqual(['C', 'A', 'B', 'D'])
    review.deleteFigure(ids[0] ?? 0)
    expect(names()).toEqual(['C', 'B', 'D'])
    expect(review.check()).toEqual([])
  })

  it('are not reordered by a program that has not seen their current order', () => {
    const review = newReview()
    const [a = 0, b = 0, c = 0] = ['A', 'B', 'C'].map((name) => review.saveFigure({ name, settings }).id)
    const { article } = review
    article.orderFigures([c, a, b], [a, b, c])
    expect(() => article.orderFigures([b, a, c], [a, b, c])).toThrow(/now “C”, “A”, “B”/)
    expect(review.figures().map(({ id }) => id)).toEqual([c, a, b])
    // The desired order already holds, or another figure was added or deleted in the meantime.
    article.orderFigures([c, a, b], [a, b, c])
    review.deleteFigure(a)
    const d = review.saveFigure({ name: 'D', settings }).id
    article.orderFigures([b, c, a], [c, a, b])
    expect(review.figures().map(({ id }) => id)).toEqual([b, c, d])
  })
})
