import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { cachedText } from '../../../plan/estimate-text'
import type { Plan } from '../../../plan/plan'
import { formatExactBytes } from '../../../units/bytes'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../fields'
import { present, smallestOf } from '../../../units/iterables'

const gibibyte = 1024 ** 3

/** The effects of the page cache on a plan. */
export function cacheAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(smallFile(plan, environment.memoryBytes), mappedFile(plan), unalignedBlocks(plan))
}

function smallFile(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  const isCached = valuesIn(plan, 'direct').includes(false) || valuesIn(plan, 'io_engine').includes('mmap')
  if (!isCached || memoryBytes === undefined || !(smallest < 2 * memoryBytes) || isNullOnly(plan))
    return undefined
  const enough = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    id: 'file-smaller-than-memory',
    severity: 'warning',
    text: 'Without direct I/O, the file is smaller than twice the memory.',
    reason: `${cachedText(smallest, memoryBytes)} can lie in the page cache, so reads measure memory more than the drive.`,
    about: 'file_size',
    remedy: fixing(plan, `Use ${formatExactBytes(enough)}`, 'file_size', enough),
  }
}

function mappedFile(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'io_engine').includes('mmap') || !valuesIn(plan, 'direct').includes(true))
    return undefined
  return {
    id: 'mmap-is-cached',
    severity: 'warning',
    text: 'mmap always goes through the page cache; direct I/O has no effect on it.',
    about: 'io_engine',
    remedy: fixing(plan, 'Turn direct I/O off', 'direct', false),
  }
}

function unalignedBlocks(plan: Plan): Advice | undefined {
  const odd = numbersIn(plan, 'block_size').filter((size) => size % 512 !== 0)
  const [first] = odd
  if (first === undefined || !valuesIn(plan, 'direct').includes(true) || isNullOnly(plan)) return undefined
  return {
    id: 'direct-needs-whole-sectors',
    severity: 'error',
    text: `Direct I/O needs blocks that are multiples of 512 bytes; ${formatExactBytes(first)} is not.`,
    about: 'block_size',
    remedy: fixing(
      plan,
      `Use ${formatExactBytes(Math.max(512, Math.round(first / 512) * 512))}`,
      'block_size',
      Math.max(512, Math.round(first / 512) * 512),
    ),
  }
}

/** True if no case moves data. */
export function isNullOnly(plan: Plan): boolean {
  return valuesIn(plan, 'io_engine').every((engine) => engine === 'null')
}
