import type { HostRecord } from '../../core/results/host-record'
import type { CampaignState, LogEntry } from '../../core/results/campaign'
import type { KnownFigure, SavedFigure } from '../../core/contract/review'
import { type RunFailure, runPhases, type RunState, runStates } from '../../core/results/run'
import type { Plan } from '../../core/plan/plan'
import type { Calibration } from '../../core/results/calibration'
import type { FigureSettings } from '../../core/figures/figure-kinds'
import { saveCalibrations } from './calibrations'
import {
  deleteCampaign,
  insertCampaign,
  renameCampaign,
  setCampaignState,
  setHostRecord,
} from './campaign-changes'
import { excludeRun, includeRun } from './excluded-runs'
import { deleteFigure, saveFigure } from './figures'
import { importCampaign } from './import-campaigns'
import { appendLog } from './log'
import { insertMachines, machineCampaignsOf, machineRunsOf } from './machine-campaigns'
import type { OpenFile } from './open-file'
import { deletePlan, savePlan } from './plans'
import { describeReview, readDetails } from './review-details'
import type {
  CampaignExecution,
  NewCampaign,
  ReviewReader,
  ReviewWriter,
  RunnerHolder,
  RunnerLock,
  RunResult,
  RunStart,
  TakeOptions,
} from './review-store'
import type { TakeReport } from '../../core/contract/shelf-requests'
import type { ImportedCampaign } from './imported-campaign'
import { finishRuns, setRunState, startRun } from './run-changes'
import { confirmRunnerLock, dropRunnerLock, readRunnerHolder, takeRunnerLock } from './runner-lock'
import { SqliteReviewReader } from './sqlite-review-reader'
import { countOf, integerOf, optionalOf, textOf, wordOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'

/** Writes a results file; every method is one transaction. */
export class SqliteReviewWriter extends SqliteReviewReader implements ReviewWriter {
  override readonly readOnly = false
  readonly backupPath: string | undefined
  #lockToken: string | undefined

  constructor(file: OpenFile) {
    super(file)
    this.backupPath = file.backupPath
  }

  describe(title: string, notes: string, base?: { readonly title: string; readonly notes: string }): void {
    this.connection.write(() => describeReview(this.connection, title, notes, base))
  }

  savePlan(plan: Plan, base?: Plan | null): void {
    this.connection.write(() => savePlan(this.connection, plan, base))
  }

  deletePlan(planId: string, base?: Plan): void {
    this.connection.write(() => deletePlan(this.connection, planId, base))
  }

  get uuid(): string {
    return this.connection.read(() => readDetails(this.connection).uuid)
  }

  createCampaign(campaign: NewCampaign): number {
    return this.connection.write(() => {
      const leaderId = insertCampaign(this.connection, campaign)
      const { machines = [] } = campaign
      insertMachines(
        this.connection,
        leaderId,
        machines.map((machine) => insertCampaign(this.connection, machine)),
      )
      return leaderId
    })
  }

  importCampaigns(campaigns: readonly ImportedCampaign[]): readonly number[] {
    return this.connection.write(() => campaigns.map((one) => importCampaign(this.connection, one)))
  }

  takeCampaigns(other: ReviewReader, options?: TakeOptions): TakeReport {
    if (!(other instanceof SqliteReviewReader))
      throw new TypeError('Campaigns are taken from results files only.')
    return other.giveCampaigns(this.connection, options)
  }

  saveCalibrations(campaignId: number, calibrations: readonly Calibration[]): void {
    this.connection.write(() => saveCalibrations(this.connection, campaignId, calibrations))
  }

  setCampaignState(campaignId: number, state: CampaignState): void {
    this.#forCampaigns(campaignId, (id) => setCampaignState(this.connection, id, state))
  }

  execution(campaignId: number): CampaignExecution | undefined {
    return this.connection.read(() => readExecution(this.connection, campaignId))
  }

  renameCampaign(campaignId: number, configuration: string): void {
    this.#forCampaigns(campaignId, (id) => renameCampaign(this.connection, id, configuration))
  }

  deleteCampaign(campaignId: number): void {
    this.#forCampaigns(campaignId, (id) => deleteCampaign(this.connection, id))
  }

  setHostRecord(campaignId: number, record: HostRecord, engineVersion: string | undefined): void {
    this.connection.write(() => setHostRecord(this.connection, campaignId, record, engineVersion))
  }

  startRun(runId: number, start: RunStart): void {
    this.#forRuns(runId, (id, machine) =>
      startRun(this.connection, id, machine === undefined ? start : (start.machines?.[machine] ?? start)),
    )
  }

  finishRun(runId: number, result: RunResult): boolean {
    return this.connection.write(() => finishRuns(this.connection, runId, result))
  }

  finishRuns(results: Iterable<readonly [runId: number, result: RunResult]>): number {
    return this.connection.write(() => {
      let stored = 0
      for (const [runId, result] of results) if (finishRuns(this.connection, runId, result)) stored += 1
      return stored
    })
  }

  setRunState(runId: number, state: RunState, failure?: RunFailure): void {
    this.#forRuns(runId, (id) => setRunState(this.connection, id, state, failure))
  }

  machineRuns(runId: number): readonly number[] {
    return this.connection.read(() => machineRunsOf(this.connection, runId))
  }

  excludeRun(runId: number, reason: string): void {
    this.connection.write(() => excludeRun(this.connection, runId, reason))
  }

  includeRun(runId: number): void {
    this.connection.write(() => includeRun(this.connection, runId))
  }

  appendLog(campaignId: number, entry: LogEntry): void {
    this.connection.write(() => appendLog(this.connection, campaignId, entry))
  }

  saveFigure(
    figure: { id?: number | undefined; name: string; settings: FigureSettings },
    base?: KnownFigure,
  ): SavedFigure {
    return this.connection.write(() => saveFigure(this.connection, figure, base))
  }

  deleteFigure(figureId: number, base?: KnownFigure): void {
    this.connection.write(() => deleteFigure(this.connection, figureId, base))
  }

  runnerHolder(): RunnerHolder | undefined {
    return this.connection.read(() => readRunnerHolder(this.connection))
  }

  lockForRunning(options: { takeOver?: boolean } = {}): RunnerLock | undefined {
    const token = this.connection.write(() => takeRunnerLock(this.connection, options.takeOver ?? false))
    if (token === undefined) return undefined
    this.#lockToken = token
    this.connection.beforeCommit(() => confirmRunnerLock(this.connection, token))
    return { release: () => this.#release(token) }
  }

  override close(): void {
    try {
      if (this.#lockToken !== undefined) this.#release(this.#lockToken)
    } finally {
      super.close()
    }
  }

  /** A campaign, and those of its hosts. */
  #forCampaigns(campaignId: number, change: (campaignId: number) => void): void {
    this.connection.write(() => {
      for (const id of [...machineCampaignsOf(this.connection, campaignId), campaignId]) change(id)
    })
  }

  /** A run, and those of its hosts, `machine` being their place. */
  #forRuns(runId: number, change: (runId: number, machine: number | undefined) => void): void {
    this.connection.write(() => {
      change(runId, undefined)
      machineRunsOf(this.connection, runId).forEach(change)
    })
  }

  #release(token: string): void {
    if (this.#lockToken !== token) return
    this.#lockToken = undefined
    this.connection.beforeCommit(undefined)
    this.connection.write(() => dropRunnerLock(this.connection, token))
  }
}

