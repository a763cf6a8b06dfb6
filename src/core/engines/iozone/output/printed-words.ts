/**
 * IOzone's sentences that determine how to read an output. Wording of 3.471 to 3.510. Its tabs are spaces in a text that
 * was copied from a terminal.
 */

/** Part of the first line of every output. */
export const titleWords = 'zone: Performance Test of File I/O'
/** First line of every output. */
export const titleLine = /^\s*I[oO]zone: Performance Test of File I\/O\s*$/

/** The line that confirms completion. It is not the last: remarks on the clock and the report may follow. */
export const completeLine = /^iozone test complete\.$/

export const interruptedLine = /^(?:iozone: interrupted|exiting iozone)$/

export const reportLine = /^Excel output is below:$/

/** The unit of the numbers. IOzone's k is 1024. */
export type ReportUnit = 'kB/s' | 'ops/s' | 'µs/op'

const unitLines: readonly (readonly [pattern: RegExp, unit: ReportUnit])[] = [
  [/^[ \t]*Output is in [kK][bB]ytes\/sec$/, 'kB/s'],
  [/^[ \t]*OPS Mode\. Output is in operations per second\.$/, 'ops/s'],
  [/^[ \t]*Microseconds\/op Mode\. Output is in microseconds per operation\.$/, 'µs/op'],
]

export function unitOf(line: string): ReportUnit | undefined {
  return unitLines.find(([pattern]) => pattern.test(line))?.[1]
}

/** Remarks between the rows of a table and after it. Observed with operations too short for its clock. */
const remarks: readonly RegExp[] = [
  /^I\/O error during read\. {2}Try again with the command:$/,
  /^[ \t]+iozone \d+ \d+ [ \t]*\(i\.e\. record size = \d+ bytes\)$/,
  /^The test completed too quickly to give a good result$/,
  /^You will get a more precise measure of this machine's$/,
  /^performance by re-running iozone using the command:$/,
  /^[ \t]+iozone \d+ [ \t]*\(i\.e\., file size = \d+ kilobytes\d*\)$/,
  /^Timer resolution is poor\. Some small transfers may have ?$/,
  /^reported inaccurate results\. Sizes \d+ kBytes and below\.$/,
]

export function isRemark(line: string): boolean {
  return remarks.some((pattern) => pattern.test(line))
}

/** Lines that say why IOzone gives up; it prints nothing useful after them. */
const complaints: readonly RegExp[] = [
  /^Can not open temp(?:orary)? file:? /,
  /^Can not f?open /i,
  /^Error (?:writing|reading) block /,
  /^Dedup mis-compare at /,
  /^Error(?: |:)/,
  /^(?:read|write|fread|fwrite|fsync|open|creat|close|mmap)(?:: | failed)/i,
  /^[ \t]+Microsecond mode not supported in throughput mode\.$/,
  /^[ \t]+Can not do both -\+d and -\+w$/,
  /No space left on device/,
]

export function isComplaint(line: string): boolean {
  return complaints.some((pattern) => pattern.test(line))
}
