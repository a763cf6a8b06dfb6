import { dotsSaid, failedSentence, percentileBars } from '../sweep/caption'
import type { ComparedCell, Comparison, UnmatchedCase } from '../../comparison/comparison'
import { factorsSaid, openConfounders, saidFactors } from '../../comparison/texts/percent-refusal'
import { betterIs, findMetric, metricInSentence } from '../../results/metrics'
import { unitSentence } from '../../comparison/judge/run-groups'
import { leftOutSentence } from '../../results/run-name'
import { reachesZero } from '../../statistics/summary/summarize'
import { sentences } from '../../text/plain-text'
import { template } from '../../words/template'
import {
  fixedDepthSentence,
  latencyName,
  isAtFixedDepth,
  isLatencyMetric,
  middleInSentence,
  middleLabel,
  percentileOfMetric,
} from '../../results/percentiles'
import { cleanText, textLimits } from '../figure/clean-text'
import type { CellArrangement } from './arrange-cells'
import { reservedCells } from './comparison-notes'

const runsSaid = template('compared-runs', '{runs|# run|# runs}', { runs: 'range' })
const countSaid = template('compared-count', '{runs}', { runs: 'range' })
const unknownRuns = template('compared-unknown-runs', 'an unknown number of runs')
const someUnknown = template('compared-some-unknown', '{runs|# run|# runs} or an unknown number', {
  runs: 'range',
})
const eitherRuns = { of: [runsSaid, unknownRuns, someUnknown] }

const printedMeans = template('compared-printed-means', '{the} means, their number of runs not printed', {
  the: ['printed', 'Printed'],
})
const percentileMeans = template('compared-percentile-means', '{the} of the runs\u2019 percentiles, {runs}', {
  the: ['means', 'Means'],
  runs: eitherRuns,
})
const meansOfRuns = template('compared-means', '{the} of {runs}', {
  the: ['means', 'Means'],
  runs: eitherRuns,
})
/** What the numbers of both sides are. */
export const meansParts = { of: [printedMeans, percentileMeans, meansOfRuns] }

const printedDifference = template('compared-printed-difference', 'printed difference')
const printedRatio = template(
  'compared-printed-ratio',
  'ratio of printed means, their number of runs not printed',
)
const pairedRatio = template('compared-paired', 'paired ratio of {runs} interleaved with as many', {
  runs: eitherRuns,
})
const pairedLevels = template(
  'groups-paired',
  'paired ratio of {pairs|# unit|# units} that both sides have',
  {
    pairs: 'range',
  },
)
const ratioOfRuns = template('compared-ratio', '{ratio} of {candidate} and {baseline}', {
  ratio: ['ratio of means', 'Hodges-Lehmann ratio'],
  candidate: { of: [countSaid, unknownRuns, someUnknown] },
  baseline: eitherRuns,
})
const noPercentage = template('compared-no-percentage', 'no percentage')
const changeOf = template(
  'compared-change',
  'Change of {candidates} relative to {baseline} (= 0 %), {estimates}.',
  {
    candidates: 'name',
    baseline: 'name',
    estimates: {
      of: [printedDifference, printedRatio, pairedRatio, pairedLevels, ratioOfRuns, noPercentage],
      between: '; ',
    },
  },
)

const ratioNames = {
  ratio_of_means: 'ratio of means',
  paired: 'paired ratio',
  hodges_lehmann: 'Hodges-Lehmann ratio',
  sigma_rule: 'sigma rule',
  printed_difference: 'printed difference',
} as const
const ratioSaid = template('compared-ratio-name', '{ratio}', { ratio: Object.values(ratioNames) })
/** What differences or their intervals estimate. */
export const ratioParts = { of: [ratioSaid], between: ' or the ' }
const intervalBars = template('compared-bars', 'Bars: 95 % interval of the {ratios}.', { ratios: ratioParts })

const overShown = template('compared-over-shown', 'the {cells|cell|# cells} shown', { cells: 'count' })
const overAll = template('compared-over-all', 'all {cells} cells compared', { cells: 'count' })
const ofMetric = template('compared-of-metric', '{cells} of {metric}', { cells: 'count', metric: 'metric' })
const overEach = template('compared-over-each', 'the cells of each metric: {metrics}', {
  metrics: { of: [ofMetric], between: ', ' },
})
const filledIf = template(
  'compared-filled',
  'Filled: significant after Benjamini-Hochberg at 5 % over {over}.',
  { over: { of: [overShown, overAll, overEach] } },
)
const hollowIf = template('compared-hollow', 'Hollow without a bar: runs were not published.')

