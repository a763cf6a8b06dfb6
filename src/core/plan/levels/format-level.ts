import { formatExactBytes } from '../../units/bytes'
import { formatExactDuration } from '../../units/durations'
import { groupThousands, withUnit } from '../../units/number-format'
import { wordLabel } from './level-words'
import type { LevelKind, LevelWord } from './parse-level'
import type { Case, LevelValue } from '../plan'

/** One name per key everywhere; the engines' tests check that their field labels match. */
const names: ReadonlyMap<string, string> = new Map([
  ['block_size', 'Block size'],
  ['block_size_from', 'Smallest record'],
  ['block_size_to', 'Largest record'],
  ['buffer_pool_size', 'Buffer pool'],
  ['campaign', 'Configuration'],
  ['compress_percent', 'Compressible'],
  ['dedupe_alike', 'Repeat everywhere alike'],
  ['dedupe_interior_percent', 'Repeated within and between'],
  ['dedupe_percent', 'Dedupe'],
  ['dedupe_within_percent', 'Repeated within only'],
  ['configuration', 'Server configuration'],
  ['data_between_runs', 'Data between runs'],
  ['direct', 'Direct I/O'],
  ['end_fsync', 'fsync at the end'],
  ['file_count', 'Files'],
  ['file_size', 'File size'],
  ['file_size_from', 'Smallest file'],
  ['file_size_to', 'Largest file'],
  ['fill_bytes', 'Data on the drive'],
  ['fill_percent', 'Fill level'],
  ['fsync', 'fsync every'],
  ['fsync_each_write', 'fsync after each write'],
  ['fsync_method', 'Flush by'],
  ['include_close', 'Time the close'],
  ['include_flush', 'Time the flush'],
  ['invalidate', 'Drop cached pages first'],
  ['io_engine', 'I/O engine'],
  ['io_size', 'Amount of I/O'],
  ['job', 'Job'],
  ['jobs', 'Jobs'],
  ['jobs_from', 'Fewest jobs'],
  ['jobs_to', 'Most jobs'],
  ['mode', 'Mode'],
  ['no_retest', 'No second pass'],
  ['norandommap', 'Random without a map'],
  ['offered_iops', 'Offered rate'],
  ['offered_transactions', 'Offered rate'],
  ['offered_percent', 'Offered load'],
  ['pattern', 'Pattern'],
  ['percentile', 'Percentile'],
  ['percentiles', 'Percentiles'],
  ['queue_depth', 'Queue depth'],
  ['ramp_time', 'Warm-up'],
  ['rand_type', 'Rows are drawn'],
  ['random_repeat', 'Same places every run'],
  ['rate', 'Bandwidth limit'],
  ['rate_iops', 'IOPS limit'],
  ['read_percent', 'Reads'],
  ['report', 'Result in'],
  ['reserved_percent', 'Reserved space'],
  ['runtime', 'Run time'],
  ['seconds_between_tests', 'Pause between tests'],
  ['server', 'Server'],
  ['server_account', 'Account'],
  ['server_address', 'Own server'],
  ['server_options', 'Server options'],
  ['stride', 'Stride'],
  ['sync_writes', 'Synchronous writes'],
  ['table_size', 'Rows per table'],
  ['tables', 'Tables'],
  ['test', 'Test'],
  ['tests', 'Tests'],
  ['thread', 'Threads'],
  ['time_based', 'Use the whole run time'],
  ['warehouses', 'Warehouses'],
])

/** An axis as a heading names it: "Block size"; an engine's own option keeps its name. */
export function axisName(key: string): string {
  return names.get(key) ?? key
}

/** The parts of a field needed to name a case; an engine's `Field` has them. */
export interface LevelField {
  readonly id: string
  readonly label: string
  readonly kind: LevelKind
}

/** One level as shown on a chip, never rounded: "64 KiB", "70 %", "30 s", "on". Reads back with `parseLevel`. */
export function formatLevel(value: LevelValue, kind?: LevelKind): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return formatWord(value, kind)
  if (kind?.type === 'bytes')
    return `${formatExactBytes(value, kind.counts)}${kind.perSecond === true ? '/s' : ''}`
  if (kind?.type === 'seconds') return formatExactDuration(value)
  if (kind?.type === 'percent') return withUnit(String(value), '%')
  return String(value)
}

