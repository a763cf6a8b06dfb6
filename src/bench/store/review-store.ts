import type { TakeOptions } from './merge/take-campaigns'
import { saveCalibrations } from './tables/campaigns/calibrations'
import {
  addRuns,
  deleteCampaign,
  insertCampaign,
  renameCampaign,
  setCampaignState,
  setHostRecord,
} from './tables/campaigns/campaign-changes'
import type { NewCampaign } from './tables/campaigns/campaign-design'
import { readExecution } from './tables/campaigns/campaign-execution'
import { deleteDevice, deleteScorecard, saveDevice, saveScorecard, setDevicePhoto } from './tables/cards'
import { countOpenRuns } from './tables/campaigns/campaigns'
import type { Connection } from './file/connection'
import { vacuum } from './tables/deleted-rows'
import { editedDocuments } from './tables/edited-documents'
import { excludeRun, includeRun } from './tables/runs/excluded-runs'
import { deleteFigure, orderFigures, saveFigure } from './tables/figures'
import { importCampaigns } from './tables/campaigns/import-campaigns'
import type { ImportedCampaign } from './tables/campaigns/imported-campaign'
import { eraseFromBin, restoreFromBin } from './tables/bin'
import { appendLog } from './tables/campaigns/log'
import { insertMachines, machineCampaignsOf, machineRunsOf } from './tables/campaigns/machine-campaigns'
import type { OpenFile } from './file/open-file'
import { addPlan, deletePlan, savePlan } from './tables/plans'
import { choosePreset, deletePreset, savePreset, setPresetPicture } from './tables/presets'
import { describeReview, readDetails } from './tables/review-details'
import { finishRuns, setRunState, startRun, type RunStart } from './tables/runs/run-changes'
import {
  confirmingRunnerLock,
  dropRunnerLock,
  readRunnerHolder,
  takeRunnerLock,
  type RunnerLock,
  type TakenLock,
} from './file/runner-lock'
import { reviewReader } from './sqlite-review-reader'
import { machineSeed } from '../../core/plan/plan-hosts'
import type { LogEntry } from '../../core/results/campaign/campaign'
import type { RunFailure, RunState } from '../../core/results/run'
import { ReviewFileError } from './file/review-file-error'

/** Reads any results file, writable or not. */
export type ReviewReader = ReturnType<typeof reviewReader>

/** A results file that may be written. Every method is one transaction, and every step of one that works in steps. */
export type ReviewWriter = ReturnType<typeof reviewWriter>

/**
 * Opens a results file for writing. In all methods, `base` is the version that was changed (null for a new plan): throws
 * `changed-elsewhere` if the file now has another.
 */
