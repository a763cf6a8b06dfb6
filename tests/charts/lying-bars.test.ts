import { describe, expect, it, vi } from 'vitest'
import { figureDatasets } from '../../src/charts/datasets'
import { layOutFigure } from '../../src/charts/figure-layout'
import { barsLie, scalesOf, turnedStrokes } from '../../src/charts/lying-bars'
import { palettes } from '../../src/charts/palette'
import type { Figure } from '../../src/core/figures/figure/figure'
import { ranking } from '../../src/core/figures/ranking/ranking'
import { measuredCasesOf } from '../core/figures/figures-of-rows'
import { row } from '../core/figures/mix-rows'
import { Monospace } from './monospace'

const names = Array.from({ length: 12 }, (_, at) => `A drive with a long name, number ${String(at + 1)}`)

function ranked(): Figure {
  const rows = names.flatMap((device, at) =>
    [1, 2, 3].map((run) =>
      row({
        levels: {},
        runId: 10 * at + run,
        campaignId: at + 1,
        device,
        value: 1e8 * (20 - at) + 1e6 * run,
      }),
    ),
  )
  const figure = ranking.build(
    { measured: measuredCasesOf(rows), published: [] },
    { kind: 'ranking', campaignIds: [], metric: 'bandwidth' },
    { campaigns: [] },
  )
  return { ...figure, x: { ...figure.x, ticks: names.map((label, value) => ({ value, label })) } }
}

describe('horizontal bars', () => {
  it('have their values along x, and places of levels on y', () => {
    const figure = ranked()
    expect(barsLie(figure)).toBe(true)
    const [bars] = figureDatasets(figure, palettes.light, 1, 500)
    const [point] = figure.series[0]?.points ?? []
    expect(bars?.dataset.data[0]).toEqual({ x: point?.y, y: point?.x })
    expect(scalesOf({ scales: { x: 'values', y: 'levels' } }, figure)).toEqual({ x: 'levels', y: 'values' })
  })

  it('give every name its lines, and extend the picture by their number', () => {
    const figure = ranked()
    const low = layOutFigure(figure, { width: 320, height: 200, scale: 1 }, new Monospace())
    expect(low.barNames).toHaveLength(names.length)
    expect(low.barNames.every((lines) => lines.length > 1)).toBe(true)
    for (const lines of low.barNames) expect(lines.join(' ')).toMatch(/A drive with a long name, number \d+$/)
    const plot = low.height - low.top - low.bottom
    expect(plot).toBeGreaterThan(names.length * 2 * low.styles.axis.lineHeight)
  })

  it('give a long name as many lines as it needs', () => {
    const figure = ranked()
    const label = (at: number) =>
      `${String(at)}. A drive whose maker gave it a name of many words that say little, ${String(at)}`
    const ticks = (figure.x.ticks ?? []).map(({ value }) => ({ value, label: label(value) }))
    const long = { ...figure, x: { ...figure.x, ticks } }
    const { barNames } = layOutFigure(long, { width: 320, height: 200, scale: 1 }, new Monospace())
    for (const [at, lines] of barNames.entries()) {
      expect(lines.length).toBeGreaterThan(2)
      expect(lines.join(' ')).toBe(label(at))
    }
  })

  it('work in panels, on a broken axis, and if one reaches beyond it', () => {
    const figure = ranked()
    expect(barsLie({ ...figure, panels: { columns: 1, titles: ['one'] } })).toBe(false)
    expect(barsLie({ ...figure, y: { ...figure.y, broken: true } })).toBe(false)
    expect(barsLie({ ...figure, y: { ...figure.y, max: 0.001 } })).toBe(false)
  })

  it('rotate the strokes of their intervals', () => {
    const drawn: (readonly [number, number])[] = []
    const note = (x: number, y: number) => drawn.push([x, y])
    const ink = { beginPath: vi.fn(), stroke: vi.fn(), moveTo: note, lineTo: note }
    const strokes = turnedStrokes(ranked(), ink)
    strokes.moveTo(1, 2)
    strokes.lineTo(3, 4)
    expect(drawn).toEqual([
      [2, 1],
      [4, 3],
    ])
  })
})
