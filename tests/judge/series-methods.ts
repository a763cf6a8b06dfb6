import { lagOneAutocorrelation, batchMeans } from '../../src/core/statistics/series/batch-means'
import { findChangePoints } from '../../src/core/statistics/series/change-points'
import { mser } from '../../src/core/statistics/series/mser5'
import {
  fioAttained,
  fioSteadyState,
  firstSteadyWindow,
  mostRounds,
  steadyWindow,
  steadyWindowRounds,
  type SteadyWindow,
} from '../../src/core/statistics/series/steady-window'
import { summarizeSeries, binSeries } from '../../src/core/statistics/series/time-bins'
import { mean } from '../../src/core/statistics/summary/moments'
import { median } from '../../src/core/statistics/summary/quantile'
import type { JudgeMethods, JudgeObject, JudgeValue } from './cases'
import { orNull } from './shapes'
import { type Inputs, inputsOf, isObject } from './inputs'
import { confidenceOf } from './summary-methods'

function binned(inputs: Inputs): JudgeObject {
  const values = seriesOf(inputs, 'tps', 'iops', 'throughput')
  const interval = positive(inputs, 1, 'interval', 'sample_s', 'dt')
  const warmUpSeconds = inputs.numberOr(0, 'warmup', 'warm_up')
  if (warmUpSeconds < 0) throw inputs.wrong('warmup_s', `is ${warmUpSeconds}`, 'A warm-up is 0 s or more.')
  const binSeconds = positive(inputs, 10, 'bin', 'bin_seconds')
  const { means } = binSeries(
    { timesSeconds: values.map((_, i) => i * interval), values, endSeconds: values.length * interval },
    { warmUpSeconds, binSeconds },
  )
  const summary = summarizeSeries(means)
  return {
    points: means.length,
    first_bin: orNull(means[0]),
    last_bin: orNull(means[means.length - 1]),
    mean: orNull(summary?.mean),
    sd_of_bins: orNull(summary?.sd),
    cv_bins_pct: orNull(summary?.cvPercent),
    min_bin: orNull(summary?.min),
    max_bin: orNull(summary?.max),
    p5_bin: orNull(summary?.p5),
    mean_if_warmup_kept: orNull(mean(values)),
  }
}

function warmUp(inputs: Inputs): JudgeObject {
  const values = seriesOf(inputs)
  const estimate = mser(values, inputs.count(5, 1, 'batch'))
  if (estimate === undefined) throw tooShort(inputs, values, 'two batches')
  return {
    batches: estimate.batches,
    truncate_batches: estimate.truncateBatches,
    truncate_samples: estimate.truncateSamples,
    mser: estimate.criterion,
    mean_after: estimate.meanAfter,
    at_limit: estimate.atLimit,
  }
}

/**
 * Penalty 3 σ² ln n with σ = median|difference|/(0.6745 √2). If most neighbours are equal, or nearly so, σ comes from the
 * mean square of the differences instead.
 */
function usualPenalty(values: Float64Array): number {
  if (values.length < 2) return 0
  const differences = values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? 0)))
  const usual = (median(differences) ?? 0) / (0.6745 * Math.SQRT2)
  const overall = Math.sqrt((mean(differences.map((d) => d * d)) ?? 0) / 2)
  const sigma = usual < 0.01 * overall ? overall : usual
  return 3 * sigma * sigma * Math.log(values.length)
}

function changePoints(inputs: Inputs): JudgeObject {
  const values = seriesOf(inputs)
  const penalty = inputs.find('penalty') === 'penalty' ? inputs.number('penalty') : usualPenalty(values)
  if (penalty < 0) throw inputs.wrong('penalty', `is ${penalty}`, 'Give 0 or more.')
  const found = findChangePoints(values, { penalty, minSegment: inputs.count(2, 1, 'min_segment') })
  if (found === undefined) throw tooShort(inputs, values, 'one sample')
  return {
    changepoints: found.changePoints,
    segment_means: found.segmentMeans,
    total_cost: found.totalCost,
    penalty: found.penalty,
  }
}

function batched(inputs: Inputs): JudgeObject {
  const values = seriesOf(inputs)
  const batches = inputs.count(20, 2, 'batches')
  const result = batchMeans(values, batches, confidenceOf(inputs))
  if (result === undefined) throw tooShort(inputs, values, `${batches} batches`)
  const rho = result.autocorrelation
  return {
    mean: result.mean,
    rho1: orNull(rho),
    rho1_of_batch_means: orNull(result.batchAutocorrelation),
    n_eff_ar1: orNull(rho === undefined ? undefined : values.length * Math.min(1, (1 - rho) / (1 + rho))),
    batches,
    batch_len: result.batchLength,
    ci95_half_batch: result.halfWidth,
  }
}

