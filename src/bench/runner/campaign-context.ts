import type { Engine } from '../../core/engines/engine'
import { preparedWorkload } from '../../core/engines/preparation/prepared-workload'
import { layoutKeyOf } from '../../core/engines/schedule'
import { caseAt, workloadOf } from '../../core/plan/cases'
import type { ConfirmedDevice } from '../../core/plan/device'
import type { Plan, Workload } from '../../core/plan/plan'
import type { HostRecord } from '../../core/results/campaign/host-record'
import type { Reservation } from '../../core/results/reservation'
import type { Advice } from '../../core/plan/advice'
import type { CreatedFile } from '../hosts/created-file'
import type { Host } from '../hosts/host'
import { deviceKey, hasProc, machineOf } from '../hosts/inventory/machine-of'
import { planEnvironment } from '../hosts/inventory/plan-environment'
import type { CampaignExecution, MachineExecution } from '../store/tables/campaigns/campaign-execution'
import type { ReviewWriter } from '../store/review-store'
import type { BenchEvents } from './bench-events'
import { SameMachine } from './machines/same-machine'
import { campaignDataFile, machineTag } from './record/campaign-data-file'
import type { CreatedFiles } from './record/created-files'
import type { Journal } from './record/journal'
import { ownPlaces } from './resume/own-places'
import type { RunnerParts } from './runner-parts'
import { RunQueue, type QueuedRun } from './schedule/run-queue'
import type { Survey, SurveyedMachine } from './start/survey-machines'

/** A campaign as one of its machines sees it: its data file, run directories and processes on it. */
export interface MachineContext extends CampaignWide {
  readonly host: Host
  readonly runsDirectory: string
  /** Checks that the host is still the same machine. */
  readonly sameMachine: SameMachine
  /** Name of the machine in records of its files, see `machineOf`. */
  readonly machine: string
  readonly dataFile: string | undefined
  /** That of the target, when the campaign was started or resumed. */
  readonly fileSystem: HostRecord['fileSystem']
  /** The host has /proc, so engines are given the opened data file instead of its path, see `heldTarget`. */
  readonly holdsTarget: boolean
  /** What the check of the plan says against the numbers of this load on this machine. */
  readonly reservationsOf: (workload: Workload) => readonly Reservation[]
  /** The machine's part of each run of the campaign, by the run's id; with one machine, the run itself. */
  readonly runs: ReadonlyMap<number, OwnRun>
}

/**
 * Everything that the execution of a campaign needs: where its engine is started, and the measured machines.
 */
export interface CampaignContext extends MachineContext {
  /**
   * In the order of the plan. A single machine starts the engine itself; for several, a client on this
   * machine does.
   */
  readonly machines: readonly MachineContext[]
  /** What other programs measured on its machines since then, in milliseconds. */
  readonly besideOf?: (startedAtMs: number) => readonly Reservation[]
}

type OwnRun = Pick<QueuedRun, 'runId' | 'seed'>

interface CampaignWide {
  readonly campaignId: number
  readonly plan: Plan
  readonly engine: Engine
  readonly engineVersion: string | undefined
  /** Version at the start of the campaign, with which an adopted run was started. */
  readonly earlierEngineVersion: string | undefined
  /** Why no run can be started at present. */
  readonly engineProblem: Advice | undefined
  readonly store: ReviewWriter
  readonly events: BenchEvents
  readonly journal: Journal
  readonly created: CreatedFiles
  readonly queue: RunQueue
  /** See `Engine.passwordFor`; only in memory. */
  readonly password: string | undefined
  /** Marks this campaign's processes and run directories. */
  readonly tag: string
  /** Machine and device, of every machine: campaigns with one in common are executed one after the other. */
  readonly deviceKeys: readonly string[]
  /**
   * Machines that the campaign loads, that of a client included: campaigns with one in common are executed one after
   * the other, unless a person wants them at the same time. See `machineOf`.
   */
  readonly machineKeys: readonly string[]
  /** The raw device the campaign runs on; every run checks that it still is that device. */
  readonly device: ConfirmedDevice | undefined
  /** Folders on the host whose disk must not be the raw device: those of the results file and the app. */
  readonly protectedPaths: readonly string[]
}

/** What is known about a campaign besides its machines. */
export type CampaignFacts = Pick<
  CampaignWide,
  'campaignId' | 'plan' | 'engine' | 'tag' | 'device' | 'earlierEngineVersion' | 'engineProblem'
> & { readonly execution: CampaignExecution }

