import type { CaseComparison, ComparisonOptions } from '../../statistics/comparison/case-comparison'
import { compareCase } from '../../statistics/comparison/compare-case'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'
import type { ComparedCell, RunsWithoutPartner } from '../comparison'
import type { CaseRuns } from './run-buckets'

/** The runs without the excluded ones; the same object if none of them is excluded, undefined if none is left. */
export function withoutRuns(runs: CaseRuns, excluded: ReadonlySet<number>): CaseRuns | undefined {
  const { runIds } = runs
  if (!runIds.some((runId) => excluded.has(runId))) return runs
  const { values, repetitions } = runs
  const kept = [...runIds.keys()].filter((at) => !excluded.has(runIds[at] ?? 0))
  if (kept.length === 0) return undefined
  return {
    count: kept.length,
    values: Float64Array.from(kept, (at) => values[at] ?? NaN),
    runIds: Float64Array.from(kept, (at) => runIds[at] ?? 0),
    repetitions: Uint32Array.from(kept, (at) => repetitions[at] ?? 0),
  }
}

/** Runs of both sides ordered by repetition, so that the i-th of each belong together. */
interface RunPairs {
  readonly baseline: Float64Array
  readonly candidate: Float64Array
}

/** The runs as pairs; undefined unless both sides have the same repetitions, each once. */
function pairRuns(baseline: CaseRuns, candidate: CaseRuns): RunPairs | undefined {
  if (baseline.count !== candidate.count) return undefined
  const [a, b] = [byRepetition(baseline), byRepetition(candidate)]
  const repeats = a.some(([repetition], at) => at > 0 && a[at - 1]?.[0] === repetition)
  if (repeats || a.some(([repetition], at) => b[at]?.[0] !== repetition)) return undefined
  return {
    baseline: Float64Array.from(a, ([, value]) => value),
    candidate: Float64Array.from(b, ([, value]) => value),
  }
}

function byRepetition({
  repetitions,
  values,
}: CaseRuns): readonly (readonly [repetition: number, value: number])[] {
  const pairs = Array.from(values, (value, at) => [repetitions[at] ?? 0, value] as const)
  return pairs.sort(([one], [other]) => one - other)
}

/** Fewer pairs than this have no test, so that both groups of runs say more. */
const leastPairs = 3

/** Repetitions that only one side has. */
function runsWithoutPartner(baseline: CaseRuns, candidate: CaseRuns): RunsWithoutPartner {
  const alone = ({ repetitions }: CaseRuns, other: CaseRuns) =>
    [...repetitions].filter((one) => !other.repetitions.includes(one)).sort((a, b) => a - b)
  return { baseline: alone(baseline, candidate), candidate: alone(candidate, baseline) }
}

/** Most repetitions of a side that a note names. */
const mostNamed = 5

const aloneOfSide = template('alone-of-side', '{count|run|runs} {numbers}{more} of the {side}', {
  count: 'count',
  numbers: 'given',
  more: { of: [andMore] },
  side: ['baseline', 'candidate'],
})
export const withoutPartnerSaid = template(
  'alone-runs',
  '{runs|# run|# runs} without a partner not compared: {sides}',
  { runs: 'count', sides: { of: [aloneOfSide], between: '; ' } },
)

/** "1 run without a partner not compared: run 3 of the baseline". */
export function withoutPartnerText(alone: RunsWithoutPartner): string {
  const sides = (['baseline', 'candidate'] as const).flatMap((side) => {
    const repetitions = alone[side]
    if (repetitions.length === 0) return []
    const { places, more } = firstAndMore(repetitions.map(String), mostNamed)
    return [aloneOfSide({ count: repetitions.length, numbers: places.join(', '), more, side })]
  })
  return withoutPartnerSaid({ runs: alone.baseline.length + alone.candidate.length, sides })
}

/** The parts of a cell that only measured runs have. */
type RunComparison = Pick<
  ComparedCell,
  'comparison' | 'n' | 'baselineRuns' | 'candidateRuns' | 'excluded' | 'paired' | 'withoutPartner'
