import { describe, expect, test } from 'vitest'
import { buildFigure } from '../../../../src/core/figures/kinds/build-figure'
import { figureTable } from '../../../../src/core/figures/figure/figure-table'
import { driveMix } from '../../../../src/core/figures/over-time/drive-mix'
import type { RecordedRun } from '../../../../src/core/figures/cases/recorded-runs'
import type { LevelValue } from '../../../../src/core/plan/plan'
import type { Source } from '../../../../src/core/results/observation'
import { provenanceOf } from '../mix-rows'
import { runOf, seriesOf } from './recorded-runs'

type Settings = Parameters<typeof driveMix.build>[1]
const usual: Settings = { kind: 'drive-mix', campaignIds: [], metric: 'bandwidth' }
const provenance = { campaigns: [provenanceOf()] }
const build = (runs: readonly RecordedRun[], own: Partial<Settings> = {}) =>
  buildFigure(driveMix, { runs }, { ...usual, ...own }, provenance)

let lastId = 0
/** A run in each second of which engine and drive read and wrote these bytes. */
function mixRun(
  levels: Readonly<Record<string, LevelValue>>,
  engine: readonly [number, number],
  drive: readonly [number, number],
  own: Partial<RecordedRun> = {},
): RecordedRun {
  const moved = (source: Source, [read, write]: readonly [number, number]) =>
    (
      [
        ['read', read],
        ['write', write],
      ] as const
    ).map(([direction, value]) =>
      // A sample of the ramp that must not count.
      seriesOf([999, value, value], {
        ...{ source, direction, metric: 'bandwidth', unit: 'B/s' },
        ...(source === 'disk' && { device: 'vda' }),
        seconds: Float64Array.of(0, 1, 2),
      }),
    )
  const parameters = { pattern: 'random-mix', ...levels }
  const caseKey = Object.entries(levels).join()
  lastId++
  return runOf([...moved('engine', engine), ...moved('disk', drive)], {
    ...{ id: lastId, levels, parameters, caseKey },
    ...own,
  })
}

describe('reads as the drive saw them', () => {
  const runs = [
    mixRun({ read_percent: 100 }, [100, 0], [0, 0]),
    mixRun({ read_percent: 70 }, [70, 30], [10, 30]),
    mixRun({ read_percent: 70 }, [70, 30], [10, 40], { repetition: 2 }),
    mixRun({ read_percent: 0 }, [0, 100], [0, 100]),
  ]

  test('are compared with the requested share, run by run', () => {
    const figure = build(runs)
    const [line, reference] = figure.series
    expect(line?.points.map(({ x, y, n }) => [x, y, n])).toEqual([
      [0, 0, 1],
      [70, 22.5, 2],
    ])
    expect(line?.points[1]?.low).toBe(0)
    expect(line?.points[1]?.high).toBeCloseTo(22.5 + 12.7062 * 2.5, 3)
    expect(line?.points[1]?.dots.map(({ y }) => y)).toEqual([25, 20])
    expect(reference?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [70, 70],
    ])
    expect(Array.from(figure.printed?.rows ?? [])).toEqual([
      ['kernel 6.18', 70, 70, 22.5, -47.5, 2],
      ['kernel 6.18', 0, 0, 0, 0, 1],
    ])
    expect(figureTable(figure).rows).toHaveLength(3)
    expect(figure.notes[0]?.text).toContain('70\u202f% asked for, 22.5\u202f% seen')
  })

  test('have a line for each other level that varies', () => {
    const figure = build([
      mixRun({ read_percent: 50, block_size: 4096 }, [50, 50], [50, 50]),
      mixRun({ read_percent: 50, block_size: 65_536 }, [50, 50], [52, 48]),
    ])
    expect(figure.series.map(({ label }) => label)).toEqual(['4\u202fKiB', '64\u202fKiB', 'as asked for'])
    expect(figure.notes).toEqual([])
  })

  test('read the share from the name of a pattern of one kind', () => {
    const levels = { pattern: 'sequential-read' }
    const figure = build([mixRun(levels, [10, 0], [10, 0], { parameters: levels })])
    expect(figure.series[0]?.points.map(({ x, y }) => [x, y])).toEqual([[100, 100]])
  })

  test('report it if no drive was observed', () => {
    const figure = build([runOf([seriesOf([1, 2])], { parameters: { read_percent: 50 } })])
    expect(figure.series).toEqual([])
    expect(figure.notes[0]?.text).toContain('No drive was observed')
  })
})

test('the numbers are of all runs, also of those that the picture has no room for', () => {
  const many = Array.from({ length: 520 }, (_, at) =>
    mixRun(
      { read_percent: at % 2 === 0 ? 100 : 50, block_size: 4096 * (1 + (at % 26)) },
      [50, 50],
      [50, 50],
      {
        repetition: 1 + Math.floor(at / 26),
      },
    ),
  )
  const figure = build(many)
  const { columns, rows } = figureTable(figure)
  const all = [...rows]
  expect(all).toHaveLength(520)
  expect(figure.subtitle).toBe('500 of 520 runs')
  const place = columns.findIndex(({ key }) => key === 'line')
  expect(new Set(all.map((row) => row[place])).size).toBe(26)
})