/** Creates the context in which a stored campaign is executed on the surveyed machines. */
export function campaignContext(
  { store, events, journal, created, password }: RunnerParts,
  { client, machines }: Survey,
  { execution, ...facts }: CampaignFacts,
): CampaignContext {
  const { record, engineVersion } = client.inventory
  const wide: CampaignWide = {
    ...{
      ...facts,
      store,
      events,
      journal,
      created,
      password,
      engineVersion,
      queue: queueOf(facts, execution),
    },
    deviceKeys: machines.map(({ parts, inventory }) => deviceKey(inventory.record, parts.host)),
    machineKeys: [client, ...machines].map(({ parts, inventory }) => machineOf(inventory.record, parts.host)),
    protectedPaths: ownPlaces(client.parts.host, store.path, record),
  }
  const on = (surveyed: SurveyedMachine, own: MachineExecution, place: number): MachineContext => {
    const { parts, plan, inventory } = surveyed
    const tag = machineTag(facts.plan, facts.tag, place)
    return {
      ...wide,
      host: parts.host,
      runsDirectory: inventory.runsDirectory,
      sameMachine: new SameMachine(parts.host, inventory.record),
      machine: machineOf(inventory.record, parts.host),
      dataFile: own.dataFile === undefined ? undefined : campaignDataFile(plan, tag, facts.device),
      fileSystem: inventory.record.fileSystem,
      holdsTarget: hasProc(inventory.record),
      reservationsOf: caseReservations(surveyed, facts.engine),
      runs: ownRuns(execution, own),
    }
  }
  const lead = on(client, { ...execution, campaignId: facts.campaignId }, 0)
  const several = machines.flatMap((surveyed, place) => {
    const own = execution.machines[place]
    return own ? [on(surveyed, own, place)] : []
  })
  return { ...lead, machines: several.length > 0 ? several : [lead] }
}

/** Each case is checked alone, so that no case is held against another one's parameters. */
function caseReservations(
  { parts, plan, inventory }: SurveyedMachine,
  engine: Engine,
): MachineContext['reservationsOf'] {
  const environment = planEnvironment(inventory, engine, [])
  return (workload) =>
    parts
      .advise({ ...plan, base: workload, axes: [], excluded: [] }, environment)
      .flatMap(({ id, text, reason, reservation }) =>
        reservation === undefined
          ? []
          : [{ class: reservation, id, text: reason === undefined ? text : `${text} ${reason}` }],
      )
}

/** Pairs a machine's runs with the campaign's, which are in the same order. */
function ownRuns({ runs }: CampaignExecution, own: MachineExecution): MachineContext['runs'] {
  return new Map(
    runs.flatMap(({ runId }, place) => {
      const run = own.runs[place]
      return run ? [[runId, { runId: run.runId, seed: run.seed }] as const] : []
    }),
  )
}

function queueOf(
  { plan, engine }: Pick<CampaignWide, 'plan' | 'engine'>,
  { runs }: CampaignExecution,
): RunQueue {
  const isLaidOut = plan.target.kind !== 'device' || runs.some(({ phase }) => phase === 'layout')
  return new RunQueue(
    runs.map(({ runId, caseIndex, repetition, phase, seed, state }) => {
      const oneCase = caseAt(plan, caseIndex)
      const preparation = phase === 'prepare' ? plan.preparation?.[repetition - 1] : undefined
      const workload = preparedWorkload(workloadOf(plan, oneCase), preparation, engine.description)
      const isTimed =
        phase === 'measure' || preparation?.kind === 'workload' || preparation?.kind === 'capacity'
      const expectedSeconds = isTimed ? engine.cost(workload).seconds : undefined
      const needsLayout = isLaidOut && !(phase === 'prepare' && plan.target.kind === 'device')
      const layoutKey = needsLayout ? layoutKeyOf(engine, workload) : undefined
      const run = {
        runId,
        case: oneCase,
        workload,
        repetition,
        phase,
        seed,
        preparation,
        layoutKey,
        expectedSeconds,
      }
      return { run, state }
    }),
  )
}

/** Every machine on which processes of the campaign run, that of a client first. */
export function placesOf(context: CampaignContext): readonly MachineContext[] {
  return context.machines.length > 1 ? [context, ...context.machines] : context.machines
}

type FilesOfCampaign = Pick<MachineContext, 'created' | 'machine'>

/** The campaign's data file on the machine, if this app created it. */
export function createdDataFile(
  context: FilesOfCampaign & Pick<MachineContext, 'dataFile'>,
): CreatedFile | undefined {
  return context.dataFile === undefined ? undefined : createdFile(context, context.dataFile)
}

/** A file of the campaign on the machine, if this app created it. */
export function createdFile({ created, machine }: FilesOfCampaign, path: string): CreatedFile | undefined {
  return created.of(machine).find((file) => file.path === path)
}
