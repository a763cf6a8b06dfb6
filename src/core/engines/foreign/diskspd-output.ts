import type { ForeignOutput, SkippedPart } from './foreign-output'
import { readXml, type XmlElement } from './read-xml'
import { numberIn, partsAt, programRun, type PrintedNumber, type PrintedRun } from './program-run'
import { parseBytes } from '../../units/bytes'

/**
 * Reads what diskspd 2 prints, as text or with `-Rxml`; every time span is a run. Undefined if neither is found.
 * Formats: diskspd's ResultParser and XmlResultParser, and the captured outputs in tests/fixtures/foreign/diskspd.
 */
export function readDiskSpd(text: string): ForeignOutput | undefined {
  if (/^[ \t>]*Results for timespan \d+:/m.test(text)) return readText(text)
  if (!text.includes('<TimeSpan>') || !text.includes('<TestTimeSeconds>')) return undefined
  return readDocument(text)
}

const directions = ['Total', 'Read', 'Write'] as const

function readText(text: string): ForeignOutput {
  const skipped: SkippedPart[] = []
  const inputs = partsAt(text, /^[ \t>]*timespan: +\d+/)
  const runs = partsAt(text, /^[ \t>]*Results for timespan \d+:/).flatMap((part, at) => {
    const numbers = directions.flatMap((name) => sectionNumbers(part, name))
    if (numbers.length === 0) skipped.push({ part: `time span ${at + 1}`, reason: 'It has no totals.' })
    if (numbers.length === 0) return []
    const percentiles = percentileNumbers(part)
    const cpu = /^[ \t>]*avg\.\| +([\d.]+)%\| +([\d.]+)%\| +([\d.]+)%/m.exec(part) ?? []
    const input = inputs[at] ?? inputs.at(-1) ?? ''
    const asked = readInput(input)
    // With -F the parameters do not give the number of threads.
    const threads = asked.levels.jobs ?? numberIn(part, /^[ \t>]*thread count:\s+(\d+)/m)
    return programRun({
      ...asked,
      levels: { ...asked.levels, jobs: threads },
      numbers: [
        ...[...numbers, ...percentiles].filter(({ direction }) => isMoved(numbers, direction)),
        { direction: 'total', metric: 'cpu_user', value: numberOf(cpu[2]) },
        { direction: 'total', metric: 'cpu_system', value: numberOf(cpu[3]) },
        { direction: 'total', metric: 'runtime', value: numberIn(part, /actual test time:\s+([\d.]+)s/) },
      ],
      finishedAtMs: utcTime(/start time: (.*)/.exec(text)?.[1]),
    })
  })
  return { engine: 'diskspd', runs, skipped }
}

/** A direction without I/O is printed with zeros. */
function isMoved(numbers: readonly PrintedNumber[], direction: PrintedNumber['direction']): boolean {
  return numbers.some(
    (one) => one.direction === direction && one.metric === 'io_count' && (one.value ?? 0) > 0,
  )
}

/** The line `total:` of a section, by column name; the columns depend on the options. */
function sectionNumbers(part: string, name: (typeof directions)[number]): readonly PrintedNumber[] {
  const from = new RegExp(String.raw`^[ \t>]*${name} IO\s*$`, 'm').exec(part)
  if (!from) return []
  const section = part.slice(from.index)
  const columns =
    /^[ \t>]*thread \|(.*)$/m
      .exec(section)?.[1]
      ?.split('|')
      .map((column) => column.trim()) ?? []
  const values =
    /^[ \t>]*total:(.*)$/m
      .exec(section)?.[1]
      ?.split('|')
      .map((value) => Number(value.trim())) ?? []
  const value = (column: string) => values[columns.indexOf(column)]
  const direction = directionOf(name)
  const scaled = (column: string, factor: number) => {
    const found = value(column)
    return found === undefined ? undefined : found * factor
  }
  return [
    { direction, metric: 'bandwidth', value: scaled('MiB/s', 1024 ** 2) ?? scaled('MB/s', 1024 ** 2) },
    { direction, metric: 'iops', value: value('I/O per s') },
    { direction, metric: 'latency_mean', value: scaled('AvgLat', 1e6) },
    { direction, metric: 'io_count', value: value('I/Os') },
    { direction, metric: 'io_bytes', value: value('bytes') },
  ].filter(({ value: found }) => found !== undefined)
}

