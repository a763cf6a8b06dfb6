import type { Workload } from '../../plan/plan'
import type {
  CommandRequest,
  HostPart,
  ParseResult,
  SynchronisedEngine,
  SynchronisedOutput,
  SynchronisedResult,
} from '../engine'
import { oneStep, type EngineSteps } from '../steps'
import type { RunFailure } from '../../results/run'
import type { Reservation } from '../../results/reservation'
import { earlyEnds, findFailure, findWarnings } from './checks'
import { failure } from '../failures'
import { failureOfText } from './failures'
import { onlyReads, outputFile, ownJobFile } from './command'
import { isOn, numberOf } from './workload/fields'
import { gatherLogs } from './logs/gathered-logs'
import { seriesOf } from './logs/log-request'
import { observationsOf } from './observations'
import { readRecorded } from './logs/recorded-series'
import { findJson } from './output/find-json'
import { readFioDocument, readJob, togetherName, type JobEntry, type JobResult } from './output/read-job'
import { patternOf } from './workload/pattern'
import { judgeTextAround } from './text-around'

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

/** A host and its server's report. */
interface Heard {
  readonly part: HostPart
  readonly entries: readonly JobEntry[]
  readonly job: JobResult
}

/**
 * Reads what fio's client wrote. It exits with 0 even if a server is missing, dies or is stopped, so the result
 * counts only if every host reported exactly its own job and that job did what was requested. All numbers are made
 * from the hosts' own entries: fio's entry for all of them together lacks percentiles and histograms, and is only
 * used to check the sums. Each server sends its logs when its job has ended, so series belong to individual hosts.
 */
function parseClients(output: SynchronisedOutput): SynchronisedResult {
  const found = findJson(output.outputs[outputFile] ?? '')
  if ('byteOffset' in found) return notDone('interrupted', clientEnded(output))
  const { version, writtenAtMs, entries } = readFioDocument(found.documents.at(-1) ?? {})
  const around = judgeTextAround(ownTextOf(found.textAround))
  const said = around.failure
  if (said && said.id !== unknownText) return notDone('failed', said, version)
  const heard = output.parts.map((part) => {
    const own = entriesOf(entries, part)
    return { part, entries: own, job: readJob(own) }
  })
  const present = heard.filter((one): one is Heard => one.job !== undefined)
  const reasons = present.flatMap(({ part, job }) => {
    const reason = findFailure(job, part.request)
    return reason ? [{ part, reason }] : []
  })
  // A host with its own reason explains more than one that is missing because of it.
  const own = reasons.find(({ reason }) => !endedEarly.has(reason.id))
  if (own) return notDone('failed', ofHost(own.part, own.reason), version)
  const missing = heard.filter(({ job }) => job === undefined).map(({ part }) => part.host)
  if (missing.length > 0) return notDone('interrupted', hostsMissing(missing), version)
  const [early] = reasons
  if (early || around.interrupted)
    return notDone('interrupted', early ? ofHost(early.part, early.reason) : clientEnded(output), version)
  if (said) return notDone('failed', said, version)
  const together = readJob(present.flatMap((one) => one.entries))
  if (!together || output.exitCode !== 0) return notDone('interrupted', clientEnded(output), version)
  if (!addsUp(entries, together)) return notDone('failed', sumsDiffer(), version)
  const machines = present.map(({ part, job }) => {
    const recorded = readRecorded(
      { ...output, ...part },
      { version, writtenAtMs },
      job,
      testOf(part),
      part.socket,
    )
    const { series, measuredAtMs } = recorded
    const own = done(part, job, version, [...findWarnings(job, part.request), ...recorded.warnings])
    return { ...own, observations: [...own.observations, ...series], measuredAtMs }
  })
  const warnings = machines.flatMap((machine, index) =>
    machine.warnings.map((warning) => ofNamedHost(output.parts[index]?.host ?? '', warning)),
  )
  const first = present[0]?.part
  if (!first) return notDone('failed', hostsMissing([]), version)
  return { ...done(first, together, version, [...around.warnings, ...warnings]), machines }
}

