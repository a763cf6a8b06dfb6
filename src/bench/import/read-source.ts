import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { SkippedSource } from '../../core/contract/import-requests'
import { readForeignLogs } from '../../core/engines/fio/foreign/foreign-logs'
import type { LogFile } from '../../core/engines/fio/logs/read-fio-logs'
import type {
  ForeignLogs,
  ForeignOutput,
  ForeignRun,
  ScriptLine,
} from '../../core/engines/foreign/foreign-output'
import { readForeignOutputs } from '../../core/engines/foreign/read-output'
import { unreadForm } from '../../core/engines/foreign/unread-forms'
import {
  histogramsOf,
  scalarsOf,
  seriesOf,
  unknownStart,
  type Observation,
  type Series,
} from '../../core/results/observation'
import { largestOf } from '../../core/iterables'
import { systemErrorText } from '../../core/errors/system-error'
import { compress, sha256Hex } from '../store/file/compressed'
import { limits } from '../store/file/format'
import { packHistogram } from '../store/tables/runs/histograms'
import { packSeries, type PackedSeries } from '../store/tables/runs/series'
import { InvalidValueError } from '../store/file/review-file-error'
import type { ImportedObservation, SourceFile } from '../store/tables/campaigns/imported-campaign'
import type { FoundFile } from './collect-files'
import { SharedQuantities } from './held-observations'
import { hostOfLog } from './match-logs'

/** A table with its text. */
export interface Source extends SourceFile {
  readonly text: string
}

/** A run as it will be stored. */
export interface PackedRun extends Omit<ForeignRun, 'observations'> {
  readonly observations: readonly ImportedObservation[]
}

/** The content of an engine's output file, packed so that the thread that stores it has little left to do. */
export interface PackedOutput extends Omit<ForeignOutput, 'runs'> {
  readonly runs: readonly PackedRun[]
}

/** A file that was read: the output of engines, a possible table, or neither. */
export type ReadSource =
  | { readonly kind: 'output'; readonly source: SourceFile; readonly outputs: readonly PackedOutput[] }
  | { readonly kind: 'table'; readonly source: Source }
  | { readonly kind: 'unknown'; readonly path: string; readonly sha256: string; readonly form?: string }
  | { readonly kind: 'skipped'; readonly skipped: SkippedSource }
  | { readonly kind: 'logs'; readonly logs: PackedLogs }

/** The logs of one run, to be read together. */
export interface AskedLogs {
  /** Identifies their run for the caller. */
  readonly id: number
  readonly logs: ForeignLogs
  readonly files: readonly FoundFile[]
}

/** The contents of the logs of a run. */
export interface PackedLogs {
  readonly id: number
  readonly series: readonly PackedSeries[]
  /** The files that were read. */
  readonly sources: readonly SourceFile[]
  readonly left: readonly SkippedSource[]
  /** One sentence each. */
  readonly problems: readonly string[]
}

export type Asked = FoundFile | AskedLogs

export function readAsked(asked: Asked, takesText: boolean): ReadSource {
  return 'logs' in asked ? readLogs(asked) : readSource(asked, takesText)
}

/** Reads the logs of a run. An unreadable log is left out with the reason; the others count. */
function readLogs({ id, logs, files }: AskedLogs): ReadSource {
  const read: LogFile[] = []
  const sources: SourceFile[] = []
  const left: SkippedSource[] = []
  for (const file of files) {
    const { path, unpackedAt = path } = file
    const host = hostOfLog(file, logs)
    const leave = (reason: string) => left.push({ path, part: '', kind: 'left-log', reason })
    try {
      const bytes = readWhole(unpackedAt)
      const text = typeof bytes === 'string' ? undefined : textOf(bytes)
      if (typeof bytes === 'string') leave(bytes)
      else if (text === undefined)
        leave('The file is not a text file. Copy the log again from where the benchmark ran.')
      else {
        read.push({ name: basename(path), text, ...(host !== undefined && { host }) })
        sources.push(sourceFile(path, bytes))
      }
    } catch (error) {
      leave(`The file cannot be read: ${systemErrorText(error)}. Check its permissions.`)
    }
  }
  const { series, problems } = readForeignLogs(read, logs)
  const writtenAtMs = largestOf(
    files.map((file) => file.writtenAtMs),
    0,
  )
  const unsound: string[] = []
  const packed = series.flatMap((one) => {
    try {
      return [packSeries(dated(one, writtenAtMs))]
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error
      unsound.push(error.message)
      return []
    }
  })
  return { kind: 'logs', logs: { id, series: packed, sources, left, problems: [...problems, ...unsound] } }
}

