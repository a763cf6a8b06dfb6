import { betterIs } from '../../results/metrics'
import { noData } from '../figure/no-data'
import { template } from '../../words/template'
import { momentsOf } from '../../statistics/summary/moments'
import { reachesZero } from '../../statistics/summary/summarize'
import { sentences } from '../../text/plain-text'
import type * as v from 'valibot'
import { fixedDepthSentence, isAtFixedDepth } from '../../results/percentiles'
import { histogramPercentile, isPercentileMeaningful } from '../../statistics/latency/histogram'
import { formatCount } from '../../units/number-format'
import { largestOf, smallestOf } from '../../iterables'
import type { ScaledUnit } from '../../units/unit-scale'
import { withinSentence } from '../../text/plain-text'
import { cleanText, textLimits } from '../figure/clean-text'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import { lineMarker, type Figure, type FigurePoint, type FigureSeries } from '../figure/figure'
import { figureUnit } from '../figure/figure-unit'
import { choiceSetting } from '../figure/own-setting'
import type { FigureProvenance } from '../figure/provenance'
import { smallPrint } from '../figure/small-print'
import { sharedCase, testsOf } from '../cases/shared-case'
import type { UsualSettings } from '../figure/usual-settings'
import { axesOf, fewestIos, iosBelow, type LatencyView, place, untold, whiskers } from './latency-axes'
import { histogramLines, type HistogramLine, type LatencyFamily } from '../cases/histogram-lines'
import {
  comparedLines,
  percents,
  rankedLine,
  unevenText,
  type ComparedLine,
  type RankedLine,
} from './percentile-rows'
import { isUneven } from '../../statistics/latency/percentile-mark'
import { estimatorsOf, percentileTable, percentLabel, printedPercentiles } from './percentile-tables'

const settings = {
  /** Which latency: from submission to completion as the engine saw it (unset), or with the time to submit. */
  latency: choiceSetting(
    [
      { value: 'completion', label: 'Completion' },
      { value: 'total', label: 'Total, with submission' },
    ],
    { label: 'Latency' },
  ),
  /** Latency against the percentile (unset), its distribution function, or a box for each case. */
  view: choiceSetting(
    [
      { value: 'curve', label: 'Latency by percentile' },
      { value: 'cdf', label: 'Distribution' },
      { value: 'box', label: 'A box for each case' },
    ],
    { label: 'View' },
  ),
}
type Settings = UsualSettings & Readonly<v.InferOutput<v.StrictObjectSchema<typeof settings, undefined>>>