const sigmaDifference = template(
  'compared-sigma',
  'Difference of the {means} as a percentage of {baseline}; error bars are the standard deviation of {candidates} in percent.',
  { means: meansParts, baseline: 'name', candidates: 'name' },
)
const sigmaRule = template(
  'compared-sigma-rule',
  'A bar that crosses zero is called not meaningful (hollow); this rule ignores the spread of {baseline}.',
  { baseline: 'name' },
)

const advantageOf = template(
  'compared-advantage',
  'Advantage of the classic articles: means of {candidates} in percent of those of {baseline}, a ratio; 100 % is equal, 110 % a tenth more.',
  { candidates: 'name', baseline: 'name' },
)
const meansAlone = template('compared-means-alone', '{means}.', { means: meansParts })
const advantageDeviations = template(
  'compared-advantage-deviations',
  'Error bars: the standard deviation of {candidates} in percent of its mean (sigma rule).',
  { candidates: 'name' },
)
const advantageIntervals = template(
  'compared-advantage-intervals',
  'Error bars: 95 % interval of the ratio of means.',
)

const middleOf = template('compared-middle', '{middle} of {runs}', {
  middle: ['Mean', 'Median'],
  runs: eitherRuns,
})
const deviationBars = template(
  'compared-deviation-bars',
  '; error bars are ± one standard deviation of the runs',
)
const orderBars = template(
  'compared-order-bars',
  '; error bars are order-statistic intervals that hold the median with at least 95 %',
)
const studentBars = template(
  'compared-student-bars',
  '; error bars are 95 % confidence intervals of the mean (Student t)',
)
const sidesOf = template('compared-sides', '{what}{marks}.', {
  what: { of: [printedMeans, middleOf] },
  marks: { of: [dotsSaid, deviationBars, orderBars, studentBars, percentileBars], between: '' },
})
const factorsAre = template(
  'compared-factors',
  'Factors: mean of {candidates} divided by that of {baseline}.',
  {
    candidates: 'name',
    baseline: 'name',
  },
)

const ownPercentiles = template(
  'compared-own-percentiles',
  'Each value is a run\u2019s own percentile: their mean is compared.',
)
const allCells = template('compared-all-cells', 'all cells')
const someCells = template('compared-some-cells', '{own} of {cells|# cell|# cells}', {
  own: 'count',
  cells: 'count',
})
const knownInCells = template('compared-known-in-cells', '{reservation} in {where}', {
  reservation: 'reservation',
  where: { of: [allCells, someCells] },
})
const allKnown = { of: [knownInCells], between: '; ' } as const
const invalidCells = template('compared-invalid-cells', 'Not valid, so not tested: {found}.', {
  found: allKnown,
})
const reservedInOne = template('compared-reserved-cells-once', 'With a reservation: {found}.', {
  found: { of: [knownInCells] },
})
const reservedIn = template('compared-reserved-cells', 'With reservations: {found}.', { found: allKnown })
const acceptedFor = template('compared-accepted', ' Accepted: {reason}.', { reason: 'given' })
const alsoDifferent = template('compared-also-different', 'Also different: {factors}.{accepted}', {
  factors: factorsSaid,
  accepted: { of: [acceptedFor] },
})
const printedIn = template('compared-printed-in', 'Printed in {sources}.', { sources: 'given' })

/** What a caption has to explain. */
export interface CaptionFacts {
  readonly comparison: Comparison
  readonly arrangement: CellArrangement
  readonly failedRuns: number
  readonly show: { readonly dots: boolean; readonly intervals: boolean }
}

/** Caption of a percent difference: what the points, bars and fillings mean, and why the factors are accepted. */
export function differenceCaption(facts: CaptionFacts): string {
  const { comparison } = facts
  const cells = shownCells(facts)
  const sentences = comparison.mode === 'sigma' ? sigmaSentences(facts, cells) : changeSentences(facts, cells)
  return joined([...sentences, ...commonSentences(facts, cells)])
}

