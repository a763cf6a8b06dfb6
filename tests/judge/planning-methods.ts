import { twoLevel } from '../../src/core/statistics/planning/run-counts'
import type { JudgeMethods, JudgeObject } from './cases'
import { orNull } from './shapes'
import { type Inputs, isNumber } from './inputs'
import { confidenceOf } from './summary-methods'

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

/** Planning of repetitions and of whole campaigns. */
export const planningMethods: JudgeMethods = {
  kalibera_two_level: twoLevels,
}
