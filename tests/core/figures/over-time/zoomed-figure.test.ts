import { expect, test } from 'vitest'
import type { Figure } from '../../../../src/core/figures/figure/figure'
import { timeSeries } from '../../../../src/core/figures/over-time/time-series'
import {
  lineId,
  recordedLine,
  valuesAt,
  wholeStretch,
  zoomableLines,
  zoomedFigure,
} from '../../../../src/core/figures/over-time/zoomed-figure'
import { runOf, seriesOf } from './recorded-runs'

const settings = { kind: 'time-series', campaignIds: [], metric: 'iops' } as const
const origin = { campaigns: [] }
const rising = Array.from({ length: 100 }, (_, at) => 1000 * (at + 1))
const built = (asked: object = {}, values = rising): Figure =>
  timeSeries.build(
    {
      runs: [
        runOf([
          seriesOf(values),
          seriesOf(values, { source: 'disk', device: 'md/0', metric: 'bandwidth', unit: 'B/s' }),
        ]),
      ],
    },
    { ...settings, ...asked },
    origin,
  )
const lines = ({ series }: Figure) =>
  series.filter(({ mark, role }) => mark === 'line' && role === 'measured')

test('a line names the series it shows, whatever its device is called', () => {
  const drive = { source: 'disk', metric: 'bandwidth', direction: 'write', device: 'md/0' } as const
  expect(recordedLine(lineId('campaign=1,run=7', drive))).toEqual({ runId: 7, ...drive })
  expect(zoomableLines(built()).map(({ runId, source, device }) => [runId, source, device])).toEqual([
    [7, 'engine', undefined],
    [7, 'disk', 'md/0'],
  ])
  expect(recordedLine('campaign=1,run=7/engine/iops/write//range')).toBeUndefined()
  expect(recordedLine('block_size=4096/total')).toBeUndefined()
})

test('a section shows its points, from end to end, on axes that fit it', () => {
  const whole = built()
  expect(wholeStretch(whole)).toEqual({ from: 0, to: 100 })
  const part = zoomedFigure(whole, { from: 20, to: 30 })
  const [line] = lines(part)
  expect([line?.columns?.x?.[0], Array.from(line?.columns?.x ?? []).at(-1)]).toEqual([20, 30])
  // Bins of a second are centred in their seconds; at the ends the line is cut between two of them.
  expect(line?.columns?.y?.[0]).toBeCloseTo(20.5, 9)
  expect(part.x).toMatchObject({ min: 20, max: 30 })
  expect(part.y.max).toBeLessThan(whole.y.max ?? 0)
  expect(part.panels?.axes).toHaveLength(whole.panels?.axes?.length ?? 0)
})

test('recorded values replace bins, in the units of their panels', () => {
  const whole = built({ binSeconds: 10 })
  const [first] = lines(whole)
  const recorded = new Map([
    [
      first?.id ?? '',
      { unit: 'IOPS', seconds: Float64Array.of(21, 22, 23), values: Float64Array.of(5000, 90_000, 5000) },
    ] as const,
  ])
  const [line] = lines(zoomedFigure(whole, { from: 20, to: 30 }, recorded))
  expect(Array.from(line?.columns?.y ?? [])).toEqual(
    [5, 90, 5].map((value) => (value * 1000) / (whole.factor ?? 1000)),
  )
})

test('a long run is zoomed in hours and read in seconds', () => {
  const whole = built(
    {},
    Array.from({ length: 4 * 3600 }, () => 1000),
  )
  expect(wholeStretch(whole)).toEqual({ from: 0, to: 4 })
  expect(whole.x.factor).toBe(3600)
  const [first] = lines(whole)
  const values = {
    unit: 'IOPS',
    seconds: Float64Array.of(7200, 9000),
    values: Float64Array.of(1000, 1000),
  } as const
  const [line] = lines(zoomedFigure(whole, { from: 1.5, to: 3 }, new Map([[first?.id ?? '', values]])))
  expect(Array.from(line?.columns?.x ?? [])).toEqual([2, 2.5])
})

test('the warm-up is cut, marks outside are removed, and the nearest value of each line is read', () => {
  const part = zoomedFigure(built({ warmUpSeconds: 30 }), { from: 20, to: 40 })
  const shade = part.series.find(({ mark }) => mark === 'cell')
  expect([shade?.columns?.x?.[0], shade?.columns?.xEnd?.[0]]).toEqual([20, 30])
  const values = valuesAt(part, 35.2)
  expect(values.map(({ x }) => x)).toEqual([35.5, 35.5])
  expect(values[0]).toMatchObject({ label: 'Unnamed campaign', value: 36 })
  expect(valuesAt(built(), 1e9)[0]?.x).toBe(99.5)
})

test('means of repetitions keep their bins', () => {
  const runs = [1, 2].map((repetition) => runOf([seriesOf(rising)], { id: repetition, repetition }))
  const figure = timeSeries.build({ runs }, { ...settings, lines: 'mean' }, origin)
  expect(zoomableLines(figure)).toEqual([])
  expect(wholeStretch(figure)).toEqual({ from: 0, to: 100 })
})
