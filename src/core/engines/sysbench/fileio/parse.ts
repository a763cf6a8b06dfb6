import type { EngineOutput, ParseResult } from '../../engine'
import type { Direction, Scalar, Series } from '../../../results/observation'
import { scalarOf, seriesOf } from '../../observations'
import { observationsOf, parseRun } from '../parse-run'
import type { SysbenchReport } from '../report'
import { numberOf, patternOf } from './fields'

/** Reads sysbench's output into observations, or into the reason why there are none. Never throws. */
export function parse(output: EngineOutput): ParseResult {
  const { workload } = output.request
  const files = numberOf(workload, 'file_count')
  const test = patternOf(workload)
  return parseRun(output, {
    test,
    jobs: numberOf(workload, 'jobs'),
    seconds: numberOf(workload, 'runtime') ?? 60,
    isLaidOut: (printed) => /^\d+ bytes written in /m.test(printed),
    wrong({ fileCount, reads = 0, writes = 0 }) {
      if (fileCount !== undefined && fileCount !== files)
        return `sysbench ran with ${String(fileCount)} files instead of ${String(files)}.`
      return reads + writes === 0 ? 'sysbench moved no data.' : undefined
    },
    observe: (report, startedAtMs) => fileObservations(report, test, startedAtMs),
  })
}

/** Everything a report of `fileio` says, as a plan or an import stores it. */
export function fileObservations(report: SysbenchReport, test: string, startedAtMs: number) {
  return observationsOf(report, test, startedAtMs, rates(report, test), overTime(report, test, startedAtMs))
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

function overTime({ intervals }: SysbenchReport, test: string, startedAtMs: number): readonly Series[] {
  const moved = [
    ['read', 'readBytesPerSecond'],
    ['write', 'writeBytesPerSecond'],
  ] as const
  return [
    ...moved
      .filter(([, key]) => intervals.some((one) => (one[key] ?? 0) > 0))
      .flatMap(([direction, key]) =>
        seriesOf(intervals, test, direction, 'bandwidth', startedAtMs, (one) => one[key]),
      ),
    ...seriesOf(intervals, test, 'total', 'fsync_rate', startedAtMs, (one) => one.fsyncs),
  ]
}
