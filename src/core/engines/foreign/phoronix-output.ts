import { qualifies } from '../../results/reservation'
import { parseBytes } from '../../units/bytes'
import { largestOf } from '../../iterables'
import type { ForeignOutput, SkippedPart } from './foreign-output'
import { nothingRead, programRun, scaled, type PrintedRun } from './program-run'
import { readXml, type XmlElement } from './read-xml'

/**
 * Reads a `composite.xml` of the Phoronix Test Suite: results in MB/s or IOPS. Each value of `RawString` is a run,
 * each system a drive; the two results of a fio test, which differ only in their unit, are one run. Other results are
 * skipped with their unit. Undefined if the root element differs. Format: pts-core's result files, captured ones in
 * tests/fixtures/foreign/phoronix.
 */
export function readPhoronix(text: string): ForeignOutput | undefined {
  if (!text.slice(0, 4000).includes('<PhoronixTestSuite>')) return undefined
  const root = readXml(text)
  const engine = 'Phoronix Test Suite'
  if ('error' in root) return nothingRead(engine, root.error)
  const savedAtMs = Date.parse(root.text('Generated/LastModified') ?? '')
  const times = new Map(
    root
      .all('System')
      .map((system) => [system.text('Identifier'), Date.parse(system.text('TimeStamp') ?? '')]),
  )
  const skipped: SkippedPart[] = []
  const found = new Map<string, Found>()
  for (const result of root.all('Result')) {
    const scale = result.text('Scale') ?? ''
    const metric = metricOf(scale)
    const name = `${result.text('Title') ?? result.text('Identifier') ?? ''}${descriptionOf(result)}`
    if (metric === undefined) {
      // A test that failed every time has no unit.
      const entries = scale === '' ? result.all('Data/Entry') : []
      const reasons = entries.length > 0 ? entries.map(failureOf) : [unitReason(scale)]
      for (const reason of reasons) skipped.push({ part: name, reason })
      continue
    }
    for (const entry of result.all('Data/Entry')) {
      const values = valuesOf(entry)
      if (values.length === 0) skipped.push({ part: name, reason: failureOf(entry) })
      const system = entry.text('Identifier') ?? ''
      const key = JSON.stringify([result.text('Identifier'), result.text('Description'), system])
      const test = found.get(key) ?? { result, name, system, values: new Map() }
      test.values.set(metric, values)
      found.set(key, test)
    }
  }
  const runs = [...found.values()].flatMap((test) =>
    runsOf(test, times.get(test.system) ?? savedAtMs).map(programRun),
  )
  return { engine, runs, skipped }
}

interface Found {
  readonly result: XmlElement
  readonly name: string
  readonly system: string
  readonly values: Map<'bandwidth' | 'iops', readonly number[]>
}

function metricOf(scale: string): 'bandwidth' | 'iops' | undefined {
  if (/^(MB\/s|MiB\/s|Megabytes\/sec(ond)?)$/i.test(scale)) return 'bandwidth'
  return /^(IOPS|IO\/s)$/i.test(scale) ? 'iops' : undefined
}

function unitReason(scale: string): string {
  return scale === '' ? 'Its unit is not stated.' : `Its unit is "${scale}", not MB/s or IOPS.`
}

/** Why a system has no value, with the error that the test suite recorded: a sentence for each attempt. */
function failureOf(entry: XmlElement): string {
  const error = recordedError(entry.text('JSON') ?? '{}')
  if (error === undefined) return 'It has no value, so the test failed.'
  const sentences = new Set(error.slice(0, 500).split(/(?<=\.) /))
  return `The test failed: “${[...sentences].join(' ')}”`
}