function formatWord(value: string, kind: LevelKind | undefined): string {
  const label = (words: readonly LevelWord[], word: string) =>
    words.find((one) => one.value === word)?.label ?? word
  switch (kind?.type) {
    case 'choice':
      return label(kind.choices, value)
    case 'percent':
      return label(kind.words ?? [], value)
    case 'names': {
      const words = [...(kind.all ? [kind.all] : []), ...kind.names]
      return value
        .split(' ')
        .map((word) => label(words, word))
        .join(' + ')
    }
    default:
      return value
  }
}

/** One level for readers who see its parameter elsewhere: "4 KiB", "70 %", "50,000", "Random read". */
export function levelWords(key: string, value: LevelValue, kind = usualKind(key)): string {
  if (typeof value === 'string') return wordLabel(key, value)
  const hasUnit = kind !== undefined && kind.type !== 'integer'
  return typeof value === 'number' && !hasUnit ? groupThousands(String(value)) : formatLevel(value, kind)
}

/** The same as figures have it: of a server configuration only its name, so `B both: innodb_…=…` is B both. */
export function levelName(key: string, value: LevelValue, kind = usualKind(key)): string {
  const words = levelWords(key, value, kind)
  return key === 'configuration' ? (/^([^:=]+):(?: +[a-z][\w.-]*=\S+)+$/.exec(words)?.[1] ?? words) : words
}

/** A case in words: "4 KiB · 70 % read · QD 64". Fields name the levels that are unclear on their own. */
export function caseLabel(oneCase: Pick<Case, 'levels'>, fields: readonly LevelField[] = []): string {
  const entries = Object.entries(oneCase.levels)
  if (entries.length === 0) return 'base workload'
  return entries.map(([key, value]) => namedLevel(key, value, fields)).join(' · ')
}

/** The word of a level that readers see another label of: what data files and ids keep. */
export function codedWord(key: string, value: LevelValue | undefined): string | undefined {
  return typeof value === 'string' && wordLabel(key, value) !== value ? value : undefined
}

/** One level with its parameter: "70 % read", "QD 64", "Compressible 50 %". */
export function levelLabel(key: string, value: LevelValue, fields: readonly LevelField[] = []): string {
  const field = fields.find((one) => one.id === key)
  const text = levelName(key, value, field?.kind)
  switch (key) {
    case 'block_size':
    case 'configuration':
    case 'io_engine':
    case 'pattern':
    case 'test':
    case 'tests':
      return text
    case 'read_percent':
      return `${text} read`
    case 'queue_depth':
      return `QD ${text}`
    case 'jobs':
      return value === 1 ? '1 job' : `${text} jobs`
    default:
      return `${field?.label ?? key} ${text}`
  }
}

/** Kind of a field id with the same meaning for every engine, by its suffix if the id is unknown; otherwise undefined. */
export function usualKind(key: string): LevelKind | undefined {
  return usualKinds.get(key) ?? [...kindsByEnding].find(([ending]) => key.endsWith(ending))?.[1]
}

const kindsByEnding: ReadonlyMap<string, LevelKind> = new Map<string, LevelKind>([
  ['_size', { type: 'bytes' }],
  ['_bytes', { type: 'bytes' }],
])

/** Kinds of the field ids with the same meaning for every engine, for callers without the engine's description. */
const usualKinds: ReadonlyMap<string, LevelKind> = new Map<string, LevelKind>([
  ['block_size', { type: 'bytes', counts: 'binary' }],
  ['file_size', { type: 'bytes' }],
  ['read_percent', { type: 'percent' }],
  ['compress_percent', { type: 'percent' }],
  ['dedupe_percent', { type: 'percent' }],
  ['fill_percent', { type: 'percent' }],
  ['offered_percent', { type: 'percent' }],
  ['reserved_percent', { type: 'percent' }],
  ['rate', { type: 'bytes', perSecond: true }],
  ['table_size', { type: 'integer' }],
  ['runtime', { type: 'seconds' }],
  ['ramp_time', { type: 'seconds' }],
])

/** One level with the name of its axis if it is unclear without: "4 KiB", "70 % read", "File size 1 GiB". */
export function namedLevel(key: string, level: LevelValue, fields: readonly LevelField[] = []): string {
  const label = levelLabel(key, level, fields)
  return label.startsWith(`${key} `) ? `${axisName(key)} ${label.slice(key.length + 1)}` : label
}
