import { describe, expect, it } from 'vitest'
import { figureChart } from '../../src/charts/chart-config'
import { mixRows, nvme } from '../core/figures/mix-rows'
import type { FigureSettings } from '../../src/core/figures/kinds/figure-kinds'
import { Monospace } from './monospace'
import { buildMixSweep } from '../core/figures/figures-of-rows'

const settings: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const rows = mixRows({ lines: nvme, runs: 3 }).filter(
  (one) => !(one.levels.block_size === 4096 && one.levels.read_percent === 40),
)
const figure = buildMixSweep(rows, settings, { campaigns: [] })

function chart(of = figure, choice: { width?: number; height?: number; scale?: number } = {}) {
  return figureChart(of, { width: 600, palette: 'light', ...choice }, new Monospace())
}

describe('the configuration of a figure', () => {
  const { configuration, meanings, layout } = chart()
  const datasets = configuration.data.datasets

  it('declares for each dataset what it draws', () => {
    expect(meanings).toHaveLength(datasets.length)
    const measured = figure.series.filter((series) => series.role === 'measured')
    expect(meanings.filter(({ kind }) => kind === 'points')).toHaveLength(figure.series.length)
    expect(meanings.filter(({ kind }) => kind === 'dots')).toHaveLength(measured.length)
  })

  it('draws a gap, not a bridge and not a zero', () => {
    const at = meanings.findIndex(
      ({ series, kind }) => series.id === 'block_size=4096/total' && kind === 'points',
    )
    const gap = datasets[at]!.data.find((point) => point.x === 40)!
    expect(gap.y).toBeNaN()
    expect(datasets[at]).toMatchObject({ spanGaps: false, tension: 0 })
  })

  it('draws no line along the end of the axis between marks beyond it', () => {
    const [first] = figure.series
    const cut = { ...figure, y: { ...figure.y, min: 1e9, max: 2e9 } }
    const drawn = chart({ ...cut, series: first ? [first] : [] })
    const at = drawn.meanings.findIndex(({ kind }) => kind === 'points')
    const dataset = drawn.configuration.data.datasets[at]
    const segment = dataset?.type === 'line' ? dataset.segment : undefined
    const color = typeof segment === 'object' ? segment.borderColor : undefined
    if (typeof color !== 'function') throw new Error('The segments have no colour of their own.')
    const between = (p0DataIndex: number, p1DataIndex: number) =>
      Reflect.apply(color, undefined, [{ p0DataIndex, p1DataIndex }]) as unknown
    expect(between(0, 1)).toBe('transparent')
    expect(datasets.every((one) => one.type !== 'line' || one.segment === undefined)).toBe(true)
  })

  it('draws a value of a line that is connected to no other as a point', () => {
    const first = figure.series[0]!
    const line = (y: readonly number[]) => ({
      ...first,
      ...({ mark: 'line', points: [], columns: { x: y.map((_, at) => at), y } } as const),
    })
    const dataset = (y: readonly number[]) =>
      chart({ ...figure, series: [line(y)] }).configuration.data.datasets[0]
    expect(dataset([5])).toMatchObject({ pointRadius: [expect.any(Number)], pointStyle: 'circle' })
    expect(dataset([NaN, 5, NaN, 1, 2])).toMatchObject({ pointRadius: [0, expect.closeTo(3.15), 0, 0, 0] })
    expect(dataset([1, 2])).toMatchObject({ pointRadius: 0 })
  })

  it('draws each run', () => {
    const at = meanings.findIndex(
      ({ series, kind }) => series.id === 'block_size=65536/total' && kind === 'dots',
    )
    expect(datasets[at]!.data).toHaveLength(33)
  })

  it('leaves single runs out on request', () => {
    const bare = buildMixSweep(rows, { ...settings, showDots: false }, { campaigns: [] })
    expect(new Set(chart(bare).meanings.map(({ kind }) => kind))).toEqual(new Set(['points']))
  })

  it('gives the picture the height its texts need', () => {
    expect(layout.height).toBeGreaterThan(layout.top + layout.bottom + 200)
    expect(chart(figure, { height: 2000 }).layout.height).toBe(2000)
    expect(chart(figure, { height: 10 }).layout.height).toBeGreaterThan(layout.top + layout.bottom)
  })

  it('moves names into the legend if they take too much room', () => {
    expect(layout.namesAtEnds).toBe(true)
    const long = { 'block_size=4096': 'Four kibibytes, as databases do it mostly' }
    const named = chart(buildMixSweep(rows, { ...settings, seriesLabels: long }, { campaigns: [] }))
    expect(named.layout.namesAtEnds).toBe(false)
    expect(named.layout.legend.flat().map((entry) => entry.text)).toContain(long['block_size=4096'])
  })

  it('continues a name wider than the picture below its key', () => {
    const name = 'Enterprise drive with firmware OPPA4B5Q on kernel 6.18.0, mq-deadline'
    const long = { 'block_size=4096': name }
    const { legend } = chart(buildMixSweep(rows, { ...settings, seriesLabels: long }, { campaigns: [] }), {
      width: 321,
    }).layout
    const row = legend.findIndex((entries) => entries.some(({ text }) => text.startsWith('Enterprise')))
    const lines = legend[row]?.[0]?.lines ?? []
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join(' ')).toBe(name)
    expect(legend.slice(row + 1, row + lines.length)).toEqual(lines.slice(1).map(() => []))
  })
})
