import { findMetric } from '../results/metrics'
import { isDiscovery } from '../statistics/comparison/benjamini-hochberg'
import { verdictText, type ComparisonVerdict } from '../statistics/comparison/case-comparison'
import { discoveryRate } from '../statistics/comparison/settle-family'
import { counted, formatCount, formatShort } from '../units/number-format'
import { sentences, withinSentence } from '../units/plain-text'
import { cellLabel, cellNaming } from './cell-label'
import type { ComparedCell, ComparedSide, Comparison, CandidateComparison, MetricFamily } from './comparison'
import { differenceText, geometricText, intervalText } from './percent-text'
import { isNameKey } from './selection'

/** A cell that stands out, and its candidate. */
interface Highlight {
  readonly cell: ComparedCell
  /** Index of the candidate. */
  readonly candidate: number
  /** The difference in the better direction: above 0 is better. */
  readonly gainPercent: number
}

/** The cells that stand out, ranked; only what the verdicts support. */
interface Highlights {
  /** Largest gain and largest loss among the significant ones. */
  readonly best: Highlight | undefined
  readonly worst: Highlight | undefined
  /** All significant differences of practical importance, the largest first. */
  readonly significant: readonly Highlight[]
}

/** Filled marker: significant after adjustment, or by the sigma rule if the comparison uses it. */
export function isSignificant({ comparison, adjustedP }: ComparedCell): boolean {
  if (comparison.verdict === 'meaningful') return true
  return isDiscovery(adjustedP, discoveryRate)
}

export function highlights({ candidates }: Comparison): Highlights {
  const significant: Highlight[] = []
  candidates.forEach(({ cells }, candidate) => {
    for (const cell of cells) {
      const gainPercent = gainOf(cell)
      if (gainPercent !== undefined && isSignificant(cell) && !unspoken.has(cell.comparison.verdict))
        significant.push({ cell, candidate, gainPercent })
    }
  })
  significant.sort((a, b) => Math.abs(b.gainPercent) - Math.abs(a.gainPercent))
  return {
    best: significant.find((one) => one.gainPercent > 0),
    worst: significant.find((one) => one.gainPercent < 0),
    significant,
  }
}

/** Verdicts of significant differences that do not stand out: too small to matter, or a percentile that few runs make. */
const unspoken: ReadonlySet<ComparisonVerdict> = new Set(['equivalent', 'few_runs_slow'])

/** The difference in the better direction; undefined if there is none. */
function gainOf({ comparison, better }: ComparedCell): number | undefined {
  const percent = comparison.differencePercent
  if (percent === undefined) return undefined
  return better === 'higher' || percent === 0 ? percent : -percent
}

/** A comparison in one paragraph that states only what the verdicts support. */
export function summaryText(comparison: Comparison): string {
  const parts = comparison.candidates.map((one, at) => candidateText(comparison, one, at))
  return parts.join(' ')
}

