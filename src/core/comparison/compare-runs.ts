import { compareCase } from '../statistics/comparison/compare-case'
import type { CaseComparison, ComparisonOptions } from '../statistics/comparison/case-comparison'
import type { ComparedCell } from './comparison'
import { pairRuns } from './pair-runs'
import type { CaseRuns } from './run-buckets'
import { withoutRuns } from './without-runs'

/** What comparing measured runs adds to a cell. */
export type RunComparison = Pick<
  ComparedCell,
  'comparison' | 'n' | 'baselineRuns' | 'candidateRuns' | 'excluded' | 'paired'
>

/**
 * Compares the runs of one case without those left out; where there are some, also with all runs. `interleaved`: both
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
