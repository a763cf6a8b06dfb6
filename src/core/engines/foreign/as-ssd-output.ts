import { askAgain, type ForeignOutput } from './foreign-output'
import { localTime, partName, partsAt, readParts, type PrintedNumbers, type PrintedRun } from './program-run'

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
  const parts = partsAt(text, /^[ \t>]*AS SSD Benchmark \d/)
  if (parts.length === 0) return undefined
  return readParts('AS SSD', parts, readPart, (_, at) => ({
    part: partName('result', at, parts.length),
    reason: `It has no result. ${askAgain}`,
  }))
}

function readPart(part: string): readonly PrintedRun[] {
  const all = {
    version: /AS SSD Benchmark (\d[\d.]*)/.exec(part)?.[1],
    device: /^[ \t>]*Name: (.+?)\s*$/m.exec(part)?.[1],
    finishedAtMs: dateOf(part),
  }
  const numbers = new Map<string, PrintedNumbers>()
  let heading = ''
  for (const line of part.split('\n')) {
    heading = /^[ \t>]*(\w[\w -]*?):?\s*$/.exec(line)?.[1] ?? heading
    const [, side, value = '', unit = ''] =
      /^[ \t>]*(Read|Write): ([\d.,]+) (MB\/s|iops|ms)\s*$/.exec(line) ?? []
    if (side === undefined) continue
    const key = `${heading === 'Access Times' ? '512B' : heading}|${side.toLowerCase()}`
    numbers.set(key, { ...numbers.get(key), ...numberOf(value, unit) })
  }
  return [...numbers].flatMap(([key, values]): readonly PrintedRun[] => {
    const [test = '', direction = ''] = key.split('|')
    const section = sections[test]
    if (!section) return []
    const levels = {
      ...{ pattern: `${section.pattern}-${direction}`, block_size: section.block },
      ...{ queue_depth: section.depth, jobs: 1, file_size: 1024 ** 3 },
    }
    return [{ label: `${test}, ${direction}`, levels, numbers: { [direction]: values }, ...all }]
  })
}

/** AS SSD counts a megabyte as 1024². The decimal mark depends on the system's language. */
function numberOf(text: string, unit: string): PrintedNumbers {
  const value = Number(text.replace(',', '.'))
  if (unit === 'ms') return { latency_mean: value * 1e6 }
  return unit === 'iops' ? { iops: value } : { bandwidth: value * 1024 ** 2 }
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
