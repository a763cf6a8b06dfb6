import { note } from '../../results/reservation'
import { parseBytes } from '../../units/bytes'
import { present } from '../../iterables'
import { askAgain, type ForeignOutput } from './foreign-output'
import {
  localNumber,
  localTime,
  numberIn,
  partName,
  partsAt,
  readParts,
  scaled,
  type PrintedRun,
} from './program-run'

/**
 * Reads the text that CrystalDiskMark 3 to 9 and KDiskMark 2 and 3 copy to the clipboard or a file; a text may
 * contain several results. Undefined if the text has no such first line. Formats: captured outputs in
 * tests/fixtures/foreign/diskmark.
 */
export function readDiskMark(text: string): ForeignOutput | undefined {
  const parts = partsAt(text, /^[ \t>*/]*(?:CrystalDiskMark \d[\w.]*(?: |$)|KDiskMark \()/)
  if (parts.length === 0) return undefined
  const engine = /CrystalDiskMark \d/.test(text) ? 'CrystalDiskMark' : 'KDiskMark'
  const output = readParts(engine, parts, readPart, (_, at) => ({
    part: partName('result', at, parts.length),
    reason: `It has no line with a result. ${askAgain}`,
  }))
  const cut = parts.flatMap((part, at) =>
    present(cutReason(part), contradiction(part)).map((reason) => ({
      part: partName('result', at, parts.length),
      reason,
    })),
  )
  return { ...output, skipped: [...output.skipped, ...cut] }
}

/** One result: its lines, and the facts below that apply to all of them. */
function readPart(part: string): readonly PrintedRun[] {
  const isKDiskMark = part.includes('KDiskMark (')
  const version = /CrystalDiskMark (\d[\w.]*)|KDiskMark \(([^)]+)\)/.exec(part)
  const all = {
    version: version?.[1] ?? version?.[2],
    finishedAtMs: localTime(
      /Date ?: (\d{4})[/-](\d\d?)[/-](\d\d?) (\d\d?):(\d\d):(\d\d)/.exec(part)?.slice(1) ?? [],
    ),
  }
  const where = placeOf(part)
  const levels = {
    file_size: bytesOf(/^[ \t>*/]*Test ?: ([\d.]+ [KMGT]i?B)/m.exec(part)?.[1]),
    passes: numberIn(part, /^[ \t>*/]*Test ?: .*?\(x(\d+)\)/m),
    // Since version 7, the seconds of each pass can be chosen.
    runtime: numberIn(part, /^[ \t>*/]*Time ?: Measure (\d+) sec/m),
    profile: /^[ \t>*/]*Profile ?: (.+?)\s*$/m.exec(part)?.[1],
    // The mark of zeros instead of random data, behind the test in old versions, as a mode in newer ones.
    compress_percent: /^[ \t>*/]*(?:Test|Mode) ?:.*<[^<>]*\b(?:0x00|0 ?Fill)\b/im.test(part)
      ? 100
      : undefined,
  }
  const rate = isKDiskMark ? kDiskMarkRate(part) : { bytes: 1e6, warnings: [] }
  const lacking = lackingFacts(part)
  const text = `The text of this result has no ${lacking.join(' or ')}: it may have been cut off.`
  const warnings = [...rate.warnings, ...(lacking.length > 0 ? [note('diskmark-incomplete', text)] : [])]
  const readShare = numberIn(part, /^[ \t>*/]*\[Mix\b[^\]]*\].*?\bRead (\d+) ?%/im)
  let section: 'read' | 'write' | 'mix' | undefined
  const runs: PrintedRun[] = []
  for (const line of part.split('\n')) {
    section = sectionOf(line) ?? section
    const found = readLine(line, section, rate.bytes)
    if (!found) continue
    const shared = section === 'mix' ? { ...levels, read_percent: readShare } : levels
    runs.push({ ...found, ...all, where, levels: { ...found.levels, ...shared }, warnings })
  }
  return runs
}

