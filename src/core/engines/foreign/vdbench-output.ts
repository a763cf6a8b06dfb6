import { unknownStart, type Series } from '../../results/observation'
import { qualifies } from '../../results/reservation'
import { present } from '../../iterables'
import { seriesOf } from '../observations'
import { askAgain, type ForeignOutput } from './foreign-output'
import { localNumber, numberIn, partsAt, readParts, scaled, type PrintedRun } from './program-run'

/**
 * Reads what vdbench 5.0x prints for raw I/O, its `summary.html`, `totals.html` and `logfile.html`: each run definition
 * (`Starting RD=`, or the table alone) with its `avg_` line is a run; and `flatfile.html`, whose intervals become a
 * series. Undefined if no such table is found. Format: vdbench.pdf, "Report files", and the captured outputs in
 * tests/fixtures/foreign/vdbench and tests/fixtures/imports.
 */
export function readVdbench(text: string): ForeignOutput | undefined {
  if (!tableHead.test(text) && !flatHead.test(text)) return undefined
  const plain = text.replace(/<[^>]*>/g, '')
  const flat = flatHead.exec(plain)
  if (flat) return readFlatFile(plain.slice(flat.index))
  const version = /Vdbench distribution: (vdbench\d+)/i.exec(plain)?.[1]
  const parts = partsAt(plain, /^.*Starting RD=/)
  let columns: readonly string[] = []
  const named = (parts.length === 0 ? [plain] : parts)
    .map((part) => {
      // Headers are repeated after many lines only, and hold for the definitions that follow.
      columns = columnsOf(part) ?? columns
      return { part, columns, name: /Starting RD=([^;\s]+)/.exec(part)?.[1] ?? 'run' }
    })
    .filter(({ name }) => name !== 'SD_format' && !name.startsWith('format_for_'))
  const told = named.filter(({ part, name }, at) => {
    // `logfile.html` says twice that a definition starts.
    const isEmpty = !/^.*\d\d:\d\d:\d\d\.\d+ +(?:avg_)?\d/m.test(part.slice(part.indexOf('\n')))
    return !isEmpty || named[at + 1]?.name !== name
  })
  return readParts(
    'vdbench',
    told,
    (one) => present(readPart(one)).map((run) => ({ ...run, version })),
    ({ name }) => ({
      part: name,
      reason: `It has no line of averages, so the run did not come to its end. ${askAgain}`,
    }),
  )
}

/** Those of file system workloads have no size of requests. */
const flatHead = /^ *tod +Run +Interval +reqrate .*\bbytes\/io\b.*$/m

const tableHead = /\binterval +i\/o +MB\/sec\b/

interface Definition {
  readonly part: string
  readonly columns: readonly string[]
  readonly name: string
}

/**
 * Two lines name the columns, one word above the other, and the columns differ by version: `resp time`, `read resp`,
 * `write resp`, `resp max` (or `read max` and `write max`).
 */
function columnsOf(part: string): readonly string[] | undefined {
  const lines = part.split('\n')
  const at = lines.findIndex((line) => tableHead.test(line))
  const [over, under = ''] = at < 0 ? [] : lines.slice(at, at + 2)
  if (over === undefined) return undefined
  // The first two words are the date, then `interval`, with nothing below it.
  const tops = over.slice(over.indexOf('interval')).trim().split(/\s+/).slice(1)
  const bottoms = under
    .replace(/^\d\d:\d\d:\d\d\.\d+/, '')
    .trim()
    .split(/\s+/)
  return tops.map((top, column) => `${top} ${bottoms[column] ?? ''}`)
}