/** Caption of the articles' advantage, which must not be mistaken for a difference. */
export function advantageCaption(facts: CaptionFacts): string {
  const { comparison } = facts
  const cells = shownCells(facts)
  const sides = sideNames(comparison)
  return joined([
    advantageOf(sides),
    meansAlone({ means: meansText(cells, 'Means') }),
    facts.show.intervals
      ? comparison.mode === 'sigma'
        ? advantageDeviations({ candidates: sides.candidates })
        : advantageIntervals()
      : '',
    ...commonSentences(facts, cells),
  ])
}

/** Caption of both sides as bars or lines. */
export function barsCaption(facts: CaptionFacts & { readonly factors: boolean }): string {
  const { comparison, show } = facts
  const cells = shownCells(facts)
  const middle = comparison.mode === 'robust' ? 'Median' : 'Mean'
  const counts = [...bothCounts(cells), ...aloneCounts(facts)]
  const hasDots = show.dots && cells.some((cell) => cell.baselineRuns !== undefined)
  return joined([
    sidesOf({
      what: isUncounted(counts)
        ? printedMeans({ the: 'Printed' })
        : middleOf({ middle, runs: runCount(counts) }),
      marks: [...(hasDots ? [dotsSaid()] : []), ...(show.intervals ? [barMeaning(comparison, cells)] : [])],
    }),
    facts.factors ? factorsAre(sideNames(comparison)) : '',
    ...commonSentences(facts, cells),
  ])
}

function barMeaning({ mode }: Comparison, cells: readonly ComparedCell[]): string {
  if (mode === 'sigma') return deviationBars()
  if (mode === 'robust') return orderBars()
  const isOnLogScale = cells.some(
    ({ metric, comparison: { baseline, candidate } }) =>
      percentileOfMetric(metric) !== undefined &&
      [baseline, candidate].some((side) => side !== undefined && reachesZero(side)),
  )
  return isOnLogScale ? percentileBars() : studentBars()
}

function sideNames({ baseline, candidates }: Comparison) {
  return {
    baseline: baseline.label,
    candidates: candidates.map(({ candidate }) => candidate.label).join(', '),
  }
}

function changeSentences(
  { comparison, show }: CaptionFacts,
  cells: readonly ComparedCell[],
): readonly string[] {
  return [
    changeOf({ ...sideNames(comparison), estimates: estimateTexts(cells) }),
    show.intervals && cells.some(hasWidth) ? intervalBars({ ratios: intervalTexts(cells) }) : '',
    familySentence(comparison, cells),
    cells.some((cell) => cell.comparison.verdict === 'runs_not_published') ? hollowIf() : '',
  ]
}

/** The number of cells in the adjustment behind the filling: of one metric, or of each. */
function familySentence({ families }: Comparison, cells: readonly ComparedCell[]): string {
  const shown = cells.filter((cell) => cell.comparison.p !== undefined)
  if (shown.length === 0) return ''
  const ofShown = families.filter((family) => shown.some((cell) => cell.metric === family.metric))
  const tested = ofShown.reduce((sum, family) => sum + family.tested, 0)
  const over =
    ofShown.length > 1
      ? overEach({
          metrics: ofShown.map((family) =>
            ofMetric({ cells: family.tested, metric: metricInSentence(family.metric) }),
          ),
        })
      : (tested === shown.length ? overShown : overAll)({ cells: tested })
  return filledIf({ over })
}

/** The estimators behind the differences, each with its runs. */
function estimateTexts(cells: readonly ComparedCell[]): readonly string[] {
  const known = cells.filter((cell) => cell.comparison.estimator !== undefined)
  const estimators = [...new Set(known.map((cell) => cell.comparison.estimator))]
  const texts = estimators.map((estimator) => {
    const own = known.filter((cell) => cell.comparison.estimator === estimator)
    if (estimator === 'printed_difference') return printedDifference()
    if (isUncounted(bothCounts(own))) return printedRatio()
    const pairs = own.flatMap(({ groups }) => groups?.baseline.length ?? [])
    if (estimator === 'paired' && pairs.length > 0) return pairedLevels({ pairs })
    if (estimator === 'paired') return pairedRatio({ runs: runCount(countsOf(own, 'candidate')) })
    return ratioOfRuns({
      ratio: estimator === 'hodges_lehmann' ? 'Hodges-Lehmann ratio' : 'ratio of means',
      candidate: runCount(countsOf(own, 'candidate'), countSaid),
      baseline: runCount(countsOf(own, 'baseline')),
    })
  })
  return texts.length === 0 ? [noPercentage()] : texts
}

