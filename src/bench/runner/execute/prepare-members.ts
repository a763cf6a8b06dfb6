import type { CampaignContext } from '../campaign-context'
import { prepareRun, type PreparedMember, type PreparedRun } from './prepare-run'
import type { QueuedRun } from '../schedule/run-queue'
import { runNameOf } from './run-name'
import { removeRunDirectories } from './remove-run'
import { memberContext } from '../machines/member-context'
import { serverSocket } from './server-socket'
import processFunctions from '../../hosts/process-functions.sh'
import { mainProcess, recordedCommand, type EngineSteps } from '../../../core/engines/steps'
import serveScript from '../supervise/serve.sh'

/** A run on several hosts: the client on this machine, and a server on each of them. */
export interface PreparedSynchronised extends PreparedRun {
  readonly members: readonly PreparedMember[]
}

/** Throws what the engine throws for requests it cannot make commands of. */
export function prepareSynchronised(
  context: CampaignContext,
  run: QueuedRun,
  engineVersion = context.engineVersion,
): PreparedSynchronised {
  const { synchronised, description } = context.engine
  if (!synchronised) throw new RangeError(`${description.name} cannot run on several hosts at once.`)
  const servers = context.members.map((member, place) => {
    const own = member.runs.get(run.runId)
    if (!own) throw new RangeError(`${member.host.name} has no part in run ${String(run.runId)}.`)
    const prepared = prepareRun(memberContext(context, member), { ...run, ...own }, engineVersion)
    const socketName = serverSocket(prepared.runName)
    const server = synchronised.serverSteps(prepared.request, socketName)
    return {
      member,
      run: { ...prepared, steps: served(server) },
      socketName,
      linkName: `host-${String(place + 1)}`,
    }
  })
  const [first] = servers
  if (!first) throw new RangeError('The plan names no hosts.')
  const runName = runNameOf(context.tag, run.runId)
  const parts = servers.map((one) => ({
    host: one.member.host.name,
    socket: one.linkName,
    request: one.run.request,
  }))
  const steps = synchronised.clientSteps(parts)
  const members = servers.map((one, place): PreparedMember => {
    const job = steps.files.slice(place, place + 1)
    const server = one.run.steps
    return { ...one, recorded: recordedCommand({ ...server, files: [...job, ...server.files] }) }
  })
  return {
    request: first.run.request,
    steps,
    runName,
    runDirectory: `${context.runsDirectory}/${runName}`,
    guard: undefined,
    expectedSeconds: run.expectedSeconds,
    members,
  }
}

/** The server under a script that ends it with its client. */
function served(server: EngineSteps): EngineSteps {
  const { program, args } = mainProcess(server)
  const process = { program: 'sh', args: ['serve.sh', program, ...args] }
  return {
    files: [...server.files, { name: 'serve.sh', text: `${processFunctions}\n${serveScript}` }],
    steps: [{ kind: 'measure', processes: [process], outputs: [] }],
  }
}

/** Removes the run directories of the hosts' parts. Names what could not be removed. */
export async function removeMemberDirectories(
  members: readonly PreparedMember[],
): Promise<readonly string[]> {
  const troubles = await Promise.all(
    members.map(async ({ member, run }) => {
      const trouble = await removeRunDirectories(member.host, [run.runDirectory])
      return trouble === undefined ? [] : [`${member.host.name}: ${trouble}`]
    }),
  )
  return troubles.flat()
}
