import { runPhases, runStates } from '../../../../core/results/run'
import { countOf, integerOf, optionalOf, textOf, wordOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { machineCampaignsOf } from './machine-campaigns'

/** A stored campaign as the runner sees it. */
export type CampaignExecution = NonNullable<ReturnType<typeof readExecution>>

/** The campaign of a single host. */
export type MachineExecution = CampaignExecution['machines'][number]

/**
 * What the runner needs to resume a campaign after a restart, including its machines: the campaigns of its single
 * hosts, with their runs at the same places; none for a campaign on one host.
 */
export function readExecution(connection: Reads, campaignId: number) {
  const execution = readOne(connection, campaignId)
  if (!execution) return undefined
  const machines = machineCampaignsOf(connection, campaignId).flatMap((machineId) => {
    const machine = readOne(connection, machineId)
    return machine ? [{ ...machine, campaignId: machineId }] : []
  })
  return { ...execution, machines }
}

function readOne(connection: Reads, campaignId: number) {
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
    /** In execution order. */
    runs: rows.map((row) => ({
      runId: integerOf(row, 'id'),
      caseIndex: countOf(row, 'case_index'),
      repetition: countOf(row, 'repetition'),
      phase: wordOf(row, 'phase', runPhases),
      seed: integerOf(row, 'seed'),
      state: wordOf(row, 'state', runStates),
      /** Where the last attempt ran; undefined before the first start. */
      runDirectory: optionalOf(row, 'directory', textOf),
    })),
  }
}
