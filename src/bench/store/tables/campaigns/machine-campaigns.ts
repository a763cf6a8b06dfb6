import { integerOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import type { Connection } from '../../file/connection'
import { integer } from '../../file/encode'
import { seal, unsealed } from '../../integrity/seal'

/** Stores campaigns of single hosts under the one that leads them, in this order. */
export function insertMachines(
  connection: Connection,
  leaderId: number,
  machineIds: readonly number[],
): void {
  machineIds.forEach((machineId, place) => {
    const id = integer(machineId, 'A campaign id')
    connection.change(
      'INSERT INTO member_campaign (campaign_id, leader_id, place, checksum) VALUES (?, ?, ?, ?)',
      id,
      integer(leaderId, 'A campaign id'),
      integer(place, 'A place'),
      unsealed,
    )
    seal(connection, 'member_campaign', id)
  })
}

/** The campaigns under this one, in the order of the plan's hosts; none for a campaign on one host. */
export function machineCampaignsOf(connection: Reads, leaderId: number): readonly number[] {
  const id = integer(leaderId, 'A campaign id')
  return connection
    .all('SELECT campaign_id FROM member_campaign WHERE leader_id = ? ORDER BY place', id)
    .map((row) => integerOf(row, 'campaign_id'))
}

/** Runs of the machines that belong to a leader's run, in the order of the plan's hosts. */
export function machineRunsOf(connection: Reads, runId: number): readonly number[] {
  return connection
    .all(
      `SELECT m.id FROM run AS l
       JOIN member_campaign AS g ON g.leader_id = l.campaign_id
       JOIN run AS m ON m.campaign_id = g.campaign_id AND m.position = l.position
       WHERE l.id = ? ORDER BY g.place`,
      integer(runId, 'A run id'),
    )
    .map((row) => integerOf(row, 'id'))
}

/** The leader of each campaign of a single host, in the whole file. */
export function readLeaders(connection: Reads): ReadonlyMap<number, number> {
  const rows = connection.all('SELECT campaign_id, leader_id FROM member_campaign ORDER BY leader_id, place')
  return new Map(rows.map((row) => [integerOf(row, 'campaign_id'), integerOf(row, 'leader_id')]))
}
