import { findMetric } from '../../results/metrics'
import { isAtFixedDepth } from '../../results/percentiles'
import type { ComparisonOptions } from '../../statistics/comparison/case-comparison'
import { compareCase } from '../../statistics/comparison/compare-case'
import { comparisonOf } from '../../statistics/comparison/compare-moments'
import type { Polarity } from '../../statistics/comparison/verdict'
import { printedQuantities } from './compared-quantities'
import {
  comparePrintedDifference,
  compareSummaries,
  sideMoments,
  type PrintedOrRuns,
} from './compare-printed'
import { compareRuns, withoutRuns } from './compare-runs'
import type { CandidateComparison, ComparedCell, ComparedSide, UnmatchedCase } from '../comparison'
import type { StoredPublishedResult } from '../../results/published-result'
import type { Quantity } from '../../results/observation'
import type { ComparisonSettings } from '../comparison-settings'
import { present } from '../../iterables'
import { comparisonAdvice } from './comparison-advice'
import { factorDifferences } from '../sides/factor-differences'
import { lineUp, type LinedUpCase } from './line-up'
import type { FewIosOfSides, ShortRun } from './run-buckets'
import { isDrift, plainTurns, plainTurnsText } from './plain-turns'
import { groupMeans, noGroupsText, runGroups, type RunGroups } from './run-groups'
import {
  isPublishedBaseline,
  type Side,
  type Sides,
  levelRoles,
  type LevelRoles,
  withoutKey,
} from '../sides/side'
import { countReservations, isInvalidating, type ReservedRuns } from '../../results/reserved-runs'

/** A cell whose adjusted p and verdict are set once all cells of its metric are known. */
export type OpenCell = Omit<ComparedCell, 'adjustedP' | 'comparison' | 'selectedInterval'> & {
  adjustedP: number | undefined
  selectedInterval?: ComparedCell['selectedInterval']
  comparison: ComparedCell['comparison']
}

export interface OpenCandidate extends Omit<CandidateComparison, 'summary'> {
  readonly cells: readonly OpenCell[]
}

/** Two sides with their cases next to each other, before anything is compared. */
export interface LinedUpSides {
  readonly sides: Sides
  /** The unit instead of the runs, if there is one. */
  readonly groups: RunGroups | undefined
  readonly roles: LevelRoles
  readonly cases: readonly LinedUpCase[]
}

/** Pairs the equal cases of both sides. */
export function lineUpSides(sides: Sides, settings: ComparisonSettings): LinedUpSides {
  const { group, mode } = settings
  const groups = mode === 'sigma' ? undefined : runGroups(sides, group)
  const all = levelRoles(sides)
  // Cases that differ in the unit only are one case.
  const roles = groups && group !== undefined ? withoutKey(all, group) : all
  return { sides, roles, groups, cases: lineUp(sides, roles, settings) }
}

/** Compares one candidate with the baseline: lined-up cases, cases without a partner, and everything else that differs. */
export function compareSides(
  { sides, roles, groups, cases }: LinedUpSides,
  settings: ComparisonSettings,
): OpenCandidate {
  const excluded = new Set(settings.excludedRuns?.map((run) => run.runId))
  // Values of groups are no pairs of runs.
  const interleaved = isInterleaved(sides) && (groups === undefined || settings.group === undefined)
  const reserved = reservedOfSides(sides)
  const turns = interleaved && settings.mode !== 'sigma' ? plainTurns(sides, cases) : undefined
  const cells: OpenCell[] = []
  const unmatched = { baseline: [] as UnmatchedCase[], candidate: [] as UnmatchedCase[] }
  for (const one of cases) {
    const better = polarity(one.quantity)
    if (better === undefined) continue
    const options: ComparisonOptions = { better, mode: settings.mode, marginPercent: settings.marginPercent }
    if (one.fewIos !== undefined)
      cells.push(withReservations(untestedPercentile(one, one.fewIos, better), reserved))
    else if (one.baseline === undefined || one.candidate === undefined) {
      unmatched[one.baseline === undefined ? 'candidate' : 'baseline'].push(unmatchedCase(one, excluded))
    } else {
      const runs = compareLinedUp(one, one.baseline, one.candidate, options, interleaved, excluded)
      const cell = groups ? comparedByGroup(runs, groups, options) : runs
      const drift = turns?.driftPercent(one) ?? 0
      cells.push(withReservations(untestedDrift(cell, drift), reserved))
    }
  }
  const drifted = cells.filter((cell) => cell.comparison.verdict === 'drift_in_turns').length
  const turnsText = turns ? [plainTurnsText(drifted, cells.length)] : []
  for (const cell of printedDifferences(sides, settings)) cells.push(cell)
  return {
    candidate: comparedSide(sides.candidate),
    ...factorDifferences(sides, roles, settings.factors ?? []),
    cells,
    rounds: groups ? undefined : roundsOf(sides, interleaved),
    unmatched,
    advice: [
      ...turnsText,
      ...(groups === undefined && settings.group !== undefined
        ? present(noGroupsText(sides, settings.group))
        : []),
      ...comparisonAdvice(sides, cases),
    ],
  }
}

