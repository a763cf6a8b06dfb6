import * as v from 'valibot'
import type { Immutable } from './plan'

/** A raw device as the guard saw it on its host. Absent parts could not be read. */
export interface DeviceFacts {
  /** Kernel's own node, e.g. `/dev/nvme0n1`; engines are given this one. */
  readonly node: string
  /** `major:minor`, the unique name behind every spelling of a path. */
  readonly number: string
  readonly model?: string
  readonly serial?: string
  readonly wwn?: string
  readonly sizeBytes: number
  readonly logicalBlockBytes: number
  /** Id of the partition table. */
  readonly tableId?: string
  /** WWN, serial, model, size, block size and position of a partition as one text, compared immediately before every start. */
  readonly identity: string
  /** Boot id and the kernel's count of attached disks: distinguishes two devices without serial numbers. */
  readonly sequence: string
  /** No other device of the host has the same WWN or serial number. */
  readonly unique: boolean
  /** File systems, partition tables and members of arrays on the device and its partitions. */
  readonly contents: readonly DeviceContent[]
  /** Parts with unreadable content. */
  readonly unread: readonly string[]
  /** Why a purge is impossible, by kind of step; absent or empty: it is possible. */
  readonly purges?: Readonly<Record<string, string>>
}

/** What is on a device or one of its partitions, e.g. `ext4 "data"` on `sda1`. */
export interface DeviceContent {
  readonly name: string
  readonly text: string
}

/** What the guard finds at a path. */
export const guardedKinds = ['device', 'folder', 'file', 'missing', 'other'] as const

/** The guard's answer for one path. */
export interface GuardVerdict {
  readonly verdict: 'allowed' | 'refused'
  readonly path: string
  readonly kind: (typeof guardedKinds)[number]
  /** Stable id such as `mount` or `system-disk`; absent when allowed. */
  readonly id?: string
  /** One sentence. */
  readonly reason?: string
  /** One sentence. */
  readonly remedy?: string
  readonly device?: DeviceFacts
}

/** A device as the user confirmed it, or as it was when a read-only plan was started. Kept with the campaign. */
export const confirmedDeviceShape = v.object({
  node: v.string(),
  identity: v.string(),
  sequence: v.string(),
  unique: v.boolean(),
  sizeBytes: v.pipe(v.number(), v.finite()),
  tableId: v.optional(v.string()),
  /** Types of what was on the device itself, e.g. `ext4`, `gpt`. */
  contentTypes: v.array(v.string()),
  writes: v.boolean(),
  /** SHA-256 of host, identity and every command; absent for a read-only plan. */
  commandsHash: v.optional(v.string()),
  confirmedAtMs: v.pipe(v.number(), v.finite()),
})
export type ConfirmedDevice = Immutable<v.InferOutput<typeof confirmedDeviceShape>>

/** What the user types to confirm exactly this device. */
export interface ConfirmationPhrase {
  readonly text: string
  /** How the prompt names it: `the last 6 characters of the serial number`. */
  readonly asked: string
}

const serialCharacters = 6

/**
 * The last characters of the serial number; path and size in bytes if the device has none, such as many USB bridges
 * and virtual disks. `path` is the path in the plan.
 */
export function confirmationPhrase(
  device: Pick<DeviceFacts, 'serial' | 'unique' | 'sizeBytes'>,
  path: string,
): ConfirmationPhrase {
  const { serial, unique, sizeBytes } = device
  if (!unique || serial === undefined || serial.length < 4) {
    return { text: `${path} ${String(sizeBytes)}`, asked: 'its path and its size in bytes' }
  }
  const text = serial.slice(-serialCharacters)
  return { text, asked: `the last ${String(text.length)} characters of its serial number` }
}

/** Whether the typed text is the phrase, ignoring only white space around and between words. */
export function isPhrase(typed: string, phrase: ConfirmationPhrase): boolean {
  const plain = (text: string) => text.trim().split(/\s+/).join(' ')
  return plain(typed) === plain(phrase.text)
}