const familyNames = {
  completion: 'Completion latency',
  total: 'Total latency (submission to completion)',
} as const
const eachLine = template('percentiles-each', ' each')
const addedUp = template('percentiles-added', ', their histograms added up by bin')
const allIos = template('percentiles-of', '{latency} of all I/Os of {runs|one run|# runs}{each}{added}.', {
  latency: [familyNames.completion, familyNames.total],
  ...({ runs: 'range', each: { of: [eachLine] }, added: { of: [addedUp] } } as const),
})
const curveDrawn = template(
  'percentiles-curve',
  'Drawn from the 1st percentile, with ten I/Os below it at least, to where ten lie beyond.',
)
const shareDrawn = template('percentiles-shares', 'Drawn from 0.1 % to where ten I/Os lie beyond.')
const marksSaid = template(
  'percentiles-marks',
  'The curve is of all I/Os; marks are {middle} of the runs\u2019 percentiles, dots those of single runs.',
  { middle: ['means', 'medians'] },
)
const barMiddles = {
  median: 'medians (order statistics)',
  mean: 'means (Student t)',
  logMean: 'means (Student t, on the log scale where that would reach 0)',
} as const
const barsSaid = template('percentiles-bars', 'Bars are 95 % confidence intervals of these {middle}.', {
  middle: [barMiddles.median, barMiddles.mean, barMiddles.logMean],
})
const boxesSaid = template(
  'percentiles-boxes',
  'Boxes reach from quartile to quartile with the median across, whiskers from the 1st to the 99th percentile; diamonds: 99.9th percentile, where ten I/Os lie beyond it.',
)
const noHistogram = template(
  'percentiles-none',
  'No finished run has a latency histogram. fio writes them with --output-format=json+, as runs of this program do.',
)
const verdictAt = template('percentiles-verdict', '{percent} {verdict}', {
  percent: percents.map(percentLabel),
  verdict: 'given',
})
const linesCompared = template('percentiles-against', '{candidate} against {baseline}: {verdicts}.', {
  ...{ candidate: 'name', baseline: 'name' },
  verdicts: { of: [verdictAt], between: '; ' },
})
const tooFew = template('percentiles-few', '{line}: too few I/Os for any percentile.', { line: 'name' })
const shortNames = { completion: 'Completion latency', total: 'Total latency' } as const
function build(input: FigureInputs['histograms'], asked: Settings, provenance: FigureProvenance): Figure {
  const { lines, undrawn, cut, family, notes } = histogramLines(input.runs, asked, provenance)
  const view = asked.view ?? 'curve'
  const isRobust = asked.statistic === 'median'
  const ranked = lines.map((line) => rankedLine(line, isRobust))
  const shown = ranked.filter(({ line }) => !isHidden(line, asked))
  const values = shown.flatMap(({ percentiles }) => percentiles.flatMap(({ pooledNs }) => pooledNs ?? []))
  const metric = family === 'completion' ? 'completion_latency_mean' : 'latency_mean'
  const ends = [smallestOf(values), largestOf(values, 0) / 10]
  const unit = figureUnit({ id: metric, unit: 'ns' }, ends, { unit: asked.unit, units: asked.units })
  const compared = comparedLines(ranked, provenance.campaigns, isRobust)
  const differences = [
    'differences of the runs\u2019 percentiles',
    ...estimatorsOf(compared.flatMap(({ percentiles }) => percentiles)),
    'one family',
  ].join(', ')
  const series = ranked.flatMap((one, group) => lineSeries(one, group, view, unit, asked))
  const campaigns = provenance.campaigns.filter(({ campaignId }) =>
    lines.some((line) => line.campaignId === campaignId),
  )
  const short = shortNames[family]
  const titles = { curve: `${short} by percentile`, cdf: `${short}: distribution`, box: `${short} by case` }
  return {
    kind: 'latency-percentiles',
    title: titles[view],
    ...(cut !== undefined && { cut }),
    tests: testsOf(lines),
    campaignIds: campaigns.map(({ campaignId }) => campaignId),
    subtitle: cleanText(
      asked.subtitle ??
        sharedCase(
          lines.flatMap(({ runs, test }) => runs.map(({ run: { levels } }) => ({ test, levels }))),
          campaigns,
        ),
      textLimits.subtitle,
    ),
    metric,
    xKey: view === 'cdf' ? 'latency' : view === 'box' ? 'case' : 'percentile',
    statistic: 'mean',
    ...axesOf(shown, view, unit, asked, short),
    unit: view === 'cdf' ? '%' : unit.label,
    series,
    numbers: percentileTable(ranked, undrawn, compared, { unit, isRobust }),
    printed: printedPercentiles(ranked, compared, unit),
    show: {
      dots: view === 'curve' && asked.showDots !== false,
      intervals: view === 'curve' && asked.showIntervals !== false,
    },
    caption: captionOf(shown, family, view, isRobust),
    ...familyOf(compared, short),
    smallPrint: smallPrint(
      { campaigns },
      'mean',
      `statistics: percentiles of histograms added up by bin${compared.length > 0 ? `; ${differences}` : ''}`,
    ),
    notes: [
      ...notes,
      ...(lines.length === 0
        ? [
            {
              severity: 'warning' as const,
              text: noHistogram(),
            },
          ]
        : []),
      ...ranked.flatMap(({ line, percentiles }) =>
        percentiles.every(({ pooledNs }) => pooledNs === undefined)
          ? [{ severity: 'warning' as const, text: tooFew({ line: line.label }) }]
          : [],
      ),
      ...ranked.flatMap(({ line, percentiles }) => {
        const uneven = percentiles.filter(isUneven).map(({ percent }) => percentLabel(percent))
        return uneven.length === 0
          ? []
          : [
              {
                severity: 'warning' as const,
                text: unevenText(`${line.label}, ${uneven.join(', ')}`, isRobust ? 'median' : 'mean'),
              },
            ]
      }),
      ...compared.map(({ baseline, candidate, percentiles }) => ({
        severity: 'note' as const,
        text: linesCompared({
          ...{ candidate: candidate.label, baseline: baseline.label },
          verdicts: percentiles
            .filter(({ percent }) => !untold.includes(percent))
            .map(({ percent, verdict }) => verdictAt({ percent: percentLabel(percent), verdict })),
        }),
      })),
    ],
  }
}

