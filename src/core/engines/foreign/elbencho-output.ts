import { readTextTable } from '../../results/published/read-csv'
import { qualifies, type Reservation } from '../../results/reservation'
import { readElbenchoLive } from './elbencho-live'
import { phasesOfText } from './elbencho-text'
import type { ForeignOutput, SkippedPart } from './foreign-output'
import {
  cutLine,
  cutLines,
  localTime,
  partsAt,
  readParts,
  scaled,
  type PrintedNumbers,
  type PrintedRun,
} from './program-run'

/**
 * Reads what elbencho prints and writes with `--csvfile`, `--jsonfile` and `--livecsv`; each phase of reading or
 * writing is a run, those of directories, syncs and caches are not. Rates are those of the last thread that finished, over all threads, as
 * elbencho recommends. In a mixed phase its own columns are the writes, and those of `rwmix read` the reads. Failed
 * requests count in its rates: a run with some has a warning, a phase in which all failed is skipped. Undefined for any
 * other text. Format: elbencho's Statistics.cpp (1.6 to 3.1), and the captured outputs in
 * tests/fixtures/foreign/elbencho.
 */
export function readElbencho(text: string): ForeignOutput | undefined {
  const phases = phasesOfTable(text) ?? phasesOfObjects(text) ?? printedPhases(text)
  if (phases === undefined) return readElbenchoLive(text)
  const { phases: found, skipped } = phases
  const moving = found.flatMap(({ part, value }) => {
    const phase = readPhase((name) => value(name) ?? '')
    return phase === 'other' ? [] : [{ part, phase }]
  })
  const output = readParts(
    'elbencho',
    moving,
    ({ phase }) => ('reason' in phase ? [] : [phase]),
    ({ part, phase }) => ('reason' in phase ? { part, reason: phase.reason } : undefined),
  )
  return { ...output, skipped: [...skipped, ...output.skipped] }
}

interface Phases {
  readonly phases: readonly {
    readonly part: string
    /** The cell in the column of that name, in lower case without brackets. */
    readonly value: (name: string) => string | undefined
  }[]
  readonly skipped: readonly SkippedPart[]
}

/** A file that was written to several times repeats its header line, with the columns of the version that wrote it. */
function phasesOfTable(text: string): Phases | undefined {
  const tables = partsAt(text, /^ISO date,label,/).filter((part) => part.slice(0, 4000).includes('MiB/s'))
  if (tables.length === 0) return undefined
  const phases: Phases['phases'][number][] = []
  const skipped: SkippedPart[] = []
  for (const part of tables) {
    const linesBefore = text.slice(0, text.indexOf(part)).split('\n').length - 1
    const table = readTextTable(part)
    if ('text' in table) {
      skipped.push({ part: `line ${linesBefore + 1}`, reason: table.text })
      continue
    }
    const names = table.columns.map((column) => column.toLowerCase().replace(/[[\]]/g, ''))
    const cut = cutLines(part)
    for (const { line, cells } of table.lines) {
      const place = `line ${linesBefore + line}`
      if (cut.has(line)) skipped.push({ part: place, reason: cutLine })
      else phases.push({ part: place, value: (name) => cells[names.indexOf(name)] })
    }
  }
  return { phases, skipped }
}

function printedPhases(text: string): Phases | undefined {
  const found = phasesOfText(text)
  return (
    found && {
      phases: found.phases.map(({ part, values }) => ({ part, value: (name) => values.get(name) })),
      skipped: found.skipped,
    }
  )
}

/** Where `--jsonfile` has the values of the table's columns. */
const placesInJson: Readonly<Record<string, string>> = {
  'iso date': 'iso_start_date',
  label: 'label',
  operation: 'phase_type',
  hosts: 'config/hosts',
  threads: 'config/threads',
  'file size': 'config/file_size',
  'block size': 'config/block_size',
  'direct io': 'config/direct_io',
  random: 'config/random_offsets',
  'io depth': 'config/io_depth',
  version: 'config/version',
  'time ms last': 'last_done/elapsed_time_ms',
  'iops last': 'last_done/iops',
  'rwmix read iops last': 'last_done/rwmix_read/iops',
  'io lat us avg': 'last_done/latency/IO/avg_us',
  'io lat us max': 'last_done/latency/IO/max_us',
  'rwmix read io lat us avg': 'last_done/latency/IO/rwmix_read/avg_us',
  'rwmix read io lat us max': 'last_done/latency/IO/rwmix_read/max_us',
  'bytes/s last': 'last_done/bytes~s',
  'rwmix read bytes/s last': 'last_done/rwmix_read/bytes~s',
  ios: 'last_done/ios',
  'rwmix read ios': 'last_done/rwmix_read/ios',
  'errors total': 'last_done/errors/total',
}

