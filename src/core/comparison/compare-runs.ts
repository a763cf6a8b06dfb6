import type { CaseComparison, ComparisonOptions } from '../statistics/comparison/case-comparison'
import { compareCase } from '../statistics/comparison/compare-case'
import type { ComparedCell } from './comparison'
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

/** The parts of a cell that only measured runs have. */
type RunComparison = Pick<
  ComparedCell,
  'comparison' | 'n' | 'baselineRuns' | 'candidateRuns' | 'excluded' | 'paired'
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
  const { comparison, paired } = compareSpans(own, other, options, interleaved)
  const isWhole = own === baseline && other === candidate
  return {
    comparison,
    n: { baseline: own?.count ?? 0, candidate: other?.count ?? 0 },
    baselineRuns: own,
    candidateRuns: other,
    paired,
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

function compareSpans(
  baseline: CaseRuns | undefined,
  candidate: CaseRuns | undefined,
  options: ComparisonOptions,
  interleaved: boolean,
): { readonly comparison: CaseComparison; readonly paired: boolean } {
  if (interleaved && options.mode !== 'sigma' && options.mode !== 'robust' && baseline && candidate) {
    const pairs = pairRuns(baseline, candidate)
    if (pairs)
      return {
        comparison: compareCase(pairs.baseline, pairs.candidate, { ...options, paired: true }),
        paired: true,
      }
    const comparison = compareCase(baseline.values, candidate.values, options)
    return { comparison: { ...comparison, notes: [...comparison.notes, 'pairs_incomplete'] }, paired: false }
  }
  return {
    comparison: compareCase(baseline?.values ?? noRuns, candidate?.values ?? noRuns, options),
    paired: false,
  }
}
