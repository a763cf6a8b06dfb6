import type { Observation } from '../../../results/observation'
import type { MovedBytes } from '../../../results/moved-bytes'
import type { CommandRequest } from '../../engine'
import { isOn, numberOf, textOf } from './fields'
import { accessPattern } from './pattern'

/** Options that flush data while a run measures. */
const flushing = ['fdatasync', 'sync_file_range', 'write_barrier'] as const
const flushingSwitches = ['end_fsync', 'fsync_on_close'] as const

/** Bytes that fio counted, for direct I/O. */
export function movedBytes({ workload }: CommandRequest, observations: readonly Observation[]): MovedBytes {
  if (!isOn(workload, 'direct') || textOf(workload, 'io_engine') === 'mmap')
    return { unknown: 'its requests were buffered: the page cache answers them, and writes when it likes' }
  const bytes = (direction: 'read' | 'write') =>
    observations.find(
      (one) => one.kind === 'scalar' && one.metric === 'io_bytes' && one.direction === direction,
    )
  const [read, write] = [bytes('read'), bytes('write')]
  // Reads and writes may be reported as one.
  if (accessPattern(workload).directions.some((direction) => bytes(direction) === undefined))
    return { unknown: 'fio did not count the bytes of each direction' }
  return {
    read: read?.kind === 'scalar' ? read.value : 0,
    write: write?.kind === 'scalar' ? write.value : 0,
    hasUncounted: (numberOf(workload, 'ramp_time') ?? 0) > 0,
    flushes:
      (numberOf(workload, 'fsync') ?? 0) > 0 ||
      flushing.some((key) => workload[key] !== undefined && workload[key] !== 0) ||
      flushingSwitches.some((key) => isOn(workload, key)) ||
      ['sync', 'dsync'].includes(textOf(workload, 'sync')),
  }
}