export function comparedSide({ selection, label, chosenBy, campaigns }: Side): ComparedSide {
  const fixed = selection.every(({ key, value }) => isAtFixedDepth({ [key]: value }))
  return {
    ...{ selection, label, chosenBy },
    campaignIds: campaigns.map(({ campaign }) => campaign.id),
    fixedDepth: fixed && campaigns.every(({ campaign }) => isAtFixedDepth(campaign.base)),
  }
}

/**
 * A percentile that some runs lack: excluding those runs would exclude the slow ones. A side of which every run has it
 * keeps its mean.
 */
function untestedPercentile(
  { quantity, levels, baseline, candidate }: LinedUpCase,
  fewIos: FewIosOfSides,
  better: Polarity,
): OpenCell {
  const { test, direction, metric, unit } = quantity
  const runs = (side: PrintedOrRuns | undefined) => (side && 'runs' in side ? side.runs : undefined)
  const whole = (side: PrintedOrRuns | undefined, short: readonly ShortRun[]) =>
    side && short.length === 0 ? sideMoments(side) : undefined
  return {
    ...{ test, direction, metric, unit, better, levels, fewIos },
    comparison: comparisonOf(
      whole(baseline, fewIos.baseline),
      whole(candidate, fewIos.candidate),
      'too_few_ios',
    ),
    n: { baseline: runs(baseline)?.count ?? 0, candidate: runs(candidate)?.count ?? 0 },
    adjustedP: undefined,
    baselineRuns: runs(baseline),
    candidateRuns: runs(candidate),
    excluded: undefined,
    paired: false,
    withoutPartner: undefined,
    source: undefined,
  }
}

function reservedOfSides({ baseline, candidate }: Sides): ReservedRuns {
  const campaigns = new Set([...baseline.campaigns, ...candidate.campaigns].map(({ campaign }) => campaign))
  const [only, ...others] = [...campaigns].flatMap(({ reserved }) =>
    reserved === undefined || reserved.size === 0 ? [] : [reserved],
  )
  if (only === undefined || others.length === 0) return only ?? new Map()
  return new Map([...only, ...others.flatMap((one) => [...one])])
}

/** What is known against the runs of a cell. Runs that are no result have no mean to conclude from: only the difference is shown. */
function withReservations(cell: OpenCell, reserved: ReservedRuns): OpenCell {
  if (reserved.size === 0) return cell
  const [baseline, candidate] = [cell.baselineRuns, cell.candidateRuns].map((side) =>
    countReservations(side?.runIds ?? [], reserved),
  )
  if (!baseline || !candidate || baseline.length + candidate.length === 0) return cell
  const known = { ...cell, reservations: { baseline, candidate } }
  if (![...baseline, ...candidate].some(isInvalidating)) return known
  const means = cell.comparison
  return {
    ...known,
    comparison: comparisonOf(means.baseline, means.candidate, 'not_valid'),
    excluded: undefined,
  }
}

/** The difference of sides that never changed places, without a conclusion where a drift could make a tenth of it. */
function untestedDrift(cell: OpenCell, driftPercent: number): OpenCell {
  const { comparison } = cell
  if (comparison.p === undefined || !isDrift(driftPercent, comparison.differencePercent)) return cell
  const none = { lowPercent: undefined, highPercent: undefined, p: undefined, secondP: undefined }
  return { ...cell, comparison: { ...comparison, ...none, log: undefined, verdict: 'drift_in_turns' } }
}

/** The same case with groups of runs as the unit, if both sides have three or more. */
function comparedByGroup(cell: OpenCell, groups: RunGroups, options: ComparisonOptions): OpenCell {
  const { baselineRuns, candidateRuns } = cell
  const own = baselineRuns && candidateRuns && groups.of(baselineRuns, candidateRuns)
  if (!own) return cell
  const paired = own.isCrossed && options.mode !== 'robust'
  const comparison = compareCase(groupMeans(own.baseline), groupMeans(own.candidate), { ...options, paired })
  return { ...cell, comparison, groups: own }
}

function compareLinedUp(
  { quantity, levels }: LinedUpCase,
  baseline: PrintedOrRuns,
  candidate: PrintedOrRuns,
  options: ComparisonOptions,
  interleaved: boolean,
  excluded: ReadonlySet<number>,
): OpenCell {
  const { test, direction, metric, unit } = quantity
  const { better } = options
  const isMeasured = 'runs' in baseline && 'runs' in candidate
  const compared = isMeasured
    ? compareRuns(baseline.runs, candidate.runs, options, interleaved, excluded)
    : {
        comparison: compareSummaries(baseline, candidate, options),
        n: { baseline: countOf(baseline), candidate: countOf(candidate) },
        baselineRuns: 'runs' in baseline ? baseline.runs : undefined,
        candidateRuns: 'runs' in candidate ? candidate.runs : undefined,
        excluded: undefined,
        paired: false,
        withoutPartner: undefined,
      }
  // Written out: for 36,000 of them, spreading takes longer than the comparison.
  return {
    test,
    direction,
    metric,
    unit,
    better,
    levels,
    comparison: compared.comparison,
    n: compared.n,
    adjustedP: undefined,
    baselineRuns: compared.baselineRuns,
    candidateRuns: compared.candidateRuns,
    excluded: compared.excluded,
    paired: compared.paired,
    withoutPartner: compared.withoutPartner,
    source: isMeasured ? undefined : sourceOf(baseline, candidate),
    fewIos: undefined,
    ...(!isMeasured && {
      printed: { ...summaryOf('baseline', baseline), ...summaryOf('candidate', candidate) },
    }),
  }
}

