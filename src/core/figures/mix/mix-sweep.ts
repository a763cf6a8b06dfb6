import { addsUp, findMetric, type Metric, metricInSentence } from '../../results/metrics'
import { isAtFixedDepth, middleInSentence, middleLabel, percentileOfMetric } from '../../results/percentiles'
import { type AxisChoice, chooseAxes } from '../cases/axis-choice'
import { cutLines, drawnPoints } from '../figure/beyond-axis'
import { noRunHas, sweepCaption } from '../sweep/caption'
import { figureParts, type Figure, type FigureNote, type FigurePart } from '../figure/figure'
import { isChosen, metricOf, type UsualSettings } from '../figure/usual-settings'
import { levelOf, matches, type MeasuredCase } from '../cases/measured-cases'
import { figureUnit } from '../figure/figure-unit'
import { defineFigure, type FigureInputs } from '../cases/define-figure'
import { mixNotes } from './mix-notes'
import { shownNames, type FigureProvenance } from '../figure/provenance'
import { isPrinted, printedCases, withPrinted } from '../sweep/printed-cases'
import { harmonicNotes, runNotes } from '../sweep/run-notes'
import { testsOf } from '../cases/shared-case'
import { smallPrint } from '../figure/small-print'
import { statisticFor } from '../sweep/sweep-points'
import { sweepXAxis, sweepYAxis, xName } from '../sweep/sweep-axes'
import { factsOf, type SweepCell, type SweepLine, sweepLines, xLevels } from '../sweep/sweep-lines'
import {
  canHave,
  lineSeries,
  measuredParts,
  mostLinesWithReference,
  partLabelOf,
  shownParts,
} from '../sweep/sweep-series'
import { sweepTitles } from '../sweep/sweep-titles'
import { littleMisses, missedReadShares, missedShares } from '../../comparison/judge/measured-contradictions'
import { axisName, namedLevel } from '../../plan/levels/format-level'
import { fewestForPercentile, isPercentileMeaningful } from '../../statistics/latency/histogram'
import { harmonicMean } from '../../statistics/summary/moments'
import { largestOf } from '../../iterables'
import { withinSentence } from '../../text/plain-text'
import { template } from '../../words/template'

/**
 * The read/write-mix figure: read share from 100 to 0 on x, one line per level of the series axis, total with its
 * read and write part, every run, mean or median with interval, and the harmonic ideal mix along with totals of
 * rates. The same over any other axis, without the mix; printed means are shown along with runs, without dots.
 * `measured`: cases of any metric, of which those of the chosen one are drawn. Throws a RangeError for a metric that
 * does not exist; missing data gives a figure with gaps and notes.
 */