const percentileNames: Readonly<Record<string, string>> = {
  '50th': 'latency_p50',
  '95th': 'latency_p95',
  '99th': 'latency_p99',
  '3-nines': 'latency_p999',
  max: 'latency_max',
}

/** The table `%-ile |  Read (ms) | Write (ms) | Total (ms)`, whose columns depend on the directions that moved data. */
function percentileNumbers(part: string): readonly PrintedNumber[] {
  const head = /^[ \t>]*%-ile \|(.*)$/m.exec(part)?.[1]?.split('|') ?? []
  const sides = head.map((column) => directions.find((name) => column.includes(name)))
  return [...part.matchAll(/^[ \t>]*(50th|95th|99th|3-nines|max) \|(.*)$/gm)].flatMap(
    ([, row = '', cells = '']) =>
      cells.split('|').flatMap((cell, at): readonly PrintedNumber[] => {
        const side = sides[at]
        const metric = percentileNames[row]
        const value = cell.trim() === 'N/A' ? Number.NaN : Number(cell)
        return side && metric ? [{ direction: directionOf(side), metric, value: value * 1e6 }] : []
      }),
  )
}

function directionOf(name: (typeof directions)[number]): PrintedNumber['direction'] {
  return name === 'Total' ? 'total' : name === 'Read' ? 'read' : 'write'
}

