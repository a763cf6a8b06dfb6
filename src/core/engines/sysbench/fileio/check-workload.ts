import type { Workload } from '../../../plan/plan'
import { formatExactBytes } from '../../../units/bytes'
import { checkOptions, unknownTo, type KnownOptions } from '../../check-value'
import type { OptionProblem } from '../../engine'
import { checkTimes } from '../../printed/times'
import { checkOffered } from '../offered-rate'
import { fields, isOn, numberOf, options, textOf } from './fields'
import { present } from '../../../iterables'

const known: KnownOptions = { fields, options, unknown: unknownTo('sysbench') }

/** Problems of the options alone: unknown, out of range, or in each other's way. */
export function checkWorkload(workload: Workload): readonly OptionProblem[] {
  const problems = checkOptions(workload, known)
  return problems.length > 0
    ? problems
    : present(checkSizes(workload), ...checkTimes(workload), checkMode(workload), ...checkOffered(workload))
}

/** sysbench rounds the size of each file down to whole blocks, so that less is measured than requested. */
function checkSizes(workload: Workload): OptionProblem | undefined {
  const [size, count, block] = [
    numberOf(workload, 'file_size') ?? 0,
    numberOf(workload, 'file_count') ?? 128,
    numberOf(workload, 'block_size') ?? 16_384,
  ]
  if (isOn(workload, 'direct') && block % 512 !== 0) {
    return {
      key: 'block_size',
      text: `Direct I/O needs multiples of the drive’s logical block, at least 512 B; ${formatExactBytes(block)} is not.`,
      remedy: 'Use another block size, or turn direct I/O off.',
    }
  }
  if (size % (count * block) === 0) return undefined
  const fitting = Math.max(1, Math.round(size / (count * block))) * count * block
  return {
    key: 'file_size',
    text: `${formatExactBytes(size)} cannot be spread evenly over ${String(count)} files in blocks of ${formatExactBytes(block)}.`,
    remedy: `Use ${formatExactBytes(fitting)}, or another number of files.`,
  }
}

function checkMode(workload: Workload): OptionProblem | undefined {
  if (textOf(workload, 'io_engine') !== 'mmap' || !isOn(workload, 'direct')) return undefined
  return {
    key: 'io_engine',
    text: 'mmap always goes through the page cache; direct I/O has no effect on it.',
    remedy: 'Turn direct I/O off, or use sync.',
  }
}
