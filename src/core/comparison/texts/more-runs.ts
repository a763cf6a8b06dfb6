import { caseAt, excludedIndexes, excludeIndexes, levelText, listableCount } from '../../plan/cases'
import type { Plan } from '../../plan/plan'
import { percentileOfMetric } from '../../results/percentiles'
import type { ComparisonVerdict, Estimator } from '../../statistics/comparison/case-comparison'
import { settledRuns } from '../../statistics/comparison/compare-moments'
import { smallestMannWhitneyP } from '../../statistics/comparison/mann-whitney'
import { fewestForPercentile } from '../../statistics/latency/histogram'
import { smallestNumber, twoLevel, type TestDesign } from '../../statistics/planning/run-counts'
import { RunsToSettle, upperDeviation } from '../../statistics/planning/settle-runs'
import type { Moments } from '../../statistics/summary/moments'
import { smallestOf } from '../../iterables'
import { formatPercent } from '../../units/number-format'
import { template } from '../../words/template'
import type { CellGroups, ComparedCell, Comparison } from '../comparison'
import type { Levels } from '../comparison-data'
import type { FewIosOfSides } from '../judge/run-buckets'
import { groupNouns } from '../judge/run-groups'
import type { Selection } from '../sides/selection'
import { hasLevels, hasPlannedLevel } from '../sides/select-campaigns'
import { isCampaignKey } from '../sides/spelling'

const noMargin = template(
  'more-no-margin',
  'No difference was seen, and with a margin of 0\u202f% no number of {units} shows that there is none.',
  { units: 'given' },
)
const setMargin = template('more-set-margin', 'Set a margin above 0\u202f%: what is too small to matter.')
const atMargin = template('more-at-margin', 'at the margin')
const fromMargin = template('more-from-margin', '{gap} from the margin', { gap: 'percent' })
const tooWide = template(
  'more-too-wide',
  'The scatter is too large for this margin: {what} may vary by {scatter} (80\u202f% upper limit), and the difference seen so far is {gap} of {margin}: more than {most} {units} a side would be needed.',
  {
    ...{ what: 'given', scatter: 'percent', gap: { of: [atMargin, fromMargin] } },
    ...{ margin: 'percent', most: 'count', units: 'given' },
  },
)
const interleavedOrder = template('more-interleaved', ', interleaved order')
const fewerCases = template('more-fewer-cases', ', compare fewer cases')
const scatterLess = template(
  'more-scatter-less',
  'Make the runs scatter less (longer runs, preconditioning to steady state, a quiet host{order}){fewer}, or accept a wider margin.',
  { order: { of: [interleavedOrder] }, fewer: { of: [fewerCases] } },
)
const orFewerCases = template('more-or-fewer-cases', ', or compare fewer cases')
const widerMargin = template('more-wider-margin', 'Accept a wider margin{fewer}.', {
  fewer: { of: [orFewerCases] },
})
const betweenGroups = template(
  'more-between-groups',
  ' At least {share} of the variance of the mean of a {one} is between {units}, which more runs do not lessen.',
  { share: 'percent', one: 'given', units: 'given' },
)
const groupsFirst = template(
  'more-groups',
  'More {units} settle this sooner than more runs of the same ones: {count} a side, {baseline} and {candidate} more.{between}',
  {
    ...{ units: 'given', count: 'count', baseline: 'count', candidate: 'count' },
    between: { of: [betweenGroups] },
  },
)
const moreLevels = template('more-levels', 'Measure at more {units}.', { units: 'given' })
const tooFewIos = template(
  'more-longer-runs',
  'More runs do not help: this percentile needs at least {least} I/Os in every run, and a run made {ios}.',
  { least: 'count', ios: 'count' },
)
const lowerPercentile = template(
  'more-lower-percentile',
  'Make the runs longer, or compare a lower percentile.',
)

