import { isLatencyMetric, percentileOfMetric } from '../../results/percentiles'
import { runName } from '../../results/run-name'
import { roundLogs, roundsRatio } from '../../statistics/comparison/geometric-rounds'
import { geometricSummary, logInterval, type UncertainRatio } from '../../statistics/comparison/log-ratio'
import { settleFamily } from '../../statistics/comparison/settle-family'
import {
  isDirected,
  type MarkedPercentile,
  markedPercentile,
  percentileVerdict,
} from '../../statistics/latency/percentile-mark'
import { defaultMarginPercent } from '../../statistics/comparison/verdict'
import { cellNaming } from '../texts/cell-label'
import { compareSides, comparedSide, lineUpSides, type OpenCandidate, type OpenCell } from './compare-sides'
import { allMetrics, chosenMetric, preferredMetrics } from './compared-quantities'
import type { ComparedCell, Comparison, GeometricChange, MetricFamily } from '../comparison'
import type { ComparisonData } from '../comparison-data'
import { ComparisonError } from '../comparison-error'
import type { ComparisonSettings } from '../comparison-settings'
import { chooseSides, headlinesOfSides, type Sides } from '../sides/side'
import { groupMeans } from './run-groups'
import { requireDistinctNames } from '../sides/side-names'
import { isOfCampaign } from '../sides/whole-campaign'

/**
 * Throws a ComparisonError that names the choices if no campaign measured a chosen test or metric: an empty
 * comparison would look as if the cases had no partners.
 */
function requireMeasured({ columns, published }: ComparisonData, settings: ComparisonSettings): void {
  const all = [...columns, ...published]
  const tests = new Set(all.map(({ test }) => test))
  const unknown = (settings.tests ?? []).find((test) => !tests.has(test))
  if (unknown !== undefined) throw notMeasured('test', unknown, tests)
  if (settings.metric === undefined || settings.metric === allMetrics) return
  const { id } = chosenMetric(settings.metric)
  const metrics = new Set(all.map(({ metric }) => metric))
  // A percentile may be missing everywhere because every run made too few I/Os; the cases then report it.
  if (percentileOfMetric(id) !== undefined && metrics.has('io_count')) return
  if (!metrics.has(id)) throw notMeasured('metric', id, metrics)
}

function notMeasured(what: 'test' | 'metric', name: string, there: ReadonlySet<string>): ComparisonError {
  return new ComparisonError(
    `No campaign has results of the ${what} "${name}".`,
    there.size === 0 ? 'There are no results yet.' : `There are: ${[...there].sort().join(', ')}.`,
  )
}

/**
 * Compares every candidate with the baseline, case by case, and judges the cases of each metric together. Throws a
 * ComparisonError if a selection matches nothing or a metric cannot be judged; every problem with the numbers becomes
 * a verdict or a note. The data are read on demand.
 */
export function compareCampaigns(data: ComparisonData, settings: ComparisonSettings): Comparison {
  requireMeasured(data, settings)
  requireDistinctNames(settings)
  const sides: Sides[] = []
  for (const candidate of settings.candidates) {
    sides.push(chooseSides(data, settings, candidate))
  }
  const [first] = sides
  if (first === undefined) {
    throw new ComparisonError(
      'There is nothing to compare with the baseline.',
      'Choose at least one candidate.',
    )
  }
  const candidates: OpenCandidate[] = []
  for (const one of sides) candidates.push(compareSides(lineUpSides(one, settings), settings))
  const cells = candidates.flatMap((one) => one.cells)
  const families: MetricFamily[] = []
  for (const metric of metricsOf(cells, settings, sides.flatMap(headlinesOfSides)))
    families.push(judge(metric, cells, settings))
  withholdUneven(data, cells, settings)
  const acceptance = settings.acceptance?.trim()
  const leftOut = exclusionNames(first.baseline.label, candidates)
  return {
    mode: settings.mode ?? 'default',
    marginPercent: settings.marginPercent ?? defaultMarginPercent,
    baseline: comparedSide(first.baseline),
    candidates: candidates.map((one) => ({
      ...one,
      summary: families[0] && geometricChange(one, families[0].metric, settings),
    })),
    families,
    acceptance: acceptance === '' ? undefined : acceptance,
    excludedRuns: (settings.excludedRuns ?? []).flatMap((run) => {
      const name = leftOut.get(run.runId)
      return name === undefined ? [] : [{ ...run, name }]
    }),
  }
}

/** By id, excluded runs of these cells: "Drive A: 4 KiB · 70 % read, run 3". */
function exclusionNames(baseline: string, candidates: readonly OpenCandidate[]): ReadonlyMap<number, string> {
  const { keys } = cellNaming(candidates.flatMap((one) => one.cells))
  const names = new Map<number, string>()
  for (const { candidate, cells } of candidates) {
    for (const { excluded, levels } of cells) {
      if (excluded === undefined) continue
      const wanted = new Set(excluded.runIds)
      const told = Object.fromEntries(
        Object.entries(levels).filter(([key]) => keys.includes(key) && !isOfCampaign(key)),
      )
      for (const side of ['baseline', 'candidate'] as const) {
        const { runIds, repetitions } = excluded.allRuns[side]
        const label = side === 'baseline' ? baseline : candidate.label
        runIds.forEach((runId, at) => {
          const repetition = repetitions[at] ?? 0
          if (wanted.has(runId)) names.set(runId, `${label}: ${runName({ levels: told, repetition })}`)
        })
      }
    }
  }
  return names
}

