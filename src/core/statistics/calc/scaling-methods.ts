import { littleDiffers, littleLatencySeconds } from '../scaling/littles-law'
import { scalingEfficiency, scalingKnee } from '../scaling/scaling-efficiency'
import { leastUslPoints, uslFit } from '../scaling/usl-fit'
import type { CalcMethods, CalcObject } from './calc-case'
import { orNull } from './calc-shapes'
import type { Inputs } from './inputs'

const threadNames = ['threads', 'n', 'queue_depth', 'depth', 'qd', 'outstanding', 'jobs']
const rateNames = ['mibps', 'throughput', 'iops', 'mbps', 'x']

function scaling(inputs: Inputs): CalcObject {
  const threads = inputs.numbers(...threadNames)
  const rates = inputs.numbers(...rateNames)
  sameLength(inputs, threads, rates, rateNames)
  const points = threads.map((count, i) => ({ threads: count, throughput: rates[i] ?? 0 }))
  const fit = uslFit(points)
  return {
    lambda_: orNull(fit?.lambda),
    sigma: orNull(fit?.sigma),
    kappa: orNull(fit?.kappa),
    n_peak: orNull(fit?.peakThreads),
    x_peak: orNull(fit?.peakThroughput),
    efficiency: scalingEfficiency(points).map(orNull),
    knee: orNull(scalingKnee(points)),
    ...(points.length < leastUslPoints && { note: `a fit needs ${leastUslPoints} points` }),
  }
}

function little(inputs: Inputs): CalcObject {
  const threads = inputs.numbers(...threadNames)
  const iops = ratesOf(inputs)
  sameLength(inputs, threads, iops, ['iops', 'mibps'])
  const meanMs = iops.map((rate, i) => {
    const seconds = littleLatencySeconds(threads[i] ?? 0, rate)
    return seconds === undefined ? undefined : 1000 * seconds
  })
  const p95 = inputs.find('p95') === undefined ? undefined : inputs.numbersOrNull('p95')
  const reported =
    inputs.find('reported_mean') === undefined ? undefined : inputs.numbersOrNull('reported_mean')
  return {
    iops,
    mean_latency_ms: meanMs.map(orNull),
    ...(p95 && { mean_le_p95: meanMs.map((mean, i) => compared(mean, p95[i], (a, b) => a <= b)) }),
    ...(reported && {
      differs: meanMs.map((mean, i) => compared(mean, reported[i], (a, b) => littleDiffers(b, a))),
    }),
  }
}

function ratesOf(inputs: Inputs): number[] {
  if (inputs.find('iops') !== undefined) return inputs.numbers('iops')
  const blockKib = inputs.number('block_kib', 'block')
  if (!(blockKib > 0)) throw inputs.wrong('block_kib', `is ${blockKib}`, 'Give a block size above 0.')
  return inputs.numbers('mibps', 'throughput').map((rate) => (rate * 1024) / blockKib)
}

function compared(
  mean: number | undefined,
  other: number | null | undefined,
  holds: (a: number, b: number) => boolean,
): boolean | null {
  return mean === undefined || other == null ? null : holds(mean, other)
}

function sameLength(
  inputs: Inputs,
  a: readonly number[],
  b: readonly number[],
  names: readonly string[],
): void {
  if (a.length === b.length) return
  const field = inputs.find(...names) ?? names[0] ?? ''
  throw inputs.wrong(
    field,
    `has ${b.length} values for ${a.length} thread counts`,
    'Give one value per thread count.',
  )
}

/** Threads and queue depths. */
export const scalingMethods: CalcMethods = { usl_fit: scaling, littles_law: little }
