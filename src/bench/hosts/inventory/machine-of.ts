import { createHash } from 'node:crypto'
import type { HostRecord } from '../../../core/results/campaign/host-record'
import type { Host } from '../host'

/**
 * The part `machine` of a stored record: a digest of the machine's own id, because the id itself should not
 * leave the machine (machine-id(5)). Empty if it has none.
 */
export function machinePart(id: string | undefined): { readonly machine?: string } {
  const text = id?.trim() ?? ''
  if (text === '') return { machine: '' }
  return { machine: createHash('sha256').update(`benchwright ${text}`).digest('hex').slice(0, 32) }
}

/**
 * The name under which files on a machine are on record: the machine's id, however it is reached, or the
 * host's id if it has none.
 */
export function machineOf(record: HostRecord, host: Pick<Host, 'id'>): string {
  const machine = record.raw.machine ?? ''
  return machine === '' ? host.id : `machine:${machine}`
}

/** The place a person agrees to: the machine and, if it is reached over a network, its host keys. */
export interface Place {
  /** See `machineOf`. */
  readonly machine: string
  /** Fingerprints on record; empty for this machine. */
  readonly hostKeys: readonly string[]
}

/** The place where a plan runs, for a person's agreement. */
export function placeOf(record: HostRecord, host: Pick<Host, 'id'>): Place {
  return { machine: machineOf(record, host), hostKeys: hostKeysOf(record) }
}

function hostKeysOf({ raw }: HostRecord): readonly string[] {
  return (raw['host-keys'] ?? '').split(' ').filter((key) => key !== '')
}

/**
 * A host may have gained keys since then (ssh learns them automatically); with none in common it is another
 * host.
 */
export function shareKey(then: readonly string[], now: readonly string[]): boolean {
  return (then.length === 0 && now.length === 0) || then.some((key) => now.includes(key))
}

/**
 * Whether two records are of different machines: by the machine's own id or, if one has none, by their host
 * keys.
 */
export function isOtherMachine(then: HostRecord, now: HostRecord): boolean {
  const [machineThen = '', machineNow = ''] = [then.raw.machine, now.raw.machine]
  if (machineThen !== '' && machineNow !== '') return machineThen !== machineNow
  const [keysThen, keysNow] = [hostKeysOf(then), hostKeysOf(now)]
  return keysThen.length > 0 && keysNow.length > 0 && !shareKey(keysThen, keysNow)
}

/** Whether a machine shows its processes' open files under /proc. */
export function hasProc({ kernel }: HostRecord): boolean {
  return kernel?.startsWith('Linux ') ?? false
}

/** Machine and drive under a target; the whole machine if the drive is not known. */
export function deviceKey(record: HostRecord, host: Pick<Host, 'id'>): string {
  return `${machineOf(record, host)} ${record.device?.name ?? record.fileSystem?.source ?? ''}`
}
