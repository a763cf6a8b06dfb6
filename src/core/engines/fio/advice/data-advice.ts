import type { Advice, PlanEnvironment } from '../../../plan/advice'
import { cachedRandomText, cachedText } from '../../../plan/estimate-text'
import type { Plan } from '../../../plan/plan'
import { formatBytes, formatExactBytes } from '../../../units/bytes'
import { fixing } from '../../field-values'
import { numbersIn, valuesIn } from '../workload/fields'
import { present, smallestOf } from '../../../iterables'
import { supports } from '../workload/version-gates'

const gibibyte = 1024 ** 3

/** No drive has smaller logical blocks. */
const leastLogicalBytes = 512

/** From this size on (measured at 64 and 128 KiB), fio's own fill varies enough to hardly compress. */
const leastVariedBytes = 64 * 1024

/** The effects of the page cache on a plan. */
export function cacheAdvice(plan: Plan, environment: PlanEnvironment): readonly Advice[] {
  return present(
    smallFile(plan, environment.memoryBytes),
    cachedRandomReads(plan, environment.memoryBytes),
    mappedFile(plan),
    unalignedBlocks(plan, logicalBlockOf(plan, environment)),
  )
}

function smallFile(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  if (!isBuffered(plan) || memoryBytes === undefined || !(smallest < 2 * memoryBytes) || isNullOnly(plan))
    return undefined
  const enough = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    id: 'file-smaller-than-memory',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'Without direct I/O, the file is smaller than twice the memory.',
    reason: `${cachedText(smallest, memoryBytes)} can lie in the page cache, so reads measure memory more than the drive.`,
    about: 'file_size',
    remedy: fixing(plan, `Use ${formatExactBytes(enough)}`, 'file_size', enough),
  }
}

/** Even of a file far larger than the memory, the page cache holds a share, and random reads hit it by chance. */
function cachedRandomReads(plan: Plan, memoryBytes: number | undefined): Advice | undefined {
  const smallest = smallestOf(numbersIn(plan, 'file_size'))
  const readsAtRandom = valuesIn(plan, 'pattern').some(
    (pattern) => pattern === 'random-read' || pattern === 'random-mix',
  )
  const isLarge = memoryBytes !== undefined && smallest >= 2 * memoryBytes && Number.isFinite(smallest)
  if (!readsAtRandom || !isLarge || !isBuffered(plan) || isNullOnly(plan)) return undefined
  return {
    id: 'random-reads-partly-cached',
    severity: 'warning',
    reservation: 'qualifies',
    text: `Without direct I/O, ${cachedRandomText(smallest, memoryBytes)} come from the page cache.`,
    reason: `It holds up to ${formatBytes(memoryBytes)} of the ${formatBytes(smallest)}, and random reads hit that share by chance.`,
    about: 'direct',
    remedy: valuesIn(plan, 'io_engine').includes('mmap')
      ? undefined
      : fixing(plan, 'Turn direct I/O on', 'direct', true),
  }
}

function isBuffered(plan: Plan): boolean {
  return valuesIn(plan, 'direct').includes(false) || valuesIn(plan, 'io_engine').includes('mmap')
}

function mappedFile(plan: Plan): Advice | undefined {
  if (!valuesIn(plan, 'io_engine').includes('mmap') || !valuesIn(plan, 'direct').includes(true))
    return undefined
  return {
    id: 'mmap-is-cached',
    severity: 'warning',
    reservation: 'qualifies',
    text: 'mmap always goes through the page cache; direct I/O has no effect on it.',
    about: 'io_engine',
    remedy: fixing(plan, 'Turn direct I/O off', 'direct', false),
  }
}

/** `logicalBytes`: the smallest unit that the drive reads and writes; undefined if unknown. */
function unalignedBlocks(plan: Plan, logicalBytes: number | undefined): Advice | undefined {
  const unit = logicalBytes ?? leastLogicalBytes
  const sizes = numbersIn(plan, 'block_size')
  const first = sizes.find((size) => size % unit !== 0)
  if (first === undefined || !valuesIn(plan, 'direct').includes(true) || isNullOnly(plan)) return undefined
  const fitting = Math.max(unit, Math.round(first / unit) * unit)
  const whole = sizes.filter((size) => size % unit === 0)
  return {
    id: 'direct-needs-whole-sectors',
    severity: 'error',
    text: `Direct I/O needs multiples of the drive’s logical block, ${logicalBytes === undefined ? 'at least ' : ''}${formatExactBytes(unit)}; ${formatExactBytes(first)} is not.`,
    about: 'block_size',
    remedy:
      fixing(plan, `Use ${formatExactBytes(fitting)}`, 'block_size', fitting) ??
      (whole.length === 0
        ? undefined
        : {
            label: 'Leave these sizes out',
            change: {
              axes: plan.axes.map((axis) => (axis.key === 'block_size' ? { ...axis, levels: whole } : axis)),
            },
          }),
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
  const isSmall = smallestOf(numbersIn(plan, 'block_size')) < leastVariedBytes
  return {
    id: 'compressible-data',
    severity: isSmall ? 'warning' : 'note',
    text: isSmall
      ? 'Small requests of fio’s own fill resemble each other, so that data compresses in larger pieces.'
      : 'fio’s own fill compresses by about a tenth in requests of this size.',
    reason: isSmall
      ? 'Written 4 KiB at a time, pieces of 128 KiB shrink to about 9 %, single blocks of 4 KiB to 92 %: file systems and drives that compress larger pieces look faster than they are, drives that compress each block hardly do.'
      : 'Requests of 64 and 128 KiB shrink to about 90 %, which a drive or file system that compresses gains.',
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
    reservation: 'qualifies',
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
    reservation: 'invalidates',
    text: `fio ${version ?? ''} cannot generate data that is both compressible and repeated as asked.`,
    reason: 'Version 3.29 or newer can.',
    about: 'dedupe_percent',
  }
}

/** The logical block of the plan's target in bytes, of which direct I/O needs multiples; undefined if unknown. */
function logicalBlockOf(plan: Plan, { target }: PlanEnvironment): number | undefined {
  if (target === undefined || plan.target.kind === 'none' || target.path !== plan.target.path)
    return undefined
  return target.guard?.device?.logicalBlockBytes ?? target.drive?.logicalBlockBytes
}