/** The requested parameters, from the input parameters section. Of several targets the first one counts. */
function readInput(input: string): Omit<PrintedRun, 'numbers'> {
  const path = /^[ \t>]*path: '(.*)'/m.exec(input)?.[1]
  const ratio = /read\/write ratio: (\d+)\/(\d+)/.exec(input)
  const readPercent = ratio ? Number(ratio[1]) : input.includes('performing write test') ? 0 : 100
  const isRandom = input.includes('using random I/O')
  const targets = [...input.matchAll(/^[ \t>]*path: '/gm)].length
  const threads = numberIn(input, /threads per file: +(\d+)/)
  return {
    ...workloadOf({
      isRandom,
      readPercent,
      block: bytesOf(/block size: +(\d+ ?[KMG]?(?:iB)?)/.exec(input)?.[1]),
      depth: numberIn(input, /number of outstanding I\/O operations(?: per thread)?: +(\d+)/),
      threads: threads ?? numberIn(input, /using \d+ threads? in total|total threads: +(\d+)/),
      direct: /software cache disabled|unbuffered/.test(input) ? true : undefined,
      runtime: numberIn(input, /duration: +(\d+)s/),
      ramp: numberIn(input, /warm up time: +(\d+)s/),
      path,
    }),
    ...(targets > 1 && { warnings: [severalTargets(targets)] }),
  }
}

function severalTargets(count: number) {
  const text = `diskspd worked on ${count} files; the parameters are those of the first, the numbers of all.`
  return { id: 'several-targets', text }
}

interface Asked {
  readonly isRandom: boolean
  readonly readPercent: number
  readonly block: number | undefined
  readonly depth: number | undefined
  readonly threads: number | undefined
  readonly direct: boolean | undefined
  readonly runtime: number | undefined
  readonly ramp: number | undefined
  readonly path: string | undefined
}

function workloadOf(found: Asked): Omit<PrintedRun, 'numbers'> {
  const kind = found.readPercent === 100 ? 'read' : found.readPercent === 0 ? 'write' : 'mix'
  const pattern = `${found.isRandom ? 'random' : 'sequential'}-${kind}`
  const isMix = kind === 'mix'
  return {
    label: `${pattern}${found.path === undefined ? '' : `, ${found.path}`}`,
    levels: {
      pattern,
      ...(isMix && { read_percent: found.readPercent }),
      block_size: found.block,
      queue_depth: found.depth,
      jobs: found.threads,
      direct: found.direct,
      runtime: found.runtime,
      ramp_time: found.ramp,
    },
    device: found.path?.startsWith('#') ? `physical drive ${found.path.slice(1)}` : undefined,
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
  if ('error' in root) return { engine: 'diskspd', runs: [], skipped: [{ part: '', reason: root.error }] }
  const results = root.name === 'Results' ? root : root.find('Results')
  if (!results)
    return { engine: 'diskspd', runs: [], skipped: [{ part: '', reason: 'It has no element Results.' }] }
  const profiles = results.all('Profile/TimeSpans/TimeSpan')
  const version = results.text('System/Tool/Version')
  const finishedAtMs = utcTime(results.text('System/RunTime'))
  const runs = results
    .all('TimeSpan')
    .map((span, at) => programRun({ ...spanOf(span, profiles[at]), version, finishedAtMs }))
  return { engine: 'diskspd', runs, skipped: [] }
}

function spanOf(span: XmlElement, profile: XmlElement | undefined): PrintedRun {
  const seconds = span.number('TestTimeSeconds') ?? Number.NaN
  const targets = span.all('Thread/Target')
  const sum = (name: string) => targets.reduce((total, one) => total + (one.number(name) ?? 0), 0)
  const sides = (['Read', 'Write'] as const).map((name) => ({
    direction: directionOf(name),
    bytes: sum(`${name}Bytes`),
    count: sum(`${name}Count`),
    latencyMs: span.number(`Latency/Average${name}Milliseconds`),
    name,
  }))
  const total = {
    direction: 'total' as const,
    bytes: sum('BytesCount') || sides.reduce((all, { bytes }) => all + bytes, 0),
    count: sum('IOCount') || sides.reduce((all, { count }) => all + count, 0),
    latencyMs: span.number('Latency/AverageTotalMilliseconds'),
    name: 'Total' as const,
  }
  const numbers = [...sides, total].flatMap(
    ({ direction, bytes, count, latencyMs, name }): readonly PrintedNumber[] => {
      if (count === 0) return []
      return [
        { direction, metric: 'bandwidth', value: bytes / seconds },
        { direction, metric: 'iops', value: count / seconds },
        { direction, metric: 'io_count', value: count },
        { direction, metric: 'io_bytes', value: bytes },
        { direction, metric: 'latency_mean', value: latencyMs === undefined ? undefined : latencyMs * 1e6 },
        ...bucketNumbers(span, direction, name),
      ]
    },
  )
  const asked = profile?.all('Targets/Target') ?? []
  const [target] = asked
  const writePercent = target?.number('WriteRatio')
  const measured = total.count === 0 ? 0 : (100 * (sides[0]?.count ?? 0)) / total.count
  const isOn = (name: string) => target?.text(name) === 'true'
  return {
    ...workloadOf({
      isRandom: target?.find('Random') !== undefined,
      readPercent: writePercent === undefined ? Math.round(measured) : 100 - writePercent,
      block: target?.number('BlockSize'),
      depth: target?.number('RequestCount'),
      threads: target?.number('ThreadsPerFile') ?? profile?.number('ThreadCount'),
      direct: isOn('DisableOSCache') || isOn('DisableAllCache') ? true : undefined,
      runtime: profile?.number('Duration'),
      ramp: profile?.number('Warmup'),
      path: target?.text('Path') ?? span.text('Thread/Target/Path'),
    }),
    numbers: [
      ...numbers,
      {
        direction: 'total',
        metric: 'cpu_user',
        value: span.number('CpuUtilization/Average/UserPercent'),
      },
      {
        direction: 'total',
        metric: 'cpu_system',
        value: span.number('CpuUtilization/Average/KernelPercent'),
      },
      { direction: 'total', metric: 'runtime', value: seconds },
    ],
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

function bucketNumbers(
  span: XmlElement,
  direction: PrintedNumber['direction'],
  name: (typeof directions)[number],
): readonly PrintedNumber[] {
  return span.all('Latency/Bucket').flatMap((bucket): readonly PrintedNumber[] => {
    const metric = bucketMetrics.get(bucket.number('Percentile') ?? Number.NaN)
    const ms = bucket.number(`${name}Milliseconds`)
    return metric === undefined || ms === undefined ? [] : [{ direction, metric, value: ms * 1e6 }]
  })
}
