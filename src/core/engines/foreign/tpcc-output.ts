import { unknownStart, type Scalar, type Series } from '../../results/observation'
import { note } from '../../results/reservation'
import { median } from '../../statistics/summary/quantile'
import { largestOf } from '../../iterables'
import { scalarOf, seriesOf } from '../observations'
import type { ForeignOutput, ForeignRun } from './foreign-output'
import { numberIn, programRun, scaled } from './program-run'

/** All numbers of these programs are of this test: the structure of TPC-C, without its rules and its audit. */
export const tpccTest = 'tpcc-like'
export const notAudited = note(
  'not-audited',
  'New-order transactions a minute, TPC-C-like, not an audited result.',
)

/**
 * Reads the output of tpcc-mysql, go-tpc or HammerDB; undefined if none of them did. Formats: tpcc-mysql's `main.c`,
 * go-tpc's `tpcc` output and HammerDB's log of a driver script, as captured in tests/fixtures.
 */
export function readTpcc(text: string): ForeignOutput | undefined {
  const run = tpccMysql(text) ?? goTpc(text) ?? hammerDb(text)
  return run ? { engine: 'tpcc', runs: [run], skipped: [] } : undefined
}

function tpccMysql(text: string): ForeignRun | undefined {
  const rate = numberIn(text, /^<TpmC>\s*\n\s*([\d.]+) TpmC/m)
  if (rate === undefined) return undefined
  const levels = {
    jobs: numberIn(text, /\[connection\]: (\d+)/),
    warehouses: numberIn(text, /\[warehouse\]: (\d+)/),
    ramp_time: numberIn(text, /\[rampup\]: (\d+)/),
    runtime: numberIn(text, /\[measure\]: (\d+)/),
  }
  // `  10, 12920, 95%: 9.483, 99%: …`; before, `  10, 1234(0):1.5|2.0, …`. The first number is the end of the interval.
  const lines = [...text.matchAll(/^ *(\d+), (\d+)(?:\(\d+\):[\d.]+\|[\d.]+)?, *(?:95%: ([\d.]+),)?/gm)]
  const ends = lines.map(([, end]) => Number(end))
  const rates = lines.map(([, , count], at) => (60 * Number(count)) / ((ends[at] ?? 0) - (ends[at - 1] ?? 0)))
  const latencies = lines.flatMap(([, , , ms]) => (ms === undefined ? [] : [Number(ms) * 1e6]))
  return runOf('tpcc-mysql', levels, undefined, [
    ...scalar('new_order_rate', rate),
    ...series('new_order_rate', ends, rates),
    ...(latencies.length === ends.length ? series('latency_p95', ends, latencies) : []),
  ])
}

/**
 * What go-tpc printed at the end of a run and every interval; undefined if it printed no total. `intervalSeconds` as
 * requested; if unknown, it is taken from the lines.
 */
export function goTpc(text: string, intervalSeconds?: number): ForeignRun | undefined {
  const rate = numberIn(text, /^tpmC: ([\d.]+)(?:, tpmTotal|\s*\n)/m)
  if (rate === undefined) return undefined
  const total = numberIn(text, /^tpmC: [\d.]+, tpmTotal: ([\d.]+)[,\s]/m)
  const summary = /^\[Summary\] NEW_ORDER - .*$/m.exec(text)?.[0] ?? ''
  const latency = (metric: string, name: string) => scalar(metric, scaled(goTpcValue(summary, name), 1e6))
  return runOf('go-tpc', {}, undefined, [
    ...scalar('new_order_rate', rate),
    ...scalar('transactions', total === undefined ? undefined : total / 60),
    ...latency('latency_mean', 'Avg(ms)'),
    ...latency('latency_p50', '50th(ms)'),
    ...latency('latency_p95', '95th(ms)'),
    ...latency('latency_p99', '99th(ms)'),
    ...latency('latency_p999', '99.9th(ms)'),
    ...goTpcSeries(text, intervalSeconds),
  ])
}