function stalls(inputs: Inputs): JudgeObject {
  const values = seriesOf(inputs)
  const summary = summarizeSeries(Array.from(values))
  if (summary === undefined) throw tooShort(inputs, values, 'one sample')
  return {
    points: summary.points,
    mean: summary.mean,
    cv_bins_pct: orNull(summary.cvPercent),
    min_bin: summary.min,
    p5_bin: summary.p5,
    stall_share: summary.slowShare,
    rho1: orNull(lagOneAutocorrelation(values)),
  }
}

function positive(inputs: Inputs, fallback: number, ...names: readonly string[]): number {
  const value = inputs.numberOr(fallback, ...names)
  if (value > 0) return value
  throw inputs.wrong(inputs.find(...names) ?? '', `is ${value}`, 'Give a number above 0.')
}

function tooShort(inputs: Inputs, values: ArrayLike<number>, least: string) {
  return inputs.wrong('series', `has ${values.length} samples`, `Give enough samples for ${least}.`)
}

/** The samples of a case, given under one of these names. */
function seriesOf(inputs: Inputs, ...names: readonly string[]): Float64Array {
  return Float64Array.from(inputs.numbers(...names, 'series', 'values', 'samples', 'y'))
}

/** Time series. */
export const seriesMethods: JudgeMethods = {
  warmup_discard_and_bin: binned,
  mser5: warmUp,
  optimal_partition_L2: changePoints,
  batch_means: batched,
  series_summary: stalls,
}

function windowShape(window: SteadyWindow): JudgeObject {
  return {
    average: window.average,
    data_excursion: window.dataExcursion,
    max_data_excursion: window.maxDataExcursion,
    slope: window.slope,
    intercept: window.intercept,
    slope_excursion: window.slopeExcursion,
    max_slope_excursion: window.maxSlopeExcursion,
    data_ok: window.dataOk,
    slope_ok: window.slopeOk,
    steady: window.steady,
  }
}

/** One window (`window`), or several by name (`windows`). */
function windows(inputs: Inputs): JudgeObject {
  const key = inputs.find('windows')
  if (key === undefined || !isObject(inputs.fields[key]))
    return oneWindow(inputs, 'window', 'rounds', 'values')
  const named = inputs.object('windows')
  const result: Record<string, JudgeValue> = {}
  for (const name of Object.keys(named.fields)) result[name] = oneWindow(named, name)
  return result
}

function oneWindow(inputs: Inputs, ...names: readonly string[]): JudgeObject {
  const window = steadyWindow(inputs.numbers(...names))
  if (window !== undefined) return windowShape(window)
  throw inputs.wrong(
    inputs.find(...names) ?? '',
    'has fewer than two rounds',
    'Give the rounds of the window.',
  )
}

/** The first steady window in a sequence of rounds; if there is none, nulls and the number of rounds examined. */
function firstWindow(inputs: Inputs): JudgeObject {
  const rounds = Array.from(seriesOf(inputs, 'rounds', 'iops', 'throughput'))
  const size = inputs.count(steadyWindowRounds, 2, 'window', 'window_size', 'size')
  const limit = inputs.count(mostRounds, 1, 'max_rounds', 'limit')
  const found = firstSteadyWindow(rounds, size, limit)
  return {
    steady: found !== undefined,
    first_round: orNull(found?.firstRound),
    last_round: orNull(found?.lastRound),
    window: found === undefined ? null : [found.firstRound, found.lastRound],
    rounds_examined: found?.lastRound ?? Math.min(rounds.length, limit),
    ...(found && windowShape(found.window)),
  }
}

/** fio's criteria; limits are named as in the job file: `iops_pct`, `iops_slope_pct`; absolute ones have no `_pct`. */
function fioCriteria(inputs: Inputs): JudgeObject {
  const state = fioSteadyState(inputs.numbers('window', 'samples', 'values'))
  if (state === undefined) {
    throw inputs.wrong(
      'window',
      'has no positive mean of two samples or more',
      'Give the samples of the window.',
    )
  }
  const limits = inputs.find('limits') === undefined ? inputsOf({}) : inputs.object('limits')
  let deviation: boolean | null = null
  let slope: boolean | null = null
  for (const key of Object.keys(limits.fields)) {
    const limit = limits.number(key)
    const percent = key.endsWith('_pct')
    if (key.includes('slope')) slope = fioAttained(percent ? state.slopePercent : state.slope, limit)
    else deviation = fioAttained(percent ? state.maxDeviationPercent : state.maxDeviation, limit)
  }
  return {
    mean: state.mean,
    max_deviation_pct: state.maxDeviationPercent,
    slope_per_sample: state.slope,
    slope_pct_of_mean: state.slopePercent,
    attained_deviation: deviation,
    attained_slope: slope,
  }
}

/** Steady state: rounds and fio's own criteria. */
export const steadyMethods: JudgeMethods = {
  snia_window: windows,
  snia_first_window: firstWindow,
  fio_steadystate: fioCriteria,
}
