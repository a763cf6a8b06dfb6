import { harmonicMean, harmonicMeanDiffers, momentsOf } from '../../src/core/statistics/summary/moments'
import { medianInterval, medianOrders } from '../../src/core/statistics/summary/quantile'
import { modifiedZ, outlierClass, tukeyFences } from '../../src/core/statistics/summary/outliers'
import { summarize } from '../../src/core/statistics/summary/summarize'
import type { JudgeMethods, JudgeObject, JudgeValue } from './cases'
import { endsOf, orNull } from './shapes'
import type { Inputs } from './inputs'

const names = ['values', 'runs', 'samples']

function summary(inputs: Inputs): JudgeObject {
  const values = inputs.runs(...names)
  const s = summarize(values, confidenceOf(inputs))
  return {
    n: values.length,
    mean: orNull(s?.mean),
    median: orNull(s?.median),
    sd: orNull(s?.sd),
    cv_pct: orNull(s?.cvPercent),
    se: orNull(s?.standardError),
    t: orNull(s?.t),
    ci95: endsOf(s?.low, s?.high),
    ci95_half_pct: orNull(s?.halfWidthPercent),
    harmonic_mean: orNull(s?.harmonicMean),
  }
}

function harmonic(inputs: Inputs): JudgeObject {
  const values = inputs.runs(...names)
  const harmonicOne = harmonicMean(values)
  const arithmetic = momentsOf(values)?.mean
  const differs =
    harmonicOne !== undefined && arithmetic !== undefined && harmonicMeanDiffers(harmonicOne, arithmetic)
  return { harmonic_mean: orNull(harmonicOne), mean: orNull(arithmetic), differs }
}

function medianOrdersOf(inputs: Inputs): JudgeObject {
  const confidence = confidenceOf(inputs)
  const result: Record<string, JudgeValue> = {}
  for (const n of inputs.numbers('n')) {
    if (!Number.isInteger(n) || n < 1)
      throw inputs.wrong('n', `holds ${n}`, 'Give whole numbers of runs from 1 up.')
    const orders = medianOrders(n, confidence)
    result[String(n)] =
      orders === undefined ? null : { lo_order: orders.low, hi_order: orders.high, coverage: orders.coverage }
  }
  return result
}

function medianOf(inputs: Inputs): JudgeObject {
  const interval = medianInterval(inputs.runs(...names), confidenceOf(inputs))
  return {
    n: interval?.n ?? 0,
    median: orNull(interval?.median),
    ci95: endsOf(interval?.low, interval?.high),
    coverage: orNull(interval?.coverage),
  }
}

function outliers(inputs: Inputs): JudgeObject {
  const values = inputs.numbers(...names)
  const fences = tukeyFences(values)
  const z = modifiedZ(values)
  if (fences === undefined || z === undefined) {
    throw inputs.wrong('values', 'is empty', 'Give at least one value.')
  }
  return {
    q1: fences.q1,
    q3: fences.q3,
    iqr: fences.iqr,
    fences_mild: fences.mild,
    fences_severe: fences.severe,
    classes: values.map((value) => outlierClass(value, fences)),
    median: z.median,
    mad: z.mad,
    modified_z: z.scores.map(orNull),
  }
}

/** The confidence level of a case, 0.95 by default. */
export function confidenceOf(inputs: Inputs): number {
  const confidence = inputs.numberOr(0.95, 'confidence', 'ci_level', 'level')
  if (confidence > 0 && confidence < 1) return confidence
  throw inputs.wrong('confidence', `is ${confidence}`, 'Give a level between 0 and 1, e.g. 0.95.')
}

/** One condition: summary, median, outlier flags. */
export const summaryMethods: JudgeMethods = {
  summary,
  harmonic_mean: harmonic,
  median_ci_orders: medianOrdersOf,
  median_ci: medianOf,
  tukey_and_modified_z: outliers,
}
