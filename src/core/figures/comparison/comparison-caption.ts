import { counted, countRange } from '../../units/number-format'
import { failedSentence } from '../sweep/caption'
import type { ComparedCell, Comparison } from '../../comparison/comparison'
import { confounderTexts, openConfounders } from '../../comparison/texts/percent-refusal'
import { findMetric } from '../../results/metrics'
import { leftOutTexts } from '../../results/run-name'
import { estimatorText } from '../../statistics/comparison/case-comparison'
import { sentences, withinSentence } from '../../text/plain-text'
import {
  fixedDepthSentence,
  latencyName,
  isAtFixedDepth,
  isLatencyMetric,
  middleLabel,
  percentileOfMetric,
} from '../../results/percentiles'
import { cleanText, textLimits } from '../figure/clean-text'
import type { CellArrangement } from './arrange-cells'
import { reservedCells } from './comparison-notes'

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
  const a = comparison.baseline.label
  const b = comparison.candidates.map((one) => one.candidate.label).join(', ')
  return joined([
    `Advantage of the classic articles: means of ${b} in percent of those of ${a}, a ratio; 100 % is equal, 110 % a tenth more.`,
    `${capital(meansText(cells))}.`,
    facts.show.intervals
      ? comparison.mode === 'sigma'
        ? `Error bars: the standard deviation of ${b} in percent of its mean (sigma rule).`
        : 'Error bars: 95 % interval of the ratio of means.'
      : '',
    ...commonSentences(facts, cells),
  ])
}

/** Caption of both sides as bars or lines. */
export function barsCaption(facts: CaptionFacts & { readonly factors: boolean }): string {
  const { comparison, show } = facts
  const cells = shownCells(facts)
  const middle = comparison.mode === 'robust' ? 'Median' : 'Mean'
  const parts = [isUncounted(cells) ? capital(meansText(cells)) : `${middle} of ${runCount(cells, 'both')}`]
  if (show.dots && cells.some((cell) => cell.baselineRuns !== undefined)) parts.push('dots are single runs')
  if (show.intervals) parts.push(barMeaning(comparison))
  const others = comparison.candidates.map((one) => one.candidate.label).join(', ')
  return joined([
    `${parts.join('; ')}.`,
    facts.factors ? `Factors: mean of ${others} divided by that of ${comparison.baseline.label}.` : '',
    ...commonSentences(facts, cells),
  ])
}

function barMeaning({ mode }: Comparison): string {
  if (mode === 'sigma') return 'error bars are ± one standard deviation of the runs'
  if (mode === 'robust')
    return 'error bars are order-statistic intervals that hold the median with at least 95 %'
  return 'error bars are 95 % confidence intervals of the mean (Student t)'
}

