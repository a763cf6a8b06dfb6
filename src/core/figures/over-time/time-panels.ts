import { findMetric, type Metric, metricInSentence, metricOf, nameInSentence } from '../../results/metrics'
import { type Series, type Source, sources } from '../../results/observation'
import { groupBy, largestOf, smallestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { cleanText, textLimits } from '../figure/clean-text'
import type { FigureNote, FigurePart } from '../figure/figure'
import { besides, figureUnit } from '../figure/figure-unit'
import type { FigureProvenance } from '../figure/provenance'
import type { UsualSettings } from '../figure/usual-settings'
import { type BinnedLine, binnedLine, type Binning, bytesWrittenOf, percentileLine } from './binned-line'
import { type LineNumbers, lineNumbers } from './line-numbers'
import type { NamedRun } from '../cases/recorded-runs'
import type { ProgressKey } from './time-axis'
import { template } from '../../words/template'

const otherMetric = template(
  'time-other-metric',
  'These runs did not record {wanted} over time; {metric} is shown.',
  { wanted: 'metric', metric: 'metric' },
)
const noPanel = template('time-no-panel', 'These runs did not record {quantity} over time.', {
  quantity: 'given',
})

/** Settings that determine the lines of a panel. */
export interface PanelSettings extends UsualSettings {
  readonly lines?: 'runs' | 'mean' | undefined
}

/** Numbers of a line; none for one that is only listed bin by bin. */
type NumbersOf = (line: BinnedLine) => LineNumbers | undefined

export interface PanelLine {
  readonly named: NamedRun
  /** Runs behind it: one, or those of a mean. */
  readonly runIds: readonly number[]
  /** It is a percentile of all I/Os of each bin, from histograms, instead of a mean. */
  readonly isPercentile: boolean
  readonly label: string
  readonly part: FigurePart
  readonly partLabel: string
  readonly binned: BinnedLine
  /** Positions on x, in base units. */
  readonly x: Float64Array
  readonly droppedX: Float64Array
  readonly numbers: LineNumbers | undefined
  /** Of several runs behind a mean. */
  readonly range?: { readonly low: Float64Array; readonly high: Float64Array }
}

export interface Panel {
  readonly metric: Metric
  readonly source: Source
  readonly title: string
  readonly unit: ScaledUnit
  readonly lines: readonly PanelLine[]
}

/** A run with its series and its scale on x. */
export interface ReadRun {
  readonly named: NamedRun
  readonly series: readonly Series[]
  readonly place: (seconds: number) => number
}

const partLabels = { total: 'total', read: 'reads', write: 'writes', trim: 'trims' } as const

/** `usual`: for an axis that shows no progress, such as one of another kind of figure. */
export function progressKey(key: string | undefined, usual: ProgressKey = 'time'): ProgressKey {
  return key === 'time' || key === 'bytes_written' || key === 'drive_writes' ? key : usual
}

export function readRun(
  named: NamedRun,
  xKey: ProgressKey,
  { campaigns }: FigureProvenance,
): ReadRun | undefined {
  const series = named.run.series()
  if (series.length === 0) return undefined
  if (xKey === 'time') return { named, series, place: (seconds) => seconds }
  const written = bytesWrittenOf(series)
  if (written === undefined || xKey === 'bytes_written') return written && { named, series, place: written }
  const capacity = campaigns.find(({ campaignId }) => campaignId === named.run.campaignId)?.deviceBytes
  if (capacity === undefined || !(capacity > 0)) return undefined
  return { named, series, place: (seconds) => written(seconds) / capacity }
}

export interface WantedQuantity {
  readonly source: Source
  readonly metric: Metric
}

export function records(read: readonly ReadRun[], { source, metric }: WantedQuantity): boolean {
  return read.some(({ series }) => ofQuantity(series, source, metric.id).length > 0)
}

/** The series of a quantity; for a percentile that no log has, the histograms it can be read from. */
function ofQuantity(series: readonly Series[], source: Source, metric: string): readonly Series[] {
  const own = series.filter(
    (one) => one.source === source && one.metric === metric && one.binsNs === undefined,
  )
  if (own.length > 0 || !/^completion_latency_p\d+$/.test(metric)) return own
  return series.filter(
    (one) => one.source === source && one.metric === 'completion' && one.binsNs !== undefined,
  )
}

/** The requested quantity, from the engine or else from an observer; otherwise what was recorded, with a note: a rate first. */
export function mainQuantity(
  read: readonly ReadRun[],
  wanted: Metric,
  notes: FigureNote[],
): WantedQuantity | undefined {
  const rates = ['bandwidth', 'iops'].flatMap((id) => findMetric(id) ?? [])
  const recorded = read.flatMap(({ series }) =>
    series.flatMap((one) => {
      if (one.binsNs === undefined) return metricOf(one)
      // Percentiles are read from histograms.
      return one.metric === 'completion' ? (findMetric('completion_latency_p99') ?? []) : []
    }),
  )
  for (const metric of [wanted, ...rates, ...recorded])
    for (const source of sources) {
      if (!records(read, { source, metric })) continue
      if (metric !== wanted)
        notes.push({
          severity: 'note',
          text: otherMetric({ wanted: metricInSentence(wanted.id), metric: nameInSentence(metric) }),
        })
      return { source, metric }
    }
  return undefined
}

/** Latency of the engine, then the activity of the drive and the host, each if recorded. */
export function usualPanels(
  read: readonly ReadRun[],
  main: WantedQuantity | undefined,
): readonly WantedQuantity[] {
  const hasSensors = read.some(({ series }) => series.some(({ source }) => source === 'temperature'))
  const groups: readonly (readonly [Source, readonly string[]])[] = [
    [
      'engine',
      [
        'completion_latency_p99',
        'completion_latency_mean',
        'latency_mean',
        // The one percentile of response time that sysbench follows.
        'latency_p99',
        'latency_p95',
        'latency_p50',
      ],
    ],
    ['disk', ['bandwidth']],
    ['cpu', ['cpu_iowait']],
    // The drive's own report is read less often than a sensor of the host.
    [hasSensors ? 'temperature' : 'smart', ['temperature']],
    ['power', ['power']],
  ]
  return groups.flatMap(([source, ids]) => {
    const found = ids
      .flatMap((id) => findMetric(id) ?? [])
      .map((metric) => ({ source, metric }))
      .find((quantity) => records(read, quantity))
    return found && !(found.source === main?.source && found.metric === main.metric) ? [found] : []
  })
}

export function askedPanels(
  names: readonly string[],
  read: readonly ReadRun[],
  notes: FigureNote[],
): readonly WantedQuantity[] {
  const recorded = new Map(
    read.flatMap(({ series }) => series.map((one) => [one.metric, metricOf(one)] as const)),
  )
  return names.flatMap((name) => {
    const [first = '', second] = name.split('/')
    const metric = findMetric(second ?? first) ?? recorded.get(second ?? first)
    if (metric === undefined)
      throw new RangeError(
        `There is no metric "${cleanText(second ?? first, textLimits.label)}" for a panel.`,
      )
    const possible = second === undefined ? sources : sources.filter((source) => source === first)
    const source = possible.find((one) => records(read, { source: one, metric }))
    if (source === undefined)
      notes.push({
        severity: 'warning',
        text: noPanel({ quantity: cleanText(name, textLimits.label) }),
      })
    return source === undefined ? [] : [{ source, metric }]
  })
}

const sourceNames: Readonly<Partial<Record<Source, string>>> = { disk: 'Drive', requests: 'Block requests' }

/** The name of a panel: `Bandwidth`, `Drive: bandwidth`. */
export function quantityLabel({ source, metric: { label } }: WantedQuantity): string {
  const of = sourceNames[source]
  return of === undefined ? label : `${of}: ${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

export function panelOf(
  read: readonly ReadRun[],
  { source, metric }: WantedQuantity,
  binning: Binning,
  asked: PanelSettings,
  isMain: boolean,
  numbersOf: NumbersOf = lineNumbers,
): Panel | undefined {
  const found = withOneLook(
    read.flatMap((run) => linesOfRun(run, { source, metric }, binning, asked, numbersOf)),
  )
  const lines = asked.lines === 'mean' ? meanLines(found, numbersOf) : found
  if (lines.length === 0) return undefined
  const ends = lines.flatMap(({ binned, droppedX }) =>
    [binned.values, droppedX.length === 0 ? [] : binned.dropped.values].flatMap((column) => {
      const known = Array.from(column).filter(Number.isFinite)
      return known.length === 0 ? [] : [smallestOf(known), largestOf(known)]
    }),
  )
  const unit = figureUnit(metric, ends, isMain ? asked : besides(asked))
  const own = isMain ? (asked.yLabel?.trim() ?? '') : ''
  const label = quantityLabel({ source, metric })
  const title = own === '' ? (unit.label === '' ? label : `${label} (${unit.label})`) : own
  return { metric, source, unit, lines, title: cleanText(title, textLimits.axis) }
}

function linesOfRun(
  { named, series, place }: ReadRun,
  { source, metric }: WantedQuantity,
  binning: Binning,
  asked: PanelSettings,
  numbersOf: NumbersOf,
): readonly PanelLine[] {
  const matching = ofQuantity(series, source, metric.id)
  const devices = [...new Set(matching.map(({ device }) => device))]
  return devices.flatMap((device) => {
    const ofDevice = matching.filter((one) => one.device === device)
    const hasTotal = ofDevice.some(({ direction }) => direction === 'total')
    const directions: readonly string[] | undefined = asked.directions
    const shown = ofDevice.filter(({ direction }) =>
      directions === undefined || directions.length === 0
        ? !hasTotal || direction === 'total'
        : directions.includes(direction),
    )
    const isHistogram = shown.some(({ binsNs }) => binsNs !== undefined)
    const percentile = isHistogram ? percentileLine(shown, metric.id, binning) : undefined
    const binned = isHistogram
      ? percentile === undefined
        ? []
        : [percentile]
      : shown.map((one) => binnedLine(one, binning))
    return binned.map((one): PanelLine => {
      const part = binned.length === 1 || one.direction === 'trim' ? 'total' : one.direction
      const partLabel = partLabels[one.direction]
      const ofWhich = devices.length > 1 && device !== undefined ? `${named.name}, ${device}` : named.name
      return {
        named,
        ...{ runIds: [named.run.id], isPercentile: isHistogram },
        label: part === 'total' ? ofWhich : `${named.name}, ${partLabel}`,
        ...{ part, partLabel, binned: one },
        x: one.seconds.map(place),
        droppedX: one.dropped.seconds.map(place),
        numbers: numbersOf(one),
      }
    })
  })
}

/**
 * Beside runs that read and write, those that only read look like the reads of the others. If no line is a part, none is
 * named as one.
 */
function withOneLook(lines: readonly PanelLine[]): readonly PanelLine[] {
  const split = lines.some(({ part }) => part !== 'total')
  return lines.map((line) => {
    if (!split) return { ...line, partLabel: partLabels.total }
    return line.binned.direction === 'trim' ? line : { ...line, part: line.binned.direction }
  })
}

/** The mean of each case's repetitions with their range, bin by bin as far as any of them reaches. */
function meanLines(lines: readonly PanelLine[], numbersOf: NumbersOf): readonly PanelLine[] {
  const groups = groupBy(lines, ({ named: { run }, binned: { direction, device = '' } }) =>
    [run.campaignId, run.caseKey, direction, device].join('\0'),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (group.length === 1) return group
    const longest = group.reduce((best, one) => (one.x.length > best.x.length ? one : best))
    const over = (of: (values: readonly number[]) => number, at: number) => {
      const values = group.flatMap(({ binned }) => {
        const value = binned.values[at]
        return value === undefined || Number.isNaN(value) ? [] : [value]
      })
      return values.length === 0 ? Number.NaN : of(values)
    }
    const column = (of: (values: readonly number[]) => number) => longest.x.map((_, at) => over(of, at))
    const values = column((all) => all.reduce((sum, one) => sum + one, 0) / all.length)
    const empty = new Float64Array(0)
    const binned = { ...longest.binned, values, whole: values, dropped: { seconds: empty, values: empty } }
    const name = first.named.name.replace(/,? ?repetition \d+$/, '')
    const named = { ...first.named, name: name === '' ? `mean of ${String(group.length)} runs` : name }
    return {
      ...first,
      runIds: [...new Set(group.flatMap(({ runIds }) => runIds))],
      ...{ named, binned, x: longest.x, droppedX: empty, label: named.name },
      numbers: numbersOf(binned),
      range: { low: column((all) => smallestOf(all)), high: column((all) => largestOf(all)) },
    }
  })
}
