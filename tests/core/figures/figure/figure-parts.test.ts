import { describe, expect, it } from 'vitest'
import { dressFigure } from '../../../../src/core/figures/dress/dress-figure'
import type { Figure } from '../../../../src/core/figures/figure/figure'
import { figureParts } from '../../../../src/core/figures/figure/figure-parts'
import { mixRows, nvme } from '../mix-rows'
import { buildMixSweep } from '../figures-of-rows'

const settings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' } as const
const plain = buildMixSweep(mixRows({ lines: nvme }), settings, { campaigns: [] })
const [line] = plain.series

/** A figure of panels A, B … with a line in each. */
function panelled(count: number, columns: number, perPart?: number): Figure {
  const titles = Array.from({ length: count }, (_, panel) => String.fromCharCode(65 + panel))
  const series = titles.flatMap((title, panel) => (line ? [{ ...line, id: title, panel }] : []))
  const panels = { columns, titles, ...(perPart !== undefined && { perPart }) }
  return { ...plain, title: 'Mix', caption: 'Means.', smallPrint: ['fio 3.33'], series, panels }
}

const titlesOf = (figure: Figure) => figureParts(figure).map(({ panels }) => panels?.titles.join(''))

describe('a printed figure in parts', () => {
  it('is one picture unless it has more panels than a part', () => {
    for (const figure of [plain, panelled(17, 4), panelled(6, 3, 6)])
      expect(figureParts(figure)).toEqual([figure])
  })

  it('has about as many panels in each part, in full rows where possible', () => {
    expect(titlesOf(panelled(17, 2, 8))).toEqual(['ABCDEF', 'GHIJKL', 'MNOPQ'])
    expect(titlesOf(panelled(17, 1, 6))).toEqual(['ABCDEF', 'GHIJKL', 'MNOPQ'])
    expect(titlesOf(panelled(9, 2, 5))).toEqual(['ABCDE', 'FGHI'])
    for (let count = 2; count < 30; count++)
      for (let most = 1; most < count; most++) {
        const parts = figureParts(panelled(count, 3, most)).map(({ panels }) => panels?.titles.length ?? 0)
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(count)
        expect(Math.min(...parts)).toBeGreaterThan(0)
        expect(Math.max(...parts)).toBeLessThanOrEqual(most)
      }
  })

  it('keeps scales and colours, and has its caption under the last part', () => {
    const whole = panelled(3, 2, 2)
    const [first, last] = figureParts(whole)
    expect([first?.title, last?.title]).toEqual(['Mix (1 of 2)', 'Mix (2 of 2)'])
    expect([first?.y, last?.y, last?.x]).toEqual([whole.y, whole.y, whole.x])
    expect(last?.series).toEqual([{ ...whole.series[2], panel: 0 }])
    expect([first?.caption, first?.smallPrint]).toEqual(['The caption is under part 2.', []])
    expect([last?.caption, last?.smallPrint]).toEqual(['Means.', ['fio 3.33']])
  })

  it('keeps texts placed on its plot, below the last part', () => {
    const annotations = [{ id: 'a', x: 50, y: 1, text: 'Cache full' }]
    const [first, last] = figureParts({ ...panelled(3, 2, 2), annotations })
    expect([first?.annotations, last?.annotations]).toEqual([undefined, undefined])
    expect([first?.caption, last?.caption]).toEqual(['The caption is under part 2.', 'Means. · Cache full'])
  })

  it('has the columns that a person chose', () => {
    const asked = { ...settings, panelColumns: 5, panelsPerPart: 2 }
    expect(dressFigure(panelled(3, 2), asked, { campaigns: [] }).panels).toMatchObject({
      ...{ columns: 3, keepsColumns: true, perPart: 2 },
    })
  })
})
