import { note } from '../../results/reservation'
import { parseBytes } from '../../units/bytes'
import { present } from '../../iterables'
import { askAgain, type ForeignOutput, type ScriptLine } from './foreign-output'
import {
  localNumber,
  nothingRead,
  numberIn,
  partsAt,
  readParts,
  scaled,
  type PrintedNumbers,
  type PrintedRun,
} from './program-run'
import { readXml, type XmlElement } from './read-xml'

/**
 * Reads what diskspd 2 prints, as text or with `-Rxml`; every time span is a run. Undefined if neither is found.
 * Formats: diskspd's ResultParser and XmlResultParser, and the captured outputs in tests/fixtures/foreign/diskspd.
 */
export function readDiskSpd(text: string, beside: () => readonly ScriptLine[]): ForeignOutput | undefined {
  if (/^[ \t>]*Results for timespan \d+:/m.test(text)) return readText(text, beside)
  // A text that was cut off may end before its results.
  const isDocument = /<Results>\s*<System>/.test(text) || text.includes('<TestTimeSeconds>')
  return isDocument && text.includes('<TimeSpan>') ? readDocument(text) : undefined
}

const sides = { Total: 'total', Read: 'read', Write: 'write' } as const
type Side = keyof typeof sides
const sideNames = ['Total', 'Read', 'Write'] as const satisfies readonly Side[]

function readText(text: string, beside: () => readonly ScriptLine[]): ForeignOutput {
  const inputs = partsAt(text, /^[ \t>]*timespan: +\d+/)
  const results = partsAt(text, /^[ \t>]*Results for timespan \d+:/)
  const heads = results.map((part) => text.indexOf(part))
  // A text may lack the parameters, but hold the command that was typed, or a line that repeats it.
  const asked = (at: number) =>
    readInput(inputs[at] ?? inputs.at(-1)) ??
    readCommand(text.slice(heads[at - 1] ?? 0, heads[at])) ??
    readScript(beside())
  const finishedAtMs = utcTime(/start time: (.*)/.exec(text)?.[1])
  return readParts(
    'diskspd',
    results,
    (part, at) => present(readSpan(part, asked(at))).map((run) => ({ ...run, finishedAtMs })),
    (part, at) => ({ part: `time span ${at + 1}`, reason: whyNoSpan(part) }),
  )
}

/** A complete time span has three sections, each with its totals. */
function sectionsOf(part: string) {
  const starts = partsAt(part, /^[ \t>]*(?:Total|Read|Write) IO\s*$/)
  return sideNames.flatMap((name) => {
    const text = starts.find((section) => section.trimStart().startsWith(`${name} IO`))
    const section = text === undefined ? undefined : sectionNumbers(text)
    return section ? [{ name, section }] : []
  })
}

function whyNoSpan(part: string): string {
  const found = sectionsOf(part).map(({ name }) => name)
  if (found.length === sideNames.length) return 'It moved no data.'
  const missing = sideNames.filter((name) => !found.includes(name)).join(', ')
  return `It has no totals of these sections: ${missing}. ${askAgain}`
}

/** Undefined if a section has no totals: those of a mix would then be of one direction. */
function readSpan(part: string, known: Asked | undefined): PrintedRun | undefined {
  const sections = sectionsOf(part)
  // A direction without I/O is printed with zeros.
  const moved = sections.filter(({ section }) => (section.io_count ?? 0) > 0)
  if (sections.length < sideNames.length || moved.length === 0) return undefined
  const cpu = /^[ \t>]*avg\.\| +([\d.]+)%\| +([\d.]+)%\| +([\d.]+)%/m.exec(part) ?? []
  const asked = known ?? unknownInput(moved.map(({ name }) => name))
  // With -F the parameters do not give the number of threads.
  const threads = asked.levels.jobs ?? numberIn(part, /^[ \t>]*thread count:\s+(\d+)/m)
  const numbers = Object.fromEntries(
    moved.map(({ name, section }) => [sides[name], { ...section, ...percentileNumbers(part, name) }]),
  )
  return {
    ...asked,
    levels: { ...asked.levels, jobs: threads },
    numbers: {
      ...numbers,
      total: {
        ...numbers.total,
        cpu_user: numberOf(cpu[2]),
        cpu_system: numberOf(cpu[3]),
        runtime: numberIn(part, /actual test time:\s+([\d.]+)s/),
      },
    },
  }
}

