import { bytesPerUnit, countedMove } from '../../../../core/observers/drive-units'
import type { HostRecord } from '../../../../core/results/campaign/host-record'
import { integerOf } from '../../file/columns'
import type { Reads } from '../../file/reads'
import { integer } from '../../file/encode'
import { readSeries } from './series'

/**
 * What is recorded of a machine, with the bytes that its drive moved before the campaign where the drive gave units of its
 * own, and the runs of the campaign tell what those are.
 */
export function withDriveBytes(connection: Reads, campaignId: number, hostRecord: HostRecord): HostRecord {
  const { device } = hostRecord
  const { health } = device ?? {}
  if (!device || !health || (health.unitsWritten ?? health.unitsRead) === undefined) return hostRecord
  const bytesOf = (units: number | undefined, direction: 'read' | 'write') => {
    const unit =
      units === undefined ? undefined : readUnitBytes(connection, campaignId, device.name, direction)
    return units === undefined || unit === undefined ? undefined : units * unit
  }
  const bytesWritten = bytesOf(health.unitsWritten, 'write')
  const bytesRead = bytesOf(health.unitsRead, 'read')
  return {
    ...hostRecord,
    device: {
      ...device,
      health: {
        ...health,
        ...(bytesWritten !== undefined && { bytesWritten }),
        ...(bytesRead !== undefined && { bytesRead }),
      },
    },
  }
}

/** Bytes of one unit of the drive's counter, from what the finished runs of a campaign recorded. */
function readUnitBytes(
  connection: Reads,
  campaignId: number,
  device: string,
  direction: 'read' | 'write',
): number | undefined {
  const runs = connection.all(
    "SELECT id FROM run WHERE campaign_id = ? AND phase = 'measure' AND state = 'done' ORDER BY id",
    integer(campaignId, 'A campaign id'),
  )
  const wanted = {
    sources: ['smart', 'disk'],
    metrics: ['drive_units', 'bandwidth'],
    directions: [direction],
  } as const
  return bytesPerUnit(
    runs.flatMap((row) => {
      const series = readSeries(connection, integerOf(row, 'id'), wanted)
      const counted = new Set(
        series.flatMap((one) => (one.source === 'smart' && one.device !== undefined ? [one.device] : [])),
      )
      // A partition is on the drive whose name it begins with.
      const [drive, ...others] = [...counted].filter((name) => device.startsWith(name))
      return drive === undefined || others.length > 0
        ? []
        : (countedMove(series.filter((one) => one.device === drive)) ?? [])
    }),
  )
}
