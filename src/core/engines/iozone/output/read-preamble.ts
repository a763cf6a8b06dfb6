import { OutputError, shown, type Line } from './lines'
import { isComplaint, unitOf, type ReportUnit } from './printed-words'
import { isThroughputStart } from './read-throughput'
import { isTableHeader } from './table-layout'

/** What IOzone prints about itself and the run before the first number. */
export interface Preamble {
  /** `3.489`; empty if the output does not say. */
  readonly version: string
  /** `linux-AMD64`, with the word size: `linux-AMD64, 64 bit`. */
  readonly build: string | undefined
  /** As printed: `Fri Nov 20 19:27:39 2026`, in the machine's own time zone. */
  readonly began: string | undefined
  /** The arguments as typed, cut by IOzone after about 1,100 characters. */
  readonly commandLine: string | undefined
  /** The report (`-R`) was requested, so it must be present. */
  readonly wantsReport: boolean
  /** `-+n`: second passes are printed as 0. */
  readonly skipsRetests: boolean
  /** `-+d`: IOzone itself calls its numbers invalid in this mode. */
  readonly isDiagnostic: boolean
  /** A requested test that is not in this build. */
  readonly lacksTest: boolean
}

/** Reads up to the first line of numbers. Throws an OutputError if there is none, or no unit for them. */
export function readPreamble(lines: readonly Line[]): {
  readonly preamble: Preamble
  readonly unit: ReportUnit
  readonly rest: readonly Line[]
} {
  const start = lines.findIndex((line) => isTableHeader(line.text) || isThroughputStart(line.text))
  const head = start < 0 ? lines : lines.slice(0, start)
  const texts = head.map((line) => line.text)
  const valueOf = (pattern: RegExp) =>
    texts.map((text) => pattern.exec(text)?.[1]).find((value) => value !== undefined)
  const has = (pattern: RegExp) => texts.some((text) => pattern.test(text))
  const complaint = head.find((line) => isComplaint(line.text))
  if (complaint || start < 0) {
    const at = complaint ?? head.at(-1)
    const said = complaint ? ` It printed: ${shown(complaint.text)}.` : ''
    throw new OutputError('no-table', `IOzone ended before its first number.${said}`, at?.at ?? 0)
  }
  const units = new Set(texts.flatMap((text) => unitOf(text) ?? []))
  const [unit] = units
  if (unit === undefined || units.size > 1) {
    const text =
      units.size > 1 ? 'The output names two units.' : 'The output does not say what its numbers are.'
    throw new OutputError('no-unit', text, lines[start]?.at ?? 0)
  }
  const build = valueOf(/^[ \t]*Build: *(\S.*?) *$/)
  const bits = valueOf(/^[ \t]*Compiled for (\d+) bit mode\.$/)
  return {
    preamble: {
      version: valueOf(/\$Revision: *(\d+(?:\.\d+){1,9}) *\$/) ?? '',
      build: build === undefined || bits === undefined ? build : `${build}, ${bits} bit`,
      began: valueOf(/^[ \t]*Run began: *(\S.*?) *$/),
      commandLine: valueOf(/^[ \t]*Command line used: (.*)$/),
      wantsReport: has(/^[ \t]*Excel chart generation enabled$/),
      skipsRetests: has(/^[ \t]*No retest option selected$/),
      isDiagnostic: has(/^[ \t]*>>> I\/O Diagnostic mode enabled\. <<<$/),
      lacksTest: has(/^[ \t]*Selected test not available on the version\.$/),
    },
    unit,
    rest: lines.slice(start),
  }
}

/**
 * Numbers after `-i` in a command line as IOzone repeats it. Undefined if there are none, which means all tests, and
 * if it was truncated.
 */
export function selectorsOf(commandLine: string | undefined): ReadonlySet<number> | undefined {
  if (commandLine === undefined || commandLine.endsWith('too long to save completely.')) return undefined
  const found = [...commandLine.matchAll(/ -[A-Za-z]{0,20}i *(\d{1,3})(?= |$)/g)].map(([, text]) =>
    Number(text),
  )
  return found.length > 0 ? new Set(found) : undefined
}
