import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { legendEntries } from '../../../../src/charts/legend'
import { figureDefinition } from '../../../../src/core/figures/kinds/figure-kinds'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import { timeSeries } from '../../../../src/core/figures/over-time/time-series'
import type { Series } from '../../../../src/core/results/observation'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf, statCase } from './recorded-runs'

type Settings = Parameters<typeof timeSeries.build>[1]
const provenance = { campaigns: [provenanceOf({ deviceBytes: 1000 })] }
const usual: Settings = { kind: 'time-series', campaignIds: [], metric: 'iops' }

const build = (runs: readonly RecordedRun[], own: Partial<Settings> = {}) =>
  timeSeries.build({ runs }, { ...usual, ...own }, provenance)
const figureOf = (series: readonly Series[], own: Partial<Settings> = {}) => build([runOf(series)], own)

/** The first printed row by key. */
function printed(figure: ReturnType<typeof build>) {
  const [row = []] = figure.printed?.rows ?? []
  return Object.fromEntries((figure.printed?.columns ?? []).map(({ key }, at) => [key, row[at]]))
}

test('a panel without a value is left out unless it was asked for', () => {
  const binsNs = Float64Array.from([1000, 1000])
  const few = seriesOf([3, 4], { metric: 'completion', unit: 'count', binsNs })
  const series = [seriesOf([100, 100]), few]
  expect(figureOf(series).panels?.titles).toEqual(['IOPS (IOPS)'])
  const asked = figureOf(series, { panels: ['engine/completion_latency_p99'] })
  expect(asked.panels?.titles).toHaveLength(2)
})

test('reads look alike, whether or not their run writes too, and the legend names them once', () => {
  const reads = seriesOf([100, 100], { test: 'random-read', direction: 'read' })
  const mixed = (['read', 'write'] as const).map((direction) =>
    seriesOf([50, 50], { test: 'random-mixed', direction }),
  )
  const figure = build([runOf([reads]), runOf(mixed, { id: 8 })])
  expect(legendEntries(figure, true).map(({ text }) => text)).toEqual(['reads', 'writes'])
  expect(legendEntries(build([runOf([reads])]), true)).toEqual([])
  // Reads and writes of a run have one colour.
  expect(figure.series.map(({ part, dash }) => [part, dash])).toEqual([
    ['read', 'solid'],
    ['read', 'solid'],
    ['write', 'dashed'],
  ])
})

test('percentiles of all I/Os are not called reads because one of the runs only reads', () => {
  const counts = (direction: 'read' | 'write') =>
    seriesOf([2000, 2000], {
      ...{ metric: 'completion', unit: 'count', direction, test: direction },
      binsNs: Float64Array.from([1000, 2000]),
    })
  const rates = (['read', 'write'] as const).map((direction) =>
    seriesOf([50, 50], { test: 'random-mixed', direction }),
  )
  const figure = build([
    runOf([seriesOf([100, 100], { test: 'random-read', direction: 'read' }), counts('read')]),
    runOf([...rates, counts('read'), counts('write')], { id: 8 }),
  ])
  expect(figure.panels?.titles).toHaveLength(2)
  const texts = legendEntries(figure, true).map(({ text }) => text)
  expect(texts).toEqual(['reads', 'writes', 'total'])
})

