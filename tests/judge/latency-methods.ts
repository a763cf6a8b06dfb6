import {
  mergeHistograms,
  totalCount,
  type Histogram,
  histogramPercentile,
} from '../../src/core/statistics/latency/histogram'
import type { JudgeMethods, JudgeObject, JudgeValue } from './cases'
import { orNull } from './shapes'
import { type Inputs, isNumber, isObject } from './inputs'

/** Bins of runs (`run1_bins_ns`, `run2_bins_ns` …), each and merged. Units are those of the bins. */
function merged(inputs: Inputs): JudgeObject {
  const percents = inputs.numbers('percentiles')
  if (percents.some((percent) => percent < 0 || percent > 100)) {
    throw inputs.wrong('percentiles', 'holds a value outside 0..100', 'Give percentiles such as 99.9.')
  }
  const result: Record<string, JudgeValue> = {}
  const histograms: Histogram[] = []
  for (const key of Object.keys(inputs.fields)) {
    const name = /^(.+?)_?bins(?:_\w+)?$/.exec(key)?.[1]
    if (name === undefined) continue
    const histogram = histogramOf(inputs, key)
    histograms.push(histogram)
    result[name] = percentilesOf(histogram, percents)
  }
  if (histograms.length === 0) {
    throw inputs.wrong('run1_bins_ns', 'is missing', 'Give the bins of each run as {"latency": count}.')
  }
  const all = mergeHistograms(histograms)
  return { ...result, merged: percentilesOf(all, percents), total: totalCount(all) }
}

function percentilesOf(histogram: Histogram, percents: readonly number[]): JudgeObject {
  const entries = percents.map((percent) => [
    String(percent),
    orNull(histogramPercentile(histogram, percent)?.valueNs),
  ])
  return Object.fromEntries(entries) as JudgeObject
}

/** A histogram given as {"value": count} or as a list of [value, count] or of values. */
function histogramOf(inputs: Inputs, key: string): Histogram {
  const given = inputs.fields[key]
  const pairs: readonly unknown[] = isObject(given)
    ? Object.entries(given).map(([value, count]) => [Number(value), count])
    : inputs.list(key)
  const binsNs: number[] = []
  const counts: number[] = []
  for (const pair of pairs) {
    const [value, count] = Array.isArray(pair) ? (pair as unknown[]) : [pair, 1]
    if (!isNumber(value) || !isNumber(count) || count < 0) {
      throw inputs.wrong(
        key,
        'holds something else than values with counts',
        'Give {"latency": count} with counts from 0.',
      )
    }
    binsNs.push(value)
    counts.push(count)
  }
  return mergeHistograms([{ binsNs, counts }])
}

/** Latency histograms. */
export const latencyMethods: JudgeMethods = {
  histogram_merge_nearest_rank: merged,
}