const wantedRuns = template(
  'more-wanted',
  '{runs} runs a side settle the verdict against {margin} with power 0.8, if the difference is the one seen so far (the scatter is taken at its 80\u202f% upper limit): {baseline} more of the baseline, {candidate} more of the candidate.',
  { runs: 'count', margin: 'percent', baseline: 'count', candidate: 'count' },
)
const leastRuns = template(
  'more-least',
  'A verdict is settled by {runs} runs a side at least: {baseline} more of the baseline, {candidate} more of the candidate.',
  { runs: 'count', baseline: 'count', candidate: 'count' },
)
const noneNeeded = template(
  'more-none-needed',
  'No more runs are needed: the verdict is settled, or does not depend on them.',
)

/** What `MoreRunsOfCases` found, in sentences. */
export function moreRunsText(more: MoreRuns | undefined, marginPercent: number): string {
  if (more === undefined) return noneNeeded()
  if ('reason' in more) return `${more.reason} ${more.remedy}`
  const { perSide, baseline, candidate, isLeast } = more
  const counts = { runs: perSide, baseline, candidate }
  return isLeast ? leastRuns(counts) : wantedRuns({ margin: marginText(marginPercent), ...counts })
}

function marginText(percent: number): string {
  return `\u00b1${formatPercent(percent)}`
}

/** How many runs would settle a case, or why no plan would. */
export type MoreRuns = WantedRuns | NoPlan

/** How many runs a case needs on each side, and how many are missing. */
export interface WantedRuns {
  readonly perSide: number
  readonly baseline: number
  readonly candidate: number
  /** The verdict stands, or the runs do not scatter: only their number is too small. */
  readonly isLeast?: true
}

/** No reasonable number of runs settles the case. */
export interface NoPlan {
  readonly reason: string
  readonly remedy: string
}

/** More runs per side than this are not practical: something other than their number has to change. */
const mostRunsPerSide = 100
/** Verdicts that more runs could settle. */
const openVerdicts: ReadonlySet<ComparisonVerdict> = new Set([
  'inconclusive',
  'better_small_or_uncertain',
  'worse_small_or_uncertain',
  'too_few_runs',
  'not_tested',
])
/** Verdicts that are final once there are enough runs. */
const closedVerdicts: ReadonlySet<ComparisonVerdict> = new Set(['better', 'worse', 'equivalent'])

/** Whether more runs could settle the verdict: it is open, or based on fewer than five runs a side. */
export function isUnsettled(
  verdict: ComparisonVerdict,
  baselineN: number | undefined,
  candidateN: number | undefined,
): boolean {
  if (baselineN === undefined || candidateN === undefined) return false
  if (openVerdicts.has(verdict)) return true
  return closedVerdicts.has(verdict) && Math.min(baselineN, candidateN) < settledRuns
}

/**
 * Runs per side that settle the verdict on a case at its family's level with power 0.8 if the difference is the one seen so
 * far: they distinguish it from the margin, or show that it lies within. The scatter is its 80 % upper confidence limit. At
 * least five, at most 100. Undefined if the case is settled or was printed. The cases of a family share what was computed
 * for the first of them.
 */
export class MoreRunsOfCases {
  readonly #plans = new Map<string, RunsToSettle>()

  constructor(private readonly comparison: Pick<Comparison, 'marginPercent' | 'families'>) {}

