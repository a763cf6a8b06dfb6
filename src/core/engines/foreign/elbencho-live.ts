import { readTextTable } from '../../results/published/read-csv'
import { unknownStart, type Direction } from '../../results/observation'
import { note } from '../../results/reservation'
import { groupBy } from '../../iterables'
import { seriesOf } from '../observations'
import type { ForeignOutput } from './foreign-output'
import { nothingRead, readParts, type PrintedRun } from './program-run'

interface LiveLine {
  /** Number of its phase in the file. */
  readonly phase: number
  readonly label: string
  readonly name: string
  readonly direction: Direction
  /** Of a mix. */
  readonly isMix: boolean
  readonly seconds: number
  readonly at: number
  readonly value: (column: string) => number | undefined
}

/**
 * Reads what elbencho writes during a run with `--livecsv`: the rate of all threads at every interval (`--liveint`) of
 * each phase of reading or writing, as a series. Lines of single threads (`--livecsvex`) have no rates. Undefined for
 * any other text. Format: elbencho's Statistics.cpp (`prepLiveCSVFile`).
 */
export function readElbenchoLive(text: string): ForeignOutput | undefined {
  const start = text.search(/^ISO Date,Label,Phase,RuntimeMS,Rank,/m)
  if (start < 0) return undefined
  const table = readTextTable(text.slice(start))
  if ('text' in table) return nothingRead('elbencho', table.text)
  const lines: LiveLine[] = []
  let phase = 0
  for (const { cells } of table.lines) {
    const cell = (column: string) => cells[table.columns.indexOf(column)] ?? ''
    const seconds = Number(cell('RuntimeMS')) / 1000
    const name = cell('Phase').toUpperCase()
    // A line that was cut off may end within a number.
    if (
      cell('Rank') !== 'Total' ||
      !/^(?:READ|WRITE|RWMIX|MIX)/.test(name) ||
      cells.length < table.columns.length - 1
    )
      continue
    const last = lines.at(-1)
    const isSame = last?.name === name && last.label === cell('Label') && last.seconds <= seconds
    if (last && !isSame) phase += 1
    const mix = cell('MixType').toLowerCase()
    lines.push({
      ...{ phase, label: cell('Label'), name, seconds, isMix: mix !== '' },
      direction: mix === 'read' || mix === 'write' ? mix : name.startsWith('READ') ? 'read' : 'write',
      at: Date.parse(cell('ISO Date').replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
      value: (column) => {
        const value = cell(column)
        return value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value)
      },
    })
  }
  const phases = [...groupBy(lines, (line) => line.phase).values()]
  return readParts(
    'elbencho',
    phases,
    (of) => [liveRun(of)],
    () => undefined,
  )
}

function liveRun(lines: readonly LiveLine[]): PrintedRun {
  const first = lines[0]
  const isMix = lines.some((line) => line.isMix)
  const kind = isMix ? 'mix' : (first?.direction ?? 'read')
  const { label = '', name = '', at = Number.NaN, seconds = 0 } = first ?? {}
  const startedAtMs = Number.isFinite(at) ? at - 1000 * seconds : unknownStart
  const own = [...groupBy(lines, ({ direction }) => direction)]
  const series = own.flatMap(([direction, of]) => {
    const as = (metric: string, column: string, factor: number, isMeasured: (value: number) => boolean) =>
      seriesOf(of, kind, direction, metric, startedAtMs, ({ value }) => {
        const found = value(column)
        return found !== undefined && isMeasured(found) ? found * factor : undefined
      })
    const always = () => true
    return [
      ...as('iops', 'IOPS', 1, always),
      ...as('bandwidth', 'MiB/s', 1024 ** 2, always),
      ...as('latency_mean', 'Lat IO us', 1000, (value) => value > 0),
    ]
  })
  const last = lines.at(-1)?.at
  return {
    label: label === '' ? name : `${label}, ${name}`,
    test: kind,
    levels: { phase: name, ...(label !== '' && { label }) },
    numbers: {},
    ...(last !== undefined && Number.isFinite(last) && { finishedAtMs: last }),
    series,
    warnings: [liveOnly],
  }
}

const liveOnly = note(
  'live-only',
  'elbencho’s live file has rates over time alone. Its results are in what --csvfile, --jsonfile and --resfile write.',
)
