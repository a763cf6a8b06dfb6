import type { EngineOutput, ParseResult } from '../engine'
import { goTpc, notAudited, tpccTest } from '../foreign/tpcc-output'
import type { Progress, ProgressReader } from '../progress'
import { failed, withoutReport } from '../sysbench/failures'
import { scalarOf, startedAt, startedFile } from '../sysbench/observations'
import { outputFile } from '../sysbench/oltp/command'
import { serverScalars } from '../sysbench/oltp/parse'

/**
 * Reads what go-tpc printed and what the server counted. go-tpc ends with 0 whatever happens, so that what it printed
 * decides: `Finished`, and for a run its totals.
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
  const seconds = Number(/^\[Summary\] NEW_ORDER - Takes\(s\): ([\d.]+)/m.exec(text)?.[1])
  const run = isFinished ? goTpc(text) : undefined
  if (!run || !(seconds > 0)) return withoutReport(exitCode, `${text}\n${printed}`, 'go-tpc')
  const asked = request.workload.runtime
  if (typeof asked === 'number' && seconds < asked * 0.95)
    return failed(
      'failed',
      'other-than-asked',
      `go-tpc ended after ${String(seconds)} s instead of ${String(asked)} s.`,
      'The raw output is kept. Run it again.',
    )
  const measuredAtMs = startedAt(outputs[startedFile])
  return {
    outcome: 'done',
    engineVersion: request.engineVersion ?? 'unknown',
    observations: [
      ...run.observations.map((one) => (one.kind === 'series' ? { ...one, startedAtMs: measuredAtMs } : one)),
      scalarOf(tpccTest, 'total', 'runtime', seconds),
      ...serverScalars(outputs, seconds, tpccTest),
    ],
    warnings: [notAudited],
    measuredAtMs: measuredAtMs === 0 ? undefined : measuredAtMs,
  }
}

/** Longest line that is looked at. */
const mostLine = 4096

/** Follows the lines of every interval. */
export function progressReader(): ProgressReader {
  let rest = ''
  return {
    push(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = (lines.pop() ?? '').slice(-mostLine)
      return lines.reduce<Progress | undefined>((latest, line) => read(line) ?? latest, undefined)
    },
  }
}

function read(line: string): Progress | undefined {
  if (/^creating table|^load to /.test(line)) return { phase: 'preparing' }
  if (line === 'Finished') return { phase: 'finishing' }
  const rate = Number(/^\[Current\] NEW_ORDER - .*\bTPM: ([\d.]+)/.exec(line)?.[1])
  return rate >= 0 ? { phase: 'running', headline: { new_order_rate: rate } } : undefined
}
