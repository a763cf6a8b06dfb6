import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { withoutKeys } from '../../../plan/levels/levels'
import type { Plan } from '../../../plan/plan'
import { formatBytes, formatExactBytes } from '../../../units/bytes'
import { present, smallestOf } from '../../../iterables'
import type { Engine, EngineDescription } from '../../engine'
import { fixing } from '../../field-values'
import { offeredCost } from '../../offered-load'
import { install, oldestVersion, progressReader, readVersion } from '../program'
import { readForeignFileio } from '../read-foreign'
import { checkWorkload } from './check-workload'
import { filePrefix, steps } from './command'
import { fields, isOn, numberOf, numbersIn, options, patternOf, textOf, valuesIn } from './fields'
import { parse } from './parse'

const description: EngineDescription = {
  id: 'sysbench-fileio',
  name: 'sysbench file I/O',
  program: 'sysbench',
  oldestVersion,
  recordsSeries: true,
  // The block size and the fsync every 100 requests of the printed reviews are sysbench's own defaults.
  starting: {
    pattern: 'random-mix',
    read_percent: 60,
    block_size: 16_384,
    jobs: 1,
    direct: true,
    fsync: 100,
    file_size: 4 * 1024 ** 3,
    file_count: 128,
    runtime: 60,
  },
  fields,
  headlines: ['bandwidth', 'iops', 'latency_p95', 'latency_mean'],
  extraOptions: options,
  install,
}

/** sysbench's file test, https://github.com/akopytov/sysbench. It is called, never shipped. */
export const sysbenchFileio: Engine = {
  description,
  checkWorkload,
  steps,
  // sysbench has no way to check options without running.
  parseOnlyCommand: () => undefined,
  parse,
  progress: progressReader,
  advise,
  costKeys: [
    ...['pattern', 'read_percent', 'block_size', 'file_size', 'runtime', 'ramp_time', 'direct'],
    ...['offered_percent', 'offered_iops'],
  ],
  cost(workload) {
    const blockBytes = numberOf(workload, 'block_size') ?? 16_384
    const [runtime, warmUp] = [numberOf(workload, 'runtime') ?? 60, numberOf(workload, 'ramp_time') ?? 0]
    return {
      seconds: runtime + warmUp,
      measureSeconds: runtime,
      blockBytes,
      ...offeredCost(workload, blockBytes),
      fileBytes: numberOf(workload, 'file_size') ?? 0,
      writeShare: writeShareOf(patternOf(workload), numberOf(workload, 'read_percent') ?? 60),
    }
  },
  // Mapped requests are not counted as I/O by the system, and every other pattern moves data all the time.
  silenceSeconds: (workload) => (isOn(workload, 'direct') ? 60 : undefined),
  usedLevels: (workload) =>
    withoutKeys(workload, (key) => key === 'read_percent' && textOf(workload, 'pattern') !== 'random-mix'),
  useDecidedBy: ['pattern'],
  writes: (workload) => !patternOf(workload).endsWith('-read'),
  // It cuts each file to nothing when it begins with it, and ends by its time.
  remakesFiles: (workload) => patternOf(workload) === 'sequential-write',
  dataOf: () => ({ kind: 'folder', contentKeys: ['file_size', 'file_count'] }),
  ownFilePrefix: filePrefix,
  readForeign: readForeignFileio,
  testName: patternOf,
  versionArgs: ['--version'],
  readVersion,
}

function writeShareOf(pattern: string, readPercent: number): number {
  if (pattern.endsWith('-read')) return 0
  return pattern === 'random-mix' ? 1 - readPercent / 100 : 1
}

const gibibyte = 1024 ** 3

/** Advice specific to sysbench. */
function advise(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(cached(plan, environment.memoryBytes), flushes(plan), content(plan))
}

/** A plan that would measure memory is rejected: sysbench reads and writes its files repeatedly. */
function cached(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const isCached = valuesIn(plan, 'direct').includes(false) || valuesIn(plan, 'io_engine').includes('mmap')
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  if (!isCached || memoryBytes === undefined || !(smallest < 2 * memoryBytes)) return undefined
  const enough = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    id: 'measures-page-cache',
    severity: 'error',
    text: 'Without direct I/O, the files are smaller than twice the memory, so this would measure the page cache.',
    reason: `Up to ${formatBytes(memoryBytes)} of the ${formatBytes(smallest)} can lie in memory.`,
    about: 'direct',
    remedy:
      fixing(plan, 'Use direct I/O', 'direct', true) ??
      fixing(plan, `Use ${formatExactBytes(enough)}`, 'file_size', enough),
  }
}

function flushes(plan: Plan): Advice | undefined {
  const often = numbersIn(plan, 'fsync').filter((count) => count > 0)
  const writes = valuesIn(plan, 'pattern').some((pattern) => !String(pattern).endsWith('-read'))
  if (often.length === 0 || !writes) return undefined
  return {
    id: 'sysbench-flushes',
    severity: 'note',
    text: `sysbench calls fsync on all files every ${often.join(' or ')} requests, and its latencies count these calls.`,
    reason: 'Printed reviews with sysbench have this setting; fio measures without it.',
    about: 'fsync',
    remedy: fixing(plan, 'Never call fsync', 'fsync', 0),
  }
}

function content(plan: Plan): Advice | undefined {
  return {
    id: 'sysbench-content',
    severity: 'note',
    text: 'The data sysbench writes compresses well.',
    reason: `A drive or file system that compresses or deduplicates looks faster than it is${valuesIn(plan, 'pattern').includes('random-read') ? ', also when reading' : ''}. Measure those with fio.`,
    about: 'pattern',
  }
}