/** An object per phase, in one line, formatted by jq, or right after another; all its values are strings. */
function phasesOfObjects(text: string): Phases | undefined {
  if (!/^[^\S\n]*\{\s*"phase_type"/m.test(text)) return undefined
  const phases: { part: string; value: (name: string) => string | undefined }[] = []
  const skipped: SkippedPart[] = []
  let lines = 0
  for (const json of text.split(/^(?=[^\S\n]*\{\s*"phase_type")|(?<=\})(?=\{"phase_type")/m)) {
    const part = `line ${lines + 1 + (/^\s*/.exec(json)?.[0].split('\n').length ?? 1) - 1}`
    lines += json.split('\n').length - 1
    const start = json.search(/\{\s*"phase_type"/)
    if (start < 0) continue
    try {
      // Text between the phases, as in a post, is left out.
      const phase: unknown = JSON.parse(json.slice(start, json.lastIndexOf('}') + 1))
      phases.push({ part, value: (name) => valueAt(phase, placesInJson[name]) })
    } catch {
      skipped.push({ part, reason: cutLine })
    }
  }
  return { phases, skipped }
}

function valueAt(phase: unknown, path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  let found: unknown = phase
  for (const name of path.split('/'))
    found =
      typeof found === 'object' && found !== null ? Reflect.get(found, name.replace('~', '/')) : undefined
  return typeof found === 'string' ? found : undefined
}

/** A phase without a result, and why in one sentence. */
interface Unusable {
  readonly reason: string
}

function readPhase(cell: (name: string) => string): PrintedRun | Unusable | 'other' {
  const [, operation = '', readPercent] =
    /^(READ|WRITE|RWMIX|MIX)(?:-?T?(\d+))?(?:\+s)?$/.exec(cell('operation').toUpperCase()) ?? []
  if (operation === '') return 'other'
  const kind = operation === 'READ' ? 'read' : operation === 'WRITE' ? 'write' : 'mix'
  const number = (name: string) => {
    const text = cell(name)
    return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
  }
  const side = (prefix: string): PrintedNumbers => ({
    bandwidth:
      number(`${prefix}bytes/s last`) ??
      scaled(number(`${prefix}mib/s last`) ?? number(`${prefix}mib/s`), 1024 ** 2),
    iops: number(`${prefix}iops last`) ?? number(`${prefix}iops`),
    latency_mean: scaled(number(`${prefix}io lat us avg`), 1000),
    latency_max: scaled(number(`${prefix}io lat us max`), 1000),
  })
  const own = side('')
  const reads = kind === 'mix' ? side('rwmix read ') : {}
  if (own.bandwidth === undefined && reads.bandwidth === undefined) return { reason: 'It has no rate.' }
  const failed = number('errors total') ?? 0
  const requests = (number('ios') ?? 0) + (number('rwmix read ios') ?? 0)
  if (failed > 0 && failed === requests) return { reason: `All its ${failed} requests failed.` }
  const flag = (name: string) => (cell(name) === '' ? undefined : /^(1|true)$/.test(cell(name)))
  // What elbencho prints says it in its command line only.
  const isRandom = flag('random')
  const order = isRandom === undefined ? undefined : isRandom ? 'random' : 'sequential'
  const pattern = order === undefined ? undefined : `${order}-${kind}`
  const test = pattern ?? kind
  const label = cell('label')
  return {
    label: `${label === '' ? '' : `${label}, `}${test}`,
    test,
    levels: {
      pattern,
      ...(operation === 'RWMIX' && readPercent !== undefined && { read_percent: Number(readPercent) }),
      block_size: number('block size'),
      queue_depth: number('io depth'),
      jobs: number('threads'),
      hosts: number('hosts') === 1 ? undefined : number('hosts'),
      file_size: number('file size'),
      direct: flag('direct io'),
      ...(label !== '' && { label }),
    },
    numbers: {
      ...(kind === 'read' ? { read: own } : { read: reads, write: own }),
      total: { runtime: scaled(number('time ms last'), 1 / 1000) },
    },
    version: cell('version') === '' ? undefined : cell('version'),
    warnings: failed > 0 ? [failedRequests(failed, requests)] : [],
    ...timesOf(cell('iso date'), number('time ms last')),
  }
}

/** `requests` is 0 if the output does not count them. */
function failedRequests(failed: number, requests: number): Reservation {
  const share = requests > 0 ? `${failed} of ${requests}` : String(failed)
  const text = `${share} requests failed. elbencho counts failed requests in its rates and latencies.`
  return qualifies('failed-requests', text)
}

/** The date is when the phase started; without a time zone, this machine's is assumed. */
function timesOf(text: string, lastedMs: number | undefined): Pick<PrintedRun, 'finishedAtMs'> {
  const [, date, clock, hours, minutes] =
    /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d{1,3})?)(?:([+-]\d\d):?(\d\d))?/.exec(text) ?? []
  if (date === undefined || clock === undefined) return {}
  const startedAtMs =
    hours === undefined
      ? localTime([...date.split('-'), ...clock.split(':').map((part) => part.replace(/\..*/, ''))])
      : Date.parse(`${date}T${clock}${hours}:${minutes ?? '00'}`)
  return startedAtMs === undefined || !Number.isFinite(startedAtMs)
    ? {}
    : { finishedAtMs: startedAtMs + (lastedMs ?? 0) }
}