/** Volume with its letter and size (`F: 0% (0/119GiB)`), system and comment: two results that differ in them are of two drives. */
function placeOf(part: string): string | undefined {
  const [, letter, size] =
    /^[ \t>*/]*Test ?: .*\[(\w:)[^\]]*?\([^()]*\/ *([\d.,]+ ?[KMGT]i?B)\)/m.exec(part) ?? []
  const facts = [
    /^[ \t>*/]*Comment ?: *(\S.*?)\s*$/m.exec(part)?.[1],
    letter === undefined ? undefined : `${letter} ${size ?? ''}`,
    /^[ \t>*/]*OS ?: *(\S.*?)\s*$/m.exec(part)?.[1],
  ]
  return present(...facts).join(', ') || undefined
}

/** Which of the facts below the results a text does not have; a complete one has all of them. */
function lackingFacts(part: string): readonly string[] {
  return [
    ...(/^[ \t>*/]*Test ?: /m.test(part) ? [] : ['size of the test file']),
    ...(/^[ \t>*/]*Date ?: /m.test(part) ? [] : ['date']),
  ]
}

/** Why tests may be missing from a text, such as one cut off among its results; undefined if it seems to have all. */
function cutReason(part: string): string | undefined {
  const isWhole = lackingFacts(part).length < 2
  let section: ReturnType<typeof sectionOf>
  const count = { read: 0, write: 0, mix: 0 }
  const unfinished: string[] = []
  for (const line of part.split('\n')) {
    section = sectionOf(line) ?? section
    const side = oldLine.exec(line)?.groups?.side
    const of = side === undefined ? section : side === 'Read' ? 'read' : 'write'
    const isTest = /^[ \t>*/]*(?:SEQ|RND|Sequential|Random) /.test(line)
    if (of !== undefined && (side !== undefined || newLine.test(line)) && rateOf(line) !== undefined)
      count[of] += 1
    else if (isTest) unfinished.push(`the line “${line.trim().replaceAll(/ +/g, ' ')}” has no result`)
  }
  const total = count.read + count.write + count.mix
  if (total === 0 || ((isWhole || count.read === count.write) && unfinished.length === 0)) return undefined
  const tests = `it has ${count.read} ${count.read === 1 ? 'test' : 'tests'} of reads and ${count.write} of writes`
  return `Tests are missing: ${[tests, ...unfinished].join(', and ')}. ${askAgain}`
}

function sectionOf(line: string): 'read' | 'write' | 'mix' | undefined {
  const name = /^[ \t>*/]*\[(Read|Write|Mix)\b[^\]]*\]/i.exec(line)?.[1]?.toLowerCase()
  return name === 'read' || name === 'write' || name === 'mix' ? name : undefined
}

const rate = String.raw` +(?<rate>[\d.,]+) MB/s`
const count = String.raw` \[ *(?<iops>[\d.,]+) IOPS\]`
/** `SEQ    1MiB (Q=  8, T= 1):   384.064 MB/s [    366.3 IOPS] < 21765.43 us>`, since version 7, and KDiskMark's. */
const newLine = new RegExp(
  String.raw`(?<kind>SEQ|RND|Sequential|Random) +(?<size>\d+) ?(?<unit>[KM]i?B) \(Q= *(?<depth>\d+), T= *(?<threads>\d+)\):${rate}${count}(?: < *(?<us>[\d.,]+) us>)?`,
)
/** `Random Read 4KiB (Q= 32,T= 1) :   384.970 MB/s [  93986.8 IOPS]`, `Random Read 4KB (QD=32) : …`, `Sequential Read : …`, before. */
const oldLine = new RegExp(
  String.raw`(?<kind>Sequential|Random) (?<side>Read|Write)(?: (?<size>\d+) ?(?<unit>[KM]i?B))?(?: \((?:QD?= *(?<depth>\d+))?,? ?(?:T= *(?<threads>\d+))?\))? *:${rate}(?:${count})?`,
)

/** The numbers of a line, which are printed with three, one and two decimals. Undefined if it has no rate. */
function numbersOf(words: Words) {
  const printed = localNumber(words.rate, 3)
  const iops = localNumber(words.iops, 1)
  if (printed === undefined || (words.iops !== undefined && iops === undefined)) return undefined
  return { rate: printed, iops, us: localNumber(words.us, 2) }
}

function rateOf(line: string): number | undefined {
  const words = (newLine.exec(line) ?? oldLine.exec(line))?.groups
  return words && numbersOf(words)?.rate
}

/** `KB` in version 3 is 1024 bytes, as newer versions state. */
function blockOf({ size, unit }: Words): number | undefined {
  return bytesOf(size === undefined ? undefined : `${size} ${unit?.[0] ?? ''}iB`)
}

