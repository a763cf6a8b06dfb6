import { axisName } from '../../plan/levels/format-level'
import { levelText } from '../../plan/cases'
import { sortLevelKeys } from '../../plan/levels/levels'
import type { LevelValue } from '../../plan/plan'
import { estimatorText, noteText, verdictText } from '../../statistics/comparison/case-comparison'
import type { ScaledUnit } from '../../units/unit-scale'
import { cellDifference, cellInterval, momentTexts, unitsByMetric } from './cell-text'
import type { PercentEnds } from '../../statistics/comparison/verdict'
import { cellPlaces, cellLabel, cellNaming } from './cell-label'
import type {
  CandidateComparison,
  ComparedCell,
  Comparison,
  MetricFamily,
  UnmatchedCase,
} from '../comparison'
import { factorText } from '../sides/factor-names'
import { highlights, isSignificant, summaryText } from './summary-text'
import { withoutPartnerText } from '../judge/compare-runs'
import { fewIosText } from '../judge/run-buckets'
import { groupsText } from '../judge/run-groups'
import { isUnsettled } from './more-runs'
import { percentRefusal } from './percent-refusal'

/** Above this number, items are counted, not listed. */
const mostListed = 100

type ResultOf<T> = T extends (...given: never) => infer R ? R : never

/** A comparison as sent to the window: texts, and the numbers in columns. */
export type ComparisonReport = ResultOf<typeof reportComparison>
export type CandidateReport = ComparisonReport['candidates'][number]
/** One entry per cell in each list; NaN marks a number that does not exist and is never shown. */
export type CellColumns = ResultOf<typeof cellColumns>

/** One text per cell, as an index into a list. */
export interface Words {
  readonly list: readonly string[]
  readonly places: Uint32Array
}

/** A comparison as the window shows it. */
export function reportComparison(comparison: Comparison) {
  const cells = comparison.candidates.flatMap((one) => one.cells)
  const naming = cellNaming(cells)
  const { significant } = highlights(comparison)
  const places = cellPlaces(comparison)
  const summary = summaryText(comparison)
  const columns = cellColumns(comparison.candidates, cells)
  return {
    mode: comparison.mode,
    marginPercent: comparison.marginPercent,
    /** One per metric, the primary one first. */
    families: comparison.families,
    baseline: comparison.baseline.label,
    candidates: comparison.candidates.map((one) => ({
      label: one.candidate.label,
      campaignIds: one.candidate.campaignIds,
      cellCount: one.cells.length,
      compared: one.compared,
      confounders: one.confounders,
      unrecorded: one.unrecorded,
      /** Cases without a partner: their number, and the first of them in words. */
      unmatched: {
        baseline: unmatched(one.unmatched.baseline),
        candidate: unmatched(one.unmatched.candidate),
      },
      summary: one.summary,
      /** What to know besides the differences: order and time, read shares, latencies. */
      advice: one.advice,
    })),
    /** Printed results that cannot be tested include a deviation, so the sigma rule can judge them. */
    canUseSigma: cells.some(
      ({ comparison: { verdict, candidate }, printedDeviationPercent }) =>
        verdict === 'runs_not_published' && (candidate?.sd ?? printedDeviationPercent) !== undefined,
    ),
    /** Why percentages are not drawn yet. */
    refusal: percentRefusal(comparison),
    /** One paragraph that states only what the verdicts support. */
    summary,
    /** Cells that stand out, the largest first; a gain above 0 is better. */
    highlights: significant.slice(0, mostListed).map(({ cell, gainPercent }) => ({
      cell: places.get(cell) ?? 0,
      label: cellLabel(cell, naming),
      gainPercent,
      ...selectedOf(cell, comparison.families),
    })),
    /** How many stand out, including those not listed. */
    highlightCount: {
      better: significant.filter(({ gainPercent }) => gainPercent > 0).length,
      worse: significant.filter(({ gainPercent }) => gainPercent < 0).length,
    },
    excludedRuns: comparison.excludedRuns,
    cells: columns,
  }
}

const noUnit: ScaledUnit = { label: '', factor: 1 }

/** The interval of a difference that stands out of several tests, which allows for the selection. */
function selectedOf(
  { metric, selectedInterval }: ComparedCell,
  families: readonly MetricFamily[],
): { readonly selected?: PercentEnds & Pick<MetricFamily, 'level' | 'tested'> } {
  const family = families.find((one) => one.metric === metric)
  if (selectedInterval === undefined || family === undefined || family.tested < 2) return {}
  return { selected: { ...selectedInterval, level: family.level, tested: family.tested } }
}

function unmatched(cases: readonly UnmatchedCase[]) {
  const naming = cellNaming(cases)
  return { count: cases.length, first: cases.slice(0, mostListed).map((one) => cellLabel(one, naming)) }
}