/** The metrics of the cells, the primary one first: the declared one, otherwise the one readers expect. */
function metricsOf(
  cells: readonly OpenCell[],
  { primaryMetric }: ComparisonSettings,
  headlines: readonly string[],
): readonly string[] {
  const metrics = [...new Set(cells.map((cell) => cell.metric))]
  const declared = primaryMetric === undefined ? undefined : chosenMetric(primaryMetric).id
  if (declared !== undefined && metrics.length > 0 && !metrics.includes(declared)) {
    throw new ComparisonError(
      `The primary metric ${declared} is not among those compared.`,
      `Choose one of ${metrics.join(', ')}.`,
    )
  }
  const primary = declared ?? preferredMetrics(headlines).find((id) => metrics.includes(id)) ?? metrics[0]
  return metrics.sort((a, b) => Number(b === primary) - Number(a === primary))
}

/** Gives the cells of a metric their adjusted p and their verdict among the others. */
function judge(metric: string, all: readonly OpenCell[], settings: ComparisonSettings): MetricFamily {
  const cells = all.filter((cell) => cell.metric === metric)
  const members = cells.map((cell) => ({
    comparison: cell.comparison,
    better: cell.better,
    runs: runsOf(cell),
  }))
  const { adjustedP, verdicts, selectedIntervals, tested, discoveries, level } = settleFamily(
    members,
    settings,
  )
  cells.forEach((cell, at) => {
    cell.adjustedP = adjustedP[at]
    const selected = selectedIntervals[at]
    if (selected !== undefined) cell.selectedInterval = selected
    const verdict = verdicts[at]
    if (verdict !== undefined && verdict !== cell.comparison.verdict)
      cell.comparison = { ...cell.comparison, verdict }
  })
  return { metric, tested, discoveries, level }
}

/** Leaves the direction of a percentile of latency open where few runs hold most slow I/Os. */
function withholdUneven(
  { pooledPercentile }: ComparisonData,
  cells: readonly OpenCell[],
  { mode }: ComparisonSettings,
): void {
  if (pooledPercentile === undefined) return
  for (const cell of cells) {
    const { comparison, baselineRuns, candidateRuns } = cell
    if (!isLatencyMetric(cell.metric) || percentileOfMetric(cell.metric) === undefined) continue
    if (!isDirected(comparison.verdict) || !baselineRuns || !candidateRuns) continue
    const marked: MarkedPercentile[] = []
    for (const runs of [baselineRuns, candidateRuns]) {
      const pooled = pooledPercentile(cell, runs.runIds)
      marked.push(markedPercentile(pooled, runs.values, mode === 'robust' ? 'median' : 'mean'))
    }
    const verdict = percentileVerdict(comparison.verdict, marked[0], marked[1])
    if (verdict !== comparison.verdict) cell.comparison = { ...comparison, verdict }
  }
}

function runsOf({ baselineRuns, candidateRuns, groups }: OpenCell) {
  if (groups) return { baseline: groupMeans(groups.baseline), candidate: groupMeans(groups.candidate) }
  if (baselineRuns === undefined || candidateRuns === undefined) return undefined
  return { baseline: baselineRuns.values, candidate: candidateRuns.values }
}

/**
 * Geometric mean of the ratios of a metric. The round is the unit where repetitions were rounds; elsewhere, and by ranks
 * or the sigma rule, the cases are treated as independent.
 */
function geometricChange(
  one: OpenCandidate,
  metric: string,
  { mode = 'default' }: ComparisonSettings,
): GeometricChange | undefined {
  const cells = one.cells.filter((cell) => cell.metric === metric)
  const byRound = mode === 'default' ? changeByRound(cells, metric, one.rounds) : undefined
  if (byRound !== undefined) return byRound
  const ratios = cells.flatMap(({ comparison }): UncertainRatio[] => {
    const { differencePercent, log, verdict } = comparison
    if (differencePercent === undefined || verdict === 'not_valid') return []
    const isExact = verdict === 'identical' || verdict === 'deterministic_difference'
    return [{ ratio: 1 + differencePercent / 100, log: isExact ? 'exact' : log }]
  })
  const summary = geometricSummary(ratios)
  if (summary === undefined) return undefined
  return {
    ...{ metric, rounds: undefined, cells: ratios.length },
    percent: 100 * (summary.ratio - 1),
    lowPercent: percent(summary.low),
    highPercent: percent(summary.high),
  }
}

/** Undefined for a single case, which is not a mean of several, and unless every case has an estimate of its own. */
function changeByRound(
  cells: readonly ComparedCell[],
  metric: string,
  rounds: OpenCandidate['rounds'],
): GeometricChange | undefined {
  const tested = cells.filter(({ comparison }) => comparison.differencePercent !== undefined)
  if (rounds === undefined || tested.length < 2) return undefined
  if (!tested.every(({ comparison }) => comparison.log !== undefined)) return undefined
  const runs = tested.flatMap(({ baselineRuns, candidateRuns }) =>
    baselineRuns && candidateRuns ? [{ baselineRuns, candidateRuns }] : [],
  )
  if (runs.length < tested.length) return undefined
  const a = roundLogs(runs.map((one) => one.baselineRuns))
  const b = roundLogs(runs.map((one) => one.candidateRuns))
  const ratio = a && b && roundsRatio(a, b, rounds === 'paired')
  if (ratio === undefined) return undefined
  const ends = ratio.estimate && logInterval(ratio.estimate)
  return {
    ...{ metric, rounds: ratio.rounds, cells: tested.length },
    percent: 100 * Math.expm1(ratio.logRatio),
    lowPercent: percent(ends?.low),
    highPercent: percent(ends?.high),
  }
}

function percent(ratio: number | undefined): number | undefined {
  return ratio === undefined ? undefined : 100 * (ratio - 1)
}