/** What the intervals of these cells estimate, each once. */
export function intervalTexts(cells: readonly ComparedCell[]): readonly string[] {
  return ratioTexts(cells.filter(hasWidth))
}

/** Runs that do not vary have an interval without width, which is none. */
function hasWidth({ comparison: { lowPercent, highPercent } }: ComparedCell): boolean {
  return lowPercent !== undefined && lowPercent !== highPercent
}

/** What the differences of these cells estimate, each once. */
export function ratioTexts(cells: readonly ComparedCell[]): readonly string[] {
  const names = cells.flatMap(({ comparison: { estimator } }) =>
    estimator === undefined ? [] : [ratioNames[estimator]],
  )
  return [...new Set(names)].map((ratio) => ratioSaid({ ratio }))
}

function sigmaSentences({ comparison }: CaptionFacts, cells: readonly ComparedCell[]): readonly string[] {
  const sides = sideNames(comparison)
  return [
    sigmaDifference({ ...sides, means: meansText(cells, 'means') }),
    sigmaRule({ baseline: sides.baseline }),
  ]
}

/** The common text of figures and tables of a comparison: failures, excluded runs, which direction is better, what else differs. */
export function commonSentences(
  { comparison, failedRuns }: Pick<CaptionFacts, 'comparison' | 'failedRuns'>,
  cells: readonly ComparedCell[],
): readonly string[] {
  const better = new Set(cells.map((cell) => cell.better))
  const sources = [
    ...new Set(
      cells.flatMap((cell) => (cell.source === undefined || cell.source === '' ? [] : [cell.source])),
    ),
  ]
  const open = comparison.candidates.flatMap((one) => openConfounders(one.confounders))
  const { acceptance } = comparison
  const accepted = acceptance === undefined ? '' : acceptedFor({ reason: acceptance.replace(/\.$/, '') })
  const [way, otherWay] = better
  return [
    unitSentence(cells.flatMap(({ groups }) => groups ?? [])),
    failedSentence(failedRuns, doneRuns(cells) + failedRuns),
    latencySentences(comparison, cells),
    [...new Set(cells.flatMap(({ metric }) => findMetric(metric)?.meaning ?? []))].join(' '),
    leftOutSentence(comparison.excludedRuns),
    ...reservedSentences(cells),
    way === undefined || otherWay !== undefined ? '' : betterIs(way),
    open.length > 0 ? alsoDifferent({ factors: saidFactors(open), accepted }) : '',
    sources.length > 0 ? printedIn({ sources: sources.join('; ') }) : '',
  ]
}

/** Runs of the cells, each once, however many numbers it has; of printed cells those that were printed. */
function doneRuns(cells: readonly ComparedCell[]): number {
  const measured = new Set<number>()
  let printed = 0
  for (const { n, baselineRuns, candidateRuns } of cells)
    for (const [runs, count = 0] of [
      [baselineRuns, n.baseline],
      [candidateRuns, n.candidate],
    ] as const)
      if (runs === undefined) printed += count
      else for (const id of runs.runIds) measured.add(id)
  return measured.size + printed
}

/** What is known against the runs of the cells, with the number of cells that it concerns. */
function reservedSentences(cells: readonly ComparedCell[]): readonly string[] {
  const known = reservedCells(cells)
  const textOf = ({ name, cells: own }: (typeof known)[number]) => {
    const where =
      own.length === cells.length ? allCells() : someCells({ own: own.length, cells: cells.length })
    return knownInCells({ reservation: name, where })
  }
  const invalid = known.filter(({ isInvalid }) => isInvalid).map(textOf)
  const reserved = known.filter(({ isInvalid }) => !isInvalid).map(textOf)
  return [
    ...(invalid.length === 0 ? [] : [invalidCells({ found: invalid })]),
    ...(reserved.length === 0
      ? []
      : [(reserved.length === 1 ? reservedInOne : reservedIn)({ found: reserved })]),
  ]
}

