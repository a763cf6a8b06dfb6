import type { PublishedResult } from '../published-result'
import { unknownTable, type ColumnRole, type TableFacts, type TableMapping } from './column-role'

/** What was printed about the machine of a review, in the shape of a host record's parts. */
export interface PrintedMachine {
  readonly cpu?: { readonly model: string }
  readonly memoryBytes?: number
  readonly distribution?: string
  readonly fileSystem?: { readonly type: string; readonly options: string }
}

/** A printed table with known columns, and what was printed around it. */
export interface KnownTable {
  /** The header line, cell by cell. */
  readonly columns: readonly string[]
  readonly mapping: TableMapping
  readonly facts: TableFacts
  readonly machine?: PrintedMachine
  /** When it was printed, as precisely as the publication says (the first day of the year or month); milliseconds since 1970. */
  readonly printedAtMs?: number
  /** What a reader should know about some of its numbers. */
  readonly flags?: readonly TableFlag[]
}

/** A note on every number of these tests and levels, or on all numbers if none are given. */
export interface TableFlag {
  readonly test?: string
  readonly levels?: Readonly<Record<string, string | number | boolean>>
  readonly note: string
}

/** The note of the first matching flag; undefined if none does. */
export function flagOf(
  flags: readonly TableFlag[],
  result: Pick<PublishedResult, 'test' | 'metric' | 'levels'>,
): string | undefined {
  return flags.find(
    ({ test: name, levels = {} }) =>
      (name === undefined || name === result.test) &&
      Object.entries(levels).every(([key, level]) => result.levels[key] === level),
  )?.note
}

const mebibyte = 1024 ** 2
const gibibyte = 1024 ** 3
const ignore: ColumnRole = { kind: 'ignore' }
const test: ColumnRole = { kind: 'test' }
const deviation: ColumnRole = { kind: 'deviation' }
const recordSize: ColumnRole = { kind: 'level', key: 'block_size' }
/** The articles' compressibility is IOzone's share of repeated data (`-+w -+y -+C`). */
const compressibility: ColumnRole = { kind: 'level', key: 'dedupe_percent' }

const reviewMachine: PrintedMachine = {
  cpu: { model: 'AMD Phenom II X4 920' },
  memoryBytes: 8 * gibibyte,
  distribution: 'CentOS 5.4',
  fileSystem: { type: 'ext4', options: 'defaults' },
}

const aboutCompressibility =
  'The articles say compressibility for the share of repeated data that IOzone is told with -+w P -+y P -+C P, and random for its diagnostic mode -+d; both stand here under the names of what they are.'

const sandForce: TableFacts = {
  ...unknownTable,
  engine: 'iozone',
  device: '64 GB SandForce 1222 SSD',
  levels: { file_size: 16 * gibibyte, dedupe_alike: true },
}

const flashCards: TableFacts = {
  ...unknownTable,
  source: 'MySQL Performance Blog, December 2010',
}

const differs = 'the article’s highlight table prints another number than this one of its appendix'

