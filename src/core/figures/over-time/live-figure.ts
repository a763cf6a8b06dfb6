import { findMetric, type Metric, metricOf } from '../../results/metrics'
import { type SeriesPoints, sensorSources } from '../../results/observation'
import { isLatencyMetric } from '../../results/percentiles'
import { groupBy, largestOf, smallestOf } from '../../iterables'
import type { Figure, FigureSeries } from '../figure/figure'
import { displayUnit } from '../../results/display-unit'
import { valueAxis } from '../figure/value-axis'
import { progressAxis } from './time-axis'
import { plainMark } from './time-marks'

/** One line of a panel: its source, its name, and its colour, which is the same in every panel. */
interface LiveLine {
  readonly points: SeriesPoints
  readonly label: string
  readonly group: number
  readonly dash?: FigureSeries['dash']
}

interface LivePanel {
  readonly title: string
  readonly metric: Metric
  readonly lines: readonly LiveLine[]
}

const mostSensors = 3

/**
 * A run in progress: rates and latencies of the engine and of the drive under it, processors and temperatures, as far
 * as known. It is not stored, so it has no caption and no provenance. Undefined before the first points.
 */
export function liveFigure(series: readonly SeriesPoints[]): Figure | undefined {
  const known = series.filter(({ seconds }) => seconds.length > 1)
  const panels = [...engineAndDrivePanels(known), ...hostPanels(known)].filter(
    ({ lines }) => lines.length > 0,
  )
  const [first] = panels
  if (first === undefined) return undefined
  const { axis, factor } = progressAxis(
    'time',
    largestOf(known.map(({ seconds }) => seconds.at(-1) ?? 0)),
    '',
  )
  const drawn = panels.map((panel, at) => panelOf(panel, at, factor))
  return {
    kind: 'time-series',
    ...{ title: 'Over time', subtitle: '', metric: first.metric.id, xKey: 'time', statistic: 'mean' },
    x: axis,
    y: drawn[0]?.axes.y ?? { label: '', kind: 'linear' },
    unit: drawn[0]?.axes.unit ?? '',
    panels: {
      columns: 1,
      titles: drawn.map(({ title }) => title),
      axes: drawn.map(({ axes }) => axes),
    },
    series: drawn.flatMap((panel) => panel.series),
    show: { dots: false, intervals: false },
    ...{ caption: '', smallPrint: [], notes: [] },
  }
}

function engineAndDrivePanels(series: readonly SeriesPoints[]): readonly LivePanel[] {
  const engine = series.filter(({ source }) => source === 'engine')
  const disks = series.filter(({ source }) => source === 'disk')
  // The first is the device under the target; the others carry the same requests again.
  const drive = disks[0]?.device
  const ofDrive = disks.filter(({ device }) => device === drive)
  const metrics = [...new Set(['bandwidth', 'iops', ...engine.map((one) => one.metric), 'latency_mean'])]
  return metrics.flatMap((id): LivePanel[] => {
    const metric = findMetric(id)
    if (!metric) return []
    const lines = [
      ...engine.filter((one) => one.metric === id).map((points) => ({ points, label: 'engine', group: 0 })),
      ...ofDrive
        .filter((one) => one.metric === id && (one.direction === 'total' || isLatencyMetric(id)))
        .filter((one) => one.direction !== 'trim')
        .map((points) => ({
          points,
          label: partNames[points.direction]
            ? `${drive ?? ''} ${partNames[points.direction]}`
            : (drive ?? ''),
          group: 1,
          dash: dashes[points.direction],
        })),
    ]
    return [{ title: metric.label, metric, lines }]
  })
}

const dashes = { total: 'solid', read: 'dotted', write: 'dashed', trim: 'dashed' } as const
const partNames = { total: '', read: 'reads', write: 'writes', trim: 'trims' } as const

function hostPanels(series: readonly SeriesPoints[]): readonly LivePanel[] {
  const cpu = [
    { id: 'cpu_user', label: 'CPU user', group: 2 },
    { id: 'cpu_system', label: 'CPU system', group: 3 },
    { id: 'cpu_iowait', label: 'CPU waiting for I/O', group: 4 },
  ]
  const processors = cpu.flatMap(({ id, ...line }) => {
    const points = series.find(({ source, metric }) => source === 'cpu' && metric === id)
    return points ? [{ points, ...line }] : []
  })
  // A drive's own report comes once a minute, and says what its sensor does.
  const sensed = series.filter(({ source }) => sensorSources.includes(source) && source !== 'smart')
  const sensors = [...groupBy(sensed, metricOf)].map(([metric, ofMetric]) => ({
    title: metric.label,
    metric,
    lines: ofMetric
      .slice(0, mostSensors)
      .map((points, at) => ({ points, label: points.device ?? 'sensor', group: 5 + at })),
  }))
  const user = findMetric('cpu_user')
  return [...(user ? [{ title: 'Processors', metric: user, lines: processors }] : []), ...sensors]
}

function panelOf({ title, metric, lines }: LivePanel, panel: number, secondsPerUnit: number) {
  const ends = lines.flatMap(({ points: { values } }) => [smallestOf(values), largestOf(values)])
  const unit = displayUnit(metric.unit, ends)
  return {
    title: unit.label === '' ? title : `${title} (${unit.label})`,
    axes: {
      y: valueAxis({
        values: ends.map((end) => end / unit.factor),
        fromZero: metric.unit !== '°C',
        steps: 2,
      }),
      unit: unit.label,
      height: 0.5,
    } as const,
    series: lines.map(({ points, label, group, dash = 'solid' }): FigureSeries => ({
      ...plainMark,
      ...{ id: `${label}/${points.metric}`, label, line: label, lineLabel: label },
      ...{ part: 'total', partLabel: label, panel, group, mark: 'line' },
      dash,
      columns: {
        x: points.seconds.map((at) => at / secondsPerUnit),
        y: points.values.map((value) => value / unit.factor),
      },
    })),
  }
}
