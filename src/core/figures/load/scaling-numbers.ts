import type { Metric } from '../../results/metrics'
import {
  littleDiffers,
  littleLatencySeconds,
  scalingEfficiency,
  kneeOf,
  type Knee,
  uslThroughput,
} from '../../statistics/sweep/scaling'
import { leastUslRuns, uslIntervals } from '../../statistics/sweep/usl-interval'
import { uslModel } from '../../statistics/sweep/usl-model'
import { harmonicMean } from '../../statistics/summary/moments'
import { formatNumber, formatPrinted, withUnit } from '../../units/number-format'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'
import { withinSentence } from '../../text/plain-text'
import type { ScaledUnit } from '../../units/unit-scale'
import { axisName, levelName, namedLevel } from '../../plan/levels/format-level'
import type { FigureNote, FigureNumbers } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import { countAt, type LoadLine, type LoadPoint, middleAt, outstandingAt, printedParts } from './load-lines'

const littleAt = template('load-little-at', '{load} ({measured} against {expected})', {
  load: 'level',
  measured: 'value',
  expected: 'value',
})
const littleOff = template(
  'load-little',
  '{line}: the mean latency is more than 10 % off what Little\u2019s law demands (requests outstanding over IOPS) at {places}{more}. The load was not outstanding all the time, or the engine issues one request at a time.',
  { line: 'name', places: { of: [littleAt], between: ', ' }, more: { of: [andMore] } },
)
/** More loads than this are counted. */
const mostOff = 4
const kneeOfLine = template('load-knee-line', '{line}: ', { line: 'name' })
const kneeOfLines = template('load-knee-lines', '{lines}{more}: ', {
  lines: 'name',
  more: { of: [andMore] },
})
const andBeyond = template('load-knee-open', ', the largest measured, and more')
const kneeRange = template('load-knee-range', ' (its intervals allow {low} to {high}{open})', {
  low: 'level',
  high: 'level',
  open: { of: [andBeyond] },
})
const kneeAt = template('load-knee', '{line}{knee} at {at}{range}.', {
  line: { of: [kneeOfLine] },
  knee: ['knee', 'Knee'],
  at: 'level',
  range: { of: [kneeRange] },
})
const noSaturation = template(
  'load-no-saturation',
  '{lines}{no} saturation seen up to the largest load measured.',
  { lines: { of: [kneeOfLines] }, no: ['no', 'No'] },
)

const noModel = template('scaling-no-model', '{line}: no contention model fits ({why}).', {
  line: 'name',
  why: [
    '\u03c3 or \u03ba of the Universal Scalability Law would be below 0',
    'a straight line describes the points as well as the Universal Scalability Law',
  ],
})
const endsSaid = template('scaling-ends', ' ({low} to {high})', { low: 'value', high: 'value' })
const noCoherency = template('scaling-no-coherency', ' (set, as it cannot be told from 0)')
const peakSaid = template('scaling-peak', 'peak at N = {threads}{ends}', {
  threads: 'value',
  ends: { of: [endsSaid] },
})
const noPeak = template('scaling-no-peak', 'no peak')
const intervalsSaid = {
  bootstrap: '95 % intervals by parametric bootstrap',
  scattered: 'no interval, because the runs scatter too widely for one',
  few: 'no interval, which takes three runs at each point',
  otherAverage: 'no interval, which takes means of the runs',
} as const
const uslSaid = template(
  'scaling-usl',
  'USL fit of {line}: \u03bb = {lambda}{lambdaEnds}, \u03c3 = {sigma}{sigmaEnds}, \u03ba = {kappa}{kappaEnds}, {peak}; {intervals}.',
  {
    ...{ line: 'name', lambda: 'value', sigma: 'value', kappa: 'value' },
    ...{ lambdaEnds: { of: [endsSaid] }, sigmaEnds: { of: [endsSaid] } },
    kappaEnds: { of: [endsSaid, noCoherency] },
    peak: { of: [peakSaid, noPeak] },
    intervals: [
      intervalsSaid.bootstrap,
      intervalsSaid.scattered,
      intervalsSaid.few,
      intervalsSaid.otherAverage,
    ],
  },
)

/** The numbers computed for a line, in base units. */
export type ScaledLine = ReturnType<typeof scaledLine>