>

/**
 * Compares the runs of one case without the excluded ones; if there are any, also with all runs. `interleaved`: both
 * sides were measured in turn, so that runs of the same repetition are compared with each other.
 */
export function compareRuns(
  baseline: CaseRuns,
  candidate: CaseRuns,
  options: ComparisonOptions,
  interleaved: boolean,
  excluded: ReadonlySet<number>,
): RunComparison {
  const own = excluded.size === 0 ? baseline : withoutRuns(baseline, excluded)
  const other = excluded.size === 0 ? candidate : withoutRuns(candidate, excluded)
  const spans = compareSpans(own, other, options, interleaved)
  const isWhole = own === baseline && other === candidate
  return {
    comparison: spans.comparison,
    n: { baseline: spans.baseline?.count ?? 0, candidate: spans.candidate?.count ?? 0 },
    baselineRuns: spans.baseline,
    candidateRuns: spans.candidate,
    paired: spans.paired,
    withoutPartner: spans.withoutPartner && { ...spans.withoutPartner, allRuns: { baseline, candidate } },
    excluded: isWhole
      ? undefined
      : {
          runIds: [...baseline.runIds, ...candidate.runIds].filter((runId) => excluded.has(runId)),
          allRuns: { baseline, candidate },
          withAllRuns: compareSpans(baseline, candidate, options, interleaved).comparison,
        },
  }
}

const noRuns = new Float64Array(0)

/** A comparison with the runs that it used. */
interface ComparedSpans {
  readonly comparison: CaseComparison
  readonly baseline: CaseRuns | undefined
  readonly candidate: CaseRuns | undefined
  readonly paired: boolean
  readonly withoutPartner?: RunsWithoutPartner
}

function compareSpans(
  baseline: CaseRuns | undefined,
  candidate: CaseRuns | undefined,
  options: ComparisonOptions,
  interleaved: boolean,
): ComparedSpans {
  if (interleaved && options.mode !== 'sigma' && options.mode !== 'robust' && baseline && candidate) {
    const pairs = pairRuns(baseline, candidate)
    if (pairs) {
      const comparison = compareCase(pairs.baseline, pairs.candidate, { ...options, paired: true })
      return { comparison, baseline, candidate, paired: comparison.estimator === 'paired' }
    }
    const complete = compareCompletePairs(baseline, candidate, options)
    if (complete?.paired) return complete
    const comparison = compareCase(baseline.values, candidate.values, options)
    const hasRatio = complete?.comparison.notes.includes('pairs_without_ratio') !== true
    const notes = [...comparison.notes, hasRatio ? 'pairs_incomplete' : 'pairs_without_ratio'] as const
    return { comparison: { ...comparison, notes }, baseline, candidate, paired: false }
  }
  const comparison = compareCase(baseline?.values ?? noRuns, candidate?.values ?? noRuns, options)
  return { comparison, baseline, candidate, paired: false }
}

/** The pairs that are left when runs without a partner are set aside; undefined if those pairs are too few. */
function compareCompletePairs(
  baseline: CaseRuns,
  candidate: CaseRuns,
  options: ComparisonOptions,
): ComparedSpans | undefined {
  const withoutPartner = runsWithoutPartner(baseline, candidate)
  const own = withoutRepetitions(baseline, withoutPartner.baseline)
  const other = withoutRepetitions(candidate, withoutPartner.candidate)
  const pairs = own && other && pairRuns(own, other)
  if (pairs === undefined || pairs.baseline.length < leastPairs) return undefined
  const comparison = compareCase(pairs.baseline, pairs.candidate, { ...options, paired: true })
  const paired = comparison.estimator === 'paired'
  return { comparison, baseline: own, candidate: other, paired, withoutPartner }
}

function withoutRepetitions(runs: CaseRuns, repetitions: readonly number[]): CaseRuns | undefined {
  const { runIds } = runs
  return withoutRuns(
    runs,
    new Set([...runIds].filter((_, at) => repetitions.includes(runs.repetitions[at] ?? 0))),
  )
}
