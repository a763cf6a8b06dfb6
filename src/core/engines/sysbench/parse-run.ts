import type { Histogram, Observation, Scalar, Series } from '../../results/observation'
import type { Reservation } from '../../results/reservation'
import type { EngineOutput, ParseResult } from '../engine'
import { failed, untrusted } from '../failures'
import { outputFile, scalarOf, seriesOf, startedAt, startedFile } from '../observations'
import { offeredScalars, offeredWarnings } from '../offered-load'
import { withoutReport, type GivenReasons } from '../printed/failures'
import { offeredLoad, queueFull } from './offered-rate'
import { readVersion } from './program'
import { readReport, type SysbenchReport } from './report'

/** How a run of one of sysbench's tests is judged. */
export interface RunRules {
  readonly test: string
  readonly jobs: number | undefined
  readonly seconds: number
  /** Whether everything printed by a layout says that it is done. */
  readonly isLaidOut: (printed: string) => boolean
  /** Why a report is not one of the requested run. */
  readonly wrong: (report: SysbenchReport) => string | undefined
  readonly observe: (report: SysbenchReport, startedAtMs: number) => readonly Observation[]
  readonly warnings?: (report: SysbenchReport) => readonly Reservation[]
  /** Why a script of the app gives up. */
  readonly reasons?: GivenReasons
}

/** Reads sysbench's output into observations, or into the reason why there are none. Never throws. */
export function parseRun(output: EngineOutput, rules: RunRules): ParseResult {
  const { outputs, exitCode, printed = '', request } = output
  const text = outputs[outputFile] ?? ''
  const all = `${text}\n${printed}`
  const noReport = () => withoutReport(exitCode, all, 'sysbench', rules.reasons)
  if (request.phase === 'layout') {
    const engineVersion = readVersion(text)
    if (exitCode !== 0 || engineVersion === undefined || !rules.isLaidOut(all)) return noReport()
    return { outcome: 'done', engineVersion, observations: [], warnings: [] }
  }
  const report = readReport(text)
  if (report?.version === undefined || exitCode !== 0) return queueFull(text) ?? noReport()
  const wrong = otherThanAsked(report, rules) ?? rules.wrong(report)
  if (wrong !== undefined) return failed(untrusted('other-than-asked', wrong))
  const measuredAtMs = startedAt(outputs[startedFile])
  const load = offeredLoad(report, request)
  return {
    outcome: 'done',
    engineVersion: report.version,
    observations: [...rules.observe(report, measuredAtMs), ...offeredScalars(rules.test, load)],
    warnings: [
      ...(rules.warnings?.(report) ?? []),
      ...(request.phase === 'measure' ? offeredWarnings(load) : []),
    ],
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** The time limit is checked between requests, so a slow drive may overrun it. */
function otherThanAsked(report: SysbenchReport, { jobs, seconds }: RunRules): string | undefined {
  if (report.threads !== undefined && report.threads !== jobs)
    return `sysbench ran with ${String(report.threads)} threads instead of ${String(jobs)}.`
  return report.seconds < seconds * 0.95
    ? `sysbench ended after ${String(report.seconds)} s instead of ${String(seconds)} s.`
    : undefined
}

/** Everything a report says, as a plan or an import stores it: the rates of its test, and the latencies of all events. */
export function observationsOf(
  report: SysbenchReport,
  test: string,
  startedAtMs: number,
  rates: readonly Scalar[],
  series: readonly Series[],
): readonly Observation[] {
  const { latency, histogram, intervals } = report
  const { meanNs, maxNs, percentile } = latency
  const percent = intervals.find((one) => one.latency)?.latency?.percent
  return [
    ...rates,
    ...scalarOf(test, 'total', 'latency_mean', meanNs),
    ...(percentile ? scalarOf(test, 'total', metricOf(percentile.percent), percentile.ns) : []),
    ...scalarOf(test, 'total', 'latency_max', maxNs),
    ...(histogram ? [histogramOf(test, histogram)] : []),
    ...series,
    ...(percent === undefined
      ? []
      : seriesOf(intervals, test, 'total', metricOf(percent), startedAtMs, (one) => one.latency?.ns)),
  ]
}

function histogramOf(test: string, bins: Pick<Histogram, 'binsNs' | 'counts'>): Histogram {
  return {
    kind: 'histogram',
    source: 'engine',
    test,
    direction: 'total',
    metric: 'total',
    unit: 'ns',
    ...bins,
  }
}

function metricOf(percent: number): string {
  return `latency_p${String(percent).replace('.', '')}`
}