function readPart({ part, columns, name }: Definition): PrintedRun | undefined {
  const average = part
    .split('\n')
    .filter((line) => /\bavg_\d+-\d+\b/.test(line))
    .at(-1)
  if (average === undefined) return undefined
  const values = average.slice(average.indexOf('avg_')).trim().split(/\s+/).slice(1)
  // A line that was cut off may end within a number.
  if (columns.length === 0 || values.length < columns.length) return undefined
  // Java prints the decimal mark of the system's language.
  const value = (column: string) => localNumber(values[columns.indexOf(column)], 3)
  const [, options = ''] = /For loops: (.*)/.exec(part) ?? []
  return averagedRun({
    name,
    options,
    iops: value('i/o rate'),
    mebibytes: value('MB/sec 1024**2'),
    readPercent: value('read pct'),
    responseMs: value('resp time'),
    readResponseMs: value('read resp'),
    writeResponseMs: value('write resp'),
    longestMs: value('resp max'),
    levels: {
      block_size: blockSize(value('bytes i/o')),
      // What was asked for is in the parameter file; the share of reads that was measured is no level.
      read_percent: numberIn(options, /\brdpct=(\d+(?:\.\d+)?)/),
      offered_iops: numberIn(part, /Starting RD=[^\n]*?; I\/O rate: (\d+(?:\.\d+)?);/),
      jobs: numberIn(options, /\bthreads=(\d+)/),
    },
  })
}

/** A mean over requests of several sizes is no size. */
function blockSize(bytes: number | undefined): number | undefined {
  return bytes !== undefined && bytes > 0 && bytes % 512 === 0 ? bytes : undefined
}

interface Averages {
  readonly name: string
  readonly options: string
  readonly iops: number | undefined
  readonly mebibytes: number | undefined
  readonly readPercent: number | undefined
  readonly responseMs: number | undefined
  readonly readResponseMs: number | undefined
  readonly writeResponseMs: number | undefined
  readonly longestMs: number | undefined
  /** How requests follow each other, if the output says so. */
  readonly order?: 'random' | 'sequential' | undefined
  readonly levels: PrintedRun['levels']
}

function averagedRun(averages: Averages): PrintedRun | undefined {
  const { name, options, iops, readPercent, levels } = averages
  if (iops === undefined || readPercent === undefined || !(iops > 0)) return undefined
  const kind = kindOf(readPercent)
  const reads = (iops * readPercent) / 100
  const ms = (value: number | undefined) => scaled(value, 1e6)
  return {
    label: options === '' || options === 'None' ? name : `${name}, ${options}`,
    test: testOf(averages.order, kind),
    levels: {
      run_definition: name.replace(/_\(\d+%\)$/, ''),
      ...levels,
      curve_percent: numberIn(name, /_\((\d+)%\)$/),
    },
    numbers: {
      ...(kind !== 'write' && { read: { iops: reads, latency_mean: ms(averages.readResponseMs) } }),
      ...(kind !== 'read' && { write: { iops: iops - reads, latency_mean: ms(averages.writeResponseMs) } }),
      total: {
        iops,
        bandwidth: scaled(averages.mebibytes, 1024 ** 2),
        latency_mean: ms(averages.responseMs),
        latency_max: ms(averages.longestMs),
        achieved_read_percent: readPercent,
      },
    },
  }
}

function kindOf(readPercent: number): 'read' | 'write' | 'mix' {
  return readPercent >= 99.995 ? 'read' : readPercent <= 0.005 ? 'write' : 'mix'
}

function testOf(order: Averages['order'], kind: string): string {
  return order === undefined ? kind : `${order}-${kind}`
}

/** A line of a flat file. */
interface FlatLine {
  readonly run: string
  /** Number of the interval; undefined for the averages. */
  readonly interval: number | undefined
  /** In seconds of the day. */
  readonly seconds: number
  readonly value: (column: string) => number | undefined
}

/**
 * A flat file has its header once, then a line for each interval and one of averages for each run definition, with what
 * was asked for in columns of its own (`n/a`: several values).
 */