export function buildMixSweep(
  { measured, published }: FigureInputs['runs'],
  asked: UsualSettings,
  provenance: FigureProvenance,
): Figure {
  const metric = metricOf(asked)
  const statistic = statisticFor(asked.statistic, metric)
  const show = { dots: asked.showDots !== false, intervals: asked.showIntervals !== false }
  const chosen = { campaigns: provenance.campaigns.filter((one) => isChosen(one.campaignId, asked)) }
  const { cases: means, printed } = printedCases(published, metric, asked.campaignIds)
  const all = [...measured, ...means]
  const settings = { ...asked, xKey: asked.xKey ?? sweepKey(all, chosen) }

  const usable = (one: MeasuredCase) =>
    isOfFigure(one, settings, metric) && levelOf(one, settings.xKey) !== undefined
  const choice = chooseAxes(
    all.filter((one) => isOfFigure(one, settings, metric)),
    settings,
    chosen,
  )
  const shownMeans = means.filter((one) => matches(one, choice.fixed) && usable(one))
  const percent = percentileOfMetric(metric.id)
  const matching = measured.filter((one) => matches(one, choice.fixed))
  const shown = [...matching.filter(usable), ...shownMeans]
  const counts = percent === undefined ? [] : matching.filter((one) => isIoCount(one, asked))
  const complete = sweepLines(shown, choice, chosen, { percent, counts })
  const campaignIds = [...new Set(complete.map(({ campaignId }) => campaignId))]
  const origin = { campaigns: chosen.campaigns.filter((one) => campaignIds.includes(one.campaignId)) }
  const levels = complete.length === 0 ? [] : xLevels(shown, choice, origin)
  const isCategory = levels.some((level) => typeof level !== 'number')
  // The places of categories are not their levels.
  const lines = isCategory
    ? complete
    : complete.map((line) => (isPrinted(line, printed) ? line : withoutUnplanned(line, choice.xKey, origin)))
  const available = measuredParts(lines, settings)
  const parts = shownParts(available, lines, settings)
  // For pure reads the read part equals the total.
  const isMixed = available.includes('read') && available.includes('write')
  const offered = available.filter((part) => part === 'total' || isMixed)

  const summaries = shownMeans.flatMap(({ runIds }) => runIds.flatMap((id) => printed.get(id) ?? []))
  const isOfPrint = shown.length === shownMeans.length
  const unit = figureUnit(metric, runValues(lines, parts), settings, isOfPrint ? summaries : undefined)
  const showReference = settings.showReference ?? lines.length <= mostLinesWithReference
  const isRate = metric.unit === 'B/s' || metric.unit === 'IOPS'
  const isRateMix = choice.xKey === 'read_percent' && isRate
  const isSum = addsUp(metric)
  const options = {
    settings,
    parts,
    statistic,
    factor: unit.factor,
    isCategory,
    isSum,
    showReference,
    isRateMix,
  }
  const series = lines
    .flatMap((line, group) => lineSeries(line, group, options))
    .map((one) => withPrinted(one, printed, unit.factor))
  const ofRuns = lines.filter((line) => !isPrinted(line, printed))
  const possible = ofRuns.map(({ cells, ...line }) => ({
    ...line,
    cells: cells.filter((cell) => parts.some((part) => canHave(cell, part, settings))),
  }))
  const nameOfX = (x: number) => xName(choice.xKey, levels, x)
  // What was printed is a number of its own, not an average of runs that are known.
  const named = isOfPrint
    ? { ...metric, noun: metricInSentence(metric.id) }
    : {
        ...{ ...metric, label: middleLabel(metric.id, statistic) },
        noun: middleInSentence(metric.id, statistic),
      }
  const titles = sweepTitles(shown, settings, choice, named, unit.label, origin)
  const y = sweepYAxis(series, titles.yLabel, settings)
  const notes: FigureNote[] = [
    ...(lines.length === 0 ? [nothing(metric, choice.xKey, counts, percent)] : []),
    ...choice.notes,
    ...contradictionNotes(
      matching.filter(({ campaignId }) => campaignIds.includes(campaignId)),
      { metric: metric.id, unit: unit.label },
      choice,
      origin,
    ),
    ...runNotes(possible, parts, nameOfX, origin),
    ...harmonicNotes(possible, parts, nameOfX, { cases: shown, metric, statistic }),
  ]
  if (parts.includes('total') && choice.xKey === 'read_percent') {
    for (const line of ofRuns) for (const note of mixNotes(line, metric, statistic, unit)) notes.push(note)
  }
  if (settings.showReference === true && !isRateMix) notes.push(noReference)

  return {
    kind: 'mix-sweep',
    title: titles.title,
    ...(choice.xKey !== 'read_percent' && { tests: testsOf(shown) }),
    subtitle: titles.subtitle,
    campaignIds,
    metric: metric.id,
    xKey: choice.xKey,
    statistic,
    x: sweepXAxis(choice.xKey, levels, titles.xLabel),
    y,
    unit: unit.label,
    series,
    ...(offered.length > 1 && {
      parts: offered.map((part) => ({ part, label: partLabelOf(part, isSum) })),
    }),
    show,
    caption: sweepCaption({
      ...{
        series,
        metric,
        statistic,
        show,
        printed: summaries,
      },
      ...runCounts(ofRuns, parts),
      fixedDepth: shown.every(({ levels }) => isAtFixedDepth(levels)),
    }),
    smallPrint: [...cutLines(y, drawnPoints(series), show.intervals), ...smallPrint(origin, statistic)],
    notes,
  }
}

function isOfFigure(one: MeasuredCase, settings: UsualSettings, metric: Metric): boolean {
  return one.metric === metric.id && isChosen(one.campaignId, settings)
}

function isIoCount({ metric, campaignId }: MeasuredCase, settings: UsualSettings): boolean {
  return metric === 'io_count' && isChosen(campaignId, settings)
}

function runValues(lines: readonly SweepLine[], parts: readonly FigurePart[]): readonly number[] {
  return lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => parts.flatMap((part) => [...cell.runs[part].values])),
  )
}

function runCounts(
  lines: readonly SweepLine[],
  parts: readonly FigurePart[],
): { readonly failedRuns: number; readonly doneRuns: number } {
  const done = new Set<number>()
  let failedRuns = 0
  for (const line of lines) {
    for (const cell of line.cells) {
      failedRuns += cell.failedRuns
      for (const part of parts) for (const id of cell.runs[part].runIds) done.add(id)
    }
  }
  return { failedRuns, doneRuns: done.size }
}

const missedByRuns = template('missed-by-runs', 'The runs {missed}', { missed: { of: [missedShares] } })
const tooFewIos = template(
  'sweep-few-ios',
  'Too few I/Os: the {metric} needs at least {fewest} in a run, and no run made more than {most}.',
  { metric: 'metric', fewest: 'count', most: 'count' },
)
const idealMixOfRates = template(
  'sweep-ideal-mix',
  'The ideal mix is a mean of rates over the read share; it is drawn for bandwidth and IOPS only.',
)

