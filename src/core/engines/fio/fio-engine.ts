import type { Engine, EngineDescription, RunCost } from '../engine'
import { checkWorkload } from './workload/check-workload'
import { parseOnlyBatch, parseOnlyCommand, steps } from './command'
import { dataContentKeys } from './workload/data-content'
import { readForeignFio } from './foreign/read-foreign'
import { parse } from './parse'
import { decidesWriting, writes } from './workload/destructive'
import { patternOf, accessPattern } from './workload/pattern'
import { progressReader } from './progress'
import { synchronised } from './synchronised'
import { usedLevels, useDecidedBy } from './workload/used-levels'
import { oldestVersion, readVersion } from './workload/version-gates'
import { fields, isOn, numberOf, numbersIn, textOf } from './workload/fields'
import { startingWorkload } from '../../plan/edit-plan'
import { extraOptions } from './workload/extra-options'
import type { LevelValue, Workload, Plan } from '../../plan/plan'
import { sampleBytes, type ContentModel } from '../content/content-model'
import { offeredCost } from '../offered-load'
import type { Advice, PlanEnvironment } from '../../plan/advice'
import { cacheAdvice, contentAdvice } from './advice/data-advice'
import { optionAdvice } from './advice/option-advice'
import { queueAdvice, timeAdvice } from './advice/load-advice'
import { seriesRequestOf } from '../../plan/recording'
import { formatBytes } from '../../units/bytes'
import { largestOf } from '../../iterables'
import { movedBytes } from './workload/moved-bytes'
import { mostLogBytes } from './logs/gathered-logs'

const dataFile = 'data'

/** The data fio writes, see data-content.ts. A sample is written by a measured run, because a layout uses its own block size. */
const fioContent: ContentModel = {
  keys: dataContentKeys,
  sample(workload, directory, engineVersion) {
    const blockBytes = numberOf(workload, 'block_size') ?? 4096
    const bytes = sampleBytes(blockBytes)
    const content: Record<string, LevelValue> = {}
    for (const key of dataContentKeys) {
      const value = workload[key]
      if (value !== undefined) content[key] = value
    }
    const sampled: Workload = {
      pattern: 'sequential-write',
      block_size: blockBytes,
      file_size: bytes,
      io_engine: 'psync',
      queue_depth: 1,
      jobs: 1,
      direct: false,
      ...content,
    }
    const request = {
      workload: sampled,
      dataFile: `${directory}/${dataFile}`,
      runName: 'bw-sample',
      phase: 'measure',
      seed: 1,
      engineVersion,
    } as const
    return { run: steps(request), dataFile, bytes, mustExist: true }
  },
  nominal(workload) {
    const compress = numberOf(workload, 'compress_percent')
    const dedupe = numberOf(workload, 'dedupe_percent')
    // fio's own fill promises nothing, and zeros repeat one block.
    if (compress === undefined && dedupe === undefined) return {}
    if (compress !== undefined && compress >= 100) return { compressPercent: 100 }
    if (workload.buffer_pattern !== undefined) return { repeatedPercent: dedupe }
    return { compressPercent: compress ?? 0, repeatedPercent: dedupe ?? 0 }
  },
}

/** Keys that `cost` uses. */
const costKeys = [
  'pattern',
  'read_percent',
  'block_size',
  'file_size',
  'io_size',
  'jobs',
  'io_engine',
  'runtime',
  'time_based',
  'ramp_time',
  'offered_iops',
  'offered_percent',
  'rate_iops',
  'rate',
] as const

export const description: EngineDescription = {
  id: 'fio',
  name: 'fio',
  program: 'fio',
  oldestVersion,
  recordsSeries: true,
  starting: startingWorkload,
  fields,
  headlines: ['bandwidth', 'iops', 'latency_mean'],
  extraOptions,
  install: {
    debian: 'sudo apt install fio',
    fedora: 'sudo dnf install fio',
    arch: 'sudo pacman -S fio',
    macos: 'brew install fio',
    windows: 'Install fio with its Windows installer, see https://github.com/axboe/fio/releases',
  },
}

/** fio, https://fio.readthedocs.io. Facts about its output are checked against captured files in tests/fixtures. */
export const fioEngine: Engine = {
  description,
  checkWorkload,
  steps,
  parseOnlyCommand,
  parseOnlyBatch,
  parse,
  progress: progressReader,
  advise,
  cost,
  costKeys,
  usedLevels,
  useDecidedBy,
  writes,
  decidesWriting,
  takesDevices: true,
  synchronised,
  dataOf: (workload) =>
    textOf(workload, 'io_engine') === 'null'
      ? { kind: 'none' }
      : { kind: 'file', contentKeys: dataContentKeys },
  content: fioContent,
  movedBytes,
  readForeign: readForeignFio,
  testName: patternOf,
  versionArgs: ['--version'],
  readVersion,
}