function readFlatFile(text: string): ForeignOutput {
  const [head = '', ...rows] = text.split('\n')
  const columns = head.trim().split(/\s+/)
  const lines = rows.flatMap((row): readonly FlatLine[] => {
    const cells = row.trim().split(/\s+/)
    const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d[.,]\d+)$/.exec(cells[0] ?? '') ?? []
    // A line that was cut off may end within a number.
    if (seconds === undefined || cells.length !== columns.length) return []
    const interval = cells[columns.indexOf('Interval')] ?? ''
    return [
      {
        run: cells[columns.indexOf('Run')] ?? '',
        interval: interval.startsWith('avg') ? undefined : Number(interval),
        seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')),
        value: (column) => localNumber(cells[columns.indexOf(column)], 4),
      },
    ]
  })
  return readParts(
    'vdbench',
    runsOfLines(lines),
    ({ run, of }) => present(readFlatRun(run, of)),
    ({ run }) => ({ part: run, reason: `It has no line with I/O. ${askAgain}` }),
  )
}

/** A definition that is run several times, with other numbers of threads, has one name; each time it counts anew. */
function runsOfLines(lines: readonly FlatLine[]): readonly { run: string; of: readonly FlatLine[] }[] {
  const runs: { run: string; of: FlatLine[] }[] = []
  for (const line of lines) {
    const before = runs.at(-1)
    const last = before?.of.at(-1)
    const goesOn = last?.interval !== undefined && (line.interval ?? Infinity) > last.interval
    if (before?.run === line.run && goesOn) before.of.push(line)
    else runs.push({ run: line.run, of: [line] })
  }
  return runs
}

function readFlatRun(name: string, lines: readonly FlatLine[]): PrintedRun | undefined {
  const average = lines.filter(({ interval }) => interval === undefined).at(-1)
  const intervals = lines.filter(({ interval }) => interval !== undefined)
  const asked = average ?? intervals[0]
  if (!asked) return undefined
  const { value } = asked
  const seeks = value('seekpct')
  const rate = value('reqrate')
  const order = seeks === 100 ? 'random' : seeks === 0 ? 'sequential' : undefined
  const readPercent = value('read%')
  const share = value('rdpct')
  const kind = kindOf(share ?? readPercent ?? 50)
  const levels = {
    ...(order !== undefined && { pattern: `${order}-${kind}` }),
    block_size: value('xfersize'),
    read_percent: share !== undefined && share > 0 && share < 100 ? share : undefined,
    ...(order === undefined && { seek_percent: seeks }),
    // 9999977 and 9999988 stand for a curve and for as fast as possible.
    offered_iops: rate === undefined || /^9{3,}\d\d$/.test(String(rate)) ? undefined : rate,
    jobs: value('threads'),
  }
  const series = seriesOfIntervals(intervals, testOf(order, kind))
  if (!average) {
    if (series.length === 0) return undefined
    return {
      ...{ label: name, test: testOf(order, kind), levels: { run_definition: name, ...levels } },
      ...{ numbers: {}, series, warnings: [noAverages] },
    }
  }
  const run = averagedRun({
    name,
    options: '',
    iops: value('rate'),
    mebibytes: value('MB/sec'),
    readPercent,
    responseMs: value('resp'),
    readResponseMs: value('read_resp'),
    writeResponseMs: value('write_resp'),
    longestMs: value('resp_max'),
    order,
    levels,
  })
  return run && { ...run, test: testOf(order, kind), series }
}

const noAverages = qualifies(
  'averages-missing',
  'The flat file ends before the averages of this run, so only its intervals are known.',
)

/** The file says the time of day of each line, but no date. */
function seriesOfIntervals(lines: readonly FlatLine[], test: string): readonly Series[] {
  const [first, second] = lines
  if (!first || !second) return []
  const day = 86_400
  const step = (second.seconds - first.seconds + day) % day
  const timed = lines.map((line) => ({
    ...line,
    seconds: ((line.seconds - first.seconds + day) % day) + step,
  }))
  const of = (metric: string, column: string, factor: number) =>
    seriesOf(timed, test, 'total', metric, unknownStart, ({ value }) => scaled(value(column), factor))
  return [
    ...of('iops', 'rate', 1),
    ...of('bandwidth', 'MB/sec', 1024 ** 2),
    ...of('latency_mean', 'resp', 1e6),
  ]
}
