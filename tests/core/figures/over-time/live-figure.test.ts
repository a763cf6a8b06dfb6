import { describe, expect, it } from 'vitest'
import { liveFigure } from '../../../../src/core/figures/over-time/live-figure'
import { LiveSeries } from '../../../../src/core/figures/over-time/live-series'
import { wholeStretch } from '../../../../src/core/figures/over-time/zoomed-figure'
import type { SeriesPoints, Unit } from '../../../../src/core/results/observation'

function points(
  source: SeriesPoints['source'],
  metric: string,
  unit: Unit,
  values: readonly number[],
  rest: Partial<Pick<SeriesPoints, 'device' | 'direction'>> = {},
): SeriesPoints {
  const seconds = Float64Array.from(values, (_, at) => at + 1)
  return { source, metric, unit, direction: 'total', ...rest, seconds, values: Float64Array.from(values) }
}

const run = [
  points('engine', 'bandwidth', 'B/s', [4e6, 8e6]),
  points('engine', 'iops', 'IOPS', [1000, 2000]),
  points('disk', 'bandwidth', 'B/s', [4e6, 7e6], { device: 'dm-0' }),
  points('disk', 'bandwidth', 'B/s', [4e6, 4e6], { device: 'dm-0', direction: 'read' }),
  points('disk', 'latency_mean', 'ns', [1e6, 3e6], { device: 'dm-0', direction: 'write' }),
  points('disk', 'bandwidth', 'B/s', [4e6, 7e6], { device: 'sda' }),
  points('cpu', 'cpu_iowait', '%', [10, 20]),
  points('temperature', 'temperature', '°C', [41, 42], { device: 'nvme Composite' }),
]

describe('a run being measured', () => {
  it('has engine and drive in one panel, then latency, processors and temperature', () => {
    const figure = liveFigure(run)
    expect(figure?.panels?.titles).toEqual([
      'Bandwidth (MB/s)',
      'IOPS (k IOPS)',
      'Mean latency (ms)',
      'Processors (%)',
      'Temperature (°C)',
    ])
    expect(figure?.series.map(({ label, panel, dash }) => [label, panel, dash])).toEqual([
      ['engine', 0, 'solid'],
      ['dm-0', 0, 'solid'],
      ['engine', 1, 'solid'],
      ['dm-0 writes', 2, 'dashed'],
      ['CPU waiting for I/O', 3, 'solid'],
      ['nvme Composite', 4, 'solid'],
    ])
    expect(figure?.series[1]?.columns).toEqual({ x: Float64Array.of(1, 2), y: Float64Array.of(4, 7) })
    expect(figure && wholeStretch(figure)).toEqual({ from: 0, to: 2 })
  })

  it('is absent until a line has two points', () => {
    expect(liveFigure([])).toBeUndefined()
    expect(liveFigure([points('engine', 'iops', 'IOPS', [5])])).toBeUndefined()
  })

  it('takes each point once, in whatever pieces they arrive', () => {
    const series = new LiveSeries()
    series.add(run)
    series.add(run)
    const [first, ...others] = run
    if (first) series.add([{ ...first, seconds: Float64Array.of(2, 3), values: Float64Array.of(0, 9e6) }])
    expect(series.all()).toEqual([
      { ...first, seconds: Float64Array.of(1, 2, 3), values: Float64Array.of(4e6, 8e6, 9e6) },
      ...others,
    ])
  })
})
