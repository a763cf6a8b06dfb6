import { seriesRequestOf } from '../../../core/plan/recording'
import { observed } from '../../observers/observed-run'
import { stepsOf } from '../../../core/engines/preparation/preparation-run'
import { isPurge } from '../../../core/engines/preparation/purge'
import type { CommandRequest } from '../../../core/engines/engine'
import type { EngineCommand, EngineSteps } from '../../../core/engines/steps'
import { createdDataFile, type CampaignContext } from '../campaign-context'
import { heldTarget, type DataFileGuard, type DeviceGuard } from '../supervise/run-directory'
import { RunnerError } from '../runner-error'
import { offeredIopsOf } from './offered-rate'
import { runNameOf } from './run-name'
import { serviceDirectoryOf } from './campaign-service'
import type { QueuedRun } from '../schedule/run-queue'
import type { Member } from '../machines/member'

/** A run made ready: what to start, where, and what it may do to its data file. */
export interface PreparedRun {
  readonly request: CommandRequest
  readonly steps: EngineSteps
  readonly runName: string
  readonly runDirectory: string
  readonly guard: DataFileGuard | DeviceGuard | undefined
  readonly expectedSeconds: number | undefined
  /** The hosts of a synchronised run, whose client this then is. */
  readonly members?: readonly PreparedMember[]
}

/** One host's part of a synchronised run: its server there, and its place in the client's run directory. */
export interface PreparedMember {
  readonly member: Member
  /** What is started on the host: the server; `request` is the job that the client sends to it. */
  readonly run: PreparedRun
  /** Name of the server's socket in its run directory. */
  readonly socketName: string
  /** Name of a link to that socket in the client's run directory. */
  readonly linkName: string
  /** The server's command with the job that the client sends it: what goes on record of the host. */
  readonly recorded: EngineCommand
}

/** A layout writes whole blocks of this size. */
const layoutBlockBytes = 1024 * 1024
/** Room beside the data file that the file system needs for itself. */
const headroomBytes = 16 * 1024 * 1024

/** Throws what the engine throws for a request it cannot make a command of. */
export function prepareRun(
  context: CampaignContext,
  run: QueuedRun,
  engineVersion = context.engineVersion,
): PreparedRun {
  const { engine, dataFile, device } = context
  const runName = runNameOf(context.tag, run.runId)
  const data = engine.dataOf(run.workload)
  const usesFile = data.kind !== 'none' && dataFile !== undefined
  const offered = offeredIopsOf(context, run)
  if (typeof offered === 'object') throw new RunnerError(offered.id, offered.text, offered.remedy)
  const request: CommandRequest = {
    workload: run.workload,
    phase: run.phase,
    runName,
    seed: run.seed,
    ...(usesFile && { dataFile: context.holdsTarget && !device ? heldTarget : dataFile }),
    ...(device && { isDevice: true }),
    ...(run.preparation && {
      preparation: {
        step: run.preparation,
        capacityBytes: device?.sizeBytes ?? engine.cost(run.workload).fileBytes,
      },
    }),
    ...(typeof offered === 'number' && { offeredIops: offered }),
    ...(engine.service && { serviceDirectory: serviceDirectoryOf(context) }),
    ...(engineVersion !== undefined && { engineVersion }),
    // Hosts that are measured together run one job from another machine, which has no logs of theirs.
    series: context.members.length > 0 ? undefined : seriesRequestOf(context.plan),
  }
  const steps = stepsOf(engine, request)
  return {
    request,
    steps:
      run.phase === 'measure' && context.members.length === 0
        ? observed(steps, context.plan, dataFile)
        : steps,
    runName,
    runDirectory: `${context.runsDirectory}/${runName}`,
    guard: usesFile ? guardOf(context, dataFile, run) : undefined,
    expectedSeconds: run.expectedSeconds,
  }
}

function guardOf(context: CampaignContext, path: string, run: QueuedRun): DataFileGuard | DeviceGuard {
  const { device, protectedPaths, plan } = context
  // blkdiscard and its like ask for the device exclusively themselves.
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
