import { isPercentileMeaningful } from '../results/histogram'
import { percentileOfMetric } from '../results/percentiles'
import type { MeasuredColumns, Quantity } from './comparison-data'
import { RunBuckets } from './run-buckets'

/** Runs of a case that made too few I/Os for a percentile. */
export interface FewIos {
  readonly few: number
  readonly of: number
}

/**
 * For a quantity that is a percentile: how many runs of each case number made fewer I/Os than ten beyond it.
 * Such a run has no percentile, and it is likely to be a slow one. Undefined for other quantities.
 */
export function fewIosTable(
  columns: readonly MeasuredColumns[],
  { test, direction, metric }: Quantity,
  caseNumbers: ReadonlyMap<number, Int32Array>,
  caseCount: number,
  anyTest: boolean,
): ((number: number) => FewIos) | undefined {
  const percent = percentileOfMetric(metric)
  if (percent === undefined) return undefined
  const counts = columns.filter(
    (one) => one.metric === 'io_count' && one.direction === direction && (anyTest || one.test === test),
  )
  const runs = new RunBuckets(counts, caseNumbers, caseCount)
  return (number) => {
    const values = runs.runs(number)?.values ?? []
    let few = 0
    for (const count of values) if (!isPercentileMeaningful(count, percent)) few++
    return { few, of: values.length }
  }
}

/** "too few I/Os in 3 of 10 runs". */
export function fewIosText({ few, of }: FewIos): string {
  return `too few I/Os in ${few} of ${of} ${of === 1 ? 'run' : 'runs'}`
}
