import { describe, expect, it } from 'vitest'
import { exportFigure } from '../../../src/bench/figures/export-figure'
import { textMeasure } from '../../../src/bench/figures/draw-figure'
import { textWidth } from '../../../src/charts/text'
import { compressibilityBars } from '../../../src/core/figures/compressibility/compressibility'
import { dressFigure } from '../../../src/core/figures/dress/dress-figure'
import type { Figure, FigureSeries } from '../../../src/core/figures/figure/figure'
import { valueLabelKey, type LabelShift } from '../../../src/core/figures/figure/figure-look'
import { svgElements } from './svg-elements'

/** Two low bars side by side at each of eight places, where numbers have little room. */
const bars = [0, 1].map((group): FigureSeries => ({
  ...{ id: `side-${group}`, label: `side ${group}`, line: `side-${group}`, lineLabel: `side ${group}` },
  ...{ part: 'total', partLabel: 'total', role: 'measured', group, marker: 'none', dash: 'solid' },
  ...{ mark: 'bar', offset: group * 0.4 - 0.2, barWidth: 0.38, visible: true },
  points: Array.from({ length: 8 }, (_, x) => ({
    ...{ x, y: group === 0 ? 0.26 + (x % 3) / 70 : 0.0471 + x / 170, n: 3, failedRuns: 0, dots: [] },
  })),
}))
const figure: Figure = {
  ...{ kind: compressibilityBars.kind, title: 'Bars', subtitle: '', metric: 'bandwidth', xKey: 'level' },
  ...{ statistic: 'mean', unit: 'GB/s', series: bars, caption: '', smallPrint: [], notes: [] },
  x: {
    ...{ label: 'Level', kind: 'category', min: -0.5, max: 7.5 },
    ticks: bars[0]?.points.map(({ x }) => ({ value: x, label: String(x) })),
  },
  y: {
    label: '',
    kind: 'linear',
    min: 0,
    max: 2,
    ticks: [0, 1, 2].map((value) => ({ value, label: String(value) })),
  },
  show: { dots: false, intervals: false },
}

async function elementsOf(width: number, movedLabels: Readonly<Record<string, LabelShift>> = {}) {
  const dressed = dressFigure(
    figure,
    { kind: figure.kind, campaignIds: [], metric: 'bandwidth', valueLabels: true, movedLabels },
    { campaigns: [] },
  )
  const svg = new TextDecoder().decode(await exportFigure(dressed, { format: 'svg', width }))
  return svgElements(svg)
}

async function textsOf(width: number) {
  const measure = textMeasure()
  return (await elementsOf(width))
    .filter(({ tag }) => tag === 'text')
    .map(({ attributes, text }) => {
      const size = Number(attributes['font-size'])
      const wide = textWidth(measure, text, { size, weight: 500, lineHeight: size })
      const anchor = attributes['text-anchor']
      const x = Number(attributes.x) - (anchor === 'middle' ? wide / 2 : anchor === 'end' ? wide : 0)
      return {
        text,
        x,
        right: x + wide,
        top: Number(attributes.y) - 0.73 * size,
        bottom: Number(attributes.y),
      }
    })
}

describe('numbers at bars', () => {
  it.each([280, 340, 600, 1200])(
    'are within the plot and cover no other text in a picture of %d pixels',
    async (width) => {
      const texts = await textsOf(width)
      expect(texts.filter(({ text }) => /^\d\.\d+/.test(text)).length).toBeGreaterThan(4)
      const covered = texts.flatMap((one, at) =>
        texts
          .slice(at + 1)
          .filter(
            (other) =>
              one.x < other.right && other.x < one.right && one.top < other.bottom && other.top < one.bottom,
          )
          .map((other) => `${one.text} and ${other.text}`),
      )
      expect(covered).toEqual([])
      // The lower end of the value axis is called 0; below it are the names of the places.
      const [foot] = texts.filter(({ text }) => text === '0').sort((one, other) => one.x - other.x)
      const beneath = texts.filter(
        ({ text, bottom }) => /^\d\.\d+/.test(text) && bottom > (foot?.bottom ?? 0),
      )
      expect(beneath).toEqual([])
    },
  )

  it('stay within the plot if they are moved, with a line to their mark if it is far away', async () => {
    const lines = async (shift: LabelShift) => {
      const elements = await elementsOf(600, { [valueLabelKey('side-0', 7)]: shift })
      return elements.filter(({ tag }) => tag === 'path' || tag === 'line').length
    }
    const near = await lines({ dx: 0, dy: -0.1 })
    expect(await lines({ dx: -10, dy: -8 })).toBe(near + 1)
    const elements = await elementsOf(600, { [valueLabelKey('side-0', 7)]: { dx: 90, dy: -90 } })
    const label = elements.filter(({ text }) => text === '0.274').at(-1)
    expect(Number(label?.attributes.x)).toBeLessThan(600)
    expect(Number(label?.attributes.y)).toBeGreaterThan(0)
  })
})

describe('numbers at points', () => {
  it('are beside an upright interval, which would strike them out', async () => {
    const [first] = bars
    if (!first) throw new Error('There is no series.')
    const { mark: _, barWidth: __, offset: ___, ...line } = first
    const series: readonly FigureSeries[] = [
      {
        ...line,
        ...{ mark: 'point', marker: 'circle' },
        points: [{ x: 3, y: 1, low: 0.2, high: 1.8, n: 5, failedRuns: 0, dots: [] }],
      },
    ]
    const dressed = dressFigure(
      { ...figure, series, show: { dots: false, intervals: true } },
      { kind: figure.kind, campaignIds: [], metric: 'bandwidth', valueLabels: true },
      { campaigns: [] },
    )
    const elements = svgElements(
      new TextDecoder().decode(await exportFigure(dressed, { format: 'svg', width: 600 })),
    )
    const number = elements.find(({ tag, text }) => tag === 'text' && text === '1.00')
    const tick = elements.find(({ tag, text }) => tag === 'text' && text === '3')
    // The tick is centred below the point; the number begins right of it.
    expect(Number(number?.attributes.x)).toBeGreaterThan(Number(tick?.attributes.x))
  })
})

it('the number of a mark in a dip of its line is below it, where the line does not cross it', async () => {
  const points = [1.8, 0.4, 1.8].map((y, x) => ({ x: 3 * x, y, n: 3, failedRuns: 0, dots: [] }))
  const [bar] = bars
  if (bar === undefined) throw new Error('There is no series.')
  const { mark: _, offset: _offset, barWidth: _width, ...own } = bar
  const line: FigureSeries = { ...own, marker: 'circle', points }
  const dressed = dressFigure(
    { ...figure, kind: 'mix-sweep', x: { label: 'Level', kind: 'linear', min: 0, max: 7 }, series: [line] },
    { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth', valueLabels: true },
    { campaigns: [] },
  )
  const elements = svgElements(new TextDecoder().decode(await exportFigure(dressed, { format: 'svg' })))
  const number = elements.find(({ tag, text }) => tag === 'text' && text.trim() === '0.4')
  const circles = elements
    .filter(({ tag }) => tag === 'circle')
    .map(({ attributes }) => Number(attributes.cy))
  expect(circles.length).toBeGreaterThanOrEqual(3)
  expect(Number(number?.attributes.y)).toBeGreaterThan(Math.max(...circles))
})
