import { harmonicMix, mixShape } from '../../src/core/statistics/sweep/mix-shape'
import {
  advantagePercent,
  crossovers,
  ratioToReference,
  relativeDropPercent,
} from '../../src/core/statistics/sweep/ratios'
import {
  littleDiffers,
  littleLatencySeconds,
  scalingEfficiency,
  scalingKnee,
  leastUslPoints,
  uslFit,
} from '../../src/core/statistics/sweep/scaling'
import { spearman } from '../../src/core/statistics/sweep/spearman'
import type { JudgeMethods, JudgeObject } from './cases'
import { orNull } from './shapes'
import { type Inputs, isNumber } from './inputs'

function drops(inputs: Inputs): JudgeObject {
  const percents = inputs.list('pairs').map((pair, i) => {
    const [first, last] = Array.isArray(pair) ? pair.filter(isNumber) : []
    if (first !== undefined && last !== undefined) return relativeDropPercent(first, last)
    throw inputs.wrong(`pairs[${i}]`, 'has no first and last number', 'Give ["label", first, last].')
  })
  return {
    drop_pct: percents.map(orNull),
    text_in_article: percents.map((percent) =>
      percent === undefined ? null : `about ${Number(percent.toPrecision(2))}%`,
    ),
  }
}

function ratios(inputs: Inputs): JudgeObject {
  const rows = inputs.list('rows').map((row, i) => {
    const last: unknown = Array.isArray(row) ? row[row.length - 1] : row
    if (last === null || isNumber(last)) return last ?? undefined
    throw inputs.wrong(
      `rows[${i}]`,
      'has no throughput',
      'Give [level, throughput]; null where it is missing.',
    )
  })
  const referenceRow = inputs.count(0, 0, 'reference_row')
  const reference = rows[referenceRow]
  if (reference === undefined) {
    throw inputs.wrong(
      'reference_row',
      `is ${referenceRow}, a row without a value`,
      'Name a row that was measured.',
    )
  }
  const against = rows.map((value) => (value === undefined ? undefined : ratioToReference(value, reference)))
  const shown = against.map((row, i) => (i === referenceRow ? undefined : row?.slowDown))
  return {
    ratio: shown.map(orNull),
    ratio_2dp: shown.map((ratio) => ratio?.toFixed(2) ?? ''),
    retained_pct: against.map((row) => orNull(row?.retainedPercent)),
    slower_pct: against.map((row) => orNull(row?.slowerPercent)),
  }
}

/** Levels, then the two series in order of appearance; b is compared with a. */
function advantage(inputs: Inputs): JudgeObject {
  const lists = inputs.lists()
  const levelName = inputs.find('util', 'used', 'fill', 'level', 'levels', 'x') ?? lists[0] ?? ''
  const [aName, bName] = lists.filter((name) => name !== levelName)
  if (aName === undefined || bName === undefined) {
    throw inputs.wrong(
      'util_pct',
      'and two series are needed',
      'Give the levels and two lists of throughput.',
    )
  }
  const levels = inputs.numbers(levelName)
  const a = inputs.numbersOrNull(aName).map((value) => value ?? undefined)
  const b = inputs.numbersOrNull(bName).map((value) => value ?? undefined)
  if (a.length !== levels.length || b.length !== levels.length) {
    throw inputs.wrong(
      bName,
      'or the other series has not one value per level',
      'Give null where one is missing.',
    )
  }
  const percents = a.map((value, i) => {
    const other = b[i]
    return value === undefined || other === undefined ? undefined : advantagePercent(value, other)
  })
  const orders = a.map((value, i) => {
    const other = b[i]
    return value === undefined || other === undefined ? undefined : signOf(other - value)
  })
  const crossing = crossovers(levels, orders)[0]
  return {
    advantage_pct_printed: percents.map((percent) => (percent === undefined ? null : Math.round(percent))),
    advantage_pct: percents.map(orNull),
    percent_difference: percents.map((percent) => (percent === undefined ? null : percent - 100)),
    [`crossover_between_${levelName}`]: crossing ?? null,
  }
}