function isHidden(line: HistogramLine, { hiddenSeries = [] }: UsualSettings): boolean {
  return hiddenSeries.includes(line.id)
}

function lineSeries(
  { line, percentiles }: RankedLine,
  group: number,
  view: LatencyView,
  unit: ScaledUnit,
  asked: Settings,
): readonly FigureSeries[] {
  const own = {
    ...{ line: line.id, lineLabel: line.label, label: line.label, group, points: [] },
    ...{ part: 'total', partLabel: 'total', role: 'measured', dash: 'solid' },
    marker: lineMarker(group),
    visible: !isHidden(line, asked),
  } as const satisfies Partial<FigureSeries>
  if (line.count < 20) return []
  if (view === 'box') return boxSeries(line, own, group, unit)
  const steps = stepsOf(line, unit, iosBelow(line.count, view))
  if (view === 'cdf')
    return [
      {
        ...{ ...own, id: line.id, mark: 'line', marker: 'none' },
        columns: { x: steps.latency, y: steps.share },
      },
    ]
  return [
    { ...own, id: line.id, mark: 'line', columns: { x: steps.place, y: steps.latency } },
    {
      ...{ ...own, id: `${line.id}/percentiles`, mark: 'point' },
      points: percentiles
        .filter(({ percent, valueNs }) => valueNs !== undefined && !untold.includes(percent))
        .map(({ percent, valueNs, lowNs, highNs, beyond, runsNs }): FigurePoint => ({
          ...{ x: place(percent), y: (valueNs ?? 0) / unit.factor },
          ...(lowNs !== undefined &&
            highNs !== undefined && { low: lowNs / unit.factor, high: highNs / unit.factor }),
          ...{ n: line.runs.length, failedRuns: 0, caseKey: line.runs[0]?.run.caseKey ?? '' },
          dots: line.runs.flatMap(({ run: { id, repetition } }, at) => {
            const value = runsNs[at]
            return value === undefined ? [] : [{ y: value / unit.factor, runId: id, repetition }]
          }),
          facts: [
            `${percentLabel(percent)} of ${formatCount(line.count)} I/Os, ${formatCount(beyond)} beyond`,
          ],
        })),
    },
  ]
}

/** The curve bin by bin, without smoothing, from where `first` I/Os are below to where ten are beyond. */
function stepsOf({ merged, count }: HistogramLine, unit: ScaledUnit, first: number) {
  const last = count - fewestIos
  const latency: number[] = []
  const places: number[] = []
  const share: number[] = []
  let below = 0
  for (const [at, ns] of merged.binsNs.entries()) {
    if (below >= last) break
    const upTo = Math.min(below + (merged.counts[at] ?? 0), last)
    for (const ios of upTo > first ? [Math.max(below, first), upTo] : []) {
      latency.push(ns / unit.factor)
      places.push(count / (count - ios))
      share.push((100 * ios) / count)
    }
    below = upTo
  }
  return {
    latency: Float64Array.from(latency),
    place: Float64Array.from(places),
    share: Float64Array.from(share),
  }
}

