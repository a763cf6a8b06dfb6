import { formatBytes, formatExactBytes } from '../../units/bytes'
import { caseAt, caseCount, excludeIndexes } from '../cases'
import { databaseTemplates } from './database-templates'
import { driveTemplates } from './drive-templates'
import { startingWorkload, newPlan, type PlanIdentity } from '../edit-plan'
import { omit, type PlanTemplate } from './plan-template'
import { type LevelValue, type Plan, purgeKinds } from '../plan'

const kibibyte = 1024
const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3

/** The printed reviews used 16 GB on a machine with 8 GB. */
const printedBytes = 16 * gibibyte

interface FileSize {
  readonly bytes: number
  /** Why it is this size, as one sentence for the person. */
  readonly reason: string
}

/**
 * Twice the memory in whole GiB, as in the printed reviews; their size if the memory is unknown. `isDirect`: its
 * requests go past the page cache.
 */
function fileSizeByMemory(memoryBytes: number | undefined, isDirect: boolean): FileSize {
  const why = isDirect
    ? 'direct I/O goes past the page cache, whatever the size'
    : 'tests in order then read from the drive, but up to half of the random reads can still come from the page cache'
  if (memoryBytes === undefined || !(memoryBytes > 0)) {
    return {
      bytes: printedBytes,
      reason: `File size: ${formatExactBytes(printedBytes)} as in the printed reviews; make it twice the memory of the machine as they did: ${why}.`,
    }
  }
  const bytes = Math.ceil((2 * memoryBytes) / gibibyte) * gibibyte
  return {
    bytes,
    reason: `File size: ${formatExactBytes(bytes)}, twice the memory of ${formatBytes(memoryBytes)}, as in the printed reviews: ${why}.`,
  }
}

/** From the most to the least repetitive; what the reviews call random is last. */
const shares = [98, 75, 50, 25, 2]
const recordSizes = [64 * kibibyte, mebibyte, 4 * mebibyte, 8 * mebibyte, 16 * mebibyte]

/**
 * `-+w P -+y P -+C P` of the printed reviews of a compressing drive, and their `-+d`. IOzone reads back what it has
 * just written through the page cache, so the file must be larger than the memory.
 */
const iozoneBase: Readonly<Record<string, LevelValue>> = {
  mode: 'single',
  direct: false,
  dedupe_alike: true,
}

const fioBase: Readonly<Record<string, LevelValue>> = {
  // One request at a time, as IOzone makes them.
  ...{ queue_depth: 1, jobs: 1, io_engine: 'psync', direct: true },
  ...{ runtime: startingWorkload.runtime ?? 30, ramp_time: startingWorkload.ramp_time ?? 5 },
}
const patterns = ['sequential-write', 'sequential-read', 'random-write', 'random-read']

/** Plans of the printed reviews that measured how a drive handles data of different content. */
const contentTemplates: readonly PlanTemplate[] = [
  {
    id: 'iozone-compressibility',
    title: 'Compressibility throughput (IOzone, 13 tests, 5 record sizes, 6 levels, 10 runs)',
    name: 'Throughput by compressibility (IOzone)',
    description:
      'The classic review of a compressing SSD: every IOzone test from 98 % repeated data down to 2 % and random.',
    engine: 'iozone',
    base: { ...iozoneBase, tests: 'all', report: 'throughput' },
    axes: [
      { key: 'block_size', levels: recordSizes },
      { key: 'dedupe_percent', levels: [...shares, 'random'] },
    ],
    repetitions: 10,
    isSizedByMemory: true,
  },
  {
    id: 'iozone-iops',
    title: '4 KB IOPS by compressibility (IOzone, 4 tests, 6 levels, 10 runs)',
    name: 'IOPS by compressibility (IOzone)',
    description: 'Operations a second of the same review: write, read, random read and random write of 4 KB.',
    engine: 'iozone',
    base: {
      ...iozoneBase,
      tests: 'write read random-read random-write',
      report: 'iops',
      block_size: 4 * kibibyte,
      no_retest: true,
      include_flush: true,
    },
    axes: [{ key: 'dedupe_percent', levels: [...shares, 'random'] }],
    repetitions: 10,
    isSizedByMemory: true,
  },
  {
    id: 'fio-compressibility',
    title: 'Compressibility throughput (fio, 4 patterns, 5 block sizes, 6 levels, 10 runs)',
    name: 'Throughput by compressibility (fio)',
    description:
      'The same review with fio, whose data really compresses by the level: sequential and random, from 98 % down to 0 %.',
    base: fioBase,
    axes: [
      // The slowest axis, because every change of the content requires rewriting the file.
      { key: 'compress_percent', levels: [...shares, 0] },
      { key: 'pattern', levels: patterns },
      { key: 'block_size', levels: recordSizes },
    ],
    repetitions: 10,
    order: 'designed',
    isSizedByMemory: true,
  },
  {
    id: 'fio-iops',
    title: '4 KB IOPS by compressibility (fio, 4 patterns, 6 levels, 10 runs)',
    name: 'IOPS by compressibility (fio)',
    description: 'Operations a second of 4 KB with fio, sequential and random, one request at a time.',
    base: { ...fioBase, block_size: 4 * kibibyte },
    axes: [
      { key: 'compress_percent', levels: [...shares, 0] },
      { key: 'pattern', levels: patterns },
    ],
    repetitions: 10,
    order: 'designed',
    isSizedByMemory: true,
  },
]