/** `mean`: the metric of the mean latency that Little's law is about. */
export function scaledLine(
  line: LoadLine,
  rate: string,
  mean: string | undefined,
  statistic: UsualSettings['statistic'],
) {
  const known = throughputs(line.points, rate, statistic)
  const shares = scalingEfficiency(known)
  const { fit, unfit, law } = uslModel(known)
  const ofMeans = statistic === undefined || statistic === 'mean'
  const runs = known.map(({ point, threads }) => ({ threads, values: point.runs.get(rate)?.values ?? [] }))
  return {
    line,
    /** By point, 0 to 1; undefined if a load of 1 was not measured. */
    efficiency: line.points.map((point) => shares[known.findIndex((one) => one.point === point)]),
    knee: lineKnee(line, rate, statistic),
    fit,
    /** Why there is no fit although there are points enough for one. */
    unfit,
    intervals: law === undefined || !ofMeans ? undefined : uslIntervals(runs, law),
    /** Why there are no intervals. */
    without: !ofMeans
      ? intervalsSaid.otherAverage
      : runs.every(({ values }) => values.length >= leastUslRuns)
        ? intervalsSaid.scattered
        : intervalsSaid.few,
    /** Per point, the mean latency by Little's law and the measured one, in ns. */
    little: line.points.map((point) => littleOf(point, mean)),
  }
}

/** The knee of a line by the average of its throughput; undefined with fewer than three points. */
export function lineKnee(
  { points }: LoadLine,
  rate: string,
  statistic: UsualSettings['statistic'],
): Knee | undefined {
  return kneeOf(throughputs(points, rate, statistic))
}

function throughputs(points: readonly LoadPoint[], rate: string, statistic: UsualSettings['statistic']) {
  return points.flatMap((point) => {
    const middle = middleAt(point, rate, statistic)
    if (middle === undefined) return []
    const { value: throughput, low, high } = middle
    return [{ point, threads: point.load, throughput, low, high }]
  })
}

function littleOf(point: LoadPoint, mean: string | undefined) {
  // The law holds for each run: the mean of their latencies follows from the harmonic mean, whatever their scatter.
  const iops = point.printed.get('iops')?.mean ?? harmonicMean(point.runs.get('iops')?.values ?? [])
  const outstanding = outstandingAt(point)
  const seconds =
    iops === undefined || outstanding === undefined ? undefined : littleLatencySeconds(outstanding, iops)
  return {
    expectedNs: seconds === undefined ? undefined : seconds * 1e9,
    measuredNs: mean === undefined ? undefined : middleAt(point, mean, 'mean')?.value,
  }
}

/** Where the reported mean latency contradicts Little's law: fewer requests were outstanding than assumed. */
export function littleNotes(
  { line, little }: ScaledLine,
  loadKey: string,
  unit: ScaledUnit,
): readonly FigureNote[] {
  const off = line.points.flatMap(({ load }, at) => {
    const { expectedNs, measuredNs } = little[at] ?? {}
    if (expectedNs === undefined || measuredNs === undefined || !littleDiffers(measuredNs, expectedNs))
      return []
    const text = (ns: number) => withUnit(formatNumber(ns / unit.factor, 3), unit.label)
    const [measured, expected] = [text(measuredNs), text(expectedNs)]
    return [littleAt({ load: namedLevel(loadKey, load), measured, expected })]
  })
  if (off.length === 0) return []
  return [{ severity: 'warning', text: littleOff({ line: line.label, ...firstAndMore(off, mostOff) }) }]
}

/** The fit as a line of the small print, or why there is none. */
export function uslText(
  { line, fit, unfit, intervals, without }: ScaledLine,
  rate: Metric | undefined,
  unit: ScaledUnit | undefined,
): readonly string[] {
  if (unfit !== undefined)
    return [
      noModel({
        line: line.label,
        why:
          unfit === 'below-zero'
            ? '\u03c3 or \u03ba of the Universal Scalability Law would be below 0'
            : 'a straight line describes the points as well as the Universal Scalability Law',
      }),
    ]
  if (fit === undefined || rate === undefined || unit === undefined) return []
  const ends = (of: Ends | undefined, words = inWords) =>
    of === undefined ? '' : endsSaid({ low: words(of.low), high: words(of.high) })
  const scaled = (value: number) => inWords(value / unit.factor)
  return [
    uslSaid({
      ...{ line: line.label, lambda: withUnit(scaled(fit.lambda), unit.label) },
      ...{ lambdaEnds: ends(intervals?.lambda, scaled), sigma: share(fit.sigma) },
      ...{ sigmaEnds: ends(intervals?.sigma, share), kappa: share(fit.kappa) },
      kappaEnds: fit.kappa === 0 ? noCoherency() : ends(intervals?.kappa, share),
      peak:
        fit.peakThreads === undefined
          ? noPeak()
          : peakSaid({ threads: inWords(fit.peakThreads), ends: ends(intervals?.peakThreads) }),
      intervals: intervals === undefined ? without : intervalsSaid.bootstrap,
    }),
  ]
}

interface Ends {
  readonly low: number
  readonly high: number
}

