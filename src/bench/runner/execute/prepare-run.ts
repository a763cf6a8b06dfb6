import type { CommandRequest } from '../../../core/engines/engine'
import { isPurge, performerOf } from '../../../core/engines/preparation/preparation-run'
import {
  mainProcess,
  recordedCommand,
  type EngineCommand,
  type EngineSteps,
} from '../../../core/engines/steps'
import { headroomBytes } from '../../../core/plan/fill-level'
import { seriesRequestOf } from '../../../core/plan/recording'
import processFunctions from '../../hosts/shell/process-functions.sh'
import { observed } from '../../observers/observed-run'
import { createdDataFile, type CampaignContext, type MachineContext } from '../campaign-context'
import { RunnerError } from '../runner-error'
import type { QueuedRun } from '../schedule/run-queue'
import { heldTarget, type DataFileGuard, type DeviceGuard } from '../supervise/run-directory'
import serveScript from '../supervise/serve.sh'
import { serviceDirectoryOf } from './campaign-service'
import { ballastRunId, runNameOf, serverSocket } from './run-name'
import { capacityKey } from '../../../core/engines/preparation/prepared-workload'
import type { RunFailure } from '../../../core/results/run'

/** What is started in a run directory, and what it may do to its data file. */
export interface PreparedStart {
  readonly steps: EngineSteps
  readonly runName: string
  readonly runDirectory: string
  readonly guard: DataFileGuard | DeviceGuard | undefined
}

/** A prepared run: what to start, and the part of each machine. */
export interface PreparedRun extends PreparedStart {
  /** In the order of the plan. */
  readonly parts: readonly PreparedPart[]
  readonly expectedSeconds: number | undefined
  /** When an earlier process started it; undefined for one that this process starts. */
  readonly startedAtMs?: number | undefined
}

/** One machine's part of a run. */
export interface PreparedPart {
  readonly machine: MachineContext
  /** What the engine does on it. */
  readonly request: CommandRequest
  /** The server that waits on it for the client, if several machines run one job. */
  readonly server?: PreparedServer
}

/** The server of one machine, and its place in the client's run directory. */
export interface PreparedServer extends PreparedStart {
  /** Name of its socket in its run directory. */
  readonly socketName: string
  /** Name of a link to that socket in the client's run directory. */
  readonly linkName: string
  /** Its command with the job that the client sends it, as stored for the machine. */
  readonly recorded: EngineCommand
}

/** Size of the blocks that a layout writes. */
const layoutBlockBytes = 1024 * 1024

/**
 * Prepares a run on all machines of its campaign. A single machine starts the engine itself; several machines
 * each start a server, and this machine starts their client. Throws what the engine throws for a request
 * without a command.
 */
export function prepareRun(
  context: CampaignContext,
  run: QueuedRun,
  engineVersion = context.engineVersion,
): PreparedRun {
  const starts = context.machines.map((machine) => startOn(machine, run, engineVersion))
  const [only] = starts
  if (!only) throw new RangeError('The plan names no machine.')
  const { expectedSeconds } = run
  if (starts.length === 1) {
    const { machine, request, ...where } = only
    const steps = withObservers(only, performerOf(context.engine, request).steps(request))
    return { ...where, steps, parts: [{ machine, request }], expectedSeconds }
  }
  const runName = runNameOf(context.tag, run.runId)
  const runDirectory = `${context.runsDirectory}/${runName}`
  return { ...clientAndServers(context, starts), runName, runDirectory, guard: undefined, expectedSeconds }
}

/**
 * A run that only brings the target of another one to a level; its result is not stored. `given`: its request
 * without what all such runs share.
 */
export function fillRun(
  context: CampaignContext,
  given: Omit<CommandRequest, 'runName' | 'phase'>,
  guard: PreparedStart['guard'],
): PreparedRun {
  const { engine, engineVersion, runsDirectory, tag } = context
  const runName = runNameOf(tag, ballastRunId)
  const request: CommandRequest = {
    ...given,
    ...(engineVersion && { engineVersion }),
    runName,
    phase: 'prepare',
  }
  return {
    parts: [{ machine: context, request }],
    steps: performerOf(engine, request).steps(request),
    ...{ runName, runDirectory: `${runsDirectory}/${runName}`, guard, expectedSeconds: undefined },
  }
}

/** One machine's part of a run, before it is known who starts it. */
type StartOnMachine = PreparedPart & Omit<PreparedStart, 'steps'>

function startOn(
  machine: MachineContext,
  leading: QueuedRun,
  engineVersion: string | undefined,
): StartOnMachine {
  const { engine, dataFile, device, plan } = machine
  const own = machine.runs.get(leading.runId)
  if (!own) throw new RangeError(`${machine.host.name} has no part in run ${String(leading.runId)}.`)
  const run = { ...leading, ...own }
  const runName = runNameOf(machine.tag, run.runId)
  const usesFile = engine.dataOf(run.workload).kind !== 'none' && dataFile !== undefined
  const offered = offeredPerSecondOf(machine, leading)
  if (typeof offered === 'object') throw new RunnerError(offered.id, offered.text, offered.remedy)
  const request: CommandRequest = {
    workload: run.workload,
    phase: run.phase,
    runName,
    seed: run.seed,
    ...(usesFile && { dataFile: machine.holdsTarget && !device ? heldTarget : dataFile }),
    ...(device && { isDevice: true }),
    ...(run.preparation && {
      preparation: {
        step: run.preparation,
        capacityBytes: device?.sizeBytes ?? engine.cost(run.workload).fileBytes,
      },
    }),
    ...(typeof offered === 'number' && { offeredPerSecond: offered }),
    ...(engine.service && { serviceDirectory: serviceDirectoryOf(machine) }),
    ...(engineVersion !== undefined && { engineVersion }),
    ...(machine.password !== undefined && { password: machine.password }),
    series: seriesRequestOf(plan),
  }
  return {
    ...{ machine, request, runName, runDirectory: `${machine.runsDirectory}/${runName}` },
    guard: usesFile ? guardOf(machine, dataFile, run) : undefined,
  }
}