function boxSeries(
  { id, merged, count }: HistogramLine,
  own: Omit<FigureSeries, 'id'>,
  group: number,
  unit: ScaledUnit,
): readonly FigureSeries[] {
  const value = (percent: number) =>
    (histogramPercentile(merged, percent)?.valueNs ?? Number.NaN) / unit.factor
  if (!isPercentileMeaningful(count, whiskers[1])) return []
  const columns = {
    ...{ x: [group], low: [value(whiskers[0])], lowerQuartile: [value(25)], y: [value(50)] },
    ...{ upperQuartile: [value(75)], high: [value(whiskers[1])] },
  }
  const box: FigureSeries = { ...own, id, mark: 'box', barWidth: 0.5, columns }
  if (!isPercentileMeaningful(count, 99.9)) return [box]
  const tail: FigureSeries = {
    ...{ ...own, id: `${id}/tail`, mark: 'point', marker: 'diamond' },
    columns: { x: [group], y: [value(99.9)] },
  }
  return [box, tail]
}

/** All percentiles that were compared are one family. */
function familyOf(compared: readonly ComparedLine[], short: string): Pick<Figure, 'families'> {
  const tests = compared
    .flatMap(({ percentiles }) => percentiles)
    .filter(({ adjustedP }) => adjustedP !== undefined).length
  const sides = [
    ...new Set(compared.map(({ baseline, candidate }) => `${candidate.label} against ${baseline.label}`)),
  ]
  return tests === 0
    ? {}
    : { families: [{ name: `${sides.join(', ')}, percentiles of ${withinSentence(short)}`, tests }] }
}

function captionOf(
  lines: readonly RankedLine[],
  family: LatencyFamily,
  view: LatencyView,
  isRobust: boolean,
): string {
  const runs = lines.map(({ line }) => line.runs.length)
  if (runs.length === 0) return noData()
  const most = largestOf(runs)
  const isFixed = lines.every(({ line }) => line.runs.every(({ run }) => isAtFixedDepth(run.parameters)))
  const isOnLogScale = lines.some(({ percentiles }) =>
    percentiles.some(({ percent, valueNs, runsNs }) => {
      if (valueNs === undefined || untold.includes(percent)) return false
      const moments = momentsOf(runsNs.flatMap((ns) => ns ?? []))
      return moments !== undefined && reachesZero(moments)
    }),
  )
  const hasIntervals = lines.some(({ percentiles }) => percentiles.some(({ lowNs }) => lowNs !== undefined))
  return sentences([
    allIos({
      ...{ latency: familyNames[family], runs },
      each: runs.length > 1 ? eachLine() : '',
      added: most > 1 ? addedUp() : '',
    }),
    view === 'curve' ? curveDrawn() : '',
    view === 'cdf' ? shareDrawn() : '',
    view === 'curve' && most > 1 ? marksSaid({ middle: isRobust ? 'medians' : 'means' }) : '',
    view === 'curve' && hasIntervals
      ? barsSaid({ middle: barMiddles[isRobust ? 'median' : isOnLogScale ? 'logMean' : 'mean'] })
      : '',
    view === 'box' ? boxesSaid() : '',
    isFixed ? fixedDepthSentence(shortNames[family]) : '',
    view === 'cdf' ? '' : betterIs('lower'),
  ])
}

export const latencyPercentiles = defineFigure({
  kind: 'latency-percentiles',
  name: 'Latency percentiles',
  needs: 'histograms',
  form: 'picture',
  scales: ['log', 'linear'],
  settings,
  usualFields: ['unit', 'lines', 'levels', 'statistic', 'dots', 'intervals'],
  isOffered: ({ hasHistograms }) => hasHistograms === true,
  build,
})