  of(cell: ComparedCell): MoreRuns | undefined {
    const { comparison, n, fewIos, metric } = cell
    if (fewIos !== undefined) return longerRuns(metric, fewIos)
    if (n.baseline === undefined || n.candidate === undefined) return undefined
    if (!isUnsettled(comparison.verdict, n.baseline, n.candidate)) return undefined
    const scatter = scatterOf(cell)
    // A final verdict, or a case without scatter so far, only needs the minimum of five runs.
    const isLeast = scatter === undefined || closedVerdicts.has(comparison.verdict)
    const missing = (perSide: number): WantedRuns => ({
      ...(isLeast && { isLeast }),
      perSide,
      baseline: Math.max(0, perSide - (n.baseline ?? 0)),
      candidate: Math.max(0, perSide - (n.candidate ?? 0)),
    })
    if (scatter === undefined || isLeast)
      return cell.groups ? moreGroups(settledRuns, cell.groups) : missing(settledRuns)
    const { marginPercent } = this.comparison
    const margin = Math.log1p(marginPercent / 100)
    const seen = Math.abs(Math.log1p((comparison.differencePercent ?? 0) / 100))
    const units = cell.groups ? groupNouns(cell.groups.kind)[1] : 'runs'
    if (margin === 0 && seen === 0) return { reason: noMargin({ units }), remedy: setMargin() }
    const { estimator } = comparison
    const { level = 0.95, tested = 1 } = this.comparison.families.find((one) => one.metric === metric) ?? {}
    const planned = this.#planOf(estimator, level, margin).runs(seen, scatter)
    const least = estimator === 'hodges_lehmann' ? leastForRanks(1 - level) : settledRuns
    if (planned !== undefined && least !== undefined) {
      const perSide = Math.max(planned, least)
      return cell.groups ? moreGroups(perSide, cell.groups) : missing(perSide)
    }
    const gap = formatPercent(100 * Math.expm1(Math.abs(seen - margin)), 2)
    const isPaired = estimator === 'paired'
    const reason = tooWide({
      // Pairs are compared by their ratios.
      ...{ what: isPaired ? `ratios of pairs of ${units}` : units, scatter: formatPercent(100 * scatter, 2) },
      gap: /[1-9]/.test(gap) ? fromMargin({ gap }) : atMargin(),
      ...{ margin: marginText(marginPercent), most: mostRunsPerSide, units },
    })
    const order = isPaired ? '' : interleavedOrder()
    const remedy = cell.groups
      ? widerMargin({ fewer: tested > 1 ? orFewerCases() : '' })
      : scatterLess({ order, fewer: tested > 1 ? fewerCases() : '' })
    return { reason, remedy }
  }

  #planOf(estimator: Estimator | undefined, level: number, margin: number): RunsToSettle {
    const design: TestDesign = estimator === 'paired' ? 'pairs' : 'samples'
    const key = `${design} ${level}`
    const known = this.#plans.get(key)
    if (known) return known
    const plan = new RunsToSettle({ design, level, margin, least: settledRuns, most: mostRunsPerSide })
    this.#plans.set(key, plan)
    return plan
  }
}

/** Groups are the unit: more of them settle a case before more runs of the same ones do. */
function moreGroups(perSide: number, { kind, baseline, candidate }: CellGroups): NoPlan {
  const [one, several] = groupNouns(kind)
  const missing = [baseline, candidate].map((groups) => Math.max(0, perSide - groups.length))
  const shares = [baseline, candidate].flatMap((groups) => betweenShare(groups) ?? [])
  const share = shares.length === 0 ? undefined : Math.min(95, Math.floor(20 * smallestOf(shares)) * 5)
  const [own = 0, other = 0] = missing
  return {
    reason: groupsFirst({
      ...{ units: several, count: perSide, baseline: own, candidate: other },
      between:
        share === undefined || share < 10
          ? ''
          : betweenGroups({ share: formatPercent(share), one, units: several }),
    }),
    remedy: moreOf[kind]?.() ?? moreLevels({ units: several }),
  }
}

const moreDays = template('more-days', 'Repeat the plan on more days.')
const moreOf: Readonly<Partial<Record<string, () => string>>> = {
  sample: template('more-samples', 'Measure more samples of the model.'),
  day: moreDays,
  date: moreDays,
  format: template('more-formats', 'Repeat the plan, which purges the drive each time.'),
  campaign: template('more-campaigns', 'Repeat the plan in more campaigns.'),
}

/** Share of the variance of group means that is not that of their runs (Kalibera & Jones 2013); undefined for single runs. */
function betweenShare(groups: CellGroups['baseline']): number | undefined {
  const levels = twoLevel(groups)
  if (levels === undefined || levels.varianceOfGroupMeans <= 0) return undefined
  return Math.max(0, levels.varianceBetween / levels.varianceOfGroupMeans)
}

/** A test of ranks reaches a small p only with enough runs, however large the effect is. */
function leastForRanks(alpha: number): number | undefined {
  return smallestNumber(settledRuns, mostRunsPerSide, (runs) => smallestMannWhitneyP(runs, runs) <= alpha)
}