function signOf(difference: number): -1 | 0 | 1 {
  return difference > 0 ? 1 : difference < 0 ? -1 : 0
}

function mix(inputs: Inputs): JudgeObject {
  const percents = inputs.numbers('read_pct', 'read_percent')
  const isMeasured = inputs.find('measured') !== undefined
  const measured = isMeasured ? inputs.numbersOrNull('measured') : percents.map(() => null)
  if (percents.length !== measured.length) {
    throw inputs.wrong(
      'measured',
      `has ${measured.length} values for ${percents.length} levels`,
      'Give null where one is missing.',
    )
  }
  const runs = new Map(percents.map((percent, i) => [percent, measured[i] ?? undefined]))
  const endpoint = (percent: number, ...names: string[]) =>
    inputs.find(...names) === undefined ? runs.get(percent) : inputs.number(...names)
  runs.set(100, endpoint(100, 'read_only'))
  runs.set(0, endpoint(0, 'write_only'))
  const shape = mixShape(
    [...runs].map(([readPercent, value]) => ({ readPercent, runs: value === undefined ? [] : [value] })),
  )
  const [readOnly = NaN, writeOnly = NaN] = [runs.get(100), runs.get(0)]
  const points = percents.map((percent) => shape.points.find((point) => point.readPercent === percent))
  return {
    ideal: percents.map((percent) => orNull(harmonicMix(percent, readOnly, writeOnly))),
    mix_penalty_pct: points.map((point) => orNull(point?.penalty?.percent)),
    minimum_at_read_pct: isMeasured ? orNull(shape.minimum?.readPercent) : null,
    rise_from_50_50_to_write_pct: orNull(shape.rise?.percent),
    dip_vs_worse_endpoint_pct: isMeasured ? orNull(shape.dip?.percent) : null,
  }
}

/** How strictly the values follow the levels, and how far they fall from the first to the last. */
function rankAndDrop(inputs: Inputs): JudgeObject {
  const lists = inputs.lists()
  const yName = inputs.find('y', 'values', 'measured', 'throughput', 'mean', 'iops') ?? lists[1]
  const xName =
    inputs.find('x', 'levels', 'level', 'compress', 'compressibility', 'pct') ??
    lists.find((name) => name !== yName)
  if (xName === undefined || yName === undefined || xName === yName) {
    throw inputs.wrong('x', 'and y are needed', 'Give the levels and the values as two lists.')
  }
  const x = inputs.numbers(xName)
  const y = inputs.numbers(yName)
  if (x.length !== y.length)
    throw inputs.wrong(yName, 'has not one value per level', 'Give one value per level.')
  const correlation = spearman(x, y)
  const drop = relativeDropPercent(y[0] ?? 0, y[y.length - 1] ?? 0)
  return {
    rho: orNull(correlation?.rho),
    spearman_rho: orNull(correlation?.rho),
    p: orNull(correlation?.p),
    exact_p: orNull(correlation?.exactP),
    drop_pct: orNull(drop),
  }
}

/** Sweeps over compressibility, fill level and read/write mix. */
export const sweepMethods: JudgeMethods = {
  relative_drop: drops,
  ratio_to_reference: ratios,
  advantage_percent: advantage,
  ideal_mix: mix,
  spearman_and_drop: rankAndDrop,
}

const threadNames = ['threads', 'n', 'queue_depth', 'depth', 'qd', 'outstanding', 'jobs']
const rateNames = ['mibps', 'throughput', 'iops', 'mbps', 'x']

function scaling(inputs: Inputs): JudgeObject {
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

function little(inputs: Inputs): JudgeObject {
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
export const scalingMethods: JudgeMethods = { usl_fit: scaling, littles_law: little }
