import { createHash } from 'node:crypto'
import type { HostRecord } from '../../../core/contract/review'
import type { Host } from '../host'

/**
 * The part `machine` of a stored record: a digest of the machine's own id, because the id itself should not leave the
 * machine (machine-id(5)). Nothing where it has none.
 */
export function machinePart(id: string | undefined): { readonly machine?: string } {
  const text = id?.trim() ?? ''
  if (text === '') return { machine: '' }
  return { machine: createHash('sha256').update(`benchwright ${text}`).digest('hex').slice(0, 32) }
}

/**
 * Under what name files on a machine are on record: the machine itself, however it is reached. Where it has no id, the
 * host's.
 */
export function machineOf(record: HostRecord, host: Pick<Host, 'id'>): string {
  const machine = record.raw.machine ?? ''
  return machine === '' ? host.id : `machine:${machine}`
}

/** Machine and drive under a target; a whole machine where the drive is not known. */
export function deviceKey(record: HostRecord, host: Pick<Host, 'id'>): string {
  return `${machineOf(record, host)} ${record.device?.name ?? record.fileSystem?.source ?? ''}`
}