function summaryOf(name: 'baseline' | 'candidate', side: PrintedOrRuns): ComparedCell['printed'] {
  return 'printed' in side && side.printed.value.kind === 'summary' ? { [name]: side.printed.value } : {}
}

/** Differences of one side printed against the other. */
function printedDifferences(
  { baseline, candidate }: Sides,
  settings: ComparisonSettings,
): readonly OpenCell[] {
  const own = [
    ...candidate.published.filter((one) => isPublishedBaseline(one, baseline.selection)),
    ...baseline.published.filter((one) => isPublishedBaseline(one, candidate.selection)).flatMap(reversed),
  ]
  return printedQuantities(own, settings).flatMap(
    ({ test, direction, metric, unit, levels, value, source }) => {
      const better = polarity({ test, direction, metric, unit })
      if (value.kind !== 'difference' || better === undefined) return []
      return {
        ...{ test, direction, metric, unit, better, levels, source },
        comparison: comparePrintedDifference(value, { better, mode: settings.mode }),
        printed: { difference: value },
        ...(value.deviationPercent !== undefined && {
          printedDeviationPercent: value.deviationPercent,
        }),
        n: { baseline: value.n, candidate: value.n },
        ...{ adjustedP: undefined, baselineRuns: undefined, candidateRuns: undefined, excluded: undefined },
        ...{ paired: false, withoutPartner: undefined, fewIos: undefined },
      }
    },
  )
}

/** The same difference seen from the other side, whose scatter was not printed. */
function reversed(one: StoredPublishedResult): readonly StoredPublishedResult[] {
  const { value, source } = one
  if (value.kind !== 'difference' || !(value.differencePercent > -100)) return []
  const { kind, baseline, n, differencePercent } = value
  const seen = { kind, baseline, differencePercent: 100 * (1 / (1 + differencePercent / 100) - 1) }
  return [
    {
      ...one,
      value: { ...seen, ...(n !== undefined && { n }) },
      source: `${source} (difference printed the other way round)`,
    },
  ]
}

/** True if both sides were measured in turn, in one campaign or in two of one schedule. */
function isInterleaved({ baseline, candidate }: Sides): boolean {
  const [a, b] = [baseline.campaigns[0], candidate.campaigns[0]]
  return (
    baseline.campaigns.length === 1 &&
    candidate.campaigns.length === 1 &&
    ((a?.campaign === b?.campaign && a?.campaign.interleaved === true) ||
      (a?.campaign.schedule !== undefined && a.campaign.schedule === b?.campaign.schedule))
  )
}

/** Repetitions are rounds if each side is one campaign that passes over all cases once per repetition. */
function roundsOf({ baseline, candidate }: Sides, interleaved: boolean): OpenCandidate['rounds'] {
  const isInRounds = [baseline, candidate].every(
    ({ campaigns: [only, ...more] }) => only?.campaign.interleaved === true && more.length === 0,
  )
  if (!isInRounds) return undefined
  return interleaved ? 'paired' : 'apart'
}

function polarity({ metric }: Quantity): Polarity | undefined {
  const better = findMetric(metric)?.better
  return better === 'neither' ? undefined : better
}

function unmatchedCase(
  { quantity, levels, baseline, candidate }: LinedUpCase,
  excluded: ReadonlySet<number>,
): UnmatchedCase {
  const { test, direction, metric } = quantity
  const side = baseline ?? candidate
  if (side === undefined || 'printed' in side) {
    const known = side && { n: countOf(side), moments: sideMoments(side) }
    return { test, direction, metric, levels, n: undefined, moments: undefined, ...known, runs: undefined }
  }
  const runs = withoutRuns(side.runs, excluded)
  const moments = runs && sideMoments({ runs })
  return { test, direction, metric, levels, n: runs?.count ?? 0, moments, runs }
}

function countOf(side: PrintedOrRuns): number | undefined {
  return 'runs' in side ? side.runs.count : side.printed.value.n
}

function sourceOf(...sides: readonly PrintedOrRuns[]): string | undefined {
  const sources = new Set(
    sides.flatMap((side) => {
      if (!('printed' in side)) return []
      const { source, note } = side.printed
      return note === undefined ? [source] : [`${source} (${note === 'about' ? 'as “about”' : note})`]
    }),
  )
  return sources.size === 0 ? undefined : [...sources].join('; ')
}
