import { describe, expect, it } from 'vitest'
import type { Figure } from '../../../../src/core/figures/figure/figure'
import { printedSmallPrint } from '../../../../src/core/figures/figure/small-print'
import { styledSeries } from '../../../../src/core/figures/dress/styled-series'
import type { FigureSettings } from '../../../../src/core/figures/kinds/figure-kinds'
import { mixRows, nvme, provenanceOf } from '../mix-rows'
import { buildFigure } from '../figures-of-rows'

const origin = { campaigns: [provenanceOf()] }
const rows = mixRows({ lines: nvme })
const base: FigureSettings = { kind: 'mix-sweep', campaignIds: [], metric: 'bandwidth' }
const built = (settings: Partial<FigureSettings> = {}, of = rows): Figure =>
  buildFigure(of, { ...base, ...settings }, origin)
const linesOf = (figure: Figure) => [...new Set(figure.series.map(({ line }) => line))]
const groupOf = (figure: Figure, line: string) => figure.series.find((series) => series.line === line)?.group

it('states once for all campaigns what server configurations mean', () => {
  const configurations = ['B against A: innodb_io_capacity=2000']
  const told = { campaigns: [1, 2].map((campaignId) => ({ ...provenanceOf(), campaignId, configurations })) }
  const { caption } = buildFigure(rows, base, told)
  expect(caption.split('Server configurations: B against A: innodb_io_capacity=2000.')).toHaveLength(2)
})

describe('the value axis of a figure', () => {
  it('has the chosen ends, in base units, and states that it is broken', () => {
    const figure = built({ yMin: 0.5e9, yMax: 2e9 })
    expect(figure.unit).toBe('GB/s')
    expect(figure.y).toMatchObject({ kind: 'linear', min: 0.5, max: 2, broken: true })
    expect(figure.y.ticks?.every(({ value }) => value >= 0.5 && value <= 2)).toBe(true)
    expect(figure.caption).toContain('The value axis begins at 0.5 GB/s, not at 0.')
  })

  it('keeps its own ends if nothing lies between the chosen ones', () => {
    expect(built({ yMin: 2e9, yMax: 1e9 }).y).toEqual(built().y)
  })

  it('is logarithmic between values above 0, and accepts no end at 0', () => {
    const { y } = built({ yScale: 'log', yMin: 0 })
    expect(y.kind).toBe('log10')
    expect(y.min).toBeGreaterThan(0)
    expect(y.broken).toBeUndefined()
  })

  it('reaches as far as its reference lines, which are named', () => {
    const { y } = built({ references: [{ value: 7e9, label: 'PCIe limit' }, { value: 1e9 }] })
    expect(y.lines).toEqual([
      { value: 7, label: 'PCIe limit' },
      { value: 1, label: '1 GB/s' },
    ])
    expect(y.max).toBeGreaterThanOrEqual(7)
    expect(built({ references: [{ value: 7e9 }], yMax: 3e9 }).y.max).toBe(3)
  })

  it('stays where it was when the unit of the figure changes', () => {
    expect(built({ yMax: 2e9, unit: 'MB/s' }).y.max).toBe(2000)
  })
})

describe('points of few runs', () => {
  const few = rows.filter(({ repetition }) => repetition <= 3)

  it('draw runs and range in front of the interval', () => {
    const figure = built({}, few)
    expect(figure.show.fewRuns).toBe(true)
    expect(figure.caption).toContain('Fewer than 5 runs: the thick line is their range, the thin one behind')
    const harmonic = built({ statistic: 'harmonic' }, few).caption
    expect(harmonic).toContain('the harmonic mean has no interval')
    expect(harmonic).toContain('Fewer than 5 runs: the thick line is their range.')
    expect(built().show.fewRuns).toBeUndefined()
    expect(built({ showDots: false }, few).show.fewRuns).toBeUndefined()
  })
})