export const templates: readonly PlanTemplate[] = [
  {
    id: 'mix-sweep',
    title: 'Read/write mix, 4 KB and 64 KB, 64 outstanding, 100/0 to 0/100',
    name: 'Read/write mix',
    description:
      'Random I/O from all reads to all writes in steps of 10 %, as printed reviews of flash cards show it.',
    base: omit(startingWorkload, ['read_percent', 'block_size']),
    axes: [
      { key: 'block_size', levels: [4096, 65_536] },
      { key: 'read_percent', levels: [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0] },
    ],
    repetitions: 10,
  },
  {
    id: 'queue-depth-sweep',
    title: 'Queue depth, 1 to 256, 4 KB random reads and writes',
    name: 'Queue depth',
    description: 'How throughput and latency grow with the number of requests in flight.',
    base: omit(startingWorkload, ['pattern', 'read_percent', 'queue_depth']),
    axes: [
      { key: 'pattern', levels: ['random-read', 'random-write'] },
      { key: 'queue_depth', levels: [1, 2, 4, 8, 16, 32, 64, 128, 256] },
    ],
    repetitions: 10,
  },
  {
    id: 'threads-sweep',
    title: 'Threads 1, 2, 4 … 256, 16 KiB, with 95th percentile',
    name: 'Threads',
    description:
      'How random reads and writes scale with the number of threads, each with one request in flight, as database reviews print it.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size', 'queue_depth', 'jobs']),
      ...{ block_size: 16 * kibibyte, queue_depth: 1, io_engine: 'psync', thread: true },
    },
    axes: [
      { key: 'pattern', levels: ['random-read', 'random-write'] },
      { key: 'jobs', levels: powersOfTwo(1, 256) },
    ],
    repetitions: 5,
  },
  {
    id: 'offered-load',
    title: 'Latency under offered load, 10 to 110 % of the capacity, 4 KB random reads',
    name: 'Latency under offered load',
    description:
      'Finds what the drive takes, then offers 10 to 110 % of it with random arrivals: response time as users would see it, as long as fewer than 256 requests wait.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent']),
      ...{ pattern: 'random-read', block_size: 4096, queue_depth: 256 },
    },
    axes: [{ key: 'offered_percent', levels: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110] }],
    repetitions: 5,
    preparation: [{ kind: 'capacity', seconds: 60, queueDepth: 64 }],
  },
  {
    id: 'used-capacity',
    title: 'Used capacity, 20 to 100 %, 4 KB random writes and reads',
    name: 'Used capacity',
    description:
      'The same small test while random data fills the drive further and further: a second file beside the data file, which goes with it, or the raw device from its front.',
    base: { ...omit(startingWorkload, ['pattern', 'read_percent']), block_size: 4096, queue_depth: 32 },
    axes: [
      { key: 'fill_percent', levels: [20, 40, 60, 80, 100] },
      { key: 'pattern', levels: ['random-write', 'random-read'] },
    ],
    repetitions: 5,
    order: 'designed',
  },
  {
    id: 'reserved-space',
    title: 'Reserved space, 0, 7 and 25 %, 4 KB random writes',
    name: 'Reserved space',
    description:
      'Random writes to a drive that is full but for a share of it, which is left unwritten for the drive to work with.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent']),
      ...{ pattern: 'random-write', block_size: 4096, queue_depth: 32 },
    },
    axes: [{ key: 'reserved_percent', levels: [0, 7, 25] }],
    repetitions: 5,
    order: 'designed',
  },
  {
    id: 'block-size-sweep',
    title: 'Block size, 512 B to 4 MB, sequential and random',
    name: 'Block size',
    description: 'Bandwidth against block size in the four basic patterns, 32 outstanding.',
    base: { ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size']), queue_depth: 32 },
    axes: [
      { key: 'pattern', levels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'] },
      { key: 'block_size', levels: powersOfTwo(512, 4 * mebibyte) },
    ],
    repetitions: 10,
  },
  {
    id: 'crystal-like',
    title: 'Sequential and random as CrystalDiskMark asks, about four minutes',
    name: 'CrystalDiskMark-like set',
    description:
      'Reads and writes of 1 MiB in sequence with 8 requests outstanding and with one, of 4 KiB at random with 32 and with one; five seconds each, five times. The mean counts here; that program shows the best run.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size', 'queue_depth']),
      file_size: gibibyte,
      runtime: 5,
      ramp_time: 0,
      time_based: true,
      norandommap: true,
    },
    axes: [
      { key: 'block_size', levels: [mebibyte, 4096] },
      { key: 'queue_depth', levels: [32, 8, 1] },
      { key: 'pattern', levels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'] },
    ],
    runs: ({ block_size, queue_depth, pattern }) => {
      const isRandom = String(pattern).startsWith('random')
      return isRandom === (block_size === 4096) && queue_depth !== (isRandom ? 8 : 32)
    },
    repetitions: 5,
    order: 'designed',
  },
  {
    id: 'quick-look',
    title: 'Quick look, about five minutes',
    name: 'Quick look',
    description:
      'Four patterns at two block sizes, three short runs each: enough for a first impression, not for print.',
    base: {
      ...omit(startingWorkload, ['pattern', 'read_percent', 'block_size']),
      queue_depth: 32,
      file_size: gibibyte,
      runtime: 10,
      ramp_time: 1,
    },
    axes: [
      { key: 'pattern', levels: ['sequential-read', 'sequential-write', 'random-read', 'random-write'] },
      { key: 'block_size', levels: [4096, mebibyte] },
    ],
    repetitions: 3,
  },
  ...driveTemplates,
  ...databaseTemplates,
  ...contentTemplates,
]