function inWords(value: number): string {
  return formatPrinted(value, undefined, 3)
}

/** Contention and crosstalk of a straight line are 0 but for rounding. */
function share(value: number): string {
  return inWords(Math.abs(value) < 1e-14 ? 0 : value)
}

/** More lines than this are counted, not named. */
const mostNamed = 4

/** Where each line saturates, as sentences for the caption; one for all lines that show no saturation. */
export function kneeSentences(
  lines: readonly { readonly line: LoadLine; readonly knee: Knee | undefined }[],
  loadKey: string,
): readonly string[] {
  const isNamed = lines.length > 1
  const at = (load: number) => levelName(loadKey, load)
  const axis = withinSentence(axisName(loadKey))
  const found = lines.flatMap(({ line, knee }) => {
    if (knee?.threads === undefined) return []
    const { range } = knee
    const isOpen = range?.high === line.points.at(-1)?.load
    return kneeAt({
      line: isNamed ? kneeOfLine({ line: line.label }) : '',
      ...{ knee: isNamed ? 'knee' : 'Knee', at: `${axis} ${at(knee.threads)}` },
      range:
        range === undefined || range.low === range.high
          ? ''
          : kneeRange({ low: at(range.low), high: at(range.high), open: isOpen ? andBeyond() : '' }),
    })
  })
  const open = lines.filter(({ knee }) => knee !== undefined && knee.threads === undefined)
  if (open.length === 0) return found
  // Of all lines it is said once, without their names.
  if (open.length === lines.length) return [noSaturation({ lines: '', no: 'No' })]
  const { places, more } = firstAndMore(
    open.map(({ line }) => line.label),
    mostNamed,
  )
  const whose = kneeOfLines({ lines: places.join(', '), more })
  return [...found, noSaturation({ lines: whose, no: 'no' })]
}

interface TableChoice {
  readonly loadKey: string
  readonly rate: Metric | undefined
  /** Of mean latencies. */
  readonly meanUnit: ScaledUnit
  readonly panels: readonly { readonly metric: Metric; readonly unit: ScaledUnit }[]
  readonly statistic: UsualSettings['statistic']
}

/** One row per point: the drawn value, efficiency, fit and Little's law. */
export function scalingTable(
  lines: readonly ScaledLine[],
  { loadKey, rate, meanUnit, panels, statistic }: TableChoice,
): FigureNumbers {
  const rateUnit = panels[0]?.unit
  const inPrint = printedParts(
    lines.map(({ line }) => line),
    panels.map(({ metric, unit }) => ({ key: metric.id, metric, unit })),
  )
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: loadKey, label: axisName(loadKey) },
      { key: 'n', label: 'n' },
      ...panels.flatMap(({ metric, unit }) => [
        { key: metric.id, label: metric.label, unit: unit.label },
        { key: `${metric.id}_low`, label: 'Low', unit: unit.label },
        { key: `${metric.id}_high`, label: 'High', unit: unit.label },
      ]),
      {
        ...{ key: 'efficiency_percent', label: 'Efficiency', unit: '%' },
        ...(rate !== undefined && { multipleOf: rate.id }),
      },
      { key: 'is_knee', label: 'Knee' },
      { key: 'may_be_knee', label: 'Knee by its intervals' },
      { key: 'usl', label: 'USL fit', unit: rateUnit?.label ?? '' },
      { key: 'mean_latency', label: 'Mean latency', unit: meanUnit.label },
      { key: 'little_latency', label: 'By Little\u2019s law', unit: meanUnit.label },
      ...inPrint.columns,
    ],
    rows: lines.flatMap(({ line, efficiency, knee, fit, little }) =>
      line.points.map((point, at) => {
        const { expectedNs, measuredNs } = little[at] ?? {}
        const share = efficiency[at]
        const counts = panels.map(({ metric }) => countAt(point, metric.id))
        return [
          ...[line.label, point.load, counts.find((n) => n !== undefined)],
          ...panels.flatMap(({ metric, unit }) => {
            const middle = middleAt(point, metric.id, statistic)
            return [middle?.value, middle?.low, middle?.high].map((value) =>
              value === undefined ? undefined : value / unit.factor,
            )
          }),
          share === undefined ? undefined : 100 * share,
          knee && point.load === knee.threads,
          knee?.range && knee.range.low <= point.load && point.load <= knee.range.high,
          fit === undefined ? undefined : uslThroughput(fit, point.load) / (rateUnit?.factor ?? 1),
          measuredNs === undefined ? undefined : measuredNs / meanUnit.factor,
          expectedNs === undefined ? undefined : expectedNs / meanUnit.factor,
          ...inPrint.cellsAt(point),
        ]
      }),
    ),
  }
}
