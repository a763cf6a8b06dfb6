import { randomBytes } from 'node:crypto'
import type { CommandRequest, Engine } from '../../../core/engines/engine'
import type { EngineCommand } from '../../../core/engines/steps'
import { HostError } from '../../hosts/host-error'
import type { Host } from '../../hosts/host'
import { quoteCommand } from '../../hosts/quoting'
import { isRunFileName } from '../supervise/run-directory'
import checkFunction from './check.sh'

export interface EngineCheck {
  readonly host: Host
  readonly engine: Engine
  readonly signal?: AbortSignal | undefined
}

/** What the engine said about one request: the index in the list, and the message. */
export interface Complaint {
  readonly index: number
  readonly said: string
}

/**
 * Has the engine check requests without any I/O. Many are checked together if the engine can do that; a bad
 * one among them is found by bisection. Stops after `limit` complaints. Rejects if the host cannot be reached
 * or the check is cancelled.
 */
export async function engineComplaints(
  requests: readonly CommandRequest[],
  check: EngineCheck,
  limit: number,
): Promise<readonly Complaint[]> {
  if (requests.length === 0) return []
  const { engine } = check
  if (engine.parseOnlyBatch && requests.length > 1) {
    if ((await runChecks([engine.parseOnlyBatch(requests)], check)).length === 0) return []
    const half = Math.ceil(requests.length / 2)
    const first = await engineComplaints(requests.slice(0, half), check, limit)
    if (first.length >= limit) return first
    const second = await engineComplaints(requests.slice(half), check, limit - first.length)
    return [...first, ...second.map(({ index, said }) => ({ index: index + half, said }))]
  }
  const commands = requests.map((request) => engine.parseOnlyCommand(request))
  const complaints = await runChecks(commands, check)
  return complaints.slice(0, limit)
}

/** Runs check commands in one round trip; missing results count as passed. */
async function runChecks(
  commands: readonly (EngineCommand | undefined)[],
  { host, signal }: EngineCheck,
): Promise<readonly Complaint[]> {
  const entries = [...commands.entries()].filter(
    (entry): entry is [number, EngineCommand] => entry[1] !== undefined,
  )
  if (entries.length === 0) return []
  const nonce = randomBytes(9).toString('hex')
  const purpose = "the engine's check of the plan"
  const options = { purpose, timeoutMs: 120_000, ...(signal && { signal }) }
  const answer = await host.execute(checkScript(nonce, entries), options)
  if (answer.exitCode !== 0) {
    const text = `The check could not be run: ${answer.stderr.trim()}`
    throw new HostError(text, 'Make room in the temporary folder of the host.')
  }
  return readComplaints(nonce, new TextDecoder().decode(answer.stdout))
}

function checkScript(nonce: string, commands: readonly (readonly [index: number, EngineCommand])[]): string {
  const calls = commands.map(([index, { program, args, files }]) => {
    const bad = files.find((file) => !isRunFileName(file.name))
    if (bad) throw new Error(`"${bad.name}" is not a name an engine may give a file of its run.`)
    const words = files.flatMap(({ name, text }) => [name, text])
    return quoteCommand(['check', String(index), String(files.length), ...words, program, ...args])
  })
  return ['# benchwright check', `nonce=${nonce}`, checkFunction, ...calls, 'exit 0'].join('\n')
}

function readComplaints(nonce: string, text: string): readonly Complaint[] {
  return text
    .split(`\n@${nonce} `)
    .slice(1)
    .map((piece) => {
      const [head = '', ...said] = piece.split('\n')
      const [index, exitCode] = head.split(' ').map(Number)
      return { index: index ?? -1, said: said.join('\n').trim() || `exit status ${String(exitCode ?? 1)}` }
    })
}