/** What a host reports if its job was ended from outside; fio's client then exits with 0 anyway. */
const endedEarly: ReadonlySet<string> = new Set(['short-runtime', 'zero-ios'])

/** The failure for text without a known reason; a missing host explains more. */
const unknownText = 'text-around-json'

/** All entries that came over a host's socket; none unless all of them carry the name of its run. */
function entriesOf(entries: readonly JobEntry[], { socket, request }: HostPart): readonly JobEntry[] {
  const own = entries.filter(({ name, hostName }) => hostName === socket && name !== togetherName)
  return own.every(({ name }) => name === request.runName) ? own : []
}

/** fio's own sums over all servers must be those of the hosts' entries; older versions write none. */
function addsUp(entries: readonly JobEntry[], together: JobResult): boolean {
  const sums = readJob(entries.filter(({ name }) => name === togetherName).slice(0, 1))
  if (!sums) return true
  return [...together.directions].every(([direction, { ioCount, ioBytes }]) => {
    const theirs = sums.directions.get(direction)
    return theirs?.ioCount === ioCount && theirs.ioBytes === ioBytes
  })
}

function testOf({ request }: HostPart): string {
  return request.phase === 'measure' ? patternOf(request.workload) : request.phase
}

function done(
  part: HostPart,
  job: JobResult,
  engineVersion: string,
  warnings: readonly Reservation[],
): Extract<ParseResult, { readonly outcome: 'done' }> {
  return {
    outcome: 'done',
    engineVersion,
    observations: observationsOf(testOf(part), job),
    warnings,
  }
}

function notDone(
  outcome: 'failed' | 'interrupted',
  reason: RunFailure,
  engineVersion?: string,
): SynchronisedResult {
  return {
    outcome,
    failure: reason,
    warnings: [],
    ...(engineVersion !== undefined && engineVersion !== '' && { engineVersion }),
  }
}

function ofHost({ host }: HostPart, reason: RunFailure): RunFailure {
  return { ...reason, text: `${host}: ${reason.text}` }
}

function ofNamedHost(host: string, warning: Reservation): Reservation {
  return { ...warning, text: `${host}: ${warning.text}` }
}

function hostsMissing(hosts: readonly string[]): RunFailure {
  return failure(
    'host-missing',
    `fio's client has no result of ${hosts.join(', ')}: the server there ended, or the line to it was lost.`,
    'Look at the raw output, and check that sshd allows AllowStreamLocalForwarding there.',
  )
}

function sumsDiffer(): RunFailure {
  return failure(
    'hosts-disagree',
    "fio's sums over all hosts are not those of the single hosts, so the result is not trusted.",
    'Look at the raw output, and check that fio has the same version on all hosts.',
  )
}

/** Without a document: a server that closes the connection during the exchange ends the client with SIGPIPE. */
function clientEnded(output: SynchronisedOutput): RunFailure {
  const known = failureOfText(output.printed ?? '')
  if (known) return known
  return failure(
    'client-ended',
    `fio's client ended with exit status ${String(output.exitCode ?? 'unknown')} before all hosts had reported.`,
    'Check that sshd on every host allows AllowStreamLocalForwarding, then run it again.',
  )
}

/** Lines that fio's servers send in valid runs, and the client prints with the server's name in front. */
const usual: readonly RegExp[] = [
  /: \(g=\d+\): rw=/,
  /^\.\.\.$/,
  /^Starting \d+ (?:process|thread)/,
  /^$/,
  // The reason is in the failed host's entry, or the lack of one.
  /^client(?: <|: host=)/,
]

/** The text that fio's client wrote in addition to its document, without the server names and the usual lines. */
function ownTextOf(textAround: string): string {
  return textAround
    .split('\n')
    .map((line) => line.replace(/^<[^>]*> ?/, '').trimEnd())
    .filter((line) => !usual.some((pattern) => pattern.test(line)))
    .join('\n')
}
