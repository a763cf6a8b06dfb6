import { integerOf, optionalOf, textOf, wordOf, countOf } from './columns'
import type { Connection } from './connection'
import { integer } from './encode'
import { machineCampaignsOf } from './machine-campaigns'
import type { CampaignExecution } from './review-store'
import { runPhases, runStates } from '../../core/results/run'

/** What the runner needs to go on with a campaign after a restart. */
export function readExecution(connection: Connection, campaignId: number): CampaignExecution | undefined {
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
