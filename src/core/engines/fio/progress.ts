import { lineReader, type Progress, type ProgressReader } from '../progress'

/**
 * Reads fio's status line (eta.c), which ends in a carriage return: `Jobs: 2 (f=2):
 * [m(1),/(1)][42.9%][r=11KiB/s,w=1KiB/s][r=2,w=0 IOPS][eta 00m:04s]`. Pieces may be cut anywhere; a line counts once
 * its end has arrived.
 */
export function progressReader(): ProgressReader {
  return lineReader(readLine)
}

/** One line of the terminal; undefined if it is not a status line. */
function readLine(line: string): Progress | undefined {
  const start = line.indexOf('Jobs: ')
  if (start < 0) return /: Laying out IO files? \(/.test(line) ? { phase: 'preparing' } : undefined
  const status = line.slice(start)
  const brackets = [...status.matchAll(/\[([^\]]*)\]/g)].map(([, content = '']) => content)
  const states = brackets[0] ?? ''
  return {
    phase: phaseOf(states),
    fraction: fractionOf(brackets),
    secondsLeft: secondsLeft(brackets),
    ...ratesOf(brackets),
  }
}

/** States are one letter per group of jobs: `m(3),/(1)`. A job that does I/O outweighs one that warms up or ends. */
function phaseOf(states: string): Progress['phase'] {
  const letters = states.replace(/\(\d+\)/g, '')
  if (/[RrWwMmDdFV]/.test(letters)) return 'running'
  if (letters.includes('/')) return 'ramp'
  if (/[f_EXK]/.test(letters)) return 'finishing'
  return 'preparing'
}

/** `-.-%` means unknown, and appears while warming up. */
function fractionOf(brackets: readonly string[]): number | undefined {
  const percent = brackets
    .map((content) => /^(\d+(?:\.\d+)?)%(?: done)?$/.exec(content.trim())?.[1])
    .find((found) => found !== undefined)
  return percent === undefined ? undefined : Math.min(Number(percent) / 100, 1)
}

function secondsLeft(brackets: readonly string[]): number | undefined {
  const match = brackets
    .map((content) => /^eta (?:(\d+)d:)?(?:(\d+)h:)?(\d+)m:(\d+)s$/.exec(content))
    .find((found) => found !== null)
  if (!match) return undefined
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
}

/** Bandwidth and IOPS each have their own brackets; a direction that moved nothing is left out and counts as 0. */
function ratesOf(brackets: readonly string[]): Partial<Progress> {
  const bandwidth = brackets.find((content) => /^[rwt]=[\d.]+\s*\S*B\/s/.test(content))
  const iops = brackets.find((content) => /^[rwt]=.* IOPS$/.test(content))
  return {
    ...(bandwidth !== undefined && {
      readBytesPerSecond: amountOf(bandwidth, 'r'),
      writeBytesPerSecond: amountOf(bandwidth, 'w'),
    }),
    ...(iops !== undefined && { readIops: amountOf(iops, 'r'), writeIops: amountOf(iops, 'w') }),
  }
}

const prefixes = 'kmgtp'

/** `r=1.5MiB/s` counts in 1024, `r=1.5MB/s` and IOPS (`r=12.3k`) in 1000. */
function amountOf(content: string, direction: 'r' | 'w'): number {
  const match = new RegExp(`(?:^|,)${direction}=(\\d+(?:\\.\\d+)?)([kmgtp])?(i)?`, 'i').exec(content)
  if (!match) return 0
  const power = match[2] === undefined ? 0 : prefixes.indexOf(match[2].toLowerCase()) + 1
  return Number(match[1]) * (match[3] === undefined ? 1000 : 1024) ** power
}