export function reviewWriter(file: OpenFile) {
  const { connection } = file
  const reader = reviewReader(file)
  const read = connection.reading.bind(connection)
  const write = connection.writing.bind(connection)
  let lock: TakenLock | undefined

  /** Changes a campaign, and those of its hosts. */
  const forCampaigns = <A extends unknown[]>(
    change: (connection: Connection, campaignId: number, ...rest: A) => void,
  ) =>
    write((_connection, campaignId: number, ...rest: A) => {
      for (const id of [...machineCampaignsOf(connection, campaignId), campaignId])
        change(connection, id, ...rest)
    })

  /** Changes a run, and those of its hosts; `machine` is their place. */
  function forRuns(runId: number, change: (runId: number, machine: number | undefined) => void): void {
    connection.write(() => {
      change(runId, undefined)
      machineRunsOf(connection, runId).forEach(change)
    })
  }

  /** `work` in a file that may have been rolled back, unless another process has its lock now. */
  function withoutConfirming(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof ReviewFileError && error.id === 'rolled-back')) throw error
      const confirming = connection.beforeCommit(undefined)
      try {
        work()
      } finally {
        connection.beforeCommit(confirming)
      }
    }
  }

  function release(taken: TakenLock): void {
    if (lock !== taken) return
    lock = undefined
    connection.beforeCommit(undefined)
    connection.write(() => dropRunnerLock(connection, taken))
  }

  return {
    ...reader,
    /** Article presets and the order of the figures. */
    article: {
      ...reader.article,
      savePreset: write(savePreset),
      deletePreset: write(deletePreset),
      setPresetPicture: write(setPresetPicture),
      choosePreset: write(choosePreset),
      orderFigures: write(orderFigures),
    },
    /** Device cards and scorecards. */
    cards: {
      ...reader.cards,
      saveDevice: write(saveDevice),
      deleteDevice: write(deleteDevice),
      setDevicePhoto: write(setDevicePhoto),
      saveScorecard: write(saveScorecard),
      deleteScorecard: write(deleteScorecard),
    },
    documents: {
      ...reader.documents,
      ...editedDocuments(connection),
    },
    /** Copy of the file in its older format, created when opening updated it. */
    backupPath: file.backupPath,
    /** The review's own id; copies of the file keep it. */
    get uuid() {
      return connection.read(() => readDetails(connection).uuid)
    },
    describe: write(describeReview),
    addPlan: write(addPlan),
    savePlan: write(savePlan),
    deletePlan: write(deletePlan),
    /**
     * Stores the campaign with all its runs as `waiting`, and the campaigns of its hosts if it has several. From then
     * on every change of it or one of its runs is applied to theirs in the same transaction.
     */
    createCampaign: (campaign: NewCampaign): number =>
      connection.write(() => {
        const leaderId = insertCampaign(connection, campaign)
        const { machines = [] } = campaign
        insertMachines(
          connection,
          leaderId,
          machines.map((machine) => insertCampaign(connection, machine)),
        )
        return leaderId
      }),
    /** Stores campaigns of other programs or of published tables; returns their ids. */
    importCampaigns: (
      campaigns: readonly ImportedCampaign[],
      onStored?: (stored: number, total: number) => void,
    ) => importCampaigns(connection, campaigns, onStored),
    /**
     * Copies campaigns that are not in progress from another review, with everything that belongs to them, all or none.
     * The report lists which were taken, which this file already has, and which were left. Every seal of the other file
     * is checked first: throws a ReviewFileError if one does not match, or a campaign does not exist.
     */
    takeCampaigns: (other: ReviewReader, options?: TakeOptions) => other.giveCampaigns(connection, options),
    /** Replaces the samples of the data that the engine writes for this campaign. */
    saveCalibrations: write(saveCalibrations),
    /** Refuses `done` while a run of the campaign waits or runs. */
    setCampaignState: forCampaigns(setCampaignState),
    /** Records why a campaign cannot continue, also in a file that was rolled back under it. */
    interruptCampaign(campaignId: number, entry: LogEntry): void {
      withoutConfirming(() =>
        connection.write(() => {
          appendLog(connection, campaignId, entry)
          forCampaigns(setCampaignState)(campaignId, 'interrupted')
        }),
      )
    },
    execution: read(readExecution),
    openRuns: read(countOpenRuns),
    /**
     * Adds waiting runs to a campaign that has ended, and with other seeds to those of its hosts; `count` is how often
     * each case is measured. The campaign is paused then.
     */
    addRuns: (campaignId: number, runs: NewCampaign['runs'], count: number): void =>
      connection.write(() => {
        addRuns(connection, campaignId, runs, count)
        machineCampaignsOf(connection, campaignId).forEach((id, place) =>
          addRuns(
            connection,
            id,
            runs.map((run) => ({ ...run, seed: machineSeed(run.seed, place) })),
            count,
          ),
        )
      }),
    renameCampaign: forCampaigns(renameCampaign),
    deleteCampaign: forCampaigns(deleteCampaign),
    /** What was deleted, and may come back until it is erased. */
    bin: {
      ...reader.bin,
      restore: write(restoreFromBin),
      erase: write(eraseFromBin),
      /** Gives the space of what was erased back to the disk. */
      compact: () => vacuum(connection),
    },
    setHostRecord: write(setHostRecord),
    /** waiting → running, with the exact command and the run directory. */
    startRun: (runId: number, start: RunStart): void =>
      forRuns(runId, (id, machine) =>
        startRun(connection, id, machine === undefined ? start : (start.machines?.[machine] ?? start)),
      ),
    /** Stores results of runs in one transaction; returns how many. A run that already has a result stays unchanged. */
    finishRuns: write(finishRuns),
    /**
     * Changes of state without a result: skipped, stopped, interrupted, unknown, waiting again. `waiting` puts aside
     * what an earlier failed, stopped, skipped or interrupted attempt left, so that `finishRuns` accepts a new result;
     * with a failure, the attempt in progress is kept as interrupted for that reason, in the same transaction. A `done`
     * run is refused with an error.
     */
    setRunState: (runId: number, state: RunState, failure?: RunFailure): void =>
      forRuns(runId, (id) => setRunState(connection, id, state, failure)),
    machineRuns: read(machineRunsOf),
    /** Excludes a finished run from comparisons, or changes the reason. */
    excludeRun: write(excludeRun),
    includeRun: write(includeRun),
    appendLog: write(appendLog),
    saveFigure: write(saveFigure),
    deleteFigure: write(deleteFigure),
    runnerHolder: read(readRunnerHolder),
    /**
     * Takes the runner's lock on this file; undefined if another process on this or another machine has it (see
     * `runnerHolder` for who, and what to do). The lock of an ended process or an earlier boot is taken over; that of a
     * silent other machine only with `takeOver`, which a person must request. While held, every write is a sign of life,
     * and fails with `lock-lost` if another process took over, or `rolled-back` if an older copy was written over the file.
     */
    lockForRunning({ takeOver = false }: { takeOver?: boolean } = {}): RunnerLock | undefined {
      const taken = connection.write(() => takeRunnerLock(connection, takeOver))
      if (taken === undefined) return undefined
      lock = taken
      connection.beforeCommit(confirmingRunnerLock(connection, taken))
      return { release: () => release(taken) }
    },
    close(): void {
      try {
        if (lock) release(lock)
      } finally {
        reader.close()
      }
    },
  }
}
