import type { Workload } from '../../plan/plan'
import type { RunCost } from '../engine'
import { fileCount } from './command'
import { isOn, numberOf } from './fields'
import { modeOf, selectedTests, skipsRetests } from './selected-tests'
import { iozoneTests } from './tests'

/** Keys that `cost` uses. */
export const costKeys = [
  'mode',
  'tests',
  'no_retest',
  'file_size',
  'file_size_from',
  'file_size_to',
  'block_size_from',
  'block_size_to',
  'jobs',
  'jobs_from',
  'jobs_to',
  'constant_total_size',
  'mmap',
  'async_depth',
  'auto_factor',
] as const

/**
 * Bytes of one run. Its duration depends only on the drive: IOzone moves whole files, so there are no seconds. In
 * throughput mode jobs stop when the first one is done, so this is the maximum.
 */
export function cost(workload: Workload): RunCost {
  const size = modeOf(workload) === 'auto' ? 'file_size_to' : 'file_size'
  const perJob = numberOf(workload, size) ?? 0
  const files = isOn(workload, 'constant_total_size') ? 1 : fileCount(workload)
  const passes = writingPasses(workload)
  const allPasses = passes + readingPasses(workload)
  const once = writtenOnce(workload, perJob)
  return {
    writeShare: passes / Math.max(1, allPasses),
    fileBytes: perJob * files,
    bytesWritten: passes * once,
    bytesMoved: allPasses * once,
  }
}

/** Bytes of one pass over all files, for all sizes or numbers of jobs of the run. */
function writtenOnce(workload: Workload, perJob: number): number {
  const isShared = isOn(workload, 'constant_total_size')
  switch (modeOf(workload)) {
    case 'auto':
      return autoBytes(workload)
    case 'thread-range': {
      const [from, to] = [numberOf(workload, 'jobs_from') ?? 1, numberOf(workload, 'jobs_to') ?? 1]
      if (isShared) return perJob * (to - from + 1)
      return (perJob * ((to - from + 1) * (from + to))) / 2
    }
    default:
      return isShared ? perJob : perJob * fileCount(workload)
  }
}

function autoBytes(workload: Workload): number {
  const factor = Math.max(2, numberOf(workload, 'auto_factor') ?? 2)
  const files = steps(workload, 'file_size_from', 'file_size_to', factor)
  const records = steps(workload, 'block_size_from', 'block_size_to', factor)
  return files.reduce((sum, file) => sum + file * records.filter((record) => record <= file).length, 0)
}

function steps(workload: Workload, from: string, to: string, factor: number): readonly number[] {
  const sizes: number[] = []
  const last = numberOf(workload, to) ?? 0
  for (let size = numberOf(workload, from) ?? 0; size > 0 && size <= last; size *= factor) sizes.push(size)
  return sizes
}

/** Everything that `-i` starts is run, whether its number was requested or not; the file is always written first. */
function ranTests(workload: Workload) {
  const selectors = new Set([0, ...selectedTests(workload).map((test) => test.selector)])
  const skipped = skipsRetests(workload)
  return iozoneTests.filter((test) => selectors.has(test.selector) && !(skipped && test.isRetest))
}

function writingPasses(workload: Workload): number {
  return ranTests(workload).filter((test) => test.direction !== 'read').length
}

function readingPasses(workload: Workload): number {
  return ranTests(workload).filter((test) => test.direction === 'read').length
}
