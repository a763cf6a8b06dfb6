import { withoutKeys } from '../../../plan/levels/levels'
import type { Workload } from '../../../plan/plan'
import { enginesOf, isSynchronous } from './io-engines'
import { accessPattern, patternOf } from './pattern'

/** Options that replace the block size. */
export const blockSizeKeys = ['bsrange', 'bssplit'] as const

/** Keys on which `usedLevels` decides, besides the options that belong to some I/O engines. */
export const useDecidedBy: readonly string[] = [
  ...['pattern', 'read_percent', 'io_engine', 'offered_iops', 'offered_percent'],
  ...['runtime', 'steadystate', ...blockSizeKeys],
]

/**
 * The parameters of a workload that have an effect: without a read share where there is no mix, a queue depth where
 * the I/O engine takes one request at a time, and options that another one replaces, as fio 3.33 documents them.
 */
export function usedLevels(workload: Workload): Workload {
  return withoutKeys(workload, (key) => isIdle(key, workload))
}

function isIdle(key: string, workload: Workload): boolean {
  const has = (other: string) => workload[other] !== undefined
  const engine = workload.io_engine
  switch (key) {
    case 'read_percent':
      return has('pattern') && !patternOf(workload).endsWith('-mix')
    case 'queue_depth':
      return typeof engine === 'string' && isSynchronous(engine)
    case 'block_size':
      return blockSizeKeys.some(has)
    case 'rate_iops':
      return has('offered_iops') || has('offered_percent')
    case 'norandommap':
      return has('pattern') && patternOf(workload).startsWith('sequential')
    // Both follow writes.
    case 'fsync':
    case 'end_fsync':
      return has('pattern') && accessPattern(workload).writeShare === 0
    case 'time_based':
      return !has('runtime')
    case 'steadystate_duration':
      return !has('steadystate')
    default:
      return typeof engine === 'string' && enginesOf(key)?.includes(engine) === false
  }
}
