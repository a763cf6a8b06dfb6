import type { Progress, ProgressReader } from '../progress'
import { readInterval } from './report'

/** Longest line examined: a line that never ends is not an interval. */
const mostLine = 4096

/** Follows the lines of `--report-interval`. */
export function progressReader(): ProgressReader {
  let rest = ''
  let latest: Progress | undefined
  return {
    push(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = (lines.pop() ?? '').slice(-mostLine)
      let changed: Progress | undefined
      for (const line of lines) {
        const progress = read(line)
        if (progress) changed = latest = { ...latest, ...progress }
      }
      return changed
    },
  }
}

function read(line: string): Progress | undefined {
  if (/^Creating (?:file|table)|^\d+ bytes written|^Inserting /.test(line)) return { phase: 'preparing' }
  if (/^(?:General statistics|SQL statistics|File operations):/.test(line)) return { phase: 'finishing' }
  const interval = readInterval(line)
  if (!interval) return undefined
  const { readBytesPerSecond, writeBytesPerSecond, transactions, queries, latency } = interval
  return {
    phase: 'running',
    ...(readBytesPerSecond !== undefined && { readBytesPerSecond }),
    ...(writeBytesPerSecond !== undefined && { writeBytesPerSecond }),
    headline: {
      ...(transactions !== undefined && { transactions }),
      ...(queries !== undefined && { queries }),
      ...(latency?.percent === 95 && { latency_p95: latency.ns }),
    },
  }
}
