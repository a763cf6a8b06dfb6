import { metricInSentence } from '../../results/metrics'
import { isDiscovery } from '../../statistics/comparison/benjamini-hochberg'
import { verdictText, type ComparisonVerdict } from '../../statistics/comparison/case-comparison'
import { discoveryRate } from '../../statistics/comparison/settle-family'
import { formatShort } from '../../units/number-format'
import { sentences, listed } from '../../text/plain-text'
import { template } from '../../words/template'
import { answerText, atStart } from './answer-text'
import { cellLabel, cellNaming } from './cell-label'
import { cellDeviation, cellDifference, cellInterval } from './cell-text'
import { gainOf } from './changes-by-test'
import type { ComparedCell, Comparison, CandidateComparison, MetricFamily } from '../comparison'
import { differenceText, geometricText, intervalText } from './percent-text'

const nothingShared = template(
  'comparison-nothing-shared',
  '{candidate} against {baseline} (= 0\u202f%): no case was measured on both sides.',
  { candidate: 'name', baseline: 'name' },
)
const better = template('comparison-better', '{count} better by more than {margin}', {
  count: 'count',
  margin: 'percent',
})
const worse = template('comparison-worse', '{count} worse by more than {margin}', {
  count: 'count',
  margin: 'percent',
})
const equivalent = template('comparison-equivalent', '{count} equivalent within ±{margin}', {
  count: 'count',
  margin: 'percent',
})
const uncertain = template('comparison-uncertain', '{count} small or uncertain', { count: 'count' })
const inconclusive = template('comparison-inconclusive', '{count} inconclusive', { count: 'count' })
const notTested = template('comparison-not-tested', '{count} not tested', { count: 'count' })
const meaningful = template(
  'comparison-meaningful',
  '{count} meaningful by the sigma rule ({up} up, {down} down)',
  { count: 'count', up: 'count', down: 'count' },
)
const notMeaningful = template('comparison-not-meaningful', '{count} not meaningful', { count: 'count' })
const touchesZero = template('comparison-touches-zero', '{count} with an error bar that touches zero', {
  count: 'count',
})
const fewRunsSlow = template('comparison-few-runs-slow', '{count} in which {verdict}', {
  count: 'count',
  verdict: [verdictText('few_runs_slow')],
})
const verdictCounts = [
  ...[better, worse, equivalent, uncertain, inconclusive, fewRunsSlow],
  ...[meaningful, notMeaningful, touchesZero, notTested],
]
const verdictsSaid = template(
  'comparison-verdicts',
  '{candidate} against {baseline} (= 0\u202f%), {metric}, {cases|# case|# cases}: {verdicts}.',
  {
    candidate: 'name',
    baseline: 'name',
    metric: 'metric',
    cases: 'count',
    verdicts: {
      of: verdictCounts,
      between: ', ',
    },
  },
)
const verdictsOfMetrics = template(
  'comparison-verdicts-of-metrics',
  '{candidate} against {baseline} (= 0\u202f%), {metrics}, {cases|# case|# cases} with {cells} numbers: {verdicts}.',
  {
    candidate: 'name',
    baseline: 'name',
    metrics: 'metric',
    cases: 'count',
    cells: 'count',
    verdicts: { of: verdictCounts, between: ', ' },
  },
)
const oneTest = template('comparison-one-test', 'the one test')
const manyTests = template('comparison-many-tests', 'adjustment over {tests} tests', { tests: 'count' })
const noneSignificant = template(
  'comparison-none-significant',
  'After {family} no difference is significant at 5\u202f%.',
  { family: { of: [oneTest, manyTests] } },
)
const someSignificant = template(
  'comparison-significant',
  'After {family} {count|# difference is|# differences are} significant at 5\u202f%.',
  { family: { of: [oneTest, manyTests] }, count: 'count' },
)
/** What there are few of: groups of runs, where these are the unit. */
const fewUnits = ['runs', 'units', 'runs or units'] as const
const allFew = template('comparison-all-few', 'With fewer than 5 {unit} a side no verdict is settled.', {
  unit: fewUnits,
})
const someFew = template(
  'comparison-some-few',
  '{cases|# case has|# cases have} fewer than 5 {unit} on a side: not settled.',
  { cases: 'count', unit: fewUnits },
)
const largestOf = template('comparison-largest-of', ' (largest of {tests})', { tests: 'count' })
const changeSelected = template(
  'comparison-change-selected',
  '{change}, interval {interval} at the level {level} that allows for the selection',
  { change: 'change', interval: 'interval', level: 'percent' },
)
const changeWithBar = template('comparison-change-with-bar', '{change}, error bar {deviation}', {
  change: 'change',
  deviation: 'percent',
})
const changeWithInterval = template(
  'comparison-change-with-interval',
  '{change}, 95\u202f% interval {interval}',
  { change: 'change', interval: 'interval' },
)
const amounts = { of: [changeSelected, changeWithBar, changeWithInterval] }
const improvement = template('comparison-improvement', 'Largest improvement{of}: {amount} ({case}).', {
  of: { of: [largestOf] },
  amount: amounts,
  case: 'case',
})
const loss = template('comparison-loss', 'Largest loss{of}: {amount} ({case}).', {
  of: { of: [largestOf] },
  amount: amounts,
  case: 'case',
})
const tied = {
  improvement: template(
    'comparison-equal-improvements',
    'Largest improvement{of}: {change}, the same in {cases} cases.',
    { of: { of: [largestOf] }, change: 'change', cases: 'count' },
  ),
  loss: template('comparison-equal-losses', 'Largest loss{of}: {change}, the same in {cases} cases.', {
    of: { of: [largestOf] },
    change: 'change',
    cases: 'count',
  }),
}
const geometricMean = template(
  'comparison-geometric',
  'Geometric mean of the ratios of {metric}: {change}.',
  { metric: 'metric', change: 'change' },
)
const disagreeing = template(
  'comparison-disagreeing',
  'In {cases|# case|# cases} mean and typical run disagree: see the runs.',
  { cases: 'count' },
)
const otherFamilies = template(
  'comparison-other-families',
  'Judged separately, each as its own family: {metrics}.',
  { metrics: 'metric' },
)
const unmatchedCases = template(
  'comparison-unmatched',
  '{cases|# case has|# cases have} no partner on the other side.',
  { cases: 'count' },
)

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

