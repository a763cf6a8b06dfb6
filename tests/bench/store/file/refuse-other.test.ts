import { describe, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../../src/bench/store/open-review'
import { builtInPresets } from '../../../../src/core/figures/figure/article-look'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { closing, newReview } from '../sample-review'

const refused = (message: string): unknown =>
  expect.objectContaining({ id: 'changed-elsewhere', message: expect.stringContaining(message) as string })

/** One file in two programs. */
function twoPrograms() {
  const first = newReview()
  const second = closing(openReview(first.path, { mode: 'write' }))
  if (!isWriter(second)) throw new Error('The second one cannot write.')
  return { first, second }
}

describe('what two programs change in one file', () => {
  it('title and notes are stored by a program that knows the previous ones', () => {
    const { first, second } = twoPrograms()
    const base = { title: 'drive', notes: '' }
    first.describe('Drive of the month', 'x'.repeat(61), base)
    expect(() => second.describe('My drive', '', base)).toThrow(
      refused('The description of the review was changed (title: “drive” → “Drive of the month”; notes)'),
    )
    expect(second.summary()).toMatchObject({ title: 'Drive of the month' })
    second.describe('My drive', '', { title: 'Drive of the month', notes: 'x'.repeat(61) })
    // What already exists is not a conflict.
    first.describe('My drive', '', base)
    expect(first.summary()).toMatchObject({ title: 'My drive', notes: '' })
  })

  it('a figure is replaced and deleted by a program that knows the previous one', () => {
    const { first, second } = twoPrograms()
    const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [1], metric: 'iops' }
    const base = first.saveFigure({ name: 'Mix', settings })
    const changed = { ...settings, metric: 'bandwidth', seriesLabels: { a: 'A' } }
    const theirs = first.saveFigure({ ...base, settings: changed }, base)
    for (const attempt of [
      () => second.saveFigure({ ...base, name: 'Mine' }, base),
      () => second.deleteFigure(base.id, base),
    ])
      expect(attempt).toThrow(
        refused('The figure “Mix” was changed (metric: “iops” → “bandwidth”; series labels) in another'),
      )
    expect(second.summary().figures).toEqual([theirs])
    second.deleteFigure(base.id, theirs)
    expect(() => first.saveFigure({ ...base, name: 'Mine' }, theirs)).toThrow(refused('“Mix” was deleted'))
    first.deleteFigure(base.id, theirs)
    expect(first.check()).toEqual([])
  })

  it('a preset is replaced and deleted by a program that knows the previous one', () => {
    const { first, second } = twoPrograms()
    const look = builtInPresets[0]!.look
    const base = first.article.savePreset({ name: 'Magazine', look })
    first.article.savePreset({ ...base, look: { ...look, font: 'serif' } }, base)
    for (const attempt of [
      () => second.article.savePreset({ ...base, name: 'Mine' }, base),
      () => second.article.deletePreset(base.id, base),
    ])
      expect(attempt).toThrow(refused('The preset “Magazine” was changed (font: “sans” → “serif”)'))
    expect(second.article.presets().at(-1)).toMatchObject({ name: 'Magazine', look: { font: 'serif' } })
  })
})
