import { describe, expect, it } from 'vitest'
import { placeAcross } from '../../../src/charts/plugins/intervals-plugin'
import { buildFigure } from './figures-of-rows'
import { row } from './mix-rows'

/** Three runs at each depth; those at a depth of 4 scatter by half. */
const rows = [1, 2, 4].flatMap((queue_depth) =>
  [-1, 0, 1].flatMap((side, at) => {
    const factor = 1 + side * (queue_depth === 4 ? 0.5 : 0.01)
    const shared = { levels: { queue_depth }, runId: 10 * queue_depth + at, repetition: at + 1 }
    return [
      row({ ...shared, metric: 'iops', unit: 'IOPS', value: 100 * queue_depth * factor }),
      row({ ...shared, metric: 'latency_mean', unit: 'ns', value: 1e6 * queue_depth * factor }),
    ]
  }),
)

const settings = { kind: 'latency-throughput', campaignIds: [1], metric: 'latency_mean' } as const

describe('one wide interval of latency against throughput', () => {
  it('does not squash the lines: it is cut at both axes, and the small print says so', () => {
    const figure = buildFigure(rows, settings, { campaigns: [] })
    const point = figure.series[0]!.points[2]!
    const [right, top] = [figure.x.max!, figure.y.max!]
    expect([right < point.xHigh!, top < point.high!]).toEqual([true, true])
    expect([right >= point.x, top >= point.y!]).toEqual([true, true])
    expect(figure.smallPrint).toContain(
      '2 intervals reach beyond the axis and are cut at its end (arrow heads). Tables hold all numbers whole.',
    )
    const places = { x: (value: number) => value, y: (value: number) => -value }
    expect(placeAcross(figure, figure.series[0]!, point, 1, places)).toMatchObject({
      ...{ x: -point.y!, top: right, goesOn: { up: true, down: false } },
    })
  })

  it('is not mentioned if intervals are not shown', () => {
    const figure = buildFigure(rows, { ...settings, showIntervals: false }, { campaigns: [] })
    expect(figure.smallPrint.join(' ')).not.toContain('arrow head')
  })
})

describe('the throughput of latency against it', () => {
  const inBytes = rows.map((one) =>
    one.metric === 'iops' ? { ...one, metric: 'bandwidth', unit: 'B/s' as const } : one,
  )

  it('is bandwidth where no IOPS were measured, unless IOPS are asked for', () => {
    const figure = buildFigure(inBytes, settings, { campaigns: [] })
    expect(figure.title).toBe('Random mix: mean latency against bandwidth')
    expect(figure.x.label).toBe('Bandwidth reached (B/s)')
    expect(figure.series[0]?.points).toHaveLength(3)
    expect(buildFigure(rows, settings, { campaigns: [] }).x.label).toBe('IOPS reached')
    const inIops = { ...settings, throughput: 'iops' }
    const asked = buildFigure(inBytes, inIops, { campaigns: [] })
    expect(asked.caption).toBe('No data.')
    expect(asked.notes.map(({ text }) => text)).toContain(
      'No finished run has IOPS and a level of queue depth.',
    )
  })
})
