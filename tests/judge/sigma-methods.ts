import { sigmaDifference, sigmaVerdict } from '../../src/core/statistics/comparison/sigma-rule'
import { welchT } from '../../src/core/statistics/comparison/welch'
import type { Moments } from '../../src/core/statistics/summary/moments'
import type { JudgeMethods, JudgeObject } from './cases'
import { fiellerShape, isMeaningful, orNull, percentOfRatio, testShape } from './shapes'
import { bothMoments } from './comparison-methods'
import { inputsOf, type Inputs } from './inputs'
import { confidenceOf } from './summary-methods'

function difference(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const sigma = sigmaDifference(baseline, candidate)
  return {
    diff_pct: orNull(sigma?.differencePercent ?? differenceOf(baseline, candidate)),
    err_pct_cv_new: orNull(sigma?.errorPercent),
    err_pct_over_baseline_mean: orNull(sigma?.errorOverBaselinePercent),
    meaningful: isMeaningful(sigma),
  }
}

/** Only the difference, when a single run gives no error bar; absent if percent is undefined. */
function differenceOf(baseline: Moments, candidate: Moments): number | undefined {
  return baseline.mean > 0 && candidate.mean >= 0 ? percentOfRatio(candidate.mean / baseline.mean) : undefined
}

function cellVerdicts(inputs: Inputs): JudgeObject {
  const verdicts = inputs.list('cells').map((cell, i) => {
    const fields = inputsOf(cell, `inputs.cells[${i}]`)
    if (isMissing(fields)) return undefined
    return sigmaVerdict(fields.number('diff', 'difference'), fields.number('sigma', 'error', 'stddev', 'sd'))
  })
  return {
    meaningful: verdicts.map((verdict) => (verdict === undefined ? null : verdict === 'meaningful')),
    boundary_equal_at_print_precision: verdicts.map((verdict) =>
      verdict === undefined ? null : verdict === 'touches_zero',
    ),
  }
}

/** A missing cell: its difference is null. */
function isMissing({ fields }: Inputs): boolean {
  return Object.entries(fields).some(([key, value]) => key.startsWith('diff') && value === null)
}

function sigmaAndWelch(inputs: Inputs): JudgeObject {
  const { baseline, candidate } = bothMoments(inputs)
  const sigma = sigmaDifference(baseline, candidate)
  return {
    sigma_rule: {
      diff_pct: orNull(sigma?.differencePercent),
      err_pct: orNull(sigma?.errorPercent),
      meaningful: isMeaningful(sigma),
    },
    welch: testShape(welchT(baseline, candidate)),
    fieller: fiellerShape(baseline, candidate, confidenceOf(inputs)),
  }
}

/** The sigma rule of the classic articles. */
export const sigmaMethods: JudgeMethods = {
  sigma_percent_difference: difference,
  sigma_verdict: cellVerdicts,
  sigma_and_welch: sigmaAndWelch,
}
