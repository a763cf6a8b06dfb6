import { askAgain, type ForeignOutput } from './foreign-output'
import {
  localNumber,
  localTime,
  partName,
  partsAt,
  readParts,
  type PrintedNumbers,
  type PrintedRun,
} from './program-run'

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

/** Headings and words of AS SSD on a German system; no captured output confirms them. */
const english: Readonly<Record<string, string>> = {
  Sequentiell: 'Sequential',
  Zugriffszeit: 'Access Times',
  Zugriffszeiten: 'Access Times',
  Lesen: 'Read',
  Schreiben: 'Write',
}

/**
 * Reads the text that AS SSD Benchmark saves (File, Save or Edit, Copy), in MB/s or in IOPS; a text may contain
 * several results. Access times become the mean latency of random requests of 512 bytes; its points are left out. A
 * test that was not run is printed as 0 and is no run. Undefined if the head line is missing. Format: captured outputs
 * in tests/fixtures/foreign/as-ssd.
 */
export function readAsSsd(text: string): ForeignOutput | undefined {
  const parts = partsAt(text, /^[ \t>]*AS SSD Benchmark \d/)
  if (parts.length === 0) return undefined
  const output = readParts('AS SSD', parts, readPart, () => undefined)
  const left = parts.flatMap((part, at) => {
    const reason = whyMissing(part)
    return reason === undefined ? [] : [{ part: partName('result', at, parts.length), reason }]
  })
  return { ...output, skipped: left }
}

/** A line with a result: `Read: 2468.65 MB/s`, `Lesen: 2468,65 MB/s`. */
interface Line {
  readonly test: string
  readonly side: string
  readonly numbers: PrintedNumbers | undefined
}

function linesOf(part: string): readonly Line[] {
  let heading = ''
  return part.split('\n').flatMap((line) => {
    heading = /^[ \t>]*(\p{L}[\p{L}\w -]*?|\d\w[\w -]*?):?\s*$/u.exec(line)?.[1] ?? heading
    const [, word = '', value, unit = ''] =
      /^[ \t>]*(\p{L}+) ?: ?(\d[\d.,' ]*) (MB\/s|iops|ms)\s*$/iu.exec(line) ?? []
    if (value === undefined) return []
    const test = english[heading] ?? heading
    return [
      {
        test: test === 'Access Times' ? '512B' : test,
        side: (english[word] ?? word).toLowerCase(),
        numbers: numberOf(value, unit.toLowerCase()),
      },
    ]
  })
}

const isKnown = ({ test, side, numbers }: Line) =>
  sections[test] !== undefined && (side === 'read' || side === 'write') && numbers !== undefined

/** Why a result lacks some of its four tests of reads and of writes; undefined if it has all, zeros included. */
function whyMissing(part: string): string | undefined {
  const lines = linesOf(part)
  const strange = lines.filter((line) => !isKnown(line)).map(({ test, side }) => `${test}, ${side}`)
  if (strange.length > 0)
    return `These words are not known: ${strange.join('; ')}. Replace them with the English ones, such as Read and Write, or copy the text again.`
  if (lines.length >= 8)
    return lines.some(({ numbers }) => Object.values(numbers ?? {}).some((value) => Number(value) > 0))
      ? undefined
      : 'None of its tests was run.'
  const count = lines.length === 0 ? 'It has no result.' : `It has ${lines.length} of 8 results.`
  return `${count} ${askAgain}`
}

function readPart(part: string): readonly PrintedRun[] {
  const all = {
    version: /AS SSD Benchmark (\d[\d.]*)/.exec(part)?.[1],
    device: /^[ \t>]*Name: (.+?)\s*$/m.exec(part)?.[1],
    finishedAtMs: dateOf(part),
  }
  const numbers = new Map<string, PrintedNumbers>()
  for (const line of linesOf(part)) {
    const isRun = isKnown(line) && Object.values(line.numbers ?? {}).some((value) => Number(value) > 0)
    const key = `${line.test}|${line.side}`
    if (isRun) numbers.set(key, { ...numbers.get(key), ...line.numbers })
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

/**
 * AS SSD counts a megabyte as 1024². The decimal mark depends on the system's language. It prints two decimals of a
 * rate and three of a time. Undefined if it is not a number.
 */
function numberOf(text: string, unit: string): PrintedNumbers | undefined {
  const value = localNumber(text, unit === 'ms' ? 3 : 2)
  if (value === undefined) return undefined
  if (unit === 'ms') return { latency_mean: value * 1e6 }
  return unit === 'iops' ? { iops: value } : { bandwidth: value * 1024 ** 2 }
}

/** `23/04/2025 16:05:59`, `23.04.2025 …`, `2024/11/28 …`; dates with an ambiguous month are left out. */
function dateOf(part: string): number | undefined {
  const [, a = '', b = '', c = '', ...clock] =
    /^[ \t>]*(?:Date|Datum): (\d{1,4})[./-](\d{1,2})[./-](\d{1,4}) (\d{1,2}):(\d{2}):(\d{2})\s*(?:[AP]M)?\s*$/m.exec(
      part,
    ) ?? []
  if (a.length === 4) return localTime([a, b, c, ...clock])
  const isDayFirst = Number(a) > 12 || new RegExp(`(?:Date|Datum): ${a}\\.`).test(part)
  return isDayFirst ? localTime([c, b, a, ...clock]) : undefined
}
