import { iozoneTests, type IozoneTest } from '../tests'
import { OutputError, shown, type Line } from './lines'

/** The output of one test in throughput mode. Numbers are in the unit of the output. */
export interface ThroughputBlock {
  readonly test: IozoneTest
  readonly jobs: number
  /** Sum over the children, while all of them ran. */
  readonly children: number
  /** Undefined in cluster mode (`-+m`), where the parent does not print its own. */
  readonly parent: number | undefined
  readonly least: number
  readonly most: number
  readonly average: number
  /** Smallest amount that a child moved: KiB, or operations if the output counts those. */
  readonly leastTransfer: number
  /** Amounts and rates of the individual children, if printed by `-C`. */
  readonly each: readonly { readonly transfer: number; readonly rate: number }[]
  readonly at: number
}

/** What the throughput mode reports to run. */
export interface ThroughputSize {
  readonly fileKib: number
  readonly recordKib: number
}

/** More digits than a drive has operations in a year, and few enough to be exact. */
const numberPattern = '(\\d{1,15}\\.\\d\\d)'
const rate = `= *${numberPattern} (?:[kK]B/sec|ops/sec) *$`
const workers = '(\\d{1,9}) ([a-z][a-z -]{0,20}[a-z])\\s{1,20}'
const childrenLine = new RegExp(`^[ \\t]+Children see throughput for +${workers}${rate}`)
const parentStart = /^[ \t]+Parent sees throughput/
const parentLine = new RegExp(`^[ \\t]+Parent sees throughput for +${workers}${rate}`)
const leastLine = new RegExp(`^[ \\t]+Min throughput per (?:process|thread)\\s+${rate}`)
const mostLine = new RegExp(`^[ \\t]+Max throughput per (?:process|thread)\\s+${rate}`)
const averageLine = new RegExp(`^[ \\t]+Avg throughput per (?:process|thread)\\s+${rate}`)
const transferLine = new RegExp(`^[ \\t]+Min xfer\\s+= *${numberPattern} (?:[kK]B|ops) *$`)
const childLine = new RegExp(
  `^[ \\t]+Child\\[(\\d{1,9})\\] xfer count = *${numberPattern} (?:[kK]B|ops), Throughput ${rate}`,
)
const cpuLine = /^[ \t]+CPU [Uu]tilization: Wall time/
const sizeLine =
  /^[ \t]+Each (?:process|thread) writes a (\d{1,15}) [kK][bB]yte file in (\d{1,15}) [kK][bB]yte records$/

export function isThroughputStart(line: string): boolean {
  return /^[ \t]+Throughput test with \d+ (?:process(?:es)?|threads?)$/.test(line)
}

export function readThroughputSize(line: string): ThroughputSize | undefined {
  const match = sizeLine.exec(line)
  return match ? { fileKib: Number(match[1]), recordKib: Number(match[2]) } : undefined
}

export function isBlockStart(line: string): boolean {
  return /^[ \t]+Children see throughput/.test(line)
}

/** What cluster mode prints around its blocks. */
export function isClusterLine(line: string): boolean {
  return /^[ \t]+Test (?:running|cleanup):$/.test(line)
}

/** Reads the block that starts at a line; returns it with its number of lines. Undefined if it is truncated. */
export function readThroughputBlock(
  lines: readonly Line[],
  from: number,
): { readonly block: ThroughputBlock; readonly lineCount: number } | undefined {
  const first = lines[from]
  const parentLines = parentStart.test(lines[from + 1]?.text ?? '') ? 1 : 0
  const least = from + 1 + parentLines
  if (!first || least + 4 > lines.length) return undefined
  const head = childrenLine.exec(first.text)
  if (!head) throw unlike(first)
  const parent = parentLines === 0 ? undefined : read(lines, from + 1, parentLine, 4)
  if (parent && (head[1] !== parent[1] || head[2] !== parent[2])) throw unlike(first)
  const test = iozoneTests.find((one) => one.workers === head[2])
  if (!test) throw new OutputError('unknown-columns', `An unknown test: ${shown(first.text)}.`, first.at)
  const each = readChildren(lines, least + 4)
  const afterChildren = least + 4 + each.length
  const hasCpu = cpuLine.test(lines[afterChildren]?.text ?? '')
  const block: ThroughputBlock = {
    test,
    jobs: Number(head[1]),
    children: Number(head[3]),
    parent: parent && Number(parent[3]),
    least: Number(read(lines, least, leastLine, 2)[1]),
    most: Number(read(lines, least + 1, mostLine, 2)[1]),
    average: Number(read(lines, least + 2, averageLine, 2)[1]),
    leastTransfer: Number(read(lines, least + 3, transferLine, 2)[1]),
    each,
    at: first.at,
  }
  return { block, lineCount: afterChildren + (hasCpu ? 1 : 0) - from }
}

function readChildren(lines: readonly Line[], from: number): ThroughputBlock['each'] {
  const each: { transfer: number; rate: number }[] = []
  for (let at = from; ; at += 1) {
    const line = lines[at]
    const match = childLine.exec(line?.text ?? '')
    if (!line || !match) return each
    if (Number(match[1]) !== each.length) throw unlike(line)
    each.push({ transfer: Number(match[2]), rate: Number(match[3]) })
  }
}

function read(
  lines: readonly Line[],
  at: number,
  pattern: RegExp,
  groups: number,
): readonly (string | undefined)[] {
  const line = lines[at]
  const match = pattern.exec(line?.text ?? '')
  if (!line || match?.length !== groups) throw unlike(line ?? { text: '', at: 0 })
  return match
}

function unlike(line: Line): OutputError {
  return new OutputError(
    'unexpected-text',
    `A line of a throughput block is not what IOzone prints there: ${shown(line.text)}.`,
    line.at,
  )
}