/** The template with this id, undefined if there is none. */
export function findTemplate(id: string): PlanTemplate | undefined {
  return templates.find((template) => template.id === id)
}

/** Creates a plan from a template. `memoryBytes` of the target machine, if known, sizes the file of some templates. */
export function planFromTemplate(template: PlanTemplate, identity: PlanIdentity, memoryBytes?: number): Plan {
  const { name, engine, repetitions, order, preparation, untilSteady } = template
  const scaled = memoryBytes !== undefined && memoryBytes > 0 ? template.byMemory?.(memoryBytes) : undefined
  const { base, axes } = scaled ?? template
  const isDevice = identity.target.kind === 'device'
  const size =
    template.isSizedByMemory === true ? fileSizeByMemory(memoryBytes, base.direct === true) : undefined
  // Only devices can be discarded.
  const steps = preparation?.filter(({ kind }) => isDevice || !purgeKinds.some((one) => one === kind))
  const whole = newPlan(identity, {
    name,
    ...(engine !== undefined && { engine }),
    base: size ? { ...base, file_size: size.bytes } : base,
    axes,
    repetitions,
    ...(size && { notes: size.reason }),
    ...(scaled && { notes: scaled.notes }),
  })
  const plan = template.runs ? withOnly(whole, template.runs) : whole
  return {
    ...plan,
    ...(order && { order: { ...plan.order, kind: order } }),
    ...(steps && steps.length > 0 && { preparation: steps }),
    ...(untilSteady && { untilSteady }),
  }
}

function powersOfTwo(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.log2(to / from) + 1 }, (_, power) => from * 2 ** power)
}

function withOnly(plan: Plan, runs: NonNullable<PlanTemplate['runs']>): Plan {
  return excludeIndexes(plan, indexesBeside(plan, runs), true)
}

function indexesBeside(plan: Pick<Plan, 'axes'>, runs: NonNullable<PlanTemplate['runs']>): readonly number[] {
  const indexes = Array.from({ length: caseCount(plan) }, (_, index) => index)
  return indexes.filter((index) => !runs(caseAt(plan, index).levels))
}

/** Number of cases of a template's plan that run. */
export function templateCaseCount({ axes, runs }: Pick<PlanTemplate, 'axes' | 'runs'>): number {
  return caseCount({ axes }) - (runs ? indexesBeside({ axes }, runs).length : 0)
}