function changeSentences(
  { comparison, show }: CaptionFacts,
  cells: readonly ComparedCell[],
): readonly string[] {
  const a = comparison.baseline.label
  const b = comparison.candidates.map((one) => one.candidate.label).join(', ')
  return [
    `Change of ${b} relative to ${a} (= 0 %), ${estimateText(cells)}.`,
    show.intervals && cells.some((cell) => cell.comparison.lowPercent !== undefined)
      ? `Bars: 95 % interval of the ${ratioName(cells)}.`
      : '',
    familySentence(comparison, cells),
    cells.some((cell) => cell.comparison.verdict === 'runs_not_published')
      ? 'Hollow without a bar: runs were not published.'
      : '',
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
      ? `over the cells of each metric: ${ofShown.map((family) => `${family.tested} of ${metricName(family.metric)}`).join(', ')}`
      : tested === shown.length
        ? `over the ${tested === 1 ? 'cell' : `${tested} cells`} shown`
        : `over all ${tested} cells compared`
  return `Filled: significant after Benjamini-Hochberg at 5 % ${over}.`
}

/** The estimators behind the differences, each with its runs. */
function estimateText(cells: readonly ComparedCell[]): string {
  const known = cells.filter((cell) => cell.comparison.estimator !== undefined)
  const estimators = [...new Set(known.map((cell) => cell.comparison.estimator))]
  const texts = estimators.map((estimator) => {
    const own = known.filter((cell) => cell.comparison.estimator === estimator)
    if (estimator === 'printed_difference') return 'printed difference'
    if (isUncounted(own)) return 'ratio of printed means, their number of runs not printed'
    if (estimator === 'paired')
      return `paired ratio of ${runCount(own, 'candidate')} interleaved with as many`
    const counts = `${runCount(own, 'candidate').replace(/ runs?$/, '')} and ${runCount(own, 'baseline')}`
    return `${estimator === 'hodges_lehmann' ? 'Hodges-Lehmann ratio' : 'ratio of means'} of ${counts}`
  })
  return texts.length === 0 ? 'no percentage' : texts.join('; ')
}

/** What the intervals estimate: "ratio of means", or each if cells differ. */
export function ratioName(cells: readonly ComparedCell[]): string {
  const names = cells.flatMap(({ comparison: { estimator, lowPercent } }) =>
    estimator === undefined || lowPercent === undefined
      ? []
      : [
          estimator === 'paired'
            ? 'paired ratio'
            : estimator === 'hodges_lehmann'
              ? 'Hodges-Lehmann ratio'
              : estimatorText(estimator),
        ],
  )
  return [...new Set(names)].join(' or the ')
}

function sigmaSentences({ comparison }: CaptionFacts, cells: readonly ComparedCell[]): readonly string[] {
  const a = comparison.baseline.label
  const b = comparison.candidates.map((one) => one.candidate.label).join(', ')
  return [
    `Difference of the ${meansText(cells)} as a percentage of ${a}; error bars are the standard deviation of ${b} in percent.`,
    `A bar that crosses zero is called not meaningful (hollow); this rule ignores the spread of ${a}.`,
  ]
}

/** The common text of figures and tables of a comparison: failures, excluded runs, which direction is better, what else differs. */
export function commonSentences(
  { comparison, failedRuns }: Pick<CaptionFacts, 'comparison' | 'failedRuns'>,
  cells: readonly ComparedCell[],
): readonly string[] {
  const better = new Set(cells.map((cell) => cell.better))
  const done = cells.reduce((sum, cell) => sum + (cell.n.baseline ?? 0) + (cell.n.candidate ?? 0), 0)
  const left = leftOutTexts(comparison.excludedRuns)
  const sources = [
    ...new Set(
      cells.flatMap((cell) => (cell.source === undefined || cell.source === '' ? [] : [cell.source])),
    ),
  ]
  const open = comparison.candidates.flatMap((one) => openConfounders(one.confounders))
  const accepted =
    comparison.acceptance === undefined ? '' : ` Accepted: ${comparison.acceptance.replace(/\.$/, '')}.`
  return [
    failedSentence(failedRuns, done + failedRuns),
    latencySentences(comparison, cells),
    [...new Set(cells.flatMap(({ metric }) => findMetric(metric)?.meaning ?? []))].join(' '),
    left.length > 0 ? `Left out by hand: ${left.join('; ')}.` : '',
    ...reservedSentences(cells),
    better.size === 1 ? (better.has('higher') ? 'Higher is better.' : 'Lower is better.') : '',
    open.length > 0 ? `Also different: ${confounderTexts(open).join('; ')}.${accepted}` : '',
    sources.length > 0 ? `Printed in ${sources.join('; ')}.` : '',
  ]
}

/** What is known against the runs of the cells, with the number of cells that it concerns. */
function reservedSentences(cells: readonly ComparedCell[]): readonly string[] {
  return reservedCells(cells).map(({ name, isInvalid, cells: own }) => {
    const where =
      own.length === cells.length ? 'all cells' : `${own.length} of ${counted(cells.length, 'cell')}`
    return isInvalid
      ? `Not valid, so not tested (${name}): ${where}.`
      : `With a reservation (${name}): ${where}.`
  })
}

/** What a latency at a fixed depth is, and what a percentile over repetitions is. */
function latencySentences({ baseline, candidates }: Comparison, cells: readonly ComparedCell[]): string {
  const percentiles = cells.filter((cell) => percentileOfMetric(cell.metric) !== undefined)
  const latencies = cells.filter((cell) => isLatencyMetric(cell.metric) && cell.source === undefined)
  const isFixed =
    [baseline, ...candidates.map((one) => one.candidate)].every((side) => side.fixedDepth) &&
    latencies.every((cell) => isAtFixedDepth(cell.levels))
  return sentences([
    percentiles.length > 0 ? `Each value is a run\u2019s own percentile: their mean is compared.` : '',
    latencies.length > 0 && isFixed
      ? fixedDepthSentence(latencyName(latencies.map(({ metric }) => metric)))
      : '',
  ])
}

function shownCells({ arrangement }: CaptionFacts): readonly ComparedCell[] {
  return arrangement.placed.flatMap(({ cell }) => (cell === undefined ? [] : [cell]))
}

/** True if no number of runs was printed for any cell. */
function isUncounted(cells: readonly ComparedCell[]): boolean {
  return cells.every(({ n }) => n.baseline === undefined && n.candidate === undefined)
}

/** "means of 10 runs", or that the number was not printed. */
export function meansText(cells: readonly ComparedCell[]): string {
  if (isUncounted(cells)) return 'printed means, their number of runs not printed'
  const isPercentile = cells.every((cell) => percentileOfMetric(cell.metric) !== undefined)
  if (isPercentile && cells.length > 0)
    return `means of the runs\u2019 percentiles, ${runCount(cells, 'both')}`
  return `means of ${runCount(cells, 'both')}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "10 runs", "8 to 10 runs"; "runs" if the number was not printed. */
export function runCount(cells: readonly ComparedCell[], side: 'baseline' | 'candidate' | 'both'): string {
  const counts = cells.flatMap(({ n }) =>
    (side === 'both' ? [n.baseline, n.candidate] : [n[side]]).flatMap((one) =>
      one === undefined ? [] : [one],
    ),
  )
  if (counts.length === 0) return 'an unknown number of runs'
  const n = countRange(counts)
  return n === '1' ? '1 run' : `${n} runs`
}

function joined(sentences: readonly string[]): string {
  return cleanText(sentences.filter((sentence) => sentence !== '').join(' '), textLimits.smallPrint * 4)
}

function metricName(id: string): string {
  return withinSentence(findMetric(id)?.label ?? id)
}

/** Names of the metrics shown, for titles. */
export function metricNames(cells: readonly ComparedCell[]): string {
  const names = [...new Set(cells.map((cell) => middleLabel(cell.metric, 'mean')))]
  if (names.length > 3) return `${String(names.length)} metrics`
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}