/** Why nothing is shown. `counts`: I/Os of the runs, if the metric is a percentile. */
function nothing(
  { id }: Metric,
  xKey: string,
  counts: readonly MeasuredCase[],
  percent: number | undefined,
): FigureNote {
  const most = largestOf(
    counts.flatMap(({ values }) => [...values]),
    0,
  )
  const isTooFew = percent !== undefined && most > 0 && !isPercentileMeaningful(most, percent)
  const reason = isTooFew
    ? tooFewIos({ metric: metricInSentence(id), fewest: fewestForPercentile(percent), most })
    : noRunHas({ metric: metricInSentence(id), axis: withinSentence(axisName(xKey)) })
  return { severity: 'warning', text: reason }
}

const noReference: FigureNote = {
  severity: 'note',
  text: idealMixOfRates(),
}

export const mixSweep = defineFigure({
  kind: 'mix-sweep',
  name: 'Sweep',
  needs: 'runs',
  form: 'picture',
  takesPart: true,
  hasHarmonicMean: true,
  settings: {},
  metrics: ({ metric }) => contradictionMetrics(findMetric(metric)?.id ?? ''),
  build: buildMixSweep,
})

/** A line without the levels of other campaigns, which are no gaps in this one. */
function withoutUnplanned(line: SweepLine, xKey: string, { campaigns }: FigureProvenance): SweepLine {
  const own = campaigns.find(({ campaignId }) => campaignId === line.campaignId)
  if (own === undefined) return line
  const planned = new Set(own.axes.find(({ key }) => key === xKey)?.levels)
  const isKnown = ({ runs, failedRuns, fewIos }: SweepCell) =>
    failedRuns > 0 || fewIos !== undefined || figureParts.some((part) => runs[part].values.length > 0)
  return { ...line, cells: line.cells.filter((cell) => planned.has(cell.x) || isKnown(cell)) }
}

/** The default axis of a sweep: the read share if there is one, otherwise the axis with the most levels. */
function sweepKey(cases: readonly MeasuredCase[], { campaigns }: FigureProvenance): string {
  if (cases.length === 0 || cases.some(({ levels }) => levels.read_percent !== undefined))
    return 'read_percent'
  const axes = campaigns.flatMap((campaign) => campaign.axes)
  const [most] = [...axes].sort((one, other) => other.levels.length - one.levels.length)
  return most?.key ?? 'read_percent'
}

/** Metrics that show whether the load of a figure was as requested. */
function contradictionMetrics(metric: string): readonly string[] {
  return metric === ''
    ? []
    : ['achieved_read_percent', ...(isOfLittle(metric) ? ['iops', 'latency_mean'] : [])]
}

/** Read shares that were not reached, and mean latencies that contradict Little's law, of the cases that are shown. */
function contradictionNotes(
  cases: readonly MeasuredCase[],
  { metric, unit }: { readonly metric: string; readonly unit: string },
  choice: Pick<AxisChoice, 'xKey' | 'seriesKey'>,
  origin: FigureProvenance,
): readonly FigureNote[] {
  const names = shownNames(
    cases.map(({ campaignId }) => campaignId),
    origin,
    (id) => factsOf(cases.find(({ campaignId }) => campaignId === id)),
  )
  const isNamed = names.size > 1 || choice.seriesKey === 'campaign'
  const named = ({ levels, campaignId }: MeasuredCase) => {
    const told = [choice.seriesKey, choice.xKey].flatMap((key) => {
      const level = key === undefined ? undefined : levels[key]
      return key === undefined || level === undefined ? [] : [namedLevel(key, level)]
    })
    return [...(isNamed ? [names.get(campaignId) ?? ''] : []), ...told].join(', ')
  }
  const shares = caseMeans(cases, 'achieved_read_percent').map(({ one, mean }) => ({
    ...{ name: () => named(one), asked: one.levels.read_percent, reached: mean },
  }))
  const rates = new Map(caseMeans(cases, 'iops').map(({ key, one }) => [key, harmonicMean(one.values)]))
  const latencies = caseMeans(cases, 'latency_mean').map(({ one, key, mean }) => ({
    ...{ name: () => named(one), levels: one.levels },
    ...{ iops: rates.get(key), latencyNs: mean },
  }))
  return [
    ...missedReadShares(shares).map((missed) => missedByRuns({ missed })),
    ...(isOfLittle(metric) ? littleMisses(latencies, { the: 'The', unit }) : []),
  ].map((text) => ({ severity: 'note', text }))
}

function isOfLittle(metric: string): boolean {
  return /iops|latency/.test(metric)
}

/** Mean of the totals of a metric for each case, in the order of their first runs. */
function caseMeans(cases: readonly MeasuredCase[], metric: string) {
  return cases.flatMap((one) => {
    if (one.metric !== metric || one.direction !== 'total') return []
    const key = [one.campaignId, one.test, JSON.stringify(one.levels)].join(' ')
    return [{ key, one, mean: one.values.reduce((sum, value) => sum + value, 0) / one.values.length }]
  })
}
