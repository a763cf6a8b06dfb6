import { present } from '../../units/iterables'
import { askAgain, type ForeignOutput } from './foreign-output'
import { localNumber, numberIn, partsAt, readParts, scaled, type PrintedRun } from './program-run'

/**
 * Reads what vdbench 5.04 prints for raw I/O, and its `summary.html` and `totals.html`: each run definition
 * (`Starting RD=`, or the table alone) with its `avg_` line is a run. Undefined if no such table is found. Format:
 * vdbench.pdf, "Report files", and the captured outputs in tests/fixtures/foreign/vdbench.
 */
export function readVdbench(text: string): ForeignOutput | undefined {
  if (!/\binterval +i\/o +MB\/sec\b/.test(text)) return undefined
  const plain = text.replace(/<[^>]*>/g, '')
  const version = /Vdbench distribution: (vdbench\d+)/i.exec(plain)?.[1]
  const parts = partsAt(plain, /^.*Starting RD=/)
  const named = (parts.length === 0 ? [plain] : parts)
    .map((part) => ({ part, name: /Starting RD=([^;\s]+)/.exec(part)?.[1] ?? 'run' }))
    .filter(({ name }) => name !== 'SD_format' && !name.startsWith('format_for_'))
  return readParts(
    'vdbench',
    named,
    ({ part, name }) => present(readPart(part, name)).map((run) => ({ ...run, version })),
    ({ name }) => ({
      part: name,
      reason: `It has no line of averages, so the run did not come to its end. ${askAgain}`,
    }),
  )
}

/**
 * Two lines name the columns, one word above the other, and the columns differ by version: `resp time`, `read resp`,
 * `write resp`, `resp max` (or `read max` and `write max`).
 */
function readPart(part: string, name: string): PrintedRun | undefined {
  const lines = part.split('\n')
  const at = lines.findIndex((line) => /\binterval +i\/o +MB\/sec/.test(line))
  const [over = '', under = ''] = lines.slice(at, at + 2)
  const columns = columnNames(over, under)
  const average = lines.filter((line) => /\bavg_\d+-\d+\b/.test(line)).at(-1)
  if (at < 0 || average === undefined) return undefined
  const values = average.slice(average.indexOf('avg_')).trim().split(/\s+/).slice(1)
  // Java prints the decimal mark of the system's language.
  const value = (column: string) => localNumber(values[columns.indexOf(column)], 3)
  const iops = value('i/o rate')
  const readPercent = value('read pct')
  const block = value('bytes i/o')
  // A line that was cut off may end within a number.
  if (values.length < columns.length) return undefined
  if (iops === undefined || readPercent === undefined || !(iops > 0)) return undefined
  const kind = readPercent >= 99.995 ? 'read' : readPercent <= 0.005 ? 'write' : 'mix'
  const [, options = ''] = /For loops: (.*)/.exec(part) ?? []
  const threads = /\bthreads=(\d+)/.exec(options)?.[1]
  const ms = (column: string) => scaled(value(column), 1e6)
  const reads = (iops * readPercent) / 100
  return {
    label: options === '' || options === 'None' ? name : `${name}, ${options}`,
    test: kind,
    levels: {
      run_definition: name.replace(/_\(\d+%\)$/, ''),
      block_size: block,
      // What was asked for is in the parameter file; the share of reads that was measured is no level.
      read_percent: numberIn(options, /\brdpct=(\d+(?:\.\d+)?)/),
      offered_iops: numberIn(part, /Starting RD=[^\n]*?; I\/O rate: (\d+(?:\.\d+)?);/),
      curve_percent: numberIn(name, /_\((\d+)%\)$/),
      jobs: threads === undefined ? undefined : Number(threads),
    },
    numbers: {
      ...(kind !== 'write' && { read: { iops: reads, latency_mean: ms('read resp') } }),
      ...(kind !== 'read' && { write: { iops: iops - reads, latency_mean: ms('write resp') } }),
      total: {
        iops,
        bandwidth: scaled(value('MB/sec 1024**2'), 1024 ** 2),
        latency_mean: ms('resp time'),
        latency_max: ms('resp max'),
        achieved_read_percent: readPercent,
      },
    },
  }
}

function columnNames(over: string, under: string): readonly string[] {
  // The first two words are the date, then `interval`, with nothing below it.
  const tops = over.slice(over.indexOf('interval')).trim().split(/\s+/).slice(1)
  const bottoms = under.trim().split(/\s+/)
  return tops.map((top, at) => `${top} ${bottoms[at] ?? ''}`)
}
