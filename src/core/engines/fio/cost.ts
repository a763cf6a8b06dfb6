import type { Workload } from '../../plan/plan'
import type { RunCost } from '../engine'
import { offeredCost } from '../offered-load'
import { accessPattern } from './pattern'
import { isOn, numberOf, textOf } from './workload-values'

/** Keys `cost` looks at. */
export const costKeys = [
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
] as const

/** fio's own start and end, measured with a null job of one second: 1.27 s in all. */
const startSeconds = 0.3

/** Time and bytes of one measured run. A run without a run time ends when each job has moved its amount of I/O. */
export function cost(workload: Workload): RunCost {
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
      ...offeredCost(workload, blockBytes),
      fileBytes,
      bytesWritten,
    }
  }
  return { bytesWritten: share * amount(workload, random), writeShare: share, fileBytes }
}

/** Bytes all jobs together read and write when the amount of I/O ends the run. */
function amount(workload: Workload, random: boolean): number {
  const jobs = numberOf(workload, 'jobs') ?? 1
  const ioSize = numberOf(workload, 'io_size')
  if (ioSize !== undefined) return ioSize * jobs
  const size = numberOf(workload, 'file_size') ?? 0
  return random ? size * jobs : size
}
