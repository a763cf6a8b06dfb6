import { serverReasons, serverScalars } from '../database/server-output'
import type { EngineOutput, ParseResult } from '../engine'
import { goTpc, notAudited, tpccTest } from '../foreign/tpcc-output'
import { failed, untrusted } from '../failures'
import { withoutReport } from '../printed/failures'
import { outputFile, scalarOf, startedAt, startedFile } from '../observations'
import { largestOf, present } from '../../units/iterables'
import type { ResultWarning } from '../../results/run'
import { reportInterval } from '../printed/times'
import { lineReader, type Progress, type ProgressReader } from '../progress'

/**
 * Reads go-tpc's output and the server's counters. go-tpc always exits with 0, so its output decides: `Finished`, and
 * for a run its totals.
 */
export function parse(output: EngineOutput): ParseResult {
  const { outputs, exitCode, printed = '', request } = output
  const text = outputs[outputFile] ?? ''
  const isFinished = exitCode === 0 && /^Finished$/m.test(text)
  if (request.phase === 'layout' && isFinished)
    return {
      outcome: 'done',
      engineVersion: request.engineVersion ?? 'unknown',
      observations: [],
      warnings: [],
    }
  const summary = [...text.matchAll(/^\[Summary\] \w+ - Takes\(s\): ([\d.]+)/gm)]
  const seconds = largestOf(summary.map(([, took]) => Number(took)))
  const run = isFinished ? goTpc(text, reportInterval(request)) : undefined
  if (!run || !(seconds > 0)) return withoutReport(exitCode, `${text}\n${printed}`, 'go-tpc', serverReasons)
  const asked = request.workload.runtime
  // It is counted from the end of the first transaction.
  if (typeof asked === 'number' && seconds < Math.min(asked * 0.95, asked - 1))
    return failed(
      untrusted('other-than-asked', `go-tpc ended after ${String(seconds)} s instead of ${String(asked)} s.`),
    )
  const measuredAtMs = startedAt(outputs[startedFile])
  return {
    outcome: 'done',
    engineVersion: request.engineVersion ?? 'unknown',
    observations: [
      ...run.observations.map((one) => (one.kind === 'series' ? { ...one, startedAtMs: measuredAtMs } : one)),
      ...scalarOf(tpccTest, 'total', 'runtime', seconds),
      ...serverScalars(outputs, seconds, tpccTest),
    ],
    warnings: present(notAudited, failures(text)),
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** Transactions that the server rejected, which no number includes. */
function failures(text: string): ResultWarning | undefined {
  const lines = [...text.matchAll(/^\[Summary\] \w+_ERR - .*\bCount: (\d+)/gm)]
  const count = lines.reduce((sum, [, one]) => sum + Number(one), 0)
  if (count === 0) return undefined
  return { id: 'transactions-failed', text: `${String(count)} transactions failed and are not counted.` }
}

/** Follows the lines of every interval. */
export function progressReader(): ProgressReader {
  return lineReader(read)
}

function read(line: string): Progress | undefined {
  if (/^creating table|^load to /.test(line)) return { phase: 'preparing' }
  if (line === 'Finished') return { phase: 'finishing' }
  const rate = Number(/^\[Current\] NEW_ORDER - .*\bTPM: ([\d.]+)/.exec(line)?.[1])
  return rate >= 0 ? { phase: 'running', headline: { new_order_rate: rate } } : undefined
}