/** The line `total:` of a section, by column name; the columns depend on the options. */
function sectionNumbers(section: string): PrintedNumbers | undefined {
  const cells = (line: RegExp) =>
    line
      .exec(section)?.[1]
      ?.split('|')
      .map((cell) => cell.trim()) ?? []
  const columns = cells(/^[ \t>]*thread \|(.*)$/m).filter((column) => column !== 'file')
  // A line without an end may have been cut within a number.
  const values = cells(/^[ \t>]*total:(.*)\n/m)
  if (columns.length === 0 || values.length < columns.length) return undefined
  const value = (column: string) => localNumber(values[columns.indexOf(column)], 3)
  return {
    bandwidth: scaled(value('MiB/s') ?? value('MB/s'), 1024 ** 2),
    iops: value('I/O per s'),
    latency_mean: scaled(value('AvgLat'), 1e6),
    io_count: value('I/Os'),
    io_bytes: value('bytes'),
  }
}

const percentileNames: Readonly<Record<string, string>> = {
  '50th': 'latency_p50',
  '95th': 'latency_p95',
  '99th': 'latency_p99',
  '3-nines': 'latency_p999',
  max: 'latency_max',
}

/** The table `%-ile |  Read (ms) | Write (ms) | Total (ms)`, whose columns depend on the directions that moved data. */
function percentileNumbers(part: string, name: Side): PrintedNumbers {
  const head = /^[ \t>]*%-ile \|(.*)$/m.exec(part)?.[1]?.split('|') ?? []
  const at = head.findIndex((column) => column.includes(name))
  return Object.fromEntries(
    [...part.matchAll(/^[ \t>]*(50th|95th|99th|3-nines|max) \|(.*)\n/gm)].map(([, row = '', cells = '']) => {
      const ms = localNumber(cells.split('|')[at]?.trim(), 3)
      return [percentileNames[row] ?? row, scaled(ms, 1e6)]
    }),
  )
}

type Asked = Omit<PrintedRun, 'numbers'>

/** Without parameters only the directions that moved data are known. */
function unknownInput(moved: readonly Side[]): Asked {
  const kind = moved.includes('Read') ? (moved.includes('Write') ? 'mix' : 'read') : 'write'
  return { label: kind, test: kind, levels: {}, warnings: [inputUnknown] }
}

const inputUnknown = note(
  'options-unknown',
  'The text has neither the parameters nor the command line of diskspd, so block size, order and queue depth are unknown.',
)

/**
 * The parameters of the last command line in a text: `Command Line: diskspd.exe -b8K …`, or as it was typed. Options that
 * it lacks have diskspd's defaults (its wiki, "Command line and parameters"). Undefined if there is none, or if it names
 * a profile or mixes random and sequential requests.
 */
