import type { ForeignOutput, SkippedPart } from './foreign-output'
import { localTime, partsAt, programRun, type PrintedNumber, type PrintedRun } from './program-run'

/** Its tests by section heading. It uses a file of 1 GiB; sequential requests are 16 MiB. */
const sections: Readonly<
  Record<string, { readonly pattern: string; readonly block: number; readonly depth: number }>
> = {
  Sequential: { pattern: 'sequential', block: 16 * 1024 ** 2, depth: 1 },
  '16MB': { pattern: 'sequential', block: 16 * 1024 ** 2, depth: 1 },
  '4K': { pattern: 'random', block: 4096, depth: 1 },
  '4K-64Threads': { pattern: 'random', block: 4096, depth: 64 },
  '4K-64Thrd': { pattern: 'random', block: 4096, depth: 64 },
  '512B': { pattern: 'random', block: 512, depth: 1 },
}

/**
 * Reads the text that AS SSD Benchmark saves (File, Save or Edit, Copy), in MB/s or in IOPS; a text may contain
 * several results. Access times become the mean latency of random requests of 512 bytes; its points are left out.
 * Undefined if the head line is missing. Format: captured outputs in tests/fixtures/foreign/as-ssd.
 */
export function readAsSsd(text: string): ForeignOutput | undefined {
  const head = /^[ \t>]*AS SSD Benchmark \d/m
  if (!head.test(text)) return undefined
  const skipped: SkippedPart[] = []
  const runs = partsAt(text, head).flatMap((part, at, parts) => {
    const found = readPart(part)
    if (found.length === 0)
      skipped.push({
        part: parts.length === 1 ? '' : `result ${at + 1} of ${parts.length}`,
        reason: 'It has no result.',
      })
    return found.map(programRun)
  })
  return { engine: 'AS SSD', runs, skipped }
}

function readPart(part: string): readonly PrintedRun[] {
  const version = /AS SSD Benchmark (\d[\d.]*)/.exec(part)?.[1]
  const device = /^[ \t>]*Name: (.+?)\s*$/m.exec(part)?.[1]
  const finishedAtMs = dateOf(part)
  const numbers = new Map<string, PrintedNumber[]>()
  let heading = ''
  for (const line of part.split('\n')) {
    heading = /^[ \t>]*(\w[\w -]*?):?\s*$/.exec(line)?.[1] ?? heading
    const [, side, value = '', unit = ''] =
      /^[ \t>]*(Read|Write): ([\d.,]+) (MB\/s|iops|ms)\s*$/.exec(line) ?? []
    if (side === undefined) continue
    const direction = side === 'Read' ? 'read' : 'write'
    const test = heading === 'Access Times' ? '512B' : heading
    const key = `${test}|${direction}`
    numbers.set(key, [...(numbers.get(key) ?? []), numberOf(direction, value, unit)])
  }
  return [...numbers].flatMap(([key, values]): readonly PrintedRun[] => {
    const [test = '', direction = ''] = key.split('|')
    const section = sections[test]
    if (!section) return []
    const levels = {
      ...{ pattern: `${section.pattern}-${direction}`, block_size: section.block },
      ...{ queue_depth: section.depth, jobs: 1, file_size: 1024 ** 3 },
    }
    return [{ label: `${test}, ${direction}`, levels, numbers: values, version, device, finishedAtMs }]
  })
}

/** AS SSD counts a megabyte as 1024². The decimal mark depends on the system's language. */
function numberOf(direction: 'read' | 'write', text: string, unit: string): PrintedNumber {
  const value = Number(text.replace(',', '.'))
  if (unit === 'ms') return { direction, metric: 'latency_mean', value: value * 1e6 }
  return unit === 'iops'
    ? { direction, metric: 'iops', value }
    : { direction, metric: 'bandwidth', value: value * 1024 ** 2 }
}

/** `23/04/2025 16:05:59`, `23.04.2025 …`, `2024/11/28 …`; dates with an ambiguous month are left out. */
function dateOf(part: string): number | undefined {
  const [, a = '', b = '', c = '', ...clock] =
    /^[ \t>]*Date: (\d{1,4})[./-](\d{1,2})[./-](\d{1,4}) (\d{1,2}):(\d{2}):(\d{2})\s*(?:[AP]M)?\s*$/m.exec(
      part,
    ) ?? []
  if (a.length === 4) return localTime([a, b, c, ...clock])
  const isDayFirst = Number(a) > 12 || part.includes(`Date: ${a}.`)
  return isDayFirst ? localTime([c, b, a, ...clock]) : undefined
}
