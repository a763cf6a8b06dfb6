import { lineReader, type Progress, type ProgressReader } from '../progress'
import { readInterval } from './report'

/** Follows the lines of `--report-interval`; what a line does not say stays as it was. */
export function progressReader(): ProgressReader {
  let latest: Progress | undefined
  return lineReader((line) => {
    const progress = read(line)
    return progress && (latest = { ...latest, ...progress })
  })
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