/** SHA-256 of a file in hex; undefined if it cannot be read. */
export function hashOfFile({ path, unpackedAt = path }: FoundFile): string | undefined {
  try {
    const bytes = readWhole(unpackedAt)
    return typeof bytes === 'string' ? undefined : sha256Hex(bytes)
  } catch {
    return undefined
  }
}

/** Largest file that a results file stores and the parsers read. */
const largestBytes = limits.valueBytes

/**
 * Reads one file, or returns why it was not read. `takesText`: any text may be a table, not only .csv and
 * .tsv.
 */
export function readSource(file: FoundFile, takesText: boolean): ReadSource {
  const { path, unpackedAt = path } = file
  const skip = (kind: SkippedSource['kind'], reason: string): ReadSource => ({
    kind: 'skipped',
    skipped: { path, part: '', kind, reason },
  })
  if (file.sizeBytes === 0) return skip('failed', 'The file is empty; the engine wrote no result.')
  if (/\.benchwright$/i.test(path)) return skip('unknown', resultsFile)
  if (file.sizeBytes > largestBytes) return skip('damaged', tooLarge)
  try {
    const bytes = readWhole(unpackedAt)
    if (typeof bytes === 'string') return skip('damaged', bytes)
    const text = textOf(bytes)
    if (text === undefined) return skip('unknown', whatIs(bytes))
    const outputs = readForeignOutputs(text, () => scriptLines(path))
    if (outputs.length > 0)
      return {
        kind: 'output',
        source: sourceFile(path, bytes),
        outputs: outputs.map((output) => packedOutput(output, file.writtenAtMs)),
      }
    if (takesText || /\.(csv|tsv|tab)$/i.test(path))
      return { kind: 'table', source: { ...sourceFile(path, bytes), text } }
    const form = unreadForm(text)
    if (form?.isResult === true) return skip('damaged', form.text)
    return { kind: 'unknown', path, sha256: sha256Hex(bytes), ...(form && { form: form.text }) }
  } catch (error) {
    if (error instanceof InvalidValueError) return skip('damaged', error.message)
    return skip('damaged', `The file cannot be read: ${systemErrorText(error)}. Check its permissions.`)
  }
}

/** Scripts are short, and few; others are no scripts. */
const mostScripts = 100
const longestScript = 256 * 1024

/**
 * Lines of the scripts and notes in the same folder that write the file: its name is behind `>`, or is that of a later
 * command in a pipe.
 */
