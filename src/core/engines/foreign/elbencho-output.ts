import { readTextTable } from '../../results/published/read-csv'
import type { ForeignOutput, SkippedPart } from './foreign-output'
import { localTime, programRun, type PrintedNumber, type PrintedRun } from './program-run'

/**
 * Reads the table that elbencho writes with `--csvfile`; each row of reading or writing is a run, rows of directories, syncs and
 * caches are not. Rates are those of the last thread that finished, over all threads, as elbencho recommends. Undefined where the columns are
 * other ones. Format: elbencho 1.6 to 3.1, captured outputs in tests/fixtures/foreign/elbencho.
 */
export function readElbencho(text: string): ForeignOutput | undefined {
  if (!/^\uFEFF?ISO date,label,/.test(text) || !text.slice(0, 4000).includes('MiB/s')) return undefined
  const table = readTextTable(text)
  if ('text' in table) return { engine: 'elbencho', runs: [], skipped: [{ part: '', reason: table.text }] }
  const skipped: SkippedPart[] = []
  const runs = table.lines.flatMap(({ line, cells }) => {
    if (cells[0] === table.columns[0]) return []
    const row = new Map(
      table.columns.map((column, at) => [column.toLowerCase().replace(/[[\]]/g, ''), cells[at] ?? '']),
    )
    const run = readRow((name) => row.get(name.toLowerCase()) ?? '')
    if (run === 'other') return []
    if (run) return [programRun(run)]
    skipped.push({ part: `line ${line}`, reason: 'It has no rate.' })
    return []
  })
  return { engine: 'elbencho', runs, skipped }
}

function readRow(cell: (name: string) => string): PrintedRun | 'other' | undefined {
  const operation = cell('operation').toUpperCase()
  const isMix = operation.startsWith('RWMIX')
  if (!/^(READ|WRITE|RWMIX\w*)$/.test(operation)) return 'other'
  const number = (name: string) => {
    const text = cell(name)
    return text === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)
  }
  const rate = number('mib/s last') ?? number('mib/s')
  if (rate === undefined) return undefined
  const micro = (name: string) => {
    const us = number(name)
    return us === undefined ? undefined : us * 1000
  }
  const kind = isMix ? 'mix' : operation.toLowerCase()
  const pattern = `${cell('random') === '1' ? 'random' : 'sequential'}-${kind}`
  const direction = isMix ? 'total' : operation === 'READ' ? 'read' : 'write'
  const flag = (name: string) => (cell(name) === '' ? undefined : cell(name) === '1')
  const numbers: readonly PrintedNumber[] = [
    { direction, metric: 'bandwidth', value: rate * 1024 ** 2 },
    { direction, metric: 'iops', value: number('iops last') ?? number('iops') },
    { direction, metric: 'latency_mean', value: micro('io lat us avg') },
    { direction, metric: 'latency_max', value: micro('io lat us max') },
    { direction: 'total', metric: 'runtime', value: scaled(number('time ms last'), 1 / 1000) },
  ]
  const time = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(cell('iso date'))?.slice(1)
  const label = cell('label')
  return {
    label: `${label === '' ? '' : `${label}, `}${pattern}`,
    levels: {
      pattern,
      block_size: number('block size'),
      queue_depth: number('io depth'),
      jobs: number('threads'),
      hosts: number('hosts') === 1 ? undefined : number('hosts'),
      file_size: number('file size'),
      direct: flag('direct io'),
      ...(label !== '' && { label }),
    },
    numbers,
    finishedAtMs: localTime(time ?? []),
  }
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value * factor
}