describe('a time series agrees with the worked cases', () => {
  test('7,200 s, the first 3,600 s dropped, in bins of 10 s', () => {
    const { values, expected } = statCase('P16', 'values')
    const figure = figureOf([seriesOf(values)], { warmUpSeconds: 3600, binSeconds: 10, unit: 'IOPS' })
    const line = figure.series.find(({ id }) => id.endsWith('/engine/iops/write/'))
    expect(line?.columns?.y).toHaveLength(360)
    const bins = Array.from(line?.columns?.y ?? [])
    expect([bins[0], bins.at(-1)]).toEqual([expected.first_bin, expected.last_bin])
    const numbers = printed(figure)
    expect(numbers.bins).toBe(expected.points)
    for (const [key, name] of [
      ['mean', 'mean'],
      ['cv_percent', 'cv_bins_pct'],
      ['min', 'min_bin'],
      ['max', 'max_bin'],
      ['p5', 'p5_bin'],
    ] as const)
      expect(numbers[key]).toBeCloseTo(Number(expected[name]), 5)
    expect(figure.caption).toContain('The first 3,600\u202fs of each run are dropped (grey).')
    expect(Array.from(figure.numbers?.rows ?? [])).toHaveLength(720)
  })

  test('warm-up by MSER-5', () => {
    const { values, expected } = statCase('P17', 'values')
    const figure = figureOf([seriesOf(values)])
    expect(printed(figure).mser5_seconds).toBe(expected.truncate_samples)
    expect(figure.notes[0]?.text).toMatch(
      /^kernel 6.18: MSER-5 would drop the first 60\ss; 0\ss are dropped\.$/,
    )
  })

  test('the drive’s own temperature is a line if the host has no sensor, however seldom it is read', () => {
    const rate = seriesOf(Array.from({ length: 120 }, () => 100))
    const { device: _, binsNs: __, ...plain } = rate
    const asked: Series = {
      ...{
        ...plain,
        source: 'smart',
        device: 'nvme0n1',
        direction: 'total',
        metric: 'temperature',
        unit: '°C',
      },
      ...{ seconds: Float64Array.of(20.5, 80.5, 110.5), values: Float64Array.of(40, 50, 52) },
    }
    const figure = figureOf([rate, asked])
    expect(figure.panels?.titles.at(-1)).toMatch(/^Temperature/)
    const line = figure.series.find(({ id }) => id.includes('/smart/temperature/'))
    expect(Array.from(line?.columns?.y ?? [])).toEqual([40, 50, 52])
  })

  test('many lines of a campaign without a steady part are one note', () => {
    const rising = Array.from({ length: 120 }, (_, at) => 100 + at)
    const runs = [1, 2, 3].map((id) => ({ ...runOf([seriesOf(rising)]), id, repetition: id }))
    const { notes } = build(runs)
    expect(notes.filter(({ text }) => text.includes('MSER-5')).map(({ text }) => text)).toEqual([
      expect.stringContaining('3 of 3 lines: MSER-5 finds no steady part'),
    ])
  })

  test('change points, in seconds', () => {
    const { values, expected } = statCase('P18', 'series')
    const figure = figureOf([seriesOf(values)])
    expect(printed(figure).change_points).toBe('20; 45')
    expect(expected.changepoints).toEqual([20, 45])
    expect(figure.series.find(({ mark }) => mark === 'rule')?.columns?.x).toEqual([20, 45])
  })

  test('in words, with one minus sign and one bin if there is one', () => {
    expect(figureOf([seriesOf([5])]).smallPrint[0]).toContain('IOPS, one bin, 5th percentile')
    expect(figureOf([seriesOf([1, 9, 1, 9])]).smallPrint[0]).toContain('lag-1 autocorrelation \u22120.75')
  })

  test('change points of very many bins are searched in longer ones, which the small print says', () => {
    const values = Array.from({ length: 12_000 }, (_, at) => (at < 6000 ? 1000 : 500) + (at % 7))
    const figure = figureOf([seriesOf(values)], { binSeconds: 1 })
    expect(printed(figure).change_points).toBe('6,000')
    expect(figure.smallPrint[0]).toMatch(/change points at 6,000\ss .*, looked for in means over 4\ss\./)
    expect(figureOf([seriesOf(values)]).smallPrint[0]).not.toContain('looked for')
  })

  test('of many change points the largest are marked and named, in order of time, and all are counted', () => {
    const steps = [0, 100, 1100, 1200, 3200, 3100, 100, 1100, 1000, 0, 2000, 2100]
    const values = steps.flatMap((level) => Array.from({ length: 60 }, (_, at) => level + 20 * (at % 2)))
    const figure = figureOf([seriesOf(values)], { binSeconds: 1 })
    const largest = [120, 240, 360, 420, 540, 600]
    expect(figure.series.find(({ mark }) => mark === 'rule')?.columns?.x).toEqual(largest)
    expect(figure.caption).toContain('Of 11 in one line the 6 largest are marked.')
    expect(figure.smallPrint[0]).toMatch(/; 11 change points, the largest at 120\ss .*, 600\ss /)
    expect(printed(figure).change_points).toBe('60; 120; 180; 240; 300; 360; 420; 480; 540; 600; 660')
  })

  test('a drift is a trend, not steps, and why none are marked is said', () => {
    const noise = (at: number) => ((at * 7919) % 101) / 10
    const drift = Array.from({ length: 200 }, (_, at) => 1000 - at + noise(at))
    const { smallPrint: words, series } = figureOf([seriesOf(drift)])
    expect(words[0]).toMatch(/; a trend of \u221222 % of the mean over the line, not steps/)
    expect(series.some(({ mark }) => mark === 'rule')).toBe(false)
    const short = Array.from({ length: 40 }, (_, at) => (at < 20 ? 1000 : 500) + noise(at))
    expect(figureOf([seriesOf(short)]).smallPrint[0]).toContain('; no change points below 60 bins')
  })

  test('recorded noise has no change points and needs no warm-up', () => {
    // Written by fio-like logs: white noise of 30 s, and 300 s of which neighbours are alike.
    for (const name of ['white-noise-30s', 'ar1-300s']) {
      const values = readFileSync(
        join(import.meta.dirname, `../../../fixtures/statistics/${name}.log`),
        'utf8',
      )
        .trim()
        .split('\n')
        .map((line) => Number(line.split(', ')[1]))
      const { notes, series, smallPrint: words } = figureOf([seriesOf(values)])
      expect(notes.filter(({ text }) => text.includes('MSER-5'))).toEqual([])
      expect(words[0]).not.toMatch(/MSER|change points at|stall/)
      expect(series.some(({ mark }) => mark === 'rule')).toBe(false)
    }
  })

  test('the interval of the mean by batch means', () => {
    const { values, expected } = statCase('P32', 'values')
    const { mean, autocorrelation } = printed(figureOf([seriesOf(values)], { unit: 'IOPS' }))
    expect(mean).toBe(expected.mean)
    expect(autocorrelation).toBeCloseTo(Number(expected.rho1), 9)
  })
})

