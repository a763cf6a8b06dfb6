import * as v from 'valibot'
import { destinationSchema, type Destination } from '../plan/destination'
import type { HostRecord } from '../results/host-record'

/** One folder of a host, as it is browsed for a target. Files are not listed. */
export interface FolderListing {
  /** Absolute path, without `.` and `..`. */
  readonly path: string
  /** Folder above; undefined at the root. */
  readonly parent: string | undefined
  /** Names of the folders in it, those behind links too, in the order of their names. */
  readonly folders: readonly string[]
  /** There are more than could be listed. */
  readonly isCut: boolean
  /** This account may make files in it. */
  readonly writable: boolean
  /** `ext4`, `xfs` … */
  readonly fileSystem?: string
  readonly freeBytes?: number
  readonly totalBytes?: number
}

/**
 * How a host stands. `offline`: not tried, or not reachable and not waited for. `needs-login`: a person has to answer a
 * question. `unknown`: it was online, the connection is gone and is being tried again; runs in progress there continue.
 * `host-key-changed`: another machine answers, or somebody stands between; nothing is sent to it.
 */
export type HostState = 'offline' | 'needs-login' | 'connecting' | 'online' | 'unknown' | 'host-key-changed'

export interface HostStatus {
  readonly state: HostState
  /** Since when, in milliseconds since 1970. */
  readonly sinceMs: number
  /** Why, in one sentence; absent when all is well. */
  readonly text?: string
  readonly remedy?: string
  /** While `unknown`: when the next try begins, in milliseconds since 1970. */
  readonly nextTryAtMs?: number
  readonly changedKey?: ChangedHostKey
}

/** Both sides of a changed host key, as `SHA256:…`. Undefined if ssh did not say. */
export interface ChangedHostKey {
  readonly keyType: string | undefined
  readonly storedFingerprint: string | undefined
  readonly offeredFingerprint: string | undefined
  /** Where the stored key stands: file and line, from 1. */
  readonly file: string | undefined
  readonly line: number | undefined
}

/** One thing that was looked at on a host before anything is run there. */
export interface PreflightCheck {
  /** Stable id: `answer`, `shell`, `engine-fio`, `engine-iozone`, `io-engines`, `space`, `clock`, `rights`, `tools`. */
  readonly id: string
  /** One to three words: what was looked at. */
  readonly label: string
  /** `problem`: nothing can be run. `warning`: something cannot, or the numbers may suffer. `unknown`: could not be read. */
  readonly state: 'good' | 'warning' | 'problem' | 'unknown'
  /** What is so, with numbers. */
  readonly text: string
  /** What to do about it; a command where one is enough. */
  readonly remedy?: string
}

/** The worst of several checks: what a host as a whole is good for. */
export function worstOf(checks: readonly PreflightCheck[]): PreflightCheck['state'] {
  const order = ['problem', 'warning', 'unknown'] as const
  return order.find((state) => checks.some((check) => check.state === state)) ?? 'good'
}

/** A machine that campaigns can be run on, as the list of hosts shows it. */
export interface HostSummary {
  readonly id: Destination
  readonly name: string
  readonly status: HostStatus
  /** Whether the person has it on the list of hosts; a plan of somebody else may use one that is not. */
  readonly listed: boolean
  /** A login terminal is open: `host.terminal` has its text. */
  readonly loggingIn: boolean
  /** When it was looked at last, in milliseconds since 1970; undefined when it was not since the app started. */
  readonly inspectedAtMs: number | undefined
}

/** Everything that was found on a host. */
export interface HostReport {
  readonly inspectedAtMs: number
  readonly checks: readonly PreflightCheck[]
  readonly record: HostRecord
}

/**
 * What the window may ask about hosts. A host is named by its destination, which is checked here and handed to ssh
 * behind `--`; it has to be on the list. What a person types into a login terminal is passed on and never kept.
 */
export interface HostRequests {
  /** This machine, the list of hosts, and behind them those that are used and not on it. */
  'host.list': { arguments: Record<string, never>; answer: readonly HostSummary[] }
  /** Names of ~/.ssh/config that stand for one machine and are not on the list yet. */
  'host.aliases': { arguments: Record<string, never>; answer: readonly Destination[] }
  'host.add': { arguments: { destination: Destination }; answer: HostSummary }
  'host.remove': { arguments: { hostId: Destination }; answer: null }
  /** Connects in a terminal of this size, in which ssh may ask; its text comes as `host-terminal` events. */
  'host.login': { arguments: { hostId: Destination; columns: number; rows: number }; answer: null }
  'host.terminal': { arguments: { hostId: Destination }; answer: { scrollback: string } }
  'host.type': { arguments: { hostId: Destination; text: string }; answer: null }
  'host.resize': { arguments: { hostId: Destination; columns: number; rows: number }; answer: null }
  /** Ends the connection, or the login. What runs on the host runs on. */
  'host.disconnect': { arguments: { hostId: Destination }; answer: null }
  /** Looks at the host again: preflight and inventory. Rejects when it cannot be reached. */
  'host.inspect': { arguments: { hostId: Destination }; answer: HostReport }
  /** Gives up the look that continues, which then rejects. */
  'host.cancel-inspect': { arguments: { hostId: Destination }; answer: null }
  /** What the last look found; `null` when there was none since the app started. */
  'host.report': { arguments: { hostId: Destination }; answer: HostReport | null }
  /**
   * Removes the stored key of a host whose key changed, if it is still the one with this fingerprint; the next login then
   * asks about the new one. Only keys in the app's own list are removed.
   */
  'host.forget-key': { arguments: { hostId: Destination; storedFingerprint: string }; answer: null }
}

/** Told whenever a host is added or removed or stands otherwise than before, and what a login terminal shows. */
export type HostEvent =
  | { readonly type: 'hosts-changed'; readonly hosts: readonly HostSummary[] }
  | { readonly type: 'host-terminal'; readonly hostId: Destination; readonly text: string }

const hostId = destinationSchema
const columns = v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000))
const rows = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))
const nothing = v.strictObject({})

/** Checks of the arguments; unknown keys are refused. */
export const hostArguments: {
  readonly [N in keyof HostRequests]: v.GenericSchema<unknown, HostRequests[N]['arguments']>
} = {
  'host.list': nothing,
  'host.aliases': nothing,
  'host.add': v.strictObject({ destination: destinationSchema }),
  'host.remove': v.strictObject({ hostId }),
  'host.login': v.strictObject({ hostId, columns, rows }),
  'host.terminal': v.strictObject({ hostId }),
  'host.type': v.strictObject({ hostId, text: v.pipe(v.string(), v.maxLength(8192)) }),
  'host.resize': v.strictObject({ hostId, columns, rows }),
  'host.disconnect': v.strictObject({ hostId }),
  'host.inspect': v.strictObject({ hostId }),
  'host.cancel-inspect': v.strictObject({ hostId }),
  'host.report': v.strictObject({ hostId }),
  'host.forget-key': v.strictObject({
    hostId,
    storedFingerprint: v.pipe(v.string(), v.regex(/^SHA256:[A-Za-z0-9+/]{43}$/)),
  }),
}