/** A percentile that some runs lack: more runs that are as short would lack it, too. */
function longerRuns(metric: string, { baseline, candidate }: FewIosOfSides): NoPlan | undefined {
  const percent = percentileOfMetric(metric)
  const least = smallestOf([...baseline, ...candidate].map(({ ios }) => ios))
  return percent === undefined
    ? undefined
    : {
        reason: tooFewIos({ least: fewestForPercentile(percent), ios: least }),
        remedy: lowerPercentile(),
      }
}

/**
 * Scatter of single runs on the log scale, or of pairs if runs were compared in pairs, as the upper confidence limit that
 * their number allows; undefined without scatter.
 */
function scatterOf({ comparison, n, groups }: ComparedCell): number | undefined {
  const { estimator, log, baseline, candidate } = comparison
  if (estimator === 'paired' && log !== undefined)
    return upperDeviation(log.standardError * Math.sqrt(groups?.baseline.length ?? n.baseline ?? 1), log.df)
  const { cv, df } = pooledCv(baseline, candidate)
  return cv > 0 ? upperDeviation(cv, df) : undefined
}

/** Root mean square of the coefficients of variation of both sides, weighted by their degrees of freedom. */
function pooledCv(...sides: readonly (Moments | undefined)[]): { readonly cv: number; readonly df: number } {
  const known = sides.flatMap((side) =>
    side?.sd === undefined || !(side.mean > 0)
      ? []
      : [{ square: (side.sd / side.mean) ** 2, df: side.n - 1 }],
  )
  const df = known.reduce((sum, one) => sum + one.df, 0)
  const squares = known.reduce((sum, one) => sum + one.df * one.square, 0)
  return { cv: Math.sqrt(squares / Math.max(1, df)), df }
}

/** More runs of some cases of one campaign's plan. */
interface MoreRunsRequest {
  /** The plan as it was run. */
  readonly plan: Plan
  /** The side it was run for. */
  readonly selection: Selection
  /** Lined-up levels of each case. */
  readonly cases: readonly Levels[]
  /** Parameters varied within a run: any of their levels means the whole run. */
  readonly sweptKeys?: readonly string[]
  /** Runs that each of these cases still needs. */
  readonly repetitions: number
  /** Identity and name of the new plan. */
  readonly id: string
  readonly name: string
}

/** A plan that runs only the requested cases, each this many more times; undefined if it would run none. */
export function planMoreRuns(request: MoreRunsRequest): Plan | undefined {
  const { plan, selection, cases, sweptKeys = [], repetitions, id, name } = request
  if (repetitions < 1) return undefined
  const terms = selection.filter(
    (term) =>
      !sweptKeys.includes(term.key) &&
      (hasPlannedLevel(plan, term) || (term.key !== 'test' && !isCampaignKey(term.key))),
  )
  const keySets = caseSets(plan, cases, sweptKeys)
  const isWanted = (levels: Levels) => {
    const whole: Levels = { ...plan.base, ...levels }
    return (
      hasLevels(levels, plan.base, terms) && keySets.some(({ keys, texts }) => texts.has(textOf(whole, keys)))
    )
  }
  const excluded = excludedIndexes(plan)
  const count = listableCount(plan)
  const left: number[] = []
  for (let index = 0; index < count; index += 1) {
    if (!excluded.has(index) && !isWanted(caseAt(plan, index).levels)) left.push(index)
  }
  if (excluded.size + left.length === count) return undefined
  return { ...excludeIndexes(plan, left, true), id, name, repetitions }
}

/** Cases by the keys their plan has (it has no configuration), each as one text. */
function caseSets(plan: Plan, cases: readonly Levels[], sweptKeys: readonly string[]) {
  const known = new Set([...plan.axes.map((axis) => axis.key), ...Object.keys(plan.base)])
  const sets = new Map<string, { readonly keys: readonly string[]; readonly texts: Set<string> }>()
  for (const levels of cases) {
    const keys = Object.keys(levels).filter((key) => known.has(key) && !sweptKeys.includes(key))
    const name = keys.join('\n')
    const set = sets.get(name) ?? { keys, texts: new Set<string>() }
    sets.set(name, set)
    set.texts.add(textOf(levels, keys))
  }
  return [...sets.values()]
}

function textOf(levels: Levels, keys: readonly string[]): string {
  return keys.map((key) => levelText(levels[key])).join(',')
}