/** The printed tables shipped with the program (resources/published). */
const knownTables: readonly KnownTable[] = [
  {
    columns: ['test', 'record_size', 'compressibility_percent', 'difference_percent', 'stddev_percent'],
    mapping: [test, recordSize, compressibility, { kind: 'difference', metric: 'bandwidth' }, deviation],
    facts: {
      ...sandForce,
      name: 'SandForce 1222: Linux 2.6.38.2 against 2.6.32',
      configuration: 'kernel 2.6.38.2',
      baseline: 'kernel 2.6.32',
      runs: 10,
      source: 'Linux Magazine, "SandForce 1222 SSD Testing, Part 5", 2011, tables 14 to 16',
      note: `Differences of the means of 10 runs in percent of kernel 2.6.32, with the standard deviation of kernel 2.6.38.2 in percent. The means themselves were not printed. The article writes 2.6.28.2 for 2.6.38.2 in 17 places. ${aboutCompressibility} The article's highlight tables differ from its appendix in four cells (fwrite 1 MB at 2 %, refwrite 8 MB at 98 %, reread 4 MB at 50 %, random read 1 MB at 2 %); these are the appendix's.`,
    },
    machine: reviewMachine,
    printedAtMs: Date.UTC(2011, 0),
    flags: [
      { test: 'fwrite', levels: { block_size: mebibyte, dedupe_percent: 2 }, note: differs },
      { test: 'refwrite', levels: { block_size: 8 * mebibyte, dedupe_percent: 98 }, note: differs },
      { test: 'reread', levels: { block_size: 4 * mebibyte, dedupe_percent: 50 }, note: differs },
      { test: 'random-read', levels: { block_size: mebibyte, dedupe_percent: 2 }, note: differs },
    ],
  },
  {
    columns: ['test', 'record_size', 'compressibility_percent', 'n', 'mean_iops', 'stddev_iops'],
    mapping: [
      test,
      recordSize,
      compressibility,
      { kind: 'runs' },
      { kind: 'mean', metric: 'iops' },
      deviation,
    ],
    facts: {
      ...sandForce,
      name: 'SandForce 1222: IOPS by compressibility',
      source: 'Linux Magazine, "SandForce 1222 SSD Testing, Part 2", 2011, tables 1 to 4',
      note: `Means and standard deviations of 10 runs with 4 KB records. ${aboutCompressibility} The deviation 2349.23 is printed for writing and for reading at 98 %; the one of reading is suspect.`,
    },
    machine: reviewMachine,
    // Part 1 is of 31 March 2011, and part 5 of the same year.
    printedAtMs: Date.UTC(2011, 0),
    flags: [
      {
        test: 'read',
        levels: { dedupe_percent: 98 },
        note: 'deviation 2349.23 is printed for write, too, and is suspect here',
      },
    ],
  },
  {
    columns: ['test', 'record_size', 'compressibility_percent', 'approx_mean_mb_per_s'],
    // The article shows MB next to charts in IOzone's KB of 1024.
    mapping: [test, recordSize, compressibility, { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s' }],
    facts: {
      ...sandForce,
      name: 'SandForce 1222: throughput by compressibility',
      source: 'Enterprise Storage Forum, "Real-Time Data Compression\'s Impact on SSD Throughput Capability"',
      runs: 10,
      note: `Approximate means of 10 runs named in the text of the article (“about”), without deviations; its MB count in 1024, as the charts beside them do. ${aboutCompressibility}`,
    },
    machine: reviewMachine,
    flags: [{ note: 'about' }],
  },
  {
    columns: [
      'used_percent',
      'fusionio_duo_320gb_mib_per_s',
      'tachion_400gb_mib_per_s',
      'printed_advantage_percent',
    ],
    mapping: [
      { kind: 'level', key: 'fill_percent' },
      { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s', device: 'Fusion-io Duo 320 GB' },
      { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s', device: 'tachIOn 400 GB' },
      ignore,
    ],
    facts: {
      ...flashCards,
      name: 'Two flash cards by used capacity',
      test: 'random-write',
      note: 'Random writes by percent of capacity in use; the post names no block size. The article prints 100 B/A as "advantage", which is a ratio and no difference.',
    },
    printedAtMs: Date.UTC(2010, 11),
  },
  {
    columns: ['used_gb', 'throughput_mib_per_s', 'printed_ratio_to_first'],
    mapping: [
      { kind: 'level', key: 'fill_bytes', unit: 'GB' },
      { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s' },
      ignore,
    ],
    facts: {
      ...flashCards,
      name: 'tachIOn 400 GB by fill level',
      device: 'tachIOn 400 GB',
      test: 'random-write',
      note: 'Random writes on a Cisco UCS C250 with a third, half, two thirds and all of the available space in use; the post names no block size. Printed slow-downs are rounded: 959.17/417.33 is 2.30, printed 2.29.',
    },
    printedAtMs: Date.UTC(2010, 11),
  },
  {
    columns: ['device', 'test', 'threads', 'throughput_mib_per_s', 'p95_latency_ms'],
    mapping: [
      { kind: 'device' },
      test,
      { kind: 'level', key: 'jobs' },
      { kind: 'mean', metric: 'bandwidth', unit: 'MiB/s' },
      { kind: 'mean', metric: 'latency_p95', unit: 'ms' },
    ],
    facts: {
      ...flashCards,
      name: 'Two generations of FlashMAX',
      source: 'MySQL Performance Blog, March 2013',
      note: 'Asynchronous random writes and reads, and synchronous random reads by number of threads; the post names no block size.',
    },
    printedAtMs: Date.UTC(2013, 2),
  },
  {
    columns: ['buffer_pool_gb', 'mysql_5_5_8_notpm', 'percona_server_notpm', 'printed_advantage'],
    mapping: [
      { kind: 'level', key: 'buffer_pool_size', unit: 'GiB' },
      { kind: 'mean', metric: 'new_order_rate', configuration: 'MySQL 5.5.8' },
      { kind: 'mean', metric: 'new_order_rate', configuration: 'Percona Server' },
      ignore,
    ],
    facts: {
      ...unknownTable,
      name: 'TPC-C: two database servers at three memory sizes',
      source: 'MySQL Performance Blog, December 2010',
      test: 'tpcc',
      note: 'New-order transactions per minute (NOTPM) by size of the buffer pool. The printed ratio 1.23 at 52 GB is 1.24.',
    },
    printedAtMs: Date.UTC(2010, 11),
  },
]

/** The known table with exactly these columns; undefined for others. */
export function findKnownTable(columns: readonly string[]): KnownTable | undefined {
  return knownTables.find(
    (table) =>
      table.columns.length === columns.length && table.columns.every((column, at) => column === columns[at]),
  )
}