/** What a latency at a fixed depth is, and what a percentile over repetitions is. */
function latencySentences({ baseline, candidates }: Comparison, cells: readonly ComparedCell[]): string {
  const percentiles = cells.filter((cell) => percentileOfMetric(cell.metric) !== undefined)
  const latencies = cells.filter((cell) => isLatencyMetric(cell.metric) && cell.source === undefined)
  const isFixed =
    [baseline, ...candidates.map((one) => one.candidate)].every((side) => side.fixedDepth) &&
    latencies.every((cell) => isAtFixedDepth(cell.levels))
  return sentences([
    percentiles.length > 0 ? ownPercentiles() : '',
    latencies.length > 0 && isFixed
      ? fixedDepthSentence(latencyName(latencies.map(({ metric }) => metric)))
      : '',
  ])
}

/** Runs of the bars that have no partner. */
function aloneCounts({ arrangement }: CaptionFacts): readonly (number | undefined)[] {
  return arrangement.placed.flatMap(({ unmatched }) => (unmatched === undefined ? [] : [unmatched.one.n]))
}

function shownCells({ arrangement }: CaptionFacts): readonly ComparedCell[] {
  return arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
}

/** True if no number of runs was printed. */
function isUncounted(counts: readonly (number | undefined)[]): boolean {
  return counts.every((one) => one === undefined)
}

/** "means of 10 runs", or that the number was not printed. `the`: as it begins. */
export function meansText(cells: readonly ComparedCell[], the: 'means' | 'Means'): string {
  if (isUncounted(bothCounts(cells))) return printedMeans({ the: the === 'means' ? 'printed' : 'Printed' })
  const isPercentile = cells.every((cell) => percentileOfMetric(cell.metric) !== undefined)
  return (isPercentile ? percentileMeans : meansOfRuns)({ the, runs: runCount(bothCounts(cells)) })
}

/** "10 runs", "8 to 10 runs"; where a number was not printed, that it is unknown. */
function runCount(
  counts: readonly (number | undefined)[],
  said: typeof countSaid | typeof runsSaid = runsSaid,
): string {
  const runs = counts.flatMap((one) => one ?? [])
  if (runs.length === 0) return unknownRuns()
  return (runs.length < counts.length ? someUnknown : said)({ runs })
}

/** Runs of each number of the cells, undefined where it was not printed. */
function countsOf(cells: readonly ComparedCell[], side: keyof ComparedCell['n']) {
  return cells.map(({ n }) => n[side])
}

function bothCounts(cells: readonly ComparedCell[]): readonly (number | undefined)[] {
  return [...countsOf(cells, 'baseline'), ...countsOf(cells, 'candidate')]
}

function joined(sentences: readonly string[]): string {
  return cleanText(sentences.filter((sentence) => sentence !== '').join(' '), textLimits.smallPrint * 4)
}

type AnyCell = ComparedCell | UnmatchedCase

/** Names of the metrics shown, for titles. */
export function metricNames(cells: readonly AnyCell[]): string {
  return listedNames(metricsOf(cells, middleLabel, (metric) => findMetric(metric)?.label ?? metric))
}

/** The same within a sentence. */
export function metricsInSentence(cells: readonly AnyCell[]): string {
  return listedNames(metricsOf(cells, middleInSentence, metricInSentence))
}

/** Each metric once: a percentile as a mean of runs where some were averaged, and not what was printed or ranked. */
function metricsOf(
  cells: readonly AnyCell[],
  asMean: (metric: string, statistic: 'mean') => string,
  plain: (metric: string) => string,
): ReadonlySet<string> {
  const averaged = new Set(cells.flatMap((cell) => (isAveraged(cell) ? cell.metric : [])))
  return new Set(cells.map(({ metric }) => (averaged.has(metric) ? asMean(metric, 'mean') : plain(metric))))
}

function isAveraged(cell: AnyCell): boolean {
  if (!('comparison' in cell)) return cell.runs !== undefined
  const { baselineRuns, candidateRuns, comparison } = cell
  return (baselineRuns ?? candidateRuns) !== undefined && comparison.estimator !== 'hodges_lehmann'
}

function listedNames(all: ReadonlySet<string>): string {
  const names = [...all]
  if (names.length > 3) return `${String(names.length)} metrics`
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}
