import { createHash } from 'node:crypto'
import type { HostRecord } from '../../../core/results/host-record'
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

/** What a person agrees to about the place: the machine, and for one behind a network the keys it proves itself with. */
export interface Place {
  /** See `machineOf`. */
  readonly machine: string
  /** Fingerprints on record; empty for this machine. */
  readonly hostKeys: readonly string[]
}

/** Where a plan runs, as a person agrees to it. */
export function placeOf(record: HostRecord, host: Pick<Host, 'id'>): Place {
  return { machine: machineOf(record, host), hostKeys: hostKeysOf(record) }
}

function hostKeysOf({ raw }: HostRecord): readonly string[] {
  return (raw['host-keys'] ?? '').split(' ').filter((key) => key !== '')
}

/** A host may have got further keys since (ssh learns them by itself); without one in common it is another host. */
export function shareKey(then: readonly string[], now: readonly string[]): boolean {
  return (then.length === 0 && now.length === 0) || then.some((key) => now.includes(key))
}

/**
 * Whether two records are of different machines: by the machine's own id, and where one has none, by the keys it proves
 * itself with.
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

/** Machine and drive under a target; a whole machine where the drive is not known. */
export function deviceKey(record: HostRecord, host: Pick<Host, 'id'>): string {
  return `${machineOf(record, host)} ${record.device?.name ?? record.fileSystem?.source ?? ''}`
}
