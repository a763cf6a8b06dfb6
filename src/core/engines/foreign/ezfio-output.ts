import { readTextTable } from '../../results/published/read-csv'
import type { ForeignOutput, SkippedPart } from './foreign-output'
import { programRun, type PrintedNumber } from './program-run'

/**
 * Reads the table `ezfio_tests_*.csv` of ezFIO: lines about the drive, then a row for each test. Its MB/s count in
 * 1024². Undefined if the header line differs. Format: ezfio.py; no published table was found to test it with.
 */
export function readEzFio(text: string): ForeignOutput | undefined {
  const head = /^Type,Write %,Block Size,Threads,Queue Depth\/Thread,IOPS,/m.exec(text.slice(0, 10_000))
  if (!head) return undefined
  const about = new Map(
    text
      .slice(0, head.index)
      .split('\n')
      .flatMap((line): readonly (readonly [string, string])[] => {
        const [key = '', ...rest] = line.split(',')
        return rest.length === 0 ? [] : [[key, rest.join(',').trim()]]
      }),
  )
  const table = readTextTable(text.slice(head.index))
  if ('text' in table) return { engine: 'ezFIO', runs: [], skipped: [{ part: '', reason: table.text }] }
  const skipped: SkippedPart[] = []
  const runs = table.lines.flatMap(({ line, cells }) => {
    const [kind = '', ...rest] = cells
    const [writePercent = Number.NaN, block, threads, depth, iops, rate, readUs, writeUs, system, user] =
      rest.map(Number)
    if (!/^(Rand|Seq)$/.test(kind) || !(writePercent >= 0) || iops === undefined || !(iops > 0)) {
      skipped.push({ part: `row ${line}`, reason: 'It has no result.' })
      return []
    }
    const side = writePercent === 0 ? 'read' : writePercent === 100 ? 'write' : 'mix'
    const pattern = `${kind === 'Rand' ? 'random' : 'sequential'}-${side}`
    const direction = side === 'mix' ? 'total' : side
    const micro = (us: number | undefined) => (us === undefined ? undefined : us * 1000)
    const numbers: readonly PrintedNumber[] = [
      { direction, metric: 'iops', value: iops },
      { direction, metric: 'bandwidth', value: rate === undefined ? undefined : rate * 1024 ** 2 },
      ...(side === 'write'
        ? []
        : [{ direction: 'read' as const, metric: 'latency_mean', value: micro(readUs) }]),
      ...(side === 'read'
        ? []
        : [{ direction: 'write' as const, metric: 'latency_mean', value: micro(writeUs) }]),
      { direction: 'total', metric: 'cpu_system', value: system },
      { direction: 'total', metric: 'cpu_user', value: user },
    ]
    return [
      programRun({
        label: `${pattern}, ${String(block)} B, ${String(threads)} x ${String(depth)}`,
        levels: {
          ...{ pattern, block_size: block, jobs: threads, queue_depth: depth },
          ...(side === 'mix' && { read_percent: 100 - writePercent }),
        },
        numbers,
        version: about.get('FIOVersion'),
        device: about.get('Model') ?? about.get('Drive'),
      }),
    ]
  })
  return { engine: 'ezFIO', runs, skipped }
}