/**
 * The lines of each interval. go-tpc counts an interval from its first transaction of a kind and prints no line for a
 * kind that had none, so its own `TPM` ignores stalls: the rate is the count over the whole interval, and 0 if only
 * other kinds completed.
 */
function goTpcSeries(text: string, intervalSeconds: number | undefined): readonly Series[] {
  const intervals: Map<string, string>[] = []
  let last = ''
  for (const [line, kind = ''] of text.matchAll(/^\[Current\] (\w+) - .*$/gm)) {
    // The kinds of one interval are sorted by name.
    if (intervals.length === 0 || kind <= last) intervals.push(new Map())
    intervals.at(-1)?.set(kind, line)
    last = kind
  }
  const length = intervalSeconds ?? goTpcInterval(intervals)
  if (length === undefined || intervals.length < 2) return []
  const lines = intervals.map((kinds, at) => {
    const line = kinds.get('NEW_ORDER') ?? ''
    return {
      seconds: (at + 1) * length,
      rate: (60 * (goTpcValue(line, 'Count') ?? 0)) / length,
      p95: scaled(goTpcValue(line, '95th(ms)'), 1e6),
    }
  })
  return [
    ...seriesOf(lines, tpccTest, 'total', 'new_order_rate', unknownStart, (one) => one.rate),
    ...seriesOf(lines, tpccTest, 'total', 'latency_p95', unknownStart, (one) => one.p95),
  ]
}

/** The usual length of an interval, rounded to whole seconds if close, because the first transaction comes a little late. */
function goTpcInterval(intervals: readonly ReadonlyMap<string, string>[]): number | undefined {
  const took = intervals.map((kinds) =>
    largestOf(Array.from(kinds.values(), (line) => goTpcValue(line, 'Takes(s)') ?? 0)),
  )
  const usual = median(took) ?? 0
  const whole = Math.round(usual)
  const length = whole > 0 && Math.abs(whole - usual) <= 0.25 ? whole : usual
  return length > 0 ? length : undefined
}

/** `Avg(ms)` in `…, Avg(ms): 33.1, …`. */
function goTpcValue(line: string, name: string): number | undefined {
  const [, rest] = line.split(` ${name}: `)
  return numberIn(rest ?? '', /^([\d.]+)/)
}

function hammerDb(text: string): ForeignRun | undefined {
  const [, rate, total, server] = /System achieved (\d+) NOPM from (\d+) (.*?) ?TPM/.exec(text) ?? []
  if (rate === undefined) return undefined
  const levels = { jobs: numberIn(text, /(\d+) Active Virtual Users configured/) }
  return runOf('HammerDB', levels, server === '' ? undefined : server, [
    ...scalar('new_order_rate', Number(rate)),
    ...scalar('transactions', Number(total) / 60),
  ])
}

function runOf(
  program: string,
  found: Readonly<Record<string, number | undefined>>,
  server: string | undefined,
  observations: ForeignRun['observations'],
): ForeignRun {
  const jobs = found.jobs === undefined ? '' : `, ${String(found.jobs)} connections`
  const run = programRun({
    label: `${program}${server === undefined ? '' : ` on ${server}`}${jobs}`,
    levels: { ...found, program, server },
    numbers: {},
    warnings: [notAudited],
  })
  return { ...run, observations }
}

function scalar(metric: string, value: number | undefined): readonly Scalar[] {
  return scalarOf(tpccTest, 'total', metric, value)
}

function series(metric: string, ends: readonly number[], values: readonly number[]): readonly Series[] {
  if (ends.length < 2 || values.some((value) => !Number.isFinite(value))) return []
  const lines = ends.map((seconds, at) => ({ seconds, value: values[at] }))
  return seriesOf(lines, tpccTest, 'total', metric, unknownStart, ({ value }) => value)
}