/**
 * Bytes per second by the requests of a line for a byte per second by its rate. CrystalDiskMark computes one from the
 * other. Undefined if the line does not have both, or prints too few digits.
 */
function ratioOf(words: Words): number | undefined {
  const { rate: printed = 0, iops = 0 } = numbersOf(words) ?? {}
  const block = blockOf(words)
  if (block === undefined || !(printed > 0) || !(iops > 0)) return undefined
  return 0.05 / iops + 0.0005 / printed < 0.005 ? (iops * block) / (printed * 1e6) : undefined
}

const isDoubtful = (words: Words) => Math.abs((ratioOf(words) ?? 1.012) / 1.012 - 1) > 0.05

/** Lines whose two numbers contradict each other, as after a slip in retyping; they are not taken. */
function contradiction(part: string): string | undefined {
  const lines = part.split('\n').filter((line) => {
    const words = (newLine.exec(line) ?? oldLine.exec(line))?.groups
    return words !== undefined && isDoubtful(words)
  })
  const shown = lines.map((line) => `“${line.trim().replaceAll(/ +/g, ' ')}”`).join(', ')
  return lines.length === 0
    ? undefined
    : `The MB/s and IOPS of a line contradict each other: ${shown}. Copy the text again from the program.`
}

type Words = Readonly<Record<string, string | undefined>>

/** Undefined for a line without a result, and for a skipped test, which is printed as 0. */
function readLine(
  line: string,
  section: 'read' | 'write' | 'mix' | undefined,
  bytesPerUnit: number,
): PrintedRun | undefined {
  const words = newLine.exec(line)?.groups
  if (words && section !== undefined) return result(words, section, bytesPerUnit)
  const old = words ? undefined : oldLine.exec(line)?.groups
  return old && result(old, old.side === 'Read' ? 'read' : 'write', bytesPerUnit)
}

function result(
  words: Words,
  section: 'read' | 'write' | 'mix',
  bytesPerUnit: number,
): PrintedRun | undefined {
  const printed = numbersOf(words)
  if (!printed || !(printed.rate > 0) || isDoubtful(words)) return undefined
  const isSequential = words.kind?.startsWith('S') === true
  const direction = section === 'mix' ? 'total' : section
  const depth = words.depth === undefined ? 1 : Number(words.depth)
  const numbers = {
    bandwidth: printed.rate * bytesPerUnit,
    iops: printed.iops,
    // Printed as 0 if it was not measured.
    latency_mean: printed.us === 0 ? undefined : scaled(printed.us, 1000),
  }
  const pattern = `${isSequential ? 'sequential' : 'random'}-${section}`
  const jobs = words.threads === undefined ? 1 : Number(words.threads)
  // The sequential test of versions 3 and 5 does not give its request size.
  const label = `${pattern}${words.size === undefined ? '' : ` ${words.size} ${words.unit ?? ''}`}, Q${depth} T${jobs}`
  return {
    label,
    levels: { pattern, block_size: blockOf(words), queue_depth: depth, jobs },
    numbers: { [direction]: numbers },
  }
}

/**
 * KDiskMark divides fio's KiB/s by 1000 and calls the result MB/s (versions 2 and 3): its unit is 1,024,000 bytes.
 * The requests per second reveal whether this file does so.
 */
function kDiskMarkRate(part: string): {
  readonly bytes: number
  readonly warnings: PrintedRun['warnings'] & object
} {
  const ratios = part.split('\n').flatMap((line) => {
    const words = newLine.exec(line)?.groups
    return (words && ratioOf(words)) ?? []
  })
  const isOff = ratios.length > 0 && ratios.every((ratio) => Math.abs(ratio / 1.024 - 1) < 0.008)
  if (!isOff) return { bytes: 1e6, warnings: [] }
  const text =
    'The MB/s that KDiskMark printed count 1,024,000 bytes, as its IOPS show; they were taken as such.'
  return { bytes: 1_024_000, warnings: [note('kdiskmark-megabytes', text)] }
}

function bytesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  // `Test : 1000 MB` of version 3 counts in 1024, as the GiB of the newer ones.
  const read = parseBytes(text, 'binary')
  return read.ok ? read.value : undefined
}
