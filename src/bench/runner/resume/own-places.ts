import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { thisMachine } from '../../../core/plan/destination'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { Host } from '../../hosts/host'

/**
 * Folders on a host whose disk is never written raw: on this machine, those of the results file and of the
 * app. A host behind SSH may be this machine, too; its boot id tells.
 */
export function ownPlaces(
  host: Pick<Host, 'id'>,
  reviewPath: string,
  record: Pick<HostRecord, 'bootId'>,
): readonly string[] {
  const isHere = host.id === thisMachine || (record.bootId !== undefined && record.bootId === bootHere())
  return isHere ? [dirname(reviewPath), __dirname, dirname(process.execPath)] : []
}

function bootHere(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}
