import { sensorSources, type Source } from '../../results/observation'
import { largestOf } from '../../iterables'
import { type FigureSeries, lineDashes } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { Binning } from './binned-line'
import { largestChanges } from './line-numbers'
import type { Panel, PanelLine, ReadRun } from './time-panels'
import { lineId } from './zoomed-figure'

/** What marks over time have in common. */
export const plainMark = {
  role: 'measured',
  marker: 'none',
  dash: 'solid',
  visible: true,
  points: [],
} as const satisfies Partial<FigureSeries>

/** Everything before the end of the warm-up, in grey. */
export function warmUpShade(
  read: readonly ReadRun[],
  { warmUpSeconds }: Binning,
  panel: number,
  factor: number,
): readonly FigureSeries[] {
  if (warmUpSeconds === 0) return []
  const end = largestOf(read.map(({ place }) => place(warmUpSeconds)))
  return [
    {
      ...plainMark,
      ...{ id: `warm-up/${String(panel)}`, label: 'warm-up, dropped', line: 'warm-up' },
      ...{ lineLabel: 'warm-up, dropped', part: 'total', partLabel: 'warm-up, dropped' },
      ...{ role: 'reference', group: -1, mark: 'cell', panel },
      columns: { x: [0], xEnd: [end / factor] },
    },
  ]
}

/** Whether a line is hidden: with its run, or alone. */
export function isHidden(
  { named, binned: { direction, device } }: PanelLine,
  { source, metric }: Panel,
  { hiddenSeries = [] }: UsualSettings,
): boolean {
  const id = lineId(named.line, {
    ...{ source, metric: metric.id, direction },
    ...(device !== undefined && { device }),
  })
  return hiddenSeries.includes(named.line) || hiddenSeries.includes(id)
}

export function lineSeries(
  line: PanelLine,
  {
    panel,
    at,
    read,
    xFactor,
    asked,
  }: {
    readonly panel: Panel
    readonly at: number
    readonly read: readonly ReadRun[]
    readonly xFactor: number
    readonly asked: UsualSettings
  },
): readonly FigureSeries[] {
  const { named, label, part, partLabel, binned, x, droppedX, range } = line
  const { source, metric } = panel
  const { direction, device } = binned
  const id = lineId(named.line, {
    source,
    metric: metric.id,
    direction,
    ...(device !== undefined && { device }),
  })
  const devices = [...new Set(panel.lines.map((line) => line.binned.device))]
  const own = {
    ...plainMark,
    ...{ label, line: named.line, lineLabel: named.name, part, partLabel, panel: at },
    group: read.findIndex((one) => one.named.line === named.line),
    dash:
      devices.length > 1
        ? (lineDashes[devices.indexOf(binned.device) % lineDashes.length] ?? 'solid')
        : part === 'write'
          ? 'dashed'
          : 'solid',
    visible: !isHidden(line, panel, asked),
  } as const
  const placed = (places: Float64Array) => places.map((place) => place / xFactor)
  const scaled = (values: Float64Array) => values.map((value) => value / panel.unit.factor)
  return [
    ...(range
      ? [
          {
            ...own,
            ...({
              id: `${id}/range`,
              role: 'reference',
              mark: 'band',
              partLabel: 'range of the runs',
            } as const),
            columns: { x: placed(x), low: scaled(range.low), high: scaled(range.high) },
          },
        ]
      : []),
    ...(droppedX.length > 0
      ? [
          {
            ...own,
            ...({
              id: `${id}/dropped`,
              role: 'reference',
              mark: 'line',
              group: -1,
              emphasis: 'grey',
            } as const),
            partLabel: 'warm-up, dropped',
            columns: { x: placed(droppedX), y: scaled(binned.dropped.values) },
          },
        ]
      : []),
    { ...own, id, mark: 'line', columns: joined({ x: placed(x), y: scaled(binned.values) }, source) },
  ]
}

/** Values read less often than once per bin, such as a temperature, are joined from one reading to the next. */
function joined({ x, y }: { x: Float64Array; y: Float64Array }, source: Source) {
  if (!sensorSources.includes(source)) return { x, y }
  const isKnown = (_: number, at: number) => Number.isFinite(y[at])
  return { x: x.filter(isKnown), y: y.filter(isKnown) }
}

/** Which marks are shown along with the lines. */
export interface ShownMarks {
  readonly changes: boolean
  readonly slowBins: boolean
}

/** More triangles of one line than these would cover it: the lowest bins are marked. */
export const mostTriangles = 200

/** Indexes of the bins marked as slow, in time order. */
function markedSlowBins({ binned, numbers }: PanelLine): readonly number[] {
  const slow = numbers?.slowBins ?? []
  if (slow.length <= mostTriangles) return slow
  const valueAt = (at: number) => binned.values[at] ?? Number.NaN
  const lowest = [...slow].sort((a, b) => valueAt(a) - valueAt(b) || a - b).slice(0, mostTriangles)
  return lowest.sort((a, b) => a - b)
}

/** Rules where the level changes most, and triangles on the bins below half the median. */
export function changeMarks(
  panel: Panel,
  read: readonly ReadRun[],
  xFactor: number,
  shown: ShownMarks,
): readonly FigureSeries[] {
  return panel.lines.flatMap((line): readonly FigureSeries[] => {
    const { named, binned, numbers } = line
    const run = read.find((one) => one.named.line === named.line)
    if (numbers === undefined || run === undefined) return []
    const group = read.indexOf(run)
    const own = {
      ...plainMark,
      ...({ part: 'total', role: 'reference', panel: 0 } as const),
      ...{ line: named.line, lineLabel: named.name, group },
    }
    const id = `${named.line}/${binned.direction}/${binned.device ?? ''}`
    const marked = shown.slowBins ? markedSlowBins(line) : []
    const slow = (column: Float64Array) => marked.map((at) => column[at] ?? Number.NaN)
    return [
      ...(shown.changes && numbers.changes.length > 0
        ? [
            {
              ...own,
              ...{ id: `${id}/changes`, label: 'change point', partLabel: 'change point' },
              ...({ mark: 'rule', dash: 'dashed' } as const),
              columns: {
                x: largestChanges(numbers.changes).map(({ seconds }) => run.place(seconds) / xFactor),
              },
            },
          ]
        : []),
      ...(marked.length > 0
        ? [
            {
              ...own,
              ...({ id: `${id}/stalls`, label: 'slow bin', partLabel: 'slow bin', mark: 'point' } as const),
              ...({ marker: 'inverted', size: 0.9 } as const),
              columns: {
                x: slow(line.x).map((place) => place / xFactor),
                y: slow(binned.values).map((value) => value / panel.unit.factor),
              },
            },
          ]
        : []),
    ]
  })
}
