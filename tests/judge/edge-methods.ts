import { compareCase } from '../../src/core/statistics/comparison/compare-case'
import { smallestMannWhitneyP } from '../../src/core/statistics/comparison/mann-whitney'
import { welchT } from '../../src/core/statistics/comparison/welch'
import type { JudgeMethods, JudgeObject, JudgeValue } from './cases'
import { endsOf, fiellerShape, orNull, testShape } from './shapes'
import { inputsOf, type Inputs } from './inputs'
import { confidenceOf } from './summary-methods'

/** The table of edge cases: each named pair of runs with exactly the numbers shown for it. */
function edgeTable(inputs: Inputs): JudgeObject {
  const better = inputs.flagOr(true, 'higher_is_better') ? 'higher' : 'lower'
  const options = {
    better,
    marginPercent: inputs.numberOr(1, 'margin'),
    confidence: confidenceOf(inputs),
  } as const
  const result: Record<string, JudgeValue> = {}
  inputs.list('cases').forEach((item, i) => {
    const fields = inputsOf(item, `inputs.cases[${i}]`)
    const name = fields.textOr(`case ${i + 1}`, 'name', 'id')
    result[name] = edgeCase(listedRuns(fields, 'baseline'), listedRuns(fields, 'new'), options)
  })
  return result
}

/** The runs of a side; an absent side has none. */
function listedRuns(fields: Inputs, side: string): number[] {
  return fields.find(side) === undefined ? [] : fields.runs(side)
}

function edgeCase(
  baseline: readonly number[],
  candidate: readonly number[],
  options: Parameters<typeof compareCase>[2],
): JudgeObject {
  const comparison = compareCase(baseline, candidate, options)
  const { baseline: a, candidate: b, verdict } = comparison
  const difference = orNull(comparison.differencePercent)
  const interval = endsOf(comparison.lowPercent, comparison.highPercent)
  if (a === undefined || b === undefined) return { diff_pct: null, verdict }
  switch (verdict) {
    case 'percent_undefined':
      return { diff_pct: null, abs_diff: orNull(comparison.difference), verdict }
    case 'not_tested':
      return {
        diff_pct: difference,
        sd_new: orNull(b.sd),
        ...(b.n > 1 && { sd_baseline: orNull(a.sd) }),
        ci_pct: null,
        p: null,
        verdict,
      }
    case 'identical':
    case 'deterministic_difference':
      return { diff_pct: difference, ci_pct: interval, p: null, verdict }
    default: {
      const tests = {
        diff_pct: difference,
        fieller: fiellerShape(a, b, options.confidence ?? 0.95),
        welch: testShape(welchT(a, b)),
      }
      return verdict === 'too_few_runs'
        ? { ...tests, mwu_min_p: smallestMannWhitneyP(a.n, b.n), verdict }
        : { ...tests, verdict }
    }
  }
}

/** Edge cases of a comparison. */
export const edgeMethods: JudgeMethods = { edge_table: edgeTable }