function readCommand(text: string): Asked | undefined {
  const line = [...text.matchAll(/\bdiskspd(?:64|32)?(?:\.exe)?["']?[ \t]+(-.+)$/gim)].at(-1)?.[1]
  if (line === undefined) return undefined
  const words = wordsOf(line)
  const options = words.filter((word) => word.startsWith('-'))
  const paths = words.filter((word) => !word.startsWith('-'))
  const valueOf = (letter: string) => options.find((word) => word.startsWith(`-${letter}`))?.slice(2)
  const whole = (letter: string, usual: number) => {
    const value = valueOf(letter)
    return value === undefined ? usual : /^\d+$/.test(value) ? Number(value) : undefined
  }
  const random = valueOf('r')
  const writes = whole('w', 0)
  if (valueOf('X') !== undefined || random?.startsWith('s') === true || writes === undefined) return undefined
  const block = parseBytes(valueOf('b') ?? '64K', 'binary')
  const isUncached = options.some((word) => /^-(?:h|S(?:[hu].*)?)$/.test(word))
  const run = workloadOf(random !== undefined, 100 - writes, paths[0], {
    block_size: block.ok ? block.value : undefined,
    queue_depth: whole('o', 2),
    jobs: valueOf('F') === undefined ? whole('t', 1) : whole('F', 1),
    direct: isUncached ? true : undefined,
    runtime: whole('d', 10),
    ramp_time: whole('W', 5),
  })
  return { ...run, ...(paths.length > 1 && { warnings: [severalTargets(paths.length)] }) }
}

/** The arguments of a command, up to where the shell takes over. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|\d?[<>|&;].*|([^\s<>|&;]+)/g)]
  return words.flatMap(([, double, single, plain]) => double ?? single ?? plain ?? [])
}

/** Undefined unless one command of one script writes the output, and says all that is needed. */
function readScript(lines: readonly ScriptLine[]): Asked | undefined {
  const commands = lines.filter(({ text }) => /\bdiskspd/i.test(text))
  const [command] = commands
  const isOne = commands.every(({ text }) => text.trim() === command?.text.trim())
  if (!command || !isOne || /[%$]\w/.test(command.text)) return undefined
  const asked = readCommand(command.text)
  const said = note('options-beside', `The parameters are those of the command line in ${command.script}.`)
  return asked && { ...asked, warnings: [...(asked.warnings ?? []), said] }
}

/** The requested parameters, from the input parameters section. Of several targets the first one counts. */
function readInput(input: string | undefined): Asked | undefined {
  if (input === undefined) return undefined
  const path = /^[ \t>]*path: '(.*)'/m.exec(input)?.[1]
  const reads = numberIn(input, /read\/write ratio: (\d+)\/\d+/)
  // The first versions print the share of writes alone: `write/read ratio: 30/100`.
  const writes =
    numberIn(input, /write\/read ratio: (\d+)\/100/) ?? (input.includes('performing write test') ? 100 : 0)
  const readPercent = reads ?? 100 - writes
  const isRandom = input.includes('using random I/O')
  const targets = [...input.matchAll(/^[ \t>]*path: '/gm)].length
  const threads = numberIn(input, /threads per file: +(\d+)/)
  return {
    ...workloadOf(isRandom, readPercent, path, {
      block_size: bytesOf(/block size: +(\d+ ?[KMG]?(?:iB)?)/.exec(input)?.[1]),
      queue_depth: numberIn(input, /number of outstanding I\/O operations(?: per thread)?: +(\d+)/),
      jobs: threads ?? numberIn(input, /using \d+ threads? in total|total threads: +(\d+)/),
      direct: /software (?:and hardware )?cache disabled|unbuffered/.test(input) ? true : undefined,
      runtime: numberIn(input, /duration: +(\d+)s/),
      ramp_time: numberIn(input, /warm up time: +(\d+)s/),
    }),
    ...(targets > 1 && { warnings: [severalTargets(targets)] }),
  }
}

function severalTargets(count: number) {
  const text = `diskspd worked on ${count} files; the parameters are those of the first, the numbers of all.`
  return note('several-targets', text)
}

/** `levels`: the parameters besides pattern and share of reads. */
function workloadOf(
  isRandom: boolean,
  readPercent: number,
  path: string | undefined,
  levels: PrintedRun['levels'],
): Omit<PrintedRun, 'numbers'> {
  const kind = readPercent === 100 ? 'read' : readPercent === 0 ? 'write' : 'mix'
  const pattern = `${isRandom ? 'random' : 'sequential'}-${kind}`
  return {
    label: `${pattern}${path === undefined ? '' : `, ${path}`}`,
    levels: { pattern, ...(kind === 'mix' && { read_percent: readPercent }), ...levels },
    ...(path?.startsWith('#') ? { device: `physical drive ${path.slice(1)}` } : { where: path }),
  }
}

function bytesOf(text: string | undefined): number | undefined {
  const read = text === undefined ? undefined : parseBytes(text)
  return read?.ok ? read.value : undefined
}

/** `2018/10/18 21:39:04 UTC`. */
function utcTime(text: string | undefined): number | undefined {
  const [, date = '', time = ''] = /^(\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d) UTC/.exec(text ?? '') ?? []
  const at = Date.parse(`${date.replaceAll('/', '-')}T${time}Z`)
  return Number.isFinite(at) ? at : undefined
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** The elements of `-Rxml`: profile, system, then a `TimeSpan` with totals for each thread and target. */
function readDocument(text: string): ForeignOutput {
  const root = readXml(text)
  if ('error' in root) return nothingRead('diskspd', root.error)
  const results = root.name === 'Results' ? root : root.find('Results')
  if (!results) return nothingRead('diskspd', 'It has no element Results.')
  const profiles = results.all('Profile/TimeSpans/TimeSpan')
  const version = results.text('System/Tool/Version')
  const finishedAtMs = utcTime(results.text('System/RunTime'))
  return readParts(
    'diskspd',
    results.all('TimeSpan'),
    (span, at) => {
      const run = spanOf(span, profiles[at])
      return run.numbers.total?.io_count === undefined ? [] : [{ ...run, version, finishedAtMs }]
    },
    (_, at) => ({ part: `time span ${at + 1}`, reason: 'It moved no data.' }),
  )
}

function spanOf(span: XmlElement, profile: XmlElement | undefined): PrintedRun {
  const seconds = span.number('TestTimeSeconds') ?? Number.NaN
  const targets = span.all('Thread/Target')
  const sum = (name: string) => targets.reduce((total, one) => total + (one.number(name) ?? 0), 0)
  const [reads, writes] = [sum('ReadCount'), sum('WriteCount')]
  const total = sum('IOCount') || reads + writes
  const side = (name: Side, bytes: number, count: number): PrintedNumbers =>
    count === 0
      ? {}
      : {
          bandwidth: bytes / seconds,
          iops: count / seconds,
          io_count: count,
          io_bytes: bytes,
          latency_mean: scaled(span.number(`Latency/Average${name}Milliseconds`), 1e6),
          ...bucketNumbers(span, name),
        }
  const [readBytes, writeBytes] = [sum('ReadBytes'), sum('WriteBytes')]
  const asked = profile?.all('Targets/Target') ?? []
  const [target] = asked
  const writePercent = target?.number('WriteRatio')
  const measured = total === 0 ? 0 : (100 * reads) / total
  const readPercent = writePercent === undefined ? Math.round(measured) : 100 - writePercent
  const path = target?.text('Path') ?? span.text('Thread/Target/Path')
  const isOn = (name: string) => target?.text(name) === 'true'
  return {
    ...workloadOf(target?.find('Random') !== undefined, readPercent, path, {
      block_size: target?.number('BlockSize'),
      queue_depth: target?.number('RequestCount'),
      jobs: target?.number('ThreadsPerFile') ?? profile?.number('ThreadCount'),
      direct: isOn('DisableOSCache') || isOn('DisableAllCache') ? true : undefined,
      runtime: profile?.number('Duration'),
      ramp_time: profile?.number('Warmup'),
    }),
    numbers: {
      read: side('Read', readBytes, reads),
      write: side('Write', writeBytes, writes),
      total: {
        ...side('Total', sum('BytesCount') || readBytes + writeBytes, total),
        cpu_user: span.number('CpuUtilization/Average/UserPercent'),
        cpu_system: span.number('CpuUtilization/Average/KernelPercent'),
        runtime: seconds,
      },
    },
    ...(asked.length > 1 && { warnings: [severalTargets(asked.length)] }),
  }
}

const bucketMetrics: ReadonlyMap<number, string> = new Map([
  [50, 'latency_p50'],
  [95, 'latency_p95'],
  [99, 'latency_p99'],
  [99.9, 'latency_p999'],
  [100, 'latency_max'],
])

function bucketNumbers(span: XmlElement, name: Side): PrintedNumbers {
  return Object.fromEntries(
    span.all('Latency/Bucket').flatMap((bucket) => {
      const metric = bucketMetrics.get(bucket.number('Percentile') ?? Number.NaN)
      return metric === undefined ? [] : [[metric, scaled(bucket.number(`${name}Milliseconds`), 1e6)]]
    }),
  )
}