/** What the runner needs to go on with a campaign after a restart. */
function readExecution(connection: Connection, campaignId: number): CampaignExecution | undefined {
  const execution = readOne(connection, campaignId)
  if (!execution) return undefined
  const machines = machineCampaignsOf(connection, campaignId).flatMap((machineId) => {
    const machine = readOne(connection, machineId)
    return machine ? [{ ...machine, campaignId: machineId }] : []
  })
  return { ...execution, machines }
}

function readOne(
  connection: Connection,
  campaignId: number,
): Omit<CampaignExecution, 'machines'> | undefined {
  const id = integer(campaignId, 'A campaign id')
  const campaign = connection.first('SELECT host_id, data_file FROM campaign WHERE id = ?', id)
  if (!campaign) return undefined
  const rows = connection.all(
    `SELECT r.id, r.case_index, r.repetition, r.phase, r.seed, r.state,
       coalesce(c.directory, (SELECT e.directory FROM earlier_attempt AS e WHERE e.run_id = r.id ORDER BY e.attempt DESC LIMIT 1)) AS directory
     FROM run AS r LEFT JOIN run_command AS c ON c.run_id = r.id WHERE r.campaign_id = ? ORDER BY r.position`,
    id,
  )
  return {
    hostId: textOf(campaign, 'host_id'),
    dataFile: optionalOf(campaign, 'data_file', textOf),
    runs: rows.map((row) => ({
      runId: integerOf(row, 'id'),
      caseIndex: countOf(row, 'case_index'),
      repetition: countOf(row, 'repetition'),
      phase: wordOf(row, 'phase', runPhases),
      seed: integerOf(row, 'seed'),
      state: wordOf(row, 'state', runStates),
      runDirectory: optionalOf(row, 'directory', textOf),
    })),
  }
}
