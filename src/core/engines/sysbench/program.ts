import { field } from '../describe-fields'
import { lineReader, type Progress, type ProgressReader } from '../progress'
import { readInterval } from './report'
import type { EngineDescription, Field } from '../engine'

/** Oldest sysbench the app runs; older outputs can still be imported. */
export const oldestVersion = '1.0'

/** `sysbench 1.0.20` → `1.0.20`. */
export function readVersion(text: string): string | undefined {
  return /^sysbench v?(\d+(?:\.\d+){1,9})/m.exec(text)?.[1]
}

export const install: EngineDescription['install'] = {
  debian: 'sudo apt install sysbench',
  fedora: 'sudo dnf install sysbench',
  arch: 'sudo pacman -S sysbench',
  macos: 'brew install sysbench',
  windows: 'sysbench has no Windows build; run it on a Linux host over SSH',
}

/** The percentile that a run requests; `latency` is the test's name for it. */
export function percentileField(latency: string): Field {
  return field('advanced', 'percentile', {
    option: '--percentile',
    kind: {
      type: 'choice',
      choices: [{ value: '50' }, { value: '95' }, { value: '99' }],
    },
    help: `The one percentile of ${latency} that sysbench prints exactly, and over time. Others come from its histogram.`,
    initial: '95',
  })
}

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