function cellColumns(candidates: readonly CandidateComparison[], cells: readonly ComparedCell[]) {
  function words(text: (cell: ComparedCell) => string): Words {
    return wordsOf(cells.map(text))
  }
  function numbers(value: (cell: ComparedCell) => number | undefined): Float64Array {
    return Float64Array.from(cells, (cell) => value(cell) ?? NaN)
  }
  const keys = sortLevelKeys(cells.flatMap((cell) => Object.keys(cell.levels)))
  const levels: ({ readonly key: string; readonly name: string } & ReturnType<typeof levelWords>)[] = []
  for (const key of keys) {
    levels.push({ key, name: axisName(key), ...levelWords(cells, key) })
  }
  const metrics = words((cell) => cell.metric)
  const unitOf = unitsByMetric(cells)
  const printedMean = (cell: ComparedCell, side: 'baseline' | 'candidate') =>
    (cell.printed?.[side] && momentTexts(cell, side, unitOf.get(cell.metric) ?? noUnit)?.mean) ?? ''
  return {
    count: cells.length,
    candidates: wordsOf(candidates.flatMap((one) => one.cells.map(() => one.candidate.label))),
    tests: words((cell) => cell.test),
    directions: words((cell) => cell.direction),
    metrics,
    /** Lined-up parameters that distinguish the cells. */
    levels,
    /** The unit of the means of each metric, in the order of `metrics`. */
    units: metrics.list.map((metric) => unitOf.get(metric) ?? noUnit),
    /** Means, differences and deviations with the digits of print; empty texts for measured ones, absent without print. */
    ...(cells.some(({ printed }) => printed !== undefined) && {
      printed: {
        baseline: words((cell) => printedMean(cell, 'baseline')),
        candidate: words((cell) => printedMean(cell, 'candidate')),
        difference: words((cell) => (cell.printed?.difference && cellDifference(cell)) ?? ''),
        interval: words((cell) => (cell.printed?.difference && cellInterval(cell)) ?? ''),
      },
    }),
    baselineN: numbers((cell) => cell.n.baseline),
    candidateN: numbers((cell) => cell.n.candidate),
    baselineMean: numbers((cell) => cell.comparison.baseline?.mean),
    candidateMean: numbers((cell) => cell.comparison.candidate?.mean),
    baselineSd: numbers((cell) => cell.comparison.baseline?.sd),
    candidateSd: numbers((cell) => cell.comparison.candidate?.sd),
    differencePercent: numbers((cell) => cell.comparison.differencePercent),
    lowPercent: numbers((cell) => cell.comparison.lowPercent),
    highPercent: numbers((cell) => cell.comparison.highPercent),
    p: numbers((cell) => cell.comparison.p),
    adjustedP: numbers((cell) => cell.adjustedP),
    estimators: words(({ comparison: { estimator } }) => (estimator ? estimatorText(estimator) : '')),
    verdicts: words((cell) => verdictText(cell.comparison.verdict)),
    notes: words(notesOf),
    /** 1 if more runs could settle the verdict. */
    unsettled: Uint8Array.from(cells, ({ comparison, n }) =>
      isUnsettled(comparison.verdict, n.baseline, n.candidate) ? 1 : 0,
    ),
    /** 1 if the marker is filled. */
    significant: Uint8Array.from(cells, (cell) => (isSignificant(cell) ? 1 : 0)),
  }
}

function notesOf({ comparison, excluded, withoutPartner, source, fewIos, groups }: ComparedCell): string {
  return [
    ...(groups ? [groupsText(groups)] : []),
    ...(fewIos ? [fewIosText(fewIos)] : []),
    ...comparison.notes.map(noteText),
    ...(excluded ? [`${excluded.runIds.length} left out by hand`] : []),
    ...(withoutPartner ? [withoutPartnerText(withoutPartner)] : []),
    ...(source === undefined ? [] : ['printed']),
  ].join('; ')
}

function levelWords(cells: readonly ComparedCell[], key: string) {
  const values = new Map<string, LevelValue | undefined>()
  for (const cell of cells) values.set(levelText(cell.levels[key]), cell.levels[key])
  const places = new Map([...values.keys()].map((text, place) => [text, place]))
  const list = [...values.values()]
  return {
    /** The level for each word. */
    values: list,
    words: {
      list: list.map((value) => (value === undefined ? '' : factorText(key, value))),
      places: Uint32Array.from(cells, (cell) => places.get(levelText(cell.levels[key])) ?? 0),
    },
  }
}

function wordsOf(texts: readonly string[]): Words {
  const list = [...new Set(texts)]
  const places = new Map(list.map((text, place) => [text, place]))
  return { list, places: Uint32Array.from(texts, (text) => places.get(text) ?? 0) }
}
