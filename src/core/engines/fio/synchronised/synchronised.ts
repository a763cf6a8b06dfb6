import type { CommandRequest, HostPart, SynchronisedEngine } from '../../engine'
import { oneStep, type EngineSteps } from '../../steps'
import type { Workload } from '../../../plan/plan'
import { onlyReads, outputFile, ownJobFile } from '../command'
import { gatherLogs } from '../logs/gathered-logs'
import { seriesOf } from '../logs/log-request'
import { isOn, numberOf } from '../fields'
import { parseClients } from './parse-clients'

/**
 * fio's own client and server (`fio --server`, `fio --client`), over Unix sockets only: the protocol knows neither
 * passwords nor encryption, and anyone who reaches a server can make it run anything. The client connects to every
 * server, sends each its job file, waits until all of them have read it, and then starts all of them.
 */
export const synchronised: SynchronisedEngine = {
  endsTogether,
  serverSteps,
  clientSteps,
  parse: parseClients,
}

/** Options that may end a run early. */
const earlyEnds = ['steadystate', 'number_ios', 'io_size', 'latency_target'] as const

function endsTogether(workload: Workload): boolean {
  const hasTime = isOn(workload, 'time_based') && numberOf(workload, 'runtime') !== undefined
  return hasTime && earlyEnds.every((key) => !Object.hasOwn(workload, key))
}

/** A read-only server refuses every job that would write, whatever the client sends. */
function serverSteps(request: CommandRequest, socketName: string): EngineSteps {
  const args = [...(onlyReads(request) ? ['--readonly'] : []), `--server=sock:${socketName}`]
  return { files: [], steps: [{ kind: 'measure', processes: [{ program: 'fio', args }], outputs: [] }] }
}

function clientSteps(parts: readonly HostPart[]): EngineSteps {
  const files = parts.map(({ request }) => ownJobFile(request))
  const args = [
    `--output=${outputFile}`,
    '--output-format=json+',
    ...parts.flatMap(({ socket }, index) => [`--client=sock:${socket}`, files[index]?.name ?? '']),
  ]
  const run = oneStep('measure', { program: 'fio', args }, outputFile, files)
  return parts.some(({ request }) => seriesOf(request)) ? { ...run, steps: [...run.steps, gatherLogs] } : run
}