/** fio's own start and end, measured with a null job of one second: 1.27 s in all. */
const startSeconds = 0.3

/** Time and bytes of one measured run. A run without a run time ends when each job has moved its amount of I/O. */
function cost(workload: Workload): RunCost {
  const { writeShare, random } = accessPattern(workload)
  const movesData = textOf(workload, 'io_engine') !== 'null'
  const fileBytes = movesData ? (numberOf(workload, 'file_size') ?? 0) : 0
  const runtime = numberOf(workload, 'runtime')
  const ramp = numberOf(workload, 'ramp_time') ?? 0
  const share = movesData ? writeShare : 0
  const blockBytes = numberOf(workload, 'block_size')
  if (runtime !== undefined) {
    const measureSeconds = runtime + ramp
    const isOpenEnded = isOn(workload, 'time_based') && share > 0
    const bytesWritten = isOpenEnded ? undefined : share * amount(workload, random)
    return {
      seconds: measureSeconds + startSeconds,
      measureSeconds,
      writeShare: share,
      ...(blockBytes !== undefined && { blockBytes }),
      ...limitedCost(workload, blockBytes, share),
      ...offeredCost(workload, blockBytes),
      fileBytes,
      bytesWritten,
    }
  }
  const bytes = amount(workload, random)
  // The null engine is as fast as the processor, and a limit as slow as it says.
  const isDriveBound = movesData && limitedCost(workload, blockBytes, 1).offered === undefined
  return {
    bytesWritten: share * bytes,
    ...(isDriveBound && { bytesMoved: bytes }),
    writeShare: share,
    fileBytes,
  }
}

/** What the limit of each job, in requests or bytes, lets all of them move. */
function limitedCost(
  workload: Workload,
  blockBytes: number | undefined,
  writeShare: number,
): Pick<RunCost, 'offered'> {
  const jobs = numberOf(workload, 'jobs') ?? 1
  const bytes = numberOf(workload, 'rate')
  // It holds each direction on its own: so many bytes may be written, however few of the requests write.
  if (bytes !== undefined)
    return writeShare > 0 ? { offered: { bytesPerSecond: (bytes * jobs) / writeShare } } : {}
  const requests = numberOf(workload, 'rate_iops')
  if (requests === undefined || blockBytes === undefined) return {}
  return { offered: { bytesPerSecond: requests * jobs * blockBytes } }
}

/** Bytes all jobs together read and write when the amount of I/O ends the run. */
function amount(workload: Workload, random: boolean): number {
  const jobs = numberOf(workload, 'jobs') ?? 1
  const ioSize = numberOf(workload, 'io_size')
  if (ioSize !== undefined) return ioSize * jobs
  const size = numberOf(workload, 'file_size') ?? 0
  return random ? size * jobs : size
}

/** Advice specific to fio. Target, space and levels are checked for all engines alike. */
function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return [
    ...optionAdvice(plan, environment),
    ...cacheAdvice(plan, environment),
    ...queueAdvice(plan),
    ...contentAdvice(plan, environment),
    ...timeAdvice(plan),
    ...logAdvice(plan),
  ]
}

/** A row of each of the five logs of averages, and one of a histogram log: 1,856 columns, nearly all of them `0, `. */
const bytesPerInterval = { averages: 5 * 24, histograms: 1856 * 3 }

/** Logs larger than the amount collected from a run. */
export function logAdvice(plan: Plan): readonly Advice[] {
  const series = seriesRequestOf(plan)
  if (!series) return []
  const runtime = largestOf(numbersIn(plan, 'runtime'), 0)
  const jobs = largestOf(numbersIn(plan, 'jobs'), 1)
  // Reads and writes have a row each.
  const bytes = (2 * jobs * bytesPerInterval[series.detail] * runtime) / series.seconds
  if (bytes <= mostLogBytes) return []
  return [
    {
      id: 'large-logs',
      severity: 'warning',
      text: `fio's logs of one run may reach ${formatBytes(bytes)}; ${formatBytes(mostLogBytes)} of them are kept, and the series end there.`,
      reason:
        series.detail === 'histograms'
          ? 'Histograms take fifty times the room of averages; a longer interval takes less.'
          : 'A longer interval takes less.',
      about: 'repetitions',
    },
  ]
}
