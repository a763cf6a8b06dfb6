import { describe, expect, it } from 'vitest'
import { figureScales, keptLabels, labelledLevels } from '../../src/charts/scales'
import { gapOf } from '../../src/charts/panel-places'
import { palettes } from '../../src/charts/palette'
import { layOutFigure } from '../../src/charts/figure-layout'
import type { Figure } from '../../src/core/figures/figure/figure'
import { Monospace } from './monospace'
import { panelFigure } from './panel-figure'

const kept = (labels: readonly string[], slotChars: number) => [...keptLabels(labels, slotChars)].sort()
const shares = ['98', '75', '50', '25', '2', 'random']

describe('labels below a narrow panel', () => {
  it('all remain if they fit', () => {
    expect(kept(shares, 6)).toEqual([0, 1, 2, 3, 4, 5])
    expect(kept([], 6)).toEqual([0])
  })

  it('are thinned, but a word among numbers stays', () => {
    expect(kept(['98', '75', '50', '25', '2'], 2)).toEqual([0, 2, 4])
    expect(kept(shares, 2.6)).toEqual([0, 2, 5])
    expect(kept(shares, 0.5)).toEqual([5])
  })

  it('do not overlap those below the adjacent panel', () => {
    const sizes = ['64 KiB', '1 MiB', '4 MiB', '8 MiB', '16 MiB']
    expect([...keptLabels(sizes, 4.7)]).toEqual([0, 2, 4])
    expect([...keptLabels(sizes, 4.7, 5.4)]).toEqual([0, 3])
    expect([...keptLabels(sizes, 12, 5.4)]).toEqual([0, 1, 2, 3, 4])
  })

  it('are thinned evenly if all are words', () => {
    expect(kept(['write', 'read', 'reread', 'rewrite'], 4)).toEqual([0, 2])
  })
})

describe('ticks of panels', () => {
  const numbers = [100, 75, 50, 25, 0].map((value) => ({ value, label: String(value) }))
  const x = { label: 'Reads', kind: 'linear' as const, min: 0, max: 100, ticks: numbers }

  it('keep those at the ends of adjacent panels apart', () => {
    const kept = labelledLevels({ ...panelFigure, x }, 4, { width: 600, size: 12 })
    expect([...kept]).toEqual([0, 1, 2, 3])
    expect([...labelledLevels({ ...panelFigure, x }, 2, { width: 900, size: 12 })]).toEqual([0, 1, 2, 3, 4])
  })

  it('label the last level of the last panel only where it does not touch the one before', () => {
    const { axes: _, ...panels } = panelFigure.panels ?? { columns: 1, titles: [] }
    const ticks = ['4 KiB', '64 KiB', '1 MiB', '4 MiB', '8 MiB', '16 MiB'].map((label, value) => ({
      value,
      label,
    }))
    const sizes = { label: '', kind: 'category' as const, min: -0.5, max: 5.5, ticks }
    const places = (width: number) => {
      const figure: Figure = {
        ...panelFigure,
        x: sizes,
        panels: { ...panels, columns: 2, titles: ['a', 'b'] },
      }
      const layout = layOutFigure(figure, { width, scale: 1 }, new Monospace())
      const built: { ticks: { value: number }[] } = { ticks: [] }
      const axis = figureScales(figure, layout, palettes.light).x as unknown as {
        afterBuildTicks(axis: typeof built): void
      }
      axis.afterBuildTicks(built)
      return built.ticks.map(({ value }) => value)
    }
    const start = 6 * (1 + gapOf(panelFigure).x)
    for (let width = 250; width < 900; width += 10) {
      const [before = 0, last = 0] = places(width).slice(-2)
      const slot = (width - 4 * 14) / 12
      const letters = [before, last].map((place) => ticks[Math.round(place - start)]?.label.length ?? 0)
      const wide = ((letters[0] ?? 0) + (letters[1] ?? 0)) / 2
      expect(wide * 0.58 * 12, String(width)).toBeLessThan((last - before) * slot)
    }
    expect(places(900).at(-1)).toBeCloseTo(start + 5, 9)
  })

  it('of a logarithm are its powers of ten in low rows', () => {
    const { axes: _, ...panels } = panelFigure.panels ?? { columns: 1, titles: [] }
    const ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10].map((value) => ({ value, label: String(value) }))
    const y = { label: '', kind: 'log10' as const, min: 0.1, max: 10, ticks }
    const figure: Figure = {
      ...panelFigure,
      x,
      y,
      panels: { ...panels, columns: 3, titles: ['a', 'b', 'c'] },
    }
    const labels = (width: number, height?: number) => {
      const layout = layOutFigure(
        figure,
        { width, scale: 1, ...(height !== undefined && { height }) },
        new Monospace(),
      )
      const built: { ticks: { value: number }[] } = { ticks: [] }
      const scale = figureScales(figure, layout, palettes.light).y as unknown as {
        afterBuildTicks: (one: typeof built) => void
      }
      scale.afterBuildTicks(built)
      return built.ticks.length
    }
    expect(labels(300)).toBe(3)
    expect(labels(300, 1400)).toBe(7)
  })
})

describe('rotated names', () => {
  const nameOf = (label: string, count: number) => {
    const ticks = Array.from({ length: count }, (_, value) => ({ value, label }))
    const x = { label: '', kind: 'category' as const, min: -0.5, max: count - 0.5, ticks, keepsLabels: true }
    const { panels: _, ...one } = panelFigure
    const figure: Figure = { ...one, x }
    const layout = layOutFigure(figure, { width: 600, scale: 1 }, new Monospace())
    const axis = figureScales(figure, layout, palettes.light).x as unknown as {
      ticks: { callback: (value: number) => string }
    }
    return axis.ticks.callback(0)
  }

  it('have as many lines as they need, because longer ones are cut off', () => {
    const name = 'QD 16, enterprise drive of a long name, firmware B5Q'
    expect(nameOf(name, 4)).toEqual(['QD 16, enterprise drive', 'of a long name, firmware', 'B5Q'])
    expect(nameOf('x'.repeat(50), 4)).toEqual(['x'.repeat(24), 'x'.repeat(24), 'xx'])
    expect(nameOf(name, 1)).toBe(name)
    expect(nameOf('QD 16, drive A', 9)).toBe('QD 16, drive A')
  })
})