/** A comparison in one paragraph that states only what the verdicts support. */
export function summaryText(comparison: Comparison): string {
  const parts = comparison.candidates.map((one, at) => candidateText(comparison, one, at))
  return parts.join(' ')
}

/** The same for readers of an article, a paragraph a candidate: first the answer, if there is one, then what it rests on. */
export function articleTexts(comparison: Comparison): readonly string[] {
  return comparison.candidates.map((one, at) =>
    candidateText(comparison, one, at, answerText(comparison, one)),
  )
}

function candidateText(
  comparison: Comparison,
  one: CandidateComparison,
  index: number,
  answer?: string,
): string {
  const { candidate } = one
  const spoken = spokenMetrics(comparison)
  const others = comparison.families.filter(({ metric }) => !spoken.includes(metric))
  const cells = one.cells.filter((cell) => spoken.includes(cell.metric))
  const sides = { candidate: atStart(candidate), baseline: comparison.baseline.label }
  if (cells.length === 0) return nothingShared(sides)
  const metric = listed(spoken.map((id) => metricInSentence(id)))
  const tested = comparison.families[0]?.tested ?? 0
  const counts = () => {
    const said = { ...sides, cases: casesOf(cells), verdicts: verdicts(comparison, cells) }
    return said.cases < cells.length
      ? verdictsOfMetrics({ ...said, metrics: metric, cells: cells.length })
      : verdictsSaid({ ...said, metric })
  }
  return sentences([
    answer ?? '',
    answer !== undefined && tested === 0 ? '' : counts(),
    significance(comparison, cells),
    lowCounts(cells),
    extremes(comparison, cells, index),
    geometric(one),
    disagreement(cells),
    others.length === 0
      ? ''
      : otherFamilies({
          metrics: others.map((family) => metricInSentence(family.metric)).join(', '),
        }),
    unmatched(one, spoken),
  ])
}

/** Cases, each of which may have numbers of several metrics. */
function casesOf(cells: readonly Pick<ComparedCell, 'test' | 'levels'>[]): number {
  return new Set(
    cells.map(({ test, levels }) =>
      JSON.stringify([test, Object.entries(levels).sort(([a], [b]) => (a < b ? -1 : 1))]),
    ),
  ).size
}

function verdicts({ mode, marginPercent }: Comparison, cells: readonly ComparedCell[]): readonly string[] {
  const count = (...wanted: readonly ComparisonVerdict[]) =>
    cells.filter((cell) => wanted.includes(cell.comparison.verdict)).length
  const said: string[] = []
  let rest = cells.length
  const add = (found: number, words: (count: { readonly count: number }) => string) => {
    if (found > 0) said.push(words({ count: found }))
    rest -= found
  }
  if (mode === 'sigma') {
    const up = cells.filter(
      (c) => c.comparison.verdict === 'meaningful' && (c.comparison.differencePercent ?? 0) > 0,
    ).length
    const all = count('meaningful')
    add(all, (found) => meaningful({ ...found, up, down: all - up }))
    add(count('not_meaningful'), notMeaningful)
    add(count('touches_zero'), touchesZero)
  } else {
    const margin = `${marginPercent}\u202f%`
    add(count('better'), (found) => better({ ...found, margin }))
    add(count('worse'), (found) => worse({ ...found, margin }))
    add(count('equivalent'), (found) => equivalent({ ...found, margin }))
    add(count('better_small_or_uncertain', 'worse_small_or_uncertain'), uncertain)
    add(count('inconclusive'), inconclusive)
    add(count('few_runs_slow'), (found) => fewRunsSlow({ ...found, verdict: verdictText('few_runs_slow') }))
  }
  add(rest, notTested)
  return said
}

