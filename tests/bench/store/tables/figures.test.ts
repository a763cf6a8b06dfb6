import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { newReview } from '../sample-review'

const settings: FigureSettings = {
  kind: 'mix-sweep',
  campaignIds: [1],
  metric: 'iops',
  title: 'Mix “A”',
  yFromZero: true,
}

describe('figures', () => {
  it('saves, replaces and deletes', () => {
    const review = newReview()
    const saved = review.saveFigure({ name: 'Mix', settings })
    expect(saved).toMatchObject({ id: 1, name: 'Mix', settings })
    expect(
      review.saveFigure({ id: 1, name: 'Mix 2', settings: { ...settings, metric: 'bandwidth' } }).name,
    ).toBe('Mix 2')
    expect(review.figures()).toEqual(review.summary().figures)
    expect(review.figures()).toMatchObject([{ id: 1, name: 'Mix 2', settings: { metric: 'bandwidth' } }])
    expect(review.check()).toEqual([])
    review.deleteFigure(1)
    expect(review.figures()).toEqual([])
    expect(review.saveFigure({ name: 'New', settings }).id).toBe(2)
  })

  it('gives a new figure of a taken name a number, and refuses to rename one to a taken name', () => {
    const review = newReview()
    const names = ['Sweep', 'Sweep', 'Sweep'].map((name) => review.saveFigure({ name, settings }).name)
    expect(names).toEqual(['Sweep', 'Sweep (2)', 'Sweep (3)'])
    expect(() => review.saveFigure({ id: 2, name: 'Sweep', settings })).toThrow(
      'There is a figure “Sweep” already.',
    )
    expect(review.saveFigure({ id: 2, name: 'Sweep (2)', settings }).name).toBe('Sweep (2)')
    review.close()
  })

  it('still saves changes of two figures that an earlier version gave the same name', () => {
    const review = newReview()
    review.saveFigure({ name: 'One', settings })
    review.saveFigure({ name: 'Two', settings })
    const file = new DatabaseSync(review.path)
    file.exec("UPDATE figure SET name = 'One'")
    file.close()
    expect(
      review.saveFigure({ id: 2, name: 'One', settings: { ...settings, metric: 'bandwidth' } }).name,
    ).toBe('One')
    review.close()
  })

  it('refuses to replace a deleted figure', () => {
    const review = newReview()
    expect(() => review.saveFigure({ id: 9, name: 'x', settings })).toThrow(
      expect.objectContaining({ id: 'not-found' }),
    )
  })

  it('distinguishes a figure of an unknown kind from the others, and keeps it', () => {
    const review = newReview()
    review.saveFigure({ name: 'Good', settings })
    review.saveFigure({ name: 'Odd', settings })
    const raw = new DatabaseSync(review.path)
    raw.exec(`UPDATE figure SET settings = '{"kind":"pie"}' WHERE name = 'Odd'`)
    raw.close()
    expect(review.figures().map(({ name }) => name)).toEqual(['Good'])
    const [unknown, ...others] = review.unknownFigures()
    expect(unknown).toMatchObject({ id: 2, name: 'Odd', kind: 'pie' })
    expect(unknown?.problem).toContain('the kind "pie"')
    expect(others).toEqual([])
    expect(review.summary().unknownFigures).toEqual(review.unknownFigures())
    expect(review.check()).toEqual([
      expect.stringContaining('The figure "Odd" does not match its checksum'),
      expect.stringMatching(/^The figure "Odd": Column "settings" \(id 2\) holds JSON of another shape/),
    ])
  })
})
