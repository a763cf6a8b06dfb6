import type { LevelValue, Workload } from '../../plan/plan'
import type { Scalar } from '../../results/observation'
import { scalarOf } from '../observations'
import { hasIdleChild } from './output/check-throughput'
import type { IozoneDocument } from './output/iozone-document'
import type { ReportUnit } from './output/printed-words'
import type { ThroughputBlock } from './output/read-throughput'
import { modeOf } from './selected-tests'
import type { IozoneTest } from './tests'

/** A number of one test, with the levels that IOzone varied within the run. */
export interface IozoneResult {
  readonly test: IozoneTest
  readonly fileBytes: number | undefined
  readonly recordBytes: number | undefined
  readonly jobs: number | undefined
  readonly scalars: readonly Scalar[]
}

/** Metric of the main number, and the factor from IOzone's unit to the base unit. IOzone's kB is 1024 bytes. */
const mainMetrics: Readonly<Record<ReportUnit, { readonly metric: string; readonly factor: number }>> = {
  'kB/s': { metric: 'bandwidth', factor: 1024 },
  'ops/s': { metric: 'iops', factor: 1 },
  'µs/op': { metric: 'latency_mean', factor: 1000 },
}

/**
 * Every number of an output by test and size. A printed 0 is not a result: second passes that `-+n` left out, records
 * that do not fit into the file, and operations too short for the clock are all printed as 0.
 */
export function resultsOf(document: IozoneDocument): readonly IozoneResult[] {
  return document.layout
    ? tableResults(document)
    : document.blocks.map((block) => blockResult(block, document))
}

/** The levels IOzone varied within the run; undefined if the case has all of them. */
export function measuredLevels(
  result: IozoneResult,
  workload: Workload,
): Readonly<Record<string, LevelValue>> | undefined {
  const { fileBytes, recordBytes, jobs } = result
  switch (modeOf(workload)) {
    case 'auto':
      if (fileBytes === undefined || recordBytes === undefined) return undefined
      return { file_size: fileBytes, block_size: recordBytes }
    case 'thread-range':
      return jobs === undefined ? undefined : { jobs }
    default:
      return undefined
  }
}

/** The numbers of a result. With `levels` for a run that measured several sizes or numbers of jobs. */
export function scalarsAt(
  result: IozoneResult,
  levels: Readonly<Record<string, LevelValue>> | undefined,
): readonly Scalar[] {
  return levels ? result.scalars.map((one) => ({ ...one, levels })) : result.scalars
}

function tableResults({ layout, rows, unit }: IozoneDocument): readonly IozoneResult[] {
  return rows.flatMap((row) =>
    (layout?.tests ?? []).flatMap((test) => {
      const value = row.values.get(test.id) ?? 0
      if (value === 0) return []
      const scalars = mainScalars(test, unit, value)
      return [
        {
          test,
          fileBytes: row.fileKib * 1024,
          recordBytes: row.recordKib * 1024,
          jobs: undefined,
          scalars,
        },
      ]
    }),
  )
}

function blockResult(block: ThroughputBlock, { unit, sizes }: IozoneDocument): IozoneResult {
  const [size] = sizes
  return {
    test: block.test,
    fileBytes: size ? size.fileKib * 1024 : undefined,
    recordBytes: size ? size.recordKib * 1024 : undefined,
    jobs: block.jobs,
    scalars: blockScalars(block, unit),
  }
}

function blockScalars(block: ThroughputBlock, unit: ReportUnit): readonly Scalar[] {
  const { test, children, parent, least, most, average, leastTransfer } = block
  if (children === 0) return []
  const { metric, factor } = mainMetrics[unit]
  const ofOneDirection = (name: string, value: number) =>
    scalarOf(test.id, test.direction, name, value * factor)
  return [
    ...mainScalars(test, unit, children),
    ...(parent === undefined ? [] : ofOneDirection(`parent_${metric}`, parent)),
    ...(hasIdleChild(block) ? [] : ofOneDirection(`job_${metric}_min`, least)),
    ...ofOneDirection(`job_${metric}_max`, most),
    ...ofOneDirection(`job_${metric}_mean`, average),
    ...(unit === 'ops/s'
      ? scalarOf(test.id, test.direction, 'job_io_count_min', leastTransfer)
      : scalarOf(test.id, test.direction, 'job_io_bytes_min', leastTransfer * 1024)),
  ]
}

/** As with other engines, a test of one direction has that direction and the same as its total. */
function mainScalars(test: IozoneTest, unit: ReportUnit, value: number): readonly Scalar[] {
  const { metric, factor } = mainMetrics[unit]
  const total = scalarOf(test.id, 'total', metric, value * factor)
  return test.direction === 'total'
    ? total
    : [...scalarOf(test.id, test.direction, metric, value * factor), ...total]
}
