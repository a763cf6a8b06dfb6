import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { cachedText } from '../../../plan/estimate-text'
import type { Plan } from '../../../plan/plan'
import { formatExactBytes } from '../../../units/bytes'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../fields'
import { present, smallestOf } from '../../../units/iterables'
import { supports } from '../version-gates'

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
function isNullOnly(plan: Plan): boolean {
  return valuesIn(plan, 'io_engine').every((engine) => engine === 'null')
}

/** The effects of the written data on the numbers. Reads count too: they read what the layout wrote. */
export function contentAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  if (isNullOnly(plan)) return []
  return present(
    defaultFill(plan),
    noCompression(plan),
    zeros(plan),
    bothKinds(plan, environment.engineVersion),
  )
}

function defaultFill(plan: Plan): Advice | undefined {
  const isChosen = [...valuesIn(plan, 'compress_percent'), ...valuesIn(plan, 'buffer_pattern')].length > 0
  const isRepeated = numbersIn(plan, 'dedupe_percent').some((percent) => percent > 0)
  if (isChosen || isRepeated) return undefined
  return {
    id: 'compressible-data',
    severity: 'warning',
    text: 'The data fio fills the file with compresses far better than most people expect.',
    reason:
      'At 4 KiB it shrinks to about 9 % of its size, so a drive or file system that compresses looks faster than it is.',
    about: 'compress_percent',
    remedy: fixing(plan, 'Write data that does not compress', 'compress_percent', 0),
  }
}

function noCompression(plan: Plan): Advice | undefined {
  if (!numbersIn(plan, 'compress_percent').includes(0)) return undefined
  return {
    id: 'incompressible-data',
    severity: 'note',
    text: 'At 0 % compressible, fio writes new random data with every request.',
    reason:
      'The app passes refill_buffers, because buffer_compress_percentage=0 alone would write the same block over and over. Generating the data takes processor time, which is recorded.',
    about: 'compress_percent',
  }
}

function zeros(plan: Plan): Advice | undefined {
  if (!numbersIn(plan, 'compress_percent').includes(100)) return undefined
  return {
    id: 'zeros',
    severity: 'warning',
    text: 'At 100 % compressible, fio writes zeros.',
    reason:
      'Many drives and file systems do not store zeros at all, so this level is a case of its own rather than the end of the curve.',
    about: 'compress_percent',
  }
}

function bothKinds(plan: Plan, version: string | undefined): Advice | undefined {
  const isBoth = ['compress_percent', 'dedupe_percent'].every((key) =>
    numbersIn(plan, key).some((percent) => percent > 0),
  )
  if (!isBoth || supports(version, 'compress_with_dedupe')) return undefined
  return {
    id: 'compress-with-dedupe',
    severity: 'warning',
    text: `fio ${version ?? ''} cannot generate data that is both compressible and repeated as asked.`,
    reason: 'Version 3.29 or newer can.',
    about: 'dedupe_percent',
  }
}
