import type { FigureSettings } from '../../../src/core/figures/kinds/figure-kinds'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { isWriter, openReview } from '../../../src/bench/store/open-review'
import { figureOfReview } from '../../../src/bench/figures/figure-of-review'

const folder = mkdtempSync(join(tmpdir(), 'benchwright-styles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a device keeps its colour in all figures of a review once one of them is saved', () => {
  const file = join(folder, 'review.benchwright')
  copyFileSync(join(__dirname, '../../../resources/samples/flashmax-generations.benchwright'), file)
  const review = openReview(file, { mode: 'write' })
  if (!isWriter(review)) throw new Error('The copy of the sample cannot be written.')
  try {
    const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
    const colorsOf = (own: FigureSettings) =>
      new Map(figureOfReview(review, own).series.map(({ device, group }) => [device, group]))
    const [first] = colorsOf(settings).keys()
    if (first === undefined) throw new Error('No line stands for a device.')
    review.saveFigure({ name: 'One', settings: { ...settings, deviceStyles: { [first]: { color: 5 } } } })
    expect(colorsOf(settings).get(first)).toBe(5)
    expect(colorsOf({ ...settings, deviceStyles: { [first]: { color: 3 } } }).get(first)).toBe(3)
    // The newest choice counts, also in a figure that was saved with an older one.
    const newer = { [first]: { color: 6, atMs: 9 } }
    review.saveFigure({ name: 'Two', settings: { ...settings, deviceStyles: newer } })
    expect(colorsOf({ ...settings, deviceStyles: { [first]: { color: 5 } } }).get(first)).toBe(6)
    expect(figureOfReview(review, settings).keptStyles).toEqual({
      [first]: { color: 6, atMs: 9, from: 'Two' },
    })
  } finally {
    review.close()
  }
})
