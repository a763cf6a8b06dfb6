import { runPhases, runStates } from '../../core/results/run'
import { articleStore } from './article-store'
import { cardStore } from './cards'
import { documentStore } from './document-store'
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
import { importCampaigns } from './import-campaigns'
import { appendLog } from './log'
import { insertMachines, machineCampaignsOf, machineRunsOf } from './machine-campaigns'
import type { OpenFile } from './open-file'
import { deletePlan, savePlan } from './plans'
import { describeReview, readDetails } from './review-details'
import type { CampaignExecution, ReviewWriter } from './review-store'
import { finishRuns, setRunState, startRun } from './run-changes'
import { confirmRunnerLock, dropRunnerLock, readRunnerHolder, takeRunnerLock } from './runner-lock'
import { reviewReader } from './sqlite-review-reader'
import { countOf, integerOf, optionalOf, textOf, wordOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'

/** Writes a results file. Every method is one transaction; of methods in steps, every step is. */
export function reviewWriter(file: OpenFile): ReviewWriter {
  const { connection } = file
  const reader = reviewReader(file)
  const read = connection.reading.bind(connection)
  const write = connection.writing.bind(connection)
  let lockToken: string | undefined

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

  function release(token: string): void {
    if (lockToken !== token) return
    lockToken = undefined
    connection.beforeCommit(undefined)
    connection.write(() => dropRunnerLock(connection, token))
  }

  return {
    ...reader,
    article: articleStore(connection),
    cards: cardStore(connection),
    documents: documentStore(connection),
    backupPath: file.backupPath,
    get uuid() {
      return connection.read(() => readDetails(connection).uuid)
    },
    describe: write(describeReview),
    savePlan: write(savePlan),
    deletePlan: write(deletePlan),
    createCampaign: (campaign) =>
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
    importCampaigns: (campaigns, onStored) => importCampaigns(connection, campaigns, onStored),
    takeCampaigns: (other, options) => other.giveCampaigns(connection, options),
    saveCalibrations: write(saveCalibrations),
    setCampaignState: forCampaigns(setCampaignState),
    execution: read(readExecution),
    renameCampaign: forCampaigns(renameCampaign),
    deleteCampaign: forCampaigns(deleteCampaign),
    setHostRecord: write(setHostRecord),
    startRun: (runId, start) =>
      forRuns(runId, (id, machine) =>
        startRun(connection, id, machine === undefined ? start : (start.machines?.[machine] ?? start)),
      ),
    finishRuns: write(finishRuns),
    setRunState: (runId, state, failure) =>
      forRuns(runId, (id) => setRunState(connection, id, state, failure)),
    machineRuns: read(machineRunsOf),
    excludeRun: write(excludeRun),
    includeRun: write(includeRun),
    appendLog: write(appendLog),
    saveFigure: write(saveFigure),
    deleteFigure: write(deleteFigure),
    runnerHolder: read(readRunnerHolder),
    lockForRunning({ takeOver = false } = {}) {
      const token = connection.write(() => takeRunnerLock(connection, takeOver))
      if (token === undefined) return undefined
      lockToken = token
      connection.beforeCommit(() => confirmRunnerLock(connection, token))
      return { release: () => release(token) }
    },
    close() {
      try {
        if (lockToken !== undefined) release(lockToken)
      } finally {
        reader.close()
      }
    },
  }
}

/** What the runner needs to resume a campaign after a restart. */
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