function candidateText(comparison: Comparison, one: CandidateComparison, index: number): string {
  const { candidate } = one
  const spoken = spokenMetrics(comparison)
  const others = comparison.families.filter(({ metric }) => !spoken.includes(metric))
  const cells = one.cells.filter((cell) => spoken.includes(cell.metric))
  const start = `${atStart(candidate)} against ${comparison.baseline.label} (= 0\u202f%)`
  if (cells.length === 0) return `${start}: no case was measured on both sides.`
  const metric = spoken.map((id) => withinSentence(metricName(id))).join(' and ')
  const sentences = [
    `${start}, ${metric}, ${counted(cells.length, 'case')}: ${verdicts(comparison, cells)}.`,
    significance(comparison, cells),
    lowCounts(cells),
    extremes(comparison, cells, index),
    geometric(one),
    disagreement(cells),
    others.length === 0
      ? ''
      : `Judged separately, each as its own family: ${others.map((family) => withinSentence(metricName(family.metric))).join(', ')}.`,
    unmatched(one),
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** A side at the start of a sentence: a name is written as it is, words of this program begin with a capital. */
function atStart({ label, chosenBy, selection }: ComparedSide): string {
  const isName = selection.some(({ key }) => isNameKey(key)) || label !== chosenBy
  return isName ? label : label.charAt(0).toUpperCase() + label.slice(1)
}

function verdicts({ mode, marginPercent }: Comparison, cells: readonly ComparedCell[]): string {
  const count = (...wanted: readonly ComparisonVerdict[]) =>
    cells.filter((cell) => wanted.includes(cell.comparison.verdict)).length
  if (mode === 'sigma') {
    const up = cells.filter(
      (c) => c.comparison.verdict === 'meaningful' && (c.comparison.differencePercent ?? 0) > 0,
    )
    const meaningful = count('meaningful')
    return listed([
      [meaningful, `meaningful by the sigma rule (${up.length} up, ${meaningful - up.length} down)`],
      [count('not_meaningful'), 'not meaningful'],
      [count('touches_zero'), 'with an error bar that touches zero'],
      [cells.length - meaningful - count('not_meaningful', 'touches_zero'), 'not tested'],
    ])
  }
  const tested: readonly (readonly [number, string])[] = [
    [count('better'), `better by more than ${marginPercent}\u202f%`],
    [count('worse'), `worse by more than ${marginPercent}\u202f%`],
    [count('equivalent'), `equivalent within ±${marginPercent}\u202f%`],
    [count('better_small_or_uncertain', 'worse_small_or_uncertain'), 'small or uncertain'],
    [count('inconclusive'), 'inconclusive'],
    [count('few_runs_slow'), `in which ${verdictText('few_runs_slow')}`],
  ]
  const rest = cells.length - tested.reduce((sum, [number]) => sum + number, 0)
  return listed([...tested, [rest, 'not tested']])
}

/** Only the primary metric counts; if nothing is tested (the sigma rule, printed results without runs), all metrics do. */
function spokenMetrics({ families }: Comparison): readonly string[] {
  const isTested = families.some((family) => family.tested > 0)
  return families.slice(0, isTested ? 1 : undefined).map((family) => family.metric)
}

function metricName(id: string): string {
  return findMetric(id)?.label ?? id
}

/** How many differences of this candidate remain after adjustment, over all tests of the metric. */
function significance({ families }: Comparison, cells: readonly ComparedCell[]): string {
  const tested = families[0]?.tested ?? 0
  if (tested === 0) return ''
  const significant = cells.filter(isSignificant).length
  const family = tested === 1 ? 'the one test' : `adjustment over ${formatCount(tested)} tests`
  if (significant === 0) return `After ${family} no difference is significant at 5\u202f%.`
  const verb = significant === 1 ? 'difference is' : 'differences are'
  return `After ${family} ${formatCount(significant)} ${verb} significant at 5\u202f%.`
}

/** Below five runs a verdict is possible, but not settled. */
function lowCounts(cells: readonly ComparedCell[]): string {
  const low = cells.filter(
    ({ comparison: { p, notes } }) => p !== undefined && notes.includes('low_n'),
  ).length
  if (low === 0) return ''
  return low === cells.length
    ? 'With fewer than 5 runs a side no verdict is settled.'
    : `${counted(low, 'case')} ${low === 1 ? 'has' : 'have'} fewer than 5 runs on a side: not settled.`
}

function extremes(comparison: Comparison, cells: readonly ComparedCell[], index: number): string {
  const own = highlights(comparison).significant.filter(
    (one) => one.candidate === index && spokenMetrics(comparison).includes(one.cell.metric),
  )
  const naming = cellNaming(cells)
  const best = own.find((one) => one.gainPercent > 0)
  const worst = own.find((one) => one.gainPercent < 0)
  const said = ({ cell }: Highlight) => {
    const family = comparison.families.find(({ metric }) => metric === cell.metric)
    const of = family === undefined || family.tested < 2 ? '' : ` (largest of ${formatCount(family.tested)})`
    return `${of}: ${amount(cell, family)} (${cellLabel(cell, naming)})`
  }
  return sentences([
    best === undefined ? '' : `Largest improvement${said(best)}.`,
    worst === undefined ? '' : `Largest loss${said(worst)}.`,
  ])
}

function geometric({ summary }: CandidateComparison): string {
  return summary === undefined || summary.cells < 2
    ? ''
    : `Geometric mean of the ratios of ${withinSentence(metricName(summary.metric))}: ${geometricText(summary)}.`
}

/** A difference that was selected for its size, with the interval that holds for selected ones. */
function amount({ comparison, selectedInterval }: ComparedCell, family: MetricFamily | undefined): string {
  const { differencePercent, lowPercent, highPercent, verdict } = comparison
  if (differencePercent === undefined) return 'no percentage'
  if (selectedInterval !== undefined && family !== undefined && family.tested > 1) {
    const { lowPercent: low, highPercent: high } = selectedInterval
    const interval = intervalText(low, high)
    return `${differenceText(differencePercent, low, high)}, interval ${interval} at the level ${formatShort(100 * family.level, 4)}\u202f% that allows for the selection`
  }
  if (lowPercent === undefined || highPercent === undefined) return differenceText(differencePercent)
  const bar = verdict === 'meaningful' ? 'error bar' : '95\u202f% interval'
  return `${differenceText(differencePercent, lowPercent, highPercent)}, ${bar} ${intervalText(lowPercent, highPercent)}`
}

function disagreement(cells: readonly ComparedCell[]): string {
  const count = cells.filter((cell) => cell.comparison.notes.includes('mean_and_typical_run_disagree')).length
  return count === 0 ? '' : `In ${counted(count, 'case')} mean and typical run disagree: see the runs.`
}

function unmatched({ unmatched: { baseline, candidate } }: CandidateComparison): string {
  const count = baseline.length + candidate.length
  return count === 0
    ? ''
    : `${counted(count, 'case')} ${count === 1 ? 'has' : 'have'} no partner on the other side.`
}

function listed(parts: readonly (readonly [count: number, text: string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, text]) => `${formatCount(count)} ${text}`)
    .join(', ')
}