/** The steps on a machine, with the observers of its target. */
function withObservers({ machine, request }: PreparedPart, steps: EngineSteps): EngineSteps {
  return request.phase === 'measure' ? observed(steps, machine.plan, machine.dataFile) : steps
}

/** A client on this machine, and a server on each measured one. */
function clientAndServers(
  { engine }: CampaignContext,
  starts: readonly StartOnMachine[],
): Pick<PreparedRun, 'steps' | 'parts'> {
  const { synchronised, description } = engine
  if (!synchronised) throw new RangeError(`${description.name} cannot run on several hosts at once.`)
  const links = starts.map((_, place) => `host-${String(place + 1)}`)
  const client = synchronised.clientSteps(
    starts.map(({ machine, request }, place) => ({
      host: machine.host.name,
      socket: links[place] ?? '',
      request,
    })),
  )
  const parts = starts.map((start, place): PreparedPart => {
    const { machine, request, ...where } = start
    const socketName = serverSocket(where.runName)
    const server = synchronised.serverSteps(request, socketName)
    const recorded = recordedCommand({
      ...server,
      files: [...client.files.slice(place, place + 1), ...server.files],
    })
    const steps = withObservers(start, served(server))
    return {
      machine,
      request,
      server: { ...where, steps, socketName, linkName: links[place] ?? '', recorded },
    }
  })
  return { steps: client, parts }
}

/** The server, wrapped in a script that ends it with its client. */
function served(server: EngineSteps): EngineSteps {
  const { program, args } = mainProcess(server)
  const process = { program: 'sh', args: ['serve.sh', program, ...args] }
  return {
    files: [...server.files, { name: 'serve.sh', text: `${processFunctions}\n${serveScript}`, isOurs: true }],
    steps: [{ kind: 'measure', processes: [process], outputs: [] }],
  }
}

function guardOf(context: MachineContext, path: string, run: QueuedRun): DataFileGuard | DeviceGuard {
  const { device, protectedPaths, plan } = context
  // blkdiscard and the like open the device exclusively themselves.
  if (device) return { device, path, protectedPaths, holds: !isPurge(run.preparation) }
  const created = createdDataFile(context)
  const common = {
    path,
    createdIdentity: created?.identity,
    hasOwnName: plan.target.kind === 'folder',
    isHeld: context.holdsTarget,
  }
  const data = context.engine.dataOf(run.workload)
  const isLayout = run.phase === 'layout'
  if (data.kind === 'folder') {
    const folder = data.contentKeys ? 'shared' : 'own'
    const mayCreate = folder === 'own' || isLayout
    const spaceBytes = mayCreate ? context.engine.cost(run.workload).fileBytes + headroomBytes : 0
    return { ...common, mayCreate, fileBytes: 0, spaceBytes, folder }
  }
  const wholeBlocks = Math.ceil(context.engine.cost(run.workload).fileBytes / layoutBlockBytes)
  const fileBytes = isLayout ? wholeBlocks * layoutBlockBytes : 0
  return {
    ...common,
    mayCreate: isLayout,
    fileBytes,
    spaceBytes: fileBytes > 0 ? fileBytes + headroomBytes : 0,
  }
}

/**
 * The run's share of the machine's capacity as requests, or transactions of a database, per second; undefined
 * if the run offers no share. The capacity is read from the run that found it, so that a resumed campaign
 * offers the same. A failure if none was found.
 */
function offeredPerSecondOf(
  { queue, store, runs }: Pick<MachineContext, 'queue' | 'store' | 'runs'>,
  run: QueuedRun,
): number | undefined | RunFailure {
  const percent = run.workload.offered_percent
  const isLoad = run.phase === 'measure' || run.preparation?.kind === 'workload'
  if (typeof percent !== 'number' || !isLoad) return undefined
  const key = capacityKey(run.case.levels)
  const found = queue.runs.filter(
    (one) =>
      one.preparation?.kind === 'capacity' &&
      capacityKey(one.case.levels) === key &&
      queue.stateOf(one.runId) === 'done',
  )
  const capacity = found
    .flatMap(({ runId }) => {
      const { iops, transactions } = store.run(runs.get(runId)?.runId ?? runId)?.headline ?? {}
      return iops ?? transactions ?? []
    })
    .at(-1)
  if (capacity === undefined)
    return {
      id: 'no-capacity',
      text: `${String(percent)} % of the capacity cannot be offered, because the capacity was not found.`,
      remedy:
        'See why the preparation that finds it failed, retry that, then this run; or offer a fixed rate.',
    }
  return Math.max(1, Math.round((capacity * percent) / 100))
}
