import type { LevelValue } from '../../plan/plan'
import type { Scalar, Series } from '../../results/observation'
import type { ForeignOutput, ForeignRun } from './foreign-output'

/** Every number of these programs is of this test: the shape of TPC-C, without its rules and its audit. */
export const tpccTest = 'tpcc-like'
export const notAudited = {
  id: 'not-audited',
  text: 'New-order transactions a minute, TPC-C-like, not an audited result.',
}

/**
 * Reads what tpcc-mysql, go-tpc or HammerDB printed; undefined where none of them did. Formats: tpcc-mysql's `main.c`,
 * go-tpc's `tpcc` output and HammerDB's log of a driver script, as captured in tests/fixtures.
 */
export function readTpcc(text: string): ForeignOutput | undefined {
  const run = tpccMysql(text) ?? goTpc(text) ?? hammerDb(text)
  return run ? { engine: 'tpcc', runs: [run], skipped: [] } : undefined
}

function tpccMysql(text: string): ForeignRun | undefined {
  const rate = number(text, /^<TpmC>\s*\n\s*([\d.]+) TpmC/m)
  if (rate === undefined) return undefined
  const levels = levelsOf({
    jobs: number(text, /\[connection\]: (\d+)/),
    warehouses: number(text, /\[warehouse\]: (\d+)/),
    ramp_time: number(text, /\[rampup\]: (\d+)/),
    runtime: number(text, /\[measure\]: (\d+)/),
  })
  // `  10, 12920, 95%: 9.483, 99%: …`; before, `  10, 1234(0):1.5|2.0, …`. The first number is the end of the interval.
  const lines = [...text.matchAll(/^ *(\d+), (\d+)(?:\(\d+\):[\d.]+\|[\d.]+)?, *(?:95%: ([\d.]+),)?/gm)]
  const ends = lines.map(([, end]) => Number(end))
  const rates = lines.map(([, , count], at) => (60 * Number(count)) / ((ends[at] ?? 0) - (ends[at - 1] ?? 0)))
  const latencies = lines.flatMap(([, , , ms]) => (ms === undefined ? [] : [Number(ms) * 1e6]))
  return runOf('tpcc-mysql', levels, undefined, [
    scalar('new_order_rate', rate),
    ...series('new_order_rate', ends, rates),
    ...(latencies.length === ends.length ? series('latency_p95', ends, latencies) : []),
  ])
}

/** What go-tpc printed at the end of a run and every interval; undefined where it printed no total. */
export function goTpc(text: string): ForeignRun | undefined {
  const rate = number(text, /^tpmC: ([\d.]+), tpmTotal/m) ?? number(text, /^tpmC: ([\d.]+)/m)
  if (rate === undefined) return undefined
  const total = number(text, /^tpmC: [\d.]+, tpmTotal: ([\d.]+)/m)
  const value = (line: string, name: string) => number(line, new RegExp(`\\b${name}: ([\\d.]+)`))
  const line = /^\[Summary\] NEW_ORDER - .*$/m.exec(text)?.[0] ?? ''
  const current = [...text.matchAll(/^\[Current\] NEW_ORDER - .*$/gm)].map(([one]) => ({
    seconds: number(one, /Takes\(s\): ([\d.]+)/) ?? 0,
    rate: value(one, 'TPM') ?? 0,
  }))
  let end = 0
  const ends = current.map(({ seconds }) => (end += seconds))
  const latency = (metric: string, name: string) => {
    const ms = value(line, name)
    return ms === undefined ? [] : [scalar(metric, ms * 1e6)]
  }
  return runOf('go-tpc', {}, undefined, [
    scalar('new_order_rate', rate),
    ...(total === undefined ? [] : [scalar('transactions', total / 60)]),
    ...latency('latency_mean', String.raw`Avg\(ms\)`),
    ...latency('latency_p50', String.raw`50th\(ms\)`),
    ...latency('latency_p95', String.raw`95th\(ms\)`),
    ...latency('latency_p99', String.raw`99th\(ms\)`),
    ...latency('latency_p999', String.raw`99\.9th\(ms\)`),
    ...series(
      'new_order_rate',
      ends,
      current.map((one) => one.rate),
    ),
  ])
}

function hammerDb(text: string): ForeignRun | undefined {
  const [, rate, total, server] = /System achieved (\d+) NOPM from (\d+) (.*?) ?TPM/.exec(text) ?? []
  if (rate === undefined) return undefined
  const levels = levelsOf({ jobs: number(text, /(\d+) Active Virtual Users configured/) })
  return runOf('HammerDB', levels, server === '' ? undefined : server, [
    scalar('new_order_rate', Number(rate)),
    scalar('transactions', Number(total) / 60),
  ])
}

function levelsOf(found: Readonly<Record<string, number | undefined>>): Readonly<Record<string, LevelValue>> {
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}

function runOf(
  program: string,
  levels: Readonly<Record<string, LevelValue>>,
  server: string | undefined,
  observations: ForeignRun['observations'],
): ForeignRun {
  const jobs = levels.jobs === undefined ? '' : `, ${String(levels.jobs)} connections`
  return {
    label: `${program}${server === undefined ? '' : ` on ${server}`}${jobs}`,
    levels: { ...levels, program, ...(server !== undefined && { server }) },
    ...{ engineVersion: undefined, startedAtMs: undefined, finishedAtMs: undefined, device: undefined },
    command: undefined,
    observations,
    warnings: [notAudited],
  }
}

const units = { new_order_rate: '1/min', transactions: '1/s' } as const

function scalar(metric: string, value: number): Scalar {
  return {
    kind: 'scalar',
    source: 'engine',
    test: tpccTest,
    direction: 'total',
    metric,
    unit: unitOf(metric),
    value,
  }
}

function series(metric: string, ends: readonly number[], values: readonly number[]): readonly Series[] {
  if (ends.length < 2 || values.some((value) => !Number.isFinite(value))) return []
  return [
    {
      ...{
        kind: 'series',
        source: 'engine',
        test: tpccTest,
        direction: 'total',
        metric,
        unit: unitOf(metric),
      },
      startedAtMs: 0,
      intervalSeconds: (ends[1] ?? 0) - (ends[0] ?? 0),
      seconds: Float64Array.from(ends),
      values: Float64Array.from(values),
    },
  ]
}

function unitOf(metric: string): Scalar['unit'] {
  return metric === 'new_order_rate' || metric === 'transactions' ? units[metric] : 'ns'
}

function number(text: string, pattern: RegExp): number | undefined {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
