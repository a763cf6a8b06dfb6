import type { ByteRange, CommandRequest } from '../engine'
import { dataContentOptions, optionText, type JobOption } from './workload/data-content'
import { preparedWorkload } from '../preparation/prepared-workload'
import { fields, isOn, textOf } from './workload/fields'
import { fileOptions, measureOptions } from './job-options'
import { isAsynchronous } from './workload/io-engines'

/**
 * Options of a step that brings the target into the state to be measured. A fill writes `passes` times the capacity,
 * wrapping around, with the workload's data; workload rounds are the case itself. Throws for steps that fio does not
 * do.
 */
export function preparationOptions(request: CommandRequest): readonly JobOption[] {
  const { workload, preparation, seed } = request
  const step = preparation?.step
  if (request.ballast) return ballastOptions(request, request.ballast)
  if (step?.kind === 'workload') return measureOptions(request)
  if (step?.kind === 'capacity')
    return measureOptions({
      ...request,
      workload: preparedWorkload(workload, step, { fields }),
      offeredPerSecond: undefined,
    })
  if (step?.kind !== 'sequential-fill' && step?.kind !== 'random-fill') {
    throw new RangeError('This step is not for fio.')
  }
  const total = fillBytes(request) ?? 0
  if (total === 0) throw new RangeError('The target is smaller than one block.')
  const engine = textOf(workload, 'io_engine')
  const asynchronous = isAsynchronous(engine) && engine !== 'null'
  return [
    ...fileOptions(request),
    ['size', String(total / step.passes)],
    ['io_size', String(total)],
    ['rw', step.kind === 'random-fill' ? 'randwrite' : 'write'],
    ['bs', String(step.blockBytes)],
    ['ioengine', asynchronous ? engine : 'psync'],
    ['iodepth', asynchronous ? '32' : '1'],
    ['direct', optionText(isOn(workload, 'direct'))],
    ['end_fsync', '1'],
    ['thread', '1'],
    // Offsets are chosen at random with repetition, as on a drive in use.
    ...(step.kind === 'random-fill' ? ([['norandommap', '1']] as const) : []),
    ['randrepeat', '0'],
    ['randseed', String(seed)],
    ...dataContentOptions(workload),
    ['group_reporting', '1'],
  ]
}

/** Random data, regardless of the workload's: a compressing drive must not gain space from it. */
function ballastOptions(request: CommandRequest, { fromBytes, toBytes }: ByteRange): readonly JobOption[] {
  return [
    ...fileOptions(request),
    ['offset', String(fromBytes)],
    ['size', String(toBytes - fromBytes)],
    ['rw', 'write'],
    ['bs', String(1024 ** 2)],
    ['ioengine', 'psync'],
    ['direct', optionText(isOn(request.workload, 'direct'))],
    ['end_fsync', '1'],
    ['thread', '1'],
    ['randrepeat', '0'],
    ['randseed', String(request.seed)],
    ['refill_buffers', '1'],
    ['group_reporting', '1'],
  ]
}

/** Bytes that a fill or ballast must have written. */
export function fillBytes({ preparation, ballast }: CommandRequest): number | undefined {
  if (ballast) return ballast.toBytes - ballast.fromBytes
  const step = preparation?.step
  if (step?.kind !== 'sequential-fill' && step?.kind !== 'random-fill') return undefined
  return Math.floor((preparation?.capacityBytes ?? 0) / step.blockBytes) * step.blockBytes * step.passes
}