function scriptLines(path: string): readonly ScriptLine[] {
  if (!isAbsolute(path)) return []
  const folder = dirname(path)
  const output = basename(path).toLowerCase()
  try {
    const scripts = readdirSync(folder).filter(
      (name) => /\.(?:cmd|bat|ps1|txt)$/i.test(name) && name.toLowerCase() !== output,
    )
    return scripts.slice(0, mostScripts).flatMap((script) => {
      const at = join(folder, script)
      const bytes = statSync(at).size <= longestScript ? readWhole(at) : ''
      const text = typeof bytes === 'string' ? '' : (textOf(bytes) ?? '')
      // ^ and ` continue a line in the shells of Windows.
      const lines = text.replace(/[\^`][ \t]*\r?\n/g, ' ').split(/\r?\n/)
      return lines
        .filter((line) => !/^\s*(?:rem\b|::|#)/i.test(line) && writes(line, output))
        .map((line) => ({ script, text: line }))
    })
  } catch {
    return []
  }
}

function writes(line: string, output: string): boolean {
  const [, ...behind] = line
    .replace(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replace(/[>|]/g, ''))
    .split(/[>|]/)
  const words = behind.join(' ').split(/["'\s;&]+/)
  return words.some((word) => word.split(/[\\/]/).at(-1)?.toLowerCase() === output)
}

/** Of a file that is no text. */
function whatIs(bytes: Uint8Array): string {
  const starts = (...first: readonly number[]) => first.every((byte, at) => bytes[at] === byte)
  if (Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar')
    return 'The file is a tar archive. Unpack it and import its folder.'
  if (starts(0x09, 0x00, 0x04, 0x00) || starts(0x09, 0x02, 0x06, 0x00))
    return 'The file is a spreadsheet as IOzone writes it with -b. Import what IOzone printed (iozone … > FILE), which has the same numbers.'
  return 'The file is not a text file. Import the text, JSON or CSV that the program wrote; save a spreadsheet as CSV first.'
}

const resultsFile =
  'It is a results file, not an output. Take its campaigns over from the shelf, or with “benchwright take”.'

const tooLarge = 'The file is larger than 64 MiB, the most that is read. Split it.'

/**
 * The bytes of a file, or why there are none. Since the files were collected, it may have become a pipe or a
 * device, which never finishes opening or reading, or a growing file.
 */
function readWhole(path: string): Uint8Array | string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const status = fstatSync(file)
    if (!status.isFile()) return 'It is neither a file nor a folder.'
    if (status.size > largestBytes) return tooLarge
    // One byte more than it should have shows whether it has grown.
    const bytes = Buffer.allocUnsafeSlow(status.size + 1)
    let length = 0
    for (;;) {
      const read = readSync(file, bytes, length, bytes.length - length, null)
      length += read
      if (length === bytes.length) return 'The file grew while it was read. Import it when it is complete.'
      if (read === 0) return bytes.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

/** Bytes as a table; undefined if they are not text. */
export function sourceOf(path: string, bytes: Uint8Array): Source | undefined {
  const text = textOf(bytes)
  return text === undefined ? undefined : { ...sourceFile(path, bytes), text }
}

/**
 * UTF-8; UTF-16 with a byte order mark, as spreadsheets and PowerShell save it; else the bytes of Western Europe, as old
 * programs of Windows write a name.
 */
function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return utf16.decode(bytes)
  if (first === 0xfe && second === 0xff) {
    const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    return utf16.decode(even.swap16())
  }
  if (bytes.subarray(0, 65_536).includes(0)) return undefined
  return isUtf8(bytes) ? utf8.decode(bytes) : Buffer.from(bytes).toString('latin1')
}

const utf8 = new TextDecoder('utf-8')
const utf16 = new TextDecoder('utf-16le')

function sourceFile(path: string, bytes: Uint8Array): SourceFile {
  return {
    name: outputName(path),
    path,
    sizeBytes: bytes.length,
    sha256: sha256Hex(bytes),
    content: compress(bytes, `The file "${basename(path)}"`),
  }
}

function packedOutput({ engine, runs, skipped }: ForeignOutput, writtenAtMs: number): PackedOutput {
  return {
    engine,
    runs: runs.map((run) => ({ ...run, observations: packedObservations(run.observations, writtenAtMs) })),
    skipped,
  }
}

function packedObservations(
  observations: readonly Observation[],
  writtenAtMs: number,
): readonly ImportedObservation[] {
  const scalars = scalarsOf(observations)
  const histograms = histogramsOf(observations)
  const ofHistograms = sharedOfHistograms.of(histograms)
  return [
    {
      kind: 'scalars',
      of: sharedOfScalars.of(scalars),
      values: Float64Array.from(scalars, ({ value }) => value),
    },
    ...histograms.map((one, at) => {
      const packed = packHistogram(one)
      return { ...packed, of: ofHistograms[at] ?? packed.of }
    }),
    ...seriesOf(observations).map((one) => packSeries(dated(one, writtenAtMs))),
  ]
}

const sharedOfScalars = new SharedQuantities()
const sharedOfHistograms = new SharedQuantities()

/** A series whose output has no time of day ends when its file was last written. */
function dated(series: Series, writtenAtMs: number): Series {
  if (series.startedAtMs !== unknownStart) return series
  const lastedMs = 1000 * (series.seconds.at(-1) ?? 0)
  return { ...series, startedAtMs: Math.max(0, writtenAtMs - lastedMs) }
}

/** The file's name in the characters an output may have. */
function outputName(path: string): string {
  const name = basename(path).replace(/[^\w.-]+/g, '_')
  return name.length > 100 ? name.slice(-100) : name || 'file'
}