describe('series', () => {
  const [first = '', second = ''] = linesOf(built())

  it('take the chosen colour, and give theirs to the series that had it', () => {
    const figure = built({ seriesStyles: { [second]: { color: 0 } } })
    expect(groupOf(figure, second)).toBe(0)
    expect(groupOf(figure, first)).not.toBe(0)
  })

  it('are grey or highlighted, and are in the chosen order', () => {
    const figure = built({
      seriesOrder: [second],
      seriesStyles: { [first]: { emphasis: 'grey' }, [second]: { emphasis: 'strong' } },
    })
    expect(linesOf(figure)).toEqual([second, first])
    expect(groupOf(figure, first)).toBe(-1)
    expect(figure.series.find(({ line }) => line === second)?.emphasis).toBe('strong')
  })

  it('have the style that the review keeps for their device, unless the figure has its own', () => {
    const campaigns = [
      provenanceOf(),
      { ...provenanceOf(), campaignId: 2, label: 'Other', device: 'Other SSD' },
    ]
    const both = [...rows, ...rows.map((row) => ({ ...row, campaignId: 2, runId: row.runId + 10_000 }))]
    const settings = { ...base, seriesKey: 'campaign', fixed: { block_size: 4096 } }
    const styles = { 'Other SSD': { color: 4, from: 'One' } }
    const figure = buildFigure(both, settings, { campaigns }, [], styles)
    expect(figure.series.find(({ device }) => device === 'Other SSD')?.group).toBe(4)
    const own = { ...settings, seriesStyles: { 'campaign=2': { color: 2 } } }
    expect(groupOf(buildFigure(both, own, { campaigns }, [], styles), 'campaign=2')).toBe(2)
  })

  it('of a comparison have the style of the device that a side is named after', () => {
    const figure = built()
    const sides = ['Card A', 'Card B'].flatMap((name, at) =>
      figure.series.slice(0, 1).map((one) => ({
        ...{ ...one, id: `side-${at}`, line: `side-${at}`, lineLabel: name, label: name, group: at },
      })),
    )
    const campaigns = ['Card A', 'Card B'].map((device, at) =>
      provenanceOf({ campaignId: at + 1, label: 'Two cards', device }),
    )
    const styles = { 'Card B': { color: 4, from: 'Bars' } }
    const { series } = styledSeries({ ...figure, series: sides }, base, { campaigns }, styles)
    expect(series.map(({ device, group }) => [device, group])).toEqual([
      ['Card A', 0],
      ['Card B', 4],
    ])
  })

  const sizes = Array.from({ length: 9 }, (_, at) => 512 * 2 ** at)
  const many = sizes.flatMap((size, at) =>
    mixRows({ lines: nvme })
      .filter((row) => row.levels.block_size === 4096 && row.direction === 'total')
      .map((row) => ({ ...row, runId: row.runId + 1000 * at, levels: { ...row.levels, block_size: size } })),
  )

  it('become a panel each if there are more than seven', () => {
    const figure = built({}, many)
    expect(figure.panels?.titles).toHaveLength(9)
    expect(new Set(figure.series.map(({ panel }) => panel)).size).toBe(9)
    expect(built({ manySeries: 'together' }, many).panels).toBeUndefined()
  })

  it('stay together in a figure that has panels already, which says how to tell them apart', () => {
    const settings = { ...base, secondMetric: 'iops' }
    const both = [...many, ...many.map((one) => ({ ...one, metric: 'iops', unit: 'IOPS' as const }))]
    const textsOf = (more: object) =>
      buildFigure(both, { ...settings, ...more }, origin).notes.map(({ text }) => text)
    const note = '9 lines are hard to tell apart: the others turn grey if some are set to Strong.'
    expect(textsOf({})).toContain(note)
    expect(textsOf({ manySeries: 'together' })).not.toContain(note)
    expect(textsOf({ seriesStyles: { 'block_size=512': { emphasis: 'strong' } } })).not.toContain(note)
    expect(built({}, many).notes.map(({ text }) => text)).not.toContain(note)
  })

  it('become grey except for the highlighted ones', () => {
    const [strong = ''] = linesOf(built({ manySeries: 'together' }, many))
    const figure = built({ seriesStyles: { [strong]: { emphasis: 'strong' } } }, many)
    expect(figure.panels).toBeUndefined()
    const groups = figure.series.filter(({ role }) => role === 'measured').map(({ group }) => group)
    expect(groups.filter((group) => group === -1)).toHaveLength(8)
  })

  it('over categories are bars from 0, and points on another axis', () => {
    const patterns = rows
      .filter((row) => row.direction === 'total' && row.levels.read_percent === 100)
      .map((row) => ({
        ...row,
        levels: { pattern: row.levels.block_size === 4096 ? 'random' : 'sequential' },
      }))
    const marks = (settings: Partial<FigureSettings>) =>
      built({ xKey: 'pattern', ...settings }, patterns).series.map(({ mark }) => mark)
    expect(marks({})).toEqual(['bar'])
    expect(marks({ yScale: 'log' })).toEqual(['point'])
  })
})

describe('small print', () => {
  const figure = built()

  it('in short names tool, device, kernel and day, no path and no mount option', () => {
    const [line = ''] = printedSmallPrint(figure, 'short')
    expect(line).toMatch(/^Source: fio 3\.33 · Samsung 990 PRO 2TB/)
    expect(line).toContain('ext4')
    expect(line).not.toMatch(/\/mnt|rw,|filename|--/)
    expect(printedSmallPrint(figure, 'none')).toEqual([])
    expect(printedSmallPrint(figure)).toBe(figure.smallPrint)
  })

  it('has the line that a person wrote, and the length chosen for the figure takes precedence', () => {
    const own = built({ smallPrint: 'short', source: 'Our own measurements.' })
    expect(printedSmallPrint(own, 'full')).toEqual(['Our own measurements.'])
  })
})
