import type { Engine, EngineDescription } from '../../engine'
import { offeredCost } from '../../offered-load'
import { install, oldestVersion, readVersion } from '../program'
import { progressReader } from '../progress'
import { readForeignFileio } from '../read-foreign'
import { advise } from './advise'
import { checkWorkload } from './check-workload'
import { filePrefix, steps } from './command'
import { fields, isOn, numberOf, options, patternOf } from './fields'
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
  writes: (workload) => !patternOf(workload).endsWith('-read'),
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
