import {
  cellCount,
  fileToMemory,
  runsForInterval,
  runsPerSide,
  runsPerSideNormal,
  twoLevel,
} from '../../src/core/statistics/planning/run-counts'
import type { JudgeMethods, JudgeObject } from './cases'
import { orNull } from './shapes'
import { type Inputs, isNumber } from './inputs'
import { confidenceOf } from './summary-methods'

function forInterval(inputs: Inputs): JudgeObject {
  const confidence = confidenceOf(inputs)
  const pairs = zipped(inputs, ['cv'], ['target', 'half_width'])
  return {
    n_total: pairs.map(([cv, target]) => {
      if (cv < 0 || !(target > 0))
        throw inputs.wrong('cv_pct', `is ${cv} for a target of ${target}`, 'Give positive percentages.')
      return orNull(runsForInterval(cv, target, confidence))
    }),
  }
}

function perGroup(inputs: Inputs): JudgeObject {
  const alpha = inputs.numberOr(0.05, 'alpha')
  const power = inputs.numberOr(0.8, 'power')
  const differences = zipped(inputs, ['diff', 'difference'], ['cv', 'sd']).map(
    ([differencePercent, cvPercent]) => {
      const fits =
        differencePercent !== 0 && cvPercent > 0 && alpha > 0 && alpha < 1 && power > 0 && power < 1
      if (fits) return { differencePercent, cvPercent, alpha, power }
      const problem = `asks for ${differencePercent} % at a CV of ${cvPercent} %, alpha ${alpha}, power ${power}`
      throw inputs.wrong(
        'diff_pct',
        problem,
        'Give a difference that is not 0, a CV above 0, alpha and power inside 0..1.',
      )
    },
  )
  return {
    n_per_group: differences.map((difference) => orNull(runsPerSide(difference))),
    normal_approx: differences.map((difference) => orNull(runsPerSideNormal(difference))),
  }
}

/** Pairs from two lists; a single number is paired with every value of the other list. */
function zipped(inputs: Inputs, first: readonly string[], second: readonly string[]): [number, number][] {
  const a = inputs.numbers(...first)
  const b = inputs.numbers(...second)
  const length = Math.max(a.length, b.length)
  if ((a.length !== length && a.length !== 1) || (b.length !== length && b.length !== 1)) {
    const field = inputs.find(...second) ?? ''
    throw inputs.wrong(
      field,
      `has ${b.length} values for ${a.length}`,
      'Give lists of the same length, or one number.',
    )
  }
  return Array.from({ length }, (_, i) => [a[i] ?? a[0] ?? 0, b[i] ?? b[0] ?? 0])
}

function twoLevels(inputs: Inputs): JudgeObject {
  const groups = inputs.list('groups').map((group, i) => {
    if (Array.isArray(group) && group.every(isNumber)) return group
    throw inputs.wrong(`groups[${i}]`, 'is not a list of numbers', 'Give the runs of each group as a list.')
  })
  const costs =
    inputs.find('cost_per_group') === undefined
      ? undefined
      : { perGroup: inputs.number('cost_per_group'), perRun: inputs.number('cost_per_run') }
  if (costs !== undefined && !(costs.perGroup > 0 && costs.perRun > 0)) {
    throw inputs.wrong(
      'cost_per_run',
      'or the cost per group is not above 0',
      'Give both costs in the same unit.',
    )
  }
  const result = twoLevel(groups, costs, confidenceOf(inputs))
  if (result === undefined) {
    throw inputs.wrong(
      'groups',
      'holds fewer than two groups of two runs',
      'Give at least two groups of two runs each.',
    )
  }
  return {
    mean: result.mean,
    S1_sq: result.varianceWithin,
    S2_sq: result.varianceOfGroupMeans,
    T1_sq: result.varianceWithin,
    T2_sq: result.varianceBetween,
    optimal_r1_unrounded: orNull(result.optimalRuns),
    optimal_r1: result.optimalRuns === undefined ? null : Math.max(1, Math.ceil(result.optimalRuns)),
    ci95_half: result.halfWidth,
  }
}

function counts(inputs: Inputs): JudgeObject {
  const memory = inputs.number('mem', 'memory')
  if (!(memory > 0)) throw inputs.wrong('mem_gib', `is ${memory}`, 'Give the memory of the host.')
  const { ratio, ok } = fileToMemory(inputs.number('file', 'file_size'), memory)
  const levels = inputs.count(1, 1, 'levels')
  const throughput = cellCount(inputs.count(0, 0, 'tests'), inputs.count(1, 1, 'record_sizes'), levels)
  const iops = cellCount(inputs.count(0, 0, 'iops_tests'), inputs.count(1, 1, 'iops_record_sizes'), levels)
  return {
    ratio,
    ok,
    cells_throughput: throughput,
    cells_iops: iops,
    runs_one_device_one_kernel: (throughput + iops) * inputs.count(1, 1, 'reps', 'repetitions'),
  }
}

/** Planning of repetitions and of whole campaigns. */
export const planningMethods: JudgeMethods = {
  n_for_relative_ci: forInterval,
  n_per_group_two_sample: perGroup,
  kalibera_two_level: twoLevels,
  file_size_rule_and_counts: counts,
}
