import type { EngineOutput, ParseResult } from '../../engine'
import type { Direction, Scalar, Series } from '../../../results/observation'
import { failed, untrusted } from '../../failures'
import { withoutReport } from '../../printed/failures'
import { scalarOf, seriesOf, startedAt, startedFile } from '../../observations'
import { offeredScalars, offeredWarnings } from '../../offered-load'
import { latencyHistogram, latencyScalars, latencySeries } from '../latencies'
import { offeredLoad, queueFull } from '../offered-rate'
import { readReport, type SysbenchReport } from '../report'
import { outputFile } from './command'
import { numberOf, patternOf } from './fields'

/** Reads sysbench's output into observations, or into the reason why there are none. Never throws. */
export function parse(output: EngineOutput): ParseResult {
  const { outputs, exitCode, printed = '', request } = output
  const text = outputs[outputFile] ?? ''
  if (request.phase === 'layout') return layout(output)
  const report = readReport(text)
  if (!report || exitCode !== 0)
    return queueFull(text) ?? withoutReport(exitCode, `${text}\n${printed}`, 'sysbench')
  const wrong = otherThanAsked(report, output)
  if (wrong !== undefined) return failed(untrusted('other-than-asked', wrong))
  const test = patternOf(request.workload)
  const measuredAtMs = startedAt(outputs[startedFile])
  const load = offeredLoad(report, request)
  return {
    outcome: 'done',
    engineVersion: report.version,
    observations: [...fileObservations(report, test, measuredAtMs), ...offeredScalars(test, load)],
    warnings: request.phase === 'measure' ? offeredWarnings(load) : [],
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** Everything a report of `fileio` says, as a plan or an import stores it. */
export function fileObservations(report: SysbenchReport, test: string, startedAtMs: number) {
  const histogram = latencyHistogram(report, test)
  return [
    ...rates(report, test),
    ...latencyScalars(report, test),
    ...(histogram ? [histogram] : []),
    ...overTime(report, test, startedAtMs),
  ]
}

function layout({ outputs, exitCode, printed = '' }: EngineOutput): ParseResult {
  const text = outputs[outputFile] ?? ''
  const engineVersion = /^sysbench v?(\d+(?:\.\d+)+)/m.exec(text)?.[1]
  const isDone = exitCode === 0 && /^\d+ bytes written in /m.test(text)
  if (!isDone || engineVersion === undefined)
    return withoutReport(exitCode, `${text}\n${printed}`, 'sysbench')
  return { outcome: 'done', engineVersion, observations: [], warnings: [] }
}

function otherThanAsked(report: SysbenchReport, { request }: EngineOutput): string | undefined {
  const { workload } = request
  const asked = [
    ['threads', report.threads, numberOf(workload, 'jobs')],
    ['files', report.fileCount, numberOf(workload, 'file_count')],
  ] as const
  const other = asked.find(([, ran, wanted]) => ran !== undefined && ran !== wanted)
  if (other) return `sysbench ran with ${String(other[1])} ${other[0]} instead of ${String(other[2])}.`
  const seconds = numberOf(workload, 'runtime') ?? 60
  // The time limit is checked between requests, so a slow drive may overrun it.
  if (report.seconds < seconds * 0.95)
    return `sysbench ended after ${String(report.seconds)} s instead of ${String(seconds)} s.`
  if ((report.reads ?? 0) + (report.writes ?? 0) === 0) return 'sysbench moved no data.'
  return undefined
}

/** Rates are printed more precisely than throughput, which follows from them if the block size is known exactly. */
function rates(report: SysbenchReport, test: string): readonly Scalar[] {
  const { reads = 0, writes = 0, fsyncs, seconds, blockBytes } = report
  const bandwidth = (rate: number, printed: number | undefined) => {
    const exact = blockBytes === undefined ? undefined : rate * blockBytes
    const fits =
      exact !== undefined && (printed === undefined || Math.abs(exact - printed) <= 0.01 * printed + 1e5)
    return fits ? exact : (printed ?? 0)
  }
  const read = bandwidth(reads, report.readBytesPerSecond)
  const write = bandwidth(writes, report.writeBytesPerSecond)
  const io = reads + writes
  const side = (direction: Direction, iops: number, bytesPerSecond: number) => [
    ...scalarOf(test, direction, 'iops', iops),
    ...scalarOf(test, direction, 'bandwidth', bytesPerSecond),
  ]
  return [
    ...(reads > 0 ? side('read', reads, read) : []),
    ...(writes > 0 ? side('write', writes, write) : []),
    ...side('total', io, read + write),
    ...scalarOf(test, 'total', 'io_count', Math.round(io * seconds)),
    ...scalarOf(test, 'total', 'runtime', seconds),
    ...scalarOf(test, 'total', 'fsync_rate', fsyncs),
    ...(io > 0 && test.endsWith('-mix')
      ? scalarOf(test, 'total', 'achieved_read_percent', (100 * reads) / io)
      : []),
  ]
}

function overTime(report: SysbenchReport, test: string, startedAtMs: number): readonly Series[] {
  const { intervals } = report
  const isMoving = (key: 'readBytesPerSecond' | 'writeBytesPerSecond') =>
    intervals.some((one) => (one[key] ?? 0) > 0)
  const moved = (
    [
      ['read', 'readBytesPerSecond'],
      ['write', 'writeBytesPerSecond'],
    ] as const
  ).flatMap(([direction, key]) =>
    isMoving(key) ? seriesOf(intervals, test, direction, 'bandwidth', startedAtMs, (one) => one[key]) : [],
  )
  return [
    ...moved,
    ...seriesOf(intervals, test, 'total', 'fsync_rate', startedAtMs, (one) => one.fsyncs),
    ...latencySeries(report, test, startedAtMs),
  ]
}