describe('a time series', () => {
  const steady = Array.from({ length: 60 }, (_, at) => (at % 20 === 19 ? 100 : 1000 + at))

  test('marks the drop-outs of four configurations, with the response time below', () => {
    const values = Array.from({ length: 7200 }, (_, at) => (at >= 5000 && at < 5020 ? 100 : 800))
    const runs = ['A', 'B', 'C', 'D'].map((name, at) => {
      const levels = { configuration: `${name}: innodb_io_capacity=${String(200 + at)}` }
      const own = { test: 'oltp-read-write', direction: 'total' } as const
      return runOf(
        [
          seriesOf(values, { ...own, metric: 'transactions', unit: '1/s' }),
          seriesOf(
            values.map((rate) => 4e9 / rate),
            { ...own, metric: 'latency_p95', unit: 'ns' },
          ),
        ],
        { id: at + 1, levels, parameters: levels, caseKey: name },
      )
    })
    const figure = build(runs, { metric: 'transactions', warmUpSeconds: 3600 })
    expect(figure.panels?.titles).toEqual(['Transactions (per second)', '95th percentile latency (ms)'])
    const stalls = figure.series.filter(({ mark }) => mark === 'point')
    expect(stalls.map(({ lineLabel }) => lineLabel)).toEqual(['A', 'B', 'C', 'D'])
    expect(stalls[0]?.columns?.x).toEqual([5005, 5015])
    // Lines for four series could not be told apart.
    expect(figure.series.filter(({ mark }) => mark === 'rule')).toEqual([])
    expect(figure.caption).toContain('Means over 10\u202fs of 4 runs.')
    expect(figure.caption).toContain('Triangles: slow bins')
  })

  test('marks slow bins where they are', () => {
    const figure = figureOf([seriesOf(steady)], { unit: 'IOPS' })
    const stalls = figure.series.find(({ mark }) => mark === 'point')
    expect(stalls?.columns?.x).toEqual([19.5, 39.5, 59.5])
    expect(stalls?.columns?.y).toEqual([100, 100, 100])
    expect(printed(figure).slow_percent).toBeCloseTo(5, 9)
  })

  test('marks at most 200 slow bins of a line, the lowest', () => {
    const values = Array.from({ length: 3000 }, (_, at) => (at % 3 === 2 ? 1 + ((at * 7) % 400) : 1000))
    const figure = figureOf([seriesOf(values)], { unit: 'IOPS', binSeconds: 1 })
    const marked = figure.series.find(({ mark }) => mark === 'point')?.columns
    const lowest = values
      .filter((value) => value < 500)
      .sort((a, b) => a - b)
      .slice(0, 200)
    expect(Array.from(marked?.y ?? []).sort((a, b) => a - b)).toEqual(lowest)
    const places = Array.from(marked?.x ?? [])
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(figure.caption).toContain('Of 1,000 such bins in one line the lowest 200 are marked.')
    expect(printed(figure).slow_percent).toBeCloseTo(100 / 3, 9)
  })

  test('of a run below a minute has a point for every sample, unless bins are requested', () => {
    const short = (length: number) =>
      seriesOf(Array.from<number>({ length }).fill(1000), { intervalSeconds: 0.1 })
    const temperature = seriesOf([40, 50], {
      ...{ source: 'temperature', device: 'nvme', direction: 'total', metric: 'temperature', unit: '°C' },
      intervalSeconds: 1,
    })
    const figure = figureOf([short(20), temperature])
    expect(printed(figure).bins).toBe(20)
    expect(figure.caption).toMatch(
      /^Means over 0.1\ss of one run, over 1\ss where samples are that far apart/,
    )
    expect(printed(figureOf([short(20)], { binSeconds: 1 })).bins).toBe(2)
    expect(printed(figureOf([short(600)])).bins).toBe(60)
    expect(printed(figureOf([short(6000)])).bins).toBe(60)
  })

  test('has engine and host below one another, each in its own unit and bins', () => {
    const temperature = seriesOf([40, 50, 60], {
      ...{ source: 'temperature', device: 'nvme', direction: 'total', metric: 'temperature', unit: '°C' },
      intervalSeconds: 20,
    })
    const cpu = seriesOf(
      steady.map((_, at) => at),
      {
        ...{ source: 'cpu', direction: 'total', metric: 'cpu_iowait', unit: '%' },
      },
    )
    const figure = figureOf([seriesOf(steady), temperature, cpu])
    expect(figure.panels?.titles).toEqual(['IOPS (k IOPS)', 'CPU, waiting for I/O (%)', 'Temperature (°C)'])
    expect(figure.series.find(({ panel, mark }) => panel === 2 && mark === 'line')?.columns?.x).toEqual(
      Float64Array.of(10, 30, 50),
    )
    expect(figure.caption).toContain('over 20\u202fs where samples are that far apart')
    const one = figureOf([seriesOf(steady), temperature, cpu], { panels: ['temperature/temperature'] })
    expect(one.panels?.titles).toEqual(['IOPS (k IOPS)', 'Temperature (°C)'])
    expect(() => figureOf([seriesOf(steady)], { panels: ['cpu/nothing'] })).toThrow('no metric "nothing"')
  })

  test('can be plotted over bytes written and drive writes', () => {
    const written = seriesOf(
      steady.map(() => 100),
      { metric: 'bandwidth', unit: 'B/s' },
    )
    const over = (xKey: string) =>
      figureOf([seriesOf(steady), written], { xKey }).series.find(({ mark }) => mark === 'line')?.columns?.x
    expect(Array.from(over('bytes_written') ?? []).slice(0, 2)).toEqual([0.05, 0.15])
    expect(Array.from(over('drive_writes') ?? []).slice(0, 2)).toEqual([0.05, 0.15])
    const without = figureOf([seriesOf(steady)], { xKey: 'bytes_written' })
    expect(without.notes.map(({ text }) => text).join()).toContain('bytes written are not known')
  })

  test('reads percentiles from the histograms, if ten I/Os lie beyond them', () => {
    // 900 fast and 100 slow I/Os in each of two seconds, then too few for a 99th percentile.
    const histogram = seriesOf([], {
      ...{ metric: 'completion', unit: 'count', direction: 'read' },
      seconds: Float64Array.of(1, 1, 2, 2, 3),
      values: Float64Array.of(900, 100, 900, 100, 50),
      binsNs: Float64Array.of(1000, 9000, 1000, 9000, 1000),
    })
    const figure = figureOf([seriesOf(steady.slice(0, 3)), histogram], { metric: 'completion_latency_p99' })
    const line = figure.series.find(({ mark }) => mark === 'line')
    expect(Array.from(line?.columns?.y ?? [])).toEqual([9, 9, Number.NaN])
    expect(figure.unit).toBe('µs')
  })

  test('overlays repetitions, or shows their mean and range', () => {
    const runs = [1, 2, 3].map((repetition) =>
      runOf([seriesOf(steady.map((value) => value * repetition))], { id: repetition, repetition }),
    )
    const lines = build(runs).series.filter(({ mark }) => mark === 'line')
    expect(lines.map(({ label }) => label)).toEqual(['repetition 1', 'repetition 2', 'repetition 3'])
    const mean = build(runs, { lines: 'mean', unit: 'IOPS' })
    const [line, ...others] = mean.series.filter(({ mark }) => mark === 'line')
    expect(others).toEqual([])
    expect(line?.columns?.y?.[0]).toBe(2000)
    const band = mean.series.find(({ mark }) => mark === 'band')
    expect([band?.columns?.low?.[0], band?.columns?.high?.[0]]).toEqual([1000, 3000])
    expect(mean.caption).toContain('means of the repetitions')
  })

  test('overlays configurations A to D, each with its first repetitions if not all fit', () => {
    const campaigns = ['A', 'B', 'C', 'D'].map((label, at) => provenanceOf({ campaignId: at + 1, label }))
    const runs = campaigns.flatMap(({ campaignId }) =>
      [1, 2, 3].map((repetition) =>
        runOf([seriesOf(steady)], { id: 10 * campaignId + repetition, campaignId, repetition }),
      ),
    )
    const figure = (own: Partial<Settings>) =>
      timeSeries
        .build({ runs }, { ...usual, ...own }, { campaigns })
        .series.filter(({ mark }) => mark === 'line')
    expect(figure({}).map(({ label }) => label)).toEqual(
      ['A', 'B', 'C', 'D'].flatMap((name) => [`${name}, repetition 1`, `${name}, repetition 2`]),
    )
    const means = figure({ lines: 'mean' })
    expect(means.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D'])
    expect(new Set(means.map(({ group }) => group)).size).toBe(4)
    expect(figure({ campaignIds: [2, 4], lines: 'mean' }).map(({ label }) => label)).toEqual(['B', 'D'])
  })

  test('reports what it cannot show', () => {
    expect(
      build([])
        .notes.map(({ text }) => text)
        .join(),
    ).toContain('Nothing was recorded over time')
    const dropped = figureOf([seriesOf(steady)], { warmUpSeconds: 100 })
    expect(dropped.notes.map(({ text }) => text).join()).toContain('nothing is left after the warm-up')
    const many = Array.from({ length: 9 }, (_, at) =>
      runOf([seriesOf(steady)], { id: at + 1, repetition: at }),
    )
    // Readers of an exported figure cannot follow the advice.
    expect(build(many).notes).toContainEqual({
      severity: 'warning',
      text: '8 runs of 9 that were recorded are shown, the first repetitions of every case.',
      advice: 'Choose campaigns, levels or runs for others.',
    })
    const long = seriesOf([], { seconds: Float64Array.of(1e6), values: Float64Array.of(1) })
    expect(() => figureOf([long], { binSeconds: 1 })).toThrow('Choose bins of 5 s or more.')
  })

  test('is offered only if something was recorded', () => {
    const { isOffered } = figureDefinition('time-series')
    expect(isOffered?.({ recorded: [], hasRounds: false })).toBe(false)
    expect(isOffered?.({ recorded: ['iops'], hasRounds: false })).toBe(true)
  })
})

test('a run that has series only names the test of these', () => {
  const series = [seriesOf([100, 100], { test: 'random-read' })]
  const run = runOf(series, { tests: [], parameters: {}, levels: {} })
  expect(build([run]).subtitle).toBe('Random read')
})
