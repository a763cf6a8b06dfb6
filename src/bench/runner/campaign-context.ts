import type { Engine } from '../../core/engines/engine'
import type { RunFailure } from '../../core/results/run'
import { caseAt, workloadOf } from '../../core/plan/cases'
import type { ConfirmedDevice } from '../../core/plan/device'
import type { Plan } from '../../core/plan/plan'
import type { Host } from '../hosts/host'
import type { CreatedFile } from '../hosts/created-file'
import type { CampaignExecution, ReviewWriter } from '../store/review-store'
import type { BenchEvents } from './bench-events'
import type { Journal } from './record/journal'
import { preparedWorkload } from '../../core/engines/preparation/prepared-workload'
import { layoutKeyOf } from '../../core/engines/schedule'
import { campaignDataFile } from './record/campaign-data-file'
import type { CreatedFiles } from './record/created-files'
import { RunQueue } from './schedule/run-queue'
import type { SameMachine } from './machines/same-machine'
import type { Member } from './machines/member'

/** All that the execution of one campaign works with. */
export interface CampaignContext {
  readonly campaignId: number
  readonly plan: Plan
  readonly engine: Engine
  readonly engineVersion: string | undefined
  /** Version at the start of the campaign; what an adopted run was started with. */
  readonly earlierEngineVersion: string | undefined
  /** Why no run can be started just now. */
  readonly engineProblem: RunFailure | undefined
  readonly host: Host
  readonly store: ReviewWriter
  readonly events: BenchEvents
  readonly journal: Journal
  readonly created: CreatedFiles
  readonly queue: RunQueue
  /** Marks this campaign's processes and run directories. */
  readonly tag: string
  readonly runsDirectory: string
  /** Watches that the host stays the machine it was; absent where several hosts run one job. */
  readonly sameMachine?: SameMachine
  /** Names the machine for what is on record about its files, see `machineOf`. */
  readonly machine: string
  /** Machine and device, of every host: campaigns that have one in common are executed one after the other. */
  readonly deviceKeys: readonly string[]
  readonly dataFile: string | undefined
  /** The host has /proc, so that engines are given the opened data file instead of its path, see `heldTarget`. */
  readonly holdsTarget: boolean
  /** The raw device the campaign runs on; every run checks that it still is that device. */
  readonly device: ConfirmedDevice | undefined
  /** Folders on the host whose disk a raw device must not be: of the results file, of the app. */
  readonly protectedPaths: readonly string[]
  /** The hosts of a synchronised campaign; `host` then is where fio's client runs. None for a campaign on one host. */
  readonly members: readonly Member[]
}

export interface CampaignParts {
  readonly campaignId: number
  readonly plan: Plan
  readonly execution: CampaignExecution
  readonly engine: Engine
  readonly engineVersion: string | undefined
  readonly earlierEngineVersion: string | undefined
  readonly engineProblem: RunFailure | undefined
  readonly host: Host
  readonly store: ReviewWriter
  readonly events: BenchEvents
  readonly journal: Journal
  readonly created: CreatedFiles
  readonly runsDirectory: string
  readonly sameMachine?: SameMachine
  readonly machine: string
  readonly deviceKeys: readonly string[]
  readonly members?: readonly Member[]
  readonly device?: ConfirmedDevice | undefined
  readonly protectedPaths: readonly string[]
  readonly holdsTarget: boolean
  readonly tag: string
}

/** Puts a stored campaign together for execution. */
export function campaignContext(parts: CampaignParts): CampaignContext {
  const { plan, engine, execution, tag, ...others } = parts
  const isLaidOut = plan.target.kind !== 'device' || execution.runs.some(({ phase }) => phase === 'layout')
  const entries = execution.runs.map((run) => {
    const oneCase = caseAt(plan, run.caseIndex)
    const { runId, repetition, phase, seed, state } = run
    const preparation = phase === 'prepare' ? plan.preparation?.[repetition - 1] : undefined
    const workload = preparedWorkload(workloadOf(plan, oneCase), preparation)
    const isTimed =
      phase === 'measure' || preparation?.kind === 'workload' || preparation?.kind === 'capacity'
    const expectedSeconds = isTimed ? engine.cost(workload).seconds : undefined
    const needsLayout = isLaidOut && !(phase === 'prepare' && plan.target.kind === 'device')
    const layoutKey = needsLayout ? layoutKeyOf(engine, workload) : undefined
    return {
      run: {
        runId,
        case: oneCase,
        workload,
        repetition,
        phase,
        seed,
        preparation,
        layoutKey,
        expectedSeconds,
      },
      state,
    }
  })
  return {
    ...others,
    plan,
    engine,
    tag,
    dataFile: execution.dataFile === undefined ? undefined : campaignDataFile(plan, tag, parts.device),
    device: parts.device,
    members: parts.members ?? [],
    queue: new RunQueue(entries),
  }
}

type FilesOfCampaign = Pick<CampaignContext, 'created' | 'machine'>

/** The campaign's data file on the host, if this app made it. */
export function createdDataFile(
  context: FilesOfCampaign & Pick<CampaignContext, 'dataFile'>,
): CreatedFile | undefined {
  return context.dataFile === undefined ? undefined : createdFile(context, context.dataFile)
}

/** A file of the campaign on the host, if this app made it. */
export function createdFile({ created, machine }: FilesOfCampaign, path: string): CreatedFile | undefined {
  return created.of(machine).find((file) => file.path === path)
}