function recordedError(json: string): string | undefined {
  try {
    const about: unknown = JSON.parse(json)
    const error: unknown =
      typeof about === 'object' && about !== null ? Reflect.get(about, 'error') : undefined
    return typeof error === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

function descriptionOf(result: XmlElement): string {
  const text = result.text('Description')
  return text === undefined ? '' : `, ${text}`
}

function valuesOf(entry: XmlElement): readonly number[] {
  const raw = (entry.text('RawString') ?? entry.text('Value') ?? '').split(':').map(Number)
  return raw.filter((value) => Number.isFinite(value) && value > 0)
}

function runsOf(
  { result, name, system, values }: Found,
  finishedAtMs: number | undefined,
): readonly PrintedRun[] {
  const said = new Map(
    (result.text('Description') ?? '')
      .split(' - ')
      .flatMap((part): readonly (readonly [string, string])[] => {
        const [key, ...rest] = part.split(': ')
        return key === undefined || rest.length === 0 ? [] : [[key.trim(), rest.join(': ').trim()]]
      }),
  )
  const levels = levelsOf(result, said)
  const unit = megabyteOf(result, values, levels.block_size)
  const sides = [levels.pattern, said.get('Test'), said.get('Disk Test'), result.text('Title')].map(sideOf)
  const direction = sides.find((side) => side !== undefined) ?? 'total'
  const count = largestOf(
    [...values.values()].map(({ length }) => length),
    0,
  )
  return Array.from({ length: count }, (_, at) => {
    const numbers = {
      bandwidth: scaled(values.get('bandwidth')?.[at], unit.bytes),
      iops: values.get('iops')?.[at],
    }
    return {
      ...{ label: name, levels, numbers: { [direction]: numbers }, warnings: unit.warnings, device: system },
      test: levels.pattern ?? result.text('Title') ?? name,
      version: result.text('Identifier'),
      finishedAtMs: finishedAtMs !== undefined && Number.isFinite(finishedAtMs) ? finishedAtMs : undefined,
    }
  })
}

function levelsOf(result: XmlElement, said: ReadonlyMap<string, string>) {
  // fio's profile says `Type: Random Read`, tiobench's `Test: Random Read`.
  const type = said.get('Type') ?? said.get('Test')
  const pattern = /^(Random|Sequential) (Read|Write)$/.test(type ?? '')
    ? (type ?? '').toLowerCase().replace(' ', '-')
    : undefined
  const block = said.get('Block Size') ?? said.get('Record Size')
  const bytes = block === undefined ? undefined : parseBytes(block, 'binary')
  const direct = said.get('Direct')
  const known = new Set([
    ...['Type', 'Block Size', 'Record Size', 'Direct', 'Job Count', 'Thread Count', 'Engine', 'Disk Target'],
    ...(pattern === undefined ? [] : ['Test']),
  ])
  const others = [...said].filter(([key]) => !known.has(key))
  return {
    profile: result.text('Identifier')?.replace(/-[\d.]+$/, ''),
    pattern,
    block_size: bytes?.ok === true ? bytes.value : undefined,
    jobs: Number(said.get('Job Count') ?? said.get('Thread Count')) || undefined,
    direct: direct === 'Yes' ? true : direct === 'No' ? false : undefined,
    engine: said.get('Engine'),
    ...Object.fromEntries(others.map(([key, value]) => [key.toLowerCase().replace(/\W+/g, '_'), value])),
  }
}

/**
 * The fio profile takes fio's MiB/s and calls it MB/s, as the requests per second show if both are given. Elsewhere a
 * megabyte is 1,000,000 bytes, and the run notes it.
 */
function megabyteOf(result: XmlElement, values: Found['values'], block: number | undefined) {
  const [rate, iops] = [values.get('bandwidth')?.[0], values.get('iops')?.[0]]
  if (rate === undefined || /MiB/i.test(result.text('Scale') ?? '')) return { bytes: 1024 ** 2, warnings: [] }
  const ratio = iops !== undefined && block !== undefined ? (iops * block) / (rate * 1e6) : Number.NaN
  if (Math.abs(ratio / 1.048576 - 1) < 0.02) return { bytes: 1024 ** 2, warnings: [] }
  if (Math.abs(ratio - 1) < 0.02) return { bytes: 1e6, warnings: [] }
  const text =
    'Whether its MB/s count 1,000,000 or 1,048,576 bytes is not said; they were taken as 1,000,000.'
  return { bytes: 1e6, warnings: [qualifies('unsure-megabyte', text)] }
}

/** The direction of a test by its name; undefined if the name gives both or neither. */
function sideOf(test: string | undefined): 'read' | 'write' | undefined {
  // Not the one of “Threaded I/O Tester”.
  const [isRead, isWrite] = [/\bread/i.test(test ?? ''), /\bwrit/i.test(test ?? '')]
  return isRead === isWrite ? undefined : isRead ? 'read' : 'write'
}
