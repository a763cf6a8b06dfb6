import { effectiveCount, lagOneAutocorrelation } from '../series/autocorrelation'
import { batchMeans } from '../series/batch-means'
import { findChangePoints } from '../series/change-points'
import { mser } from '../series/mser5'
import { summarizeSeries } from '../series/series-summary'
import { binSeries, evenSeries } from '../series/time-bins'
import { mean } from '../summary/mean'
import type { CalcMethods, CalcObject } from './calc-case'
import { orNull } from './calc-shapes'
import { seriesOf } from './generated-series'
import type { Inputs } from './inputs'
import { confidenceOf } from './summary-methods'

function binned(inputs: Inputs): CalcObject {
  const values = seriesOf(inputs, 'tps', 'iops', 'throughput')
  const interval = positive(inputs, 1, 'interval', 'sample_s', 'dt')
  const warmUpSeconds = inputs.numberOr(0, 'warmup', 'warm_up')
  if (warmUpSeconds < 0) throw inputs.wrong('warmup_s', `is ${warmUpSeconds}`, 'A warm-up is 0 s or more.')
  const binSeconds = positive(inputs, 10, 'bin', 'bin_seconds')
  const { means } = binSeries(evenSeries(values, interval), { warmUpSeconds, binSeconds })
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

function warmUp(inputs: Inputs): CalcObject {
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

function changePoints(inputs: Inputs): CalcObject {
  const values = seriesOf(inputs)
  const penalty = inputs.find('penalty') === 'penalty' ? inputs.number('penalty') : undefined
  if (penalty !== undefined && penalty < 0) throw inputs.wrong('penalty', `is ${penalty}`, 'Give 0 or more.')
  const found = findChangePoints(values, { penalty, minSegment: inputs.count(2, 1, 'min_segment') })
  if (found === undefined) throw tooShort(inputs, values, 'one sample')
  return {
    changepoints: found.changePoints,
    segment_means: found.segmentMeans,
    total_cost: found.totalCost,
    penalty: found.penalty,
  }
}

function batched(inputs: Inputs): CalcObject {
  const values = seriesOf(inputs)
  const batches = inputs.count(20, 2, 'batches')
  const result = batchMeans(values, batches, confidenceOf(inputs))
  if (result === undefined) throw tooShort(inputs, values, `${batches} batches`)
  const rho = result.autocorrelation
  return {
    mean: result.mean,
    rho1: orNull(rho),
    rho1_of_batch_means: orNull(result.batchAutocorrelation),
    n_eff_ar1: orNull(rho === undefined ? undefined : effectiveCount(values.length, rho)),
    batches,
    batch_len: result.batchLength,
    ci95_half_batch: result.halfWidth,
  }
}

function stalls(inputs: Inputs): CalcObject {
  const values = seriesOf(inputs)
  const summary = summarizeSeries(Array.from(values))
  if (summary === undefined) throw tooShort(inputs, values, 'one sample')
  return {
    points: summary.points,
    mean: summary.mean,
    cv_bins_pct: orNull(summary.cvPercent),
    min_bin: summary.min,
    p5_bin: summary.p5,
    stall_share: summary.stallShare,
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

/** Time series. */
export const seriesMethods: CalcMethods = {
  warmup_discard_and_bin: binned,
  mser5: warmUp,
  optimal_partition_L2: changePoints,
  batch_means: batched,
  series_summary: stalls,
}