/** Only the primary metric counts; if nothing is tested (the sigma rule, printed results without runs), all metrics do. */
function spokenMetrics({ families }: Comparison): readonly string[] {
  const isTested = families.some((family) => family.tested > 0)
  return families.slice(0, isTested ? 1 : undefined).map((family) => family.metric)
}

/** How many differences of this candidate remain after adjustment, over all tests of the metric. */
function significance({ families }: Comparison, cells: readonly ComparedCell[]): string {
  const tested = families[0]?.tested ?? 0
  if (tested === 0) return ''
  const significant = cells.filter(isSignificant).length
  const family = tested === 1 ? oneTest() : manyTests({ tests: tested })
  return significant === 0 ? noneSignificant({ family }) : someSignificant({ family, count: significant })
}

/** Below five runs a verdict is possible, but not settled. */
function lowCounts(cells: readonly ComparedCell[]): string {
  const low = cells.filter(({ comparison: { p, notes } }) => p !== undefined && notes.includes('low_n'))
  if (low.length === 0) return ''
  const grouped = low.filter(({ groups }) => groups !== undefined).length
  const unit = grouped === 0 ? 'runs' : grouped === low.length ? 'units' : 'runs or units'
  return low.length === cells.length ? allFew({ unit }) : someFew({ cases: low.length, unit })
}

function extremes(comparison: Comparison, cells: readonly ComparedCell[], index: number): string {
  const own = highlights(comparison).significant.filter(
    (one) => one.candidate === index && spokenMetrics(comparison).includes(one.cell.metric),
  )
  const naming = cellNaming(cells)
  const best = own.find((one) => one.gainPercent > 0)
  const worst = own.find((one) => one.gainPercent < 0)
  const said = (largest: Highlight | undefined, kind: keyof typeof tied) => {
    if (largest === undefined) return ''
    const { cell } = largest
    const family = comparison.families.find(({ metric }) => metric === cell.metric)
    const of = family === undefined || family.tested < 2 ? '' : largestOf({ tests: family.tested })
    // Of differences that print alike none is the largest.
    const change = printedDifference(largest)
    const cases = casesOf(own.flatMap((one) => (printedDifference(one) === change ? one.cell : [])))
    if (cases > 1) return tied[kind]({ of, change, cases })
    const only = { of, amount: amount(cell, family), case: cellLabel(cell, naming) }
    return kind === 'loss' ? loss(only) : improvement(only)
  }
  return sentences([said(best, 'improvement'), said(worst, 'loss')])
}

function printedDifference({ cell }: Highlight): string {
  return differenceText(cell.comparison.differencePercent ?? 0)
}

function geometric({ summary }: CandidateComparison): string {
  if (summary === undefined || summary.cells < 2) return ''
  return geometricMean({
    metric: metricInSentence(summary.metric),
    change: geometricText(summary),
  })
}

/** A difference that was selected for its size, with the interval that holds for selected ones. */
function amount(cell: ComparedCell, family: MetricFamily | undefined): string {
  const { comparison, selectedInterval } = cell
  const { differencePercent = 0 } = comparison
  if (selectedInterval !== undefined && family !== undefined && family.tested > 1) {
    const { lowPercent: low, highPercent: high } = selectedInterval
    return changeSelected({
      change: differenceText(differencePercent, low, high),
      interval: intervalText(low, high),
      level: `${formatShort(100 * family.level, 4)}\u202f%`,
    })
  }
  const [change = '', interval] = [cellDifference(cell), cellInterval(cell)]
  if (interval === undefined) return change
  return cellDeviation(cell) === undefined
    ? changeWithInterval({ change, interval })
    : changeWithBar({ change, deviation: interval })
}

function disagreement(cells: readonly ComparedCell[]): string {
  const count = cells.filter((cell) => cell.comparison.notes.includes('mean_and_typical_run_disagree')).length
  return count === 0 ? '' : disagreeing({ cases: count })
}

/** Cases without a number of these metrics on one side. */
function unmatched({ unmatched }: CandidateComparison, metrics: readonly string[]): string {
  const cases = [unmatched.baseline, unmatched.candidate]
    .map((alone) => casesOf(alone.filter(({ metric }) => metrics.includes(metric))))
    .reduce((sum, count) => sum + count, 0)
  return cases === 0 ? '' : unmatchedCases({ cases })
}
