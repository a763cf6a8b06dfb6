import * as v from 'valibot'
import { destinationSchema, type Destination } from '../plan/destination'
import type { HostRecord } from '../results/campaign/host-record'
import { command, request, terminalSize } from './request'

/** One folder of a host, as it is browsed for a target. Files are not listed. */
export interface FolderListing {
  /** Absolute path, without `.` and `..`. */
  readonly path: string
  /** Folder above; undefined at the root. */
  readonly parent: string | undefined
  /** Names of the folders in it, including links to folders, sorted. */
  readonly folders: readonly string[]
  /** There are more than could be listed. */
  readonly isCut: boolean
  /** This account may create files in it. */
  readonly writable: boolean
  /** `ext4`, `xfs` … */
  readonly fileSystem?: string
  readonly freeBytes?: number
  readonly totalBytes?: number
}

/**
 * The state of a host. `offline`: not tried, or unreachable and not awaited. `needs-login`: a person has to answer a
 * question. `unknown`: it was online, the connection was lost and is being retried; runs in progress on it continue.
 * `host-key-changed`: a different machine answers, or somebody is in between; nothing is sent to it.
 */
export type HostState = 'offline' | 'needs-login' | 'connecting' | 'online' | 'unknown' | 'host-key-changed'

/**
 * Whether a host waits for a person: no request to it is answered, and nothing is tried, before somebody logs in or has
 * looked at its changed key.
 */
export function needsPerson(state: HostState): state is 'needs-login' | 'host-key-changed' {
  return state === 'needs-login' || state === 'host-key-changed'
}

export interface HostStatus {
  readonly state: HostState
  /** Since when, in milliseconds since 1970. */
  readonly sinceMs: number
  /** Why, in one sentence; absent when all is well. */
  readonly text?: string
  readonly remedy?: string
  /** While `unknown`: when the next attempt starts, in milliseconds since 1970. */
  readonly nextTryAtMs?: number
  readonly changedKey?: ChangedHostKey
}

/** Both sides of a changed host key, as `SHA256:…`. Undefined if ssh did not report it. */
export interface ChangedHostKey {
  readonly keyType: string | undefined
  readonly storedFingerprint: string | undefined
  readonly offeredFingerprint: string | undefined
  /** Where the stored key is: file and line, from 1. */
  readonly file: string | undefined
  readonly line: number | undefined
}

/** One preflight check of a host. */
export interface PreflightCheck {
  /** Stable id: `answer`, `shell`, `engine-fio`, `engine-iozone`, `io-engines`, `space`, `clock`, `rights`, `tools`. */
  readonly id: string
  /** What was checked, in one to three words. */
  readonly label: string
  /** `problem`: nothing can be run. `warning`: something cannot be run, or the numbers may suffer. `unknown`: could not be read. */
  readonly state: 'good' | 'warning' | 'problem' | 'unknown'
  /** The finding, with numbers. */
  readonly text: string
  /** What to do about it; a command if one is enough. */
  readonly remedy?: string
}

/** The worst of several checks: the state of the host as a whole. */
export function worstOf(checks: readonly PreflightCheck[]): PreflightCheck['state'] {
  const order = ['problem', 'warning', 'unknown'] as const
  return order.find((state) => checks.some((check) => check.state === state)) ?? 'good'
}

/** A machine that can run campaigns, as shown in the list of hosts. */
export interface HostSummary {
  readonly id: Destination
  readonly name: string
  readonly status: HostStatus
  /** Whether it is on the user's list of hosts; somebody else's plan may use one that is not. */
  readonly listed: boolean
  /** A login terminal is open: `host.terminal` has its text. */
  readonly loggingIn: boolean
  /** When it was last checked, in milliseconds since 1970; undefined if not since the app started. */
  readonly inspectedAtMs: number | undefined
  /** Why nothing can be run there, by the last check of the host or of a plan on it; undefined if nothing is known. */
  readonly problem?: string | undefined
}

/** Everything found on a host. */
export interface HostReport {
  readonly inspectedAtMs: number
  readonly checks: readonly PreflightCheck[]
  readonly record: HostRecord
}

/** Events whenever a host is added, removed or changes state, and the output of a login terminal. */
export type HostEvent =
  | { readonly type: 'hosts-changed'; readonly hosts: readonly HostSummary[] }
  | { readonly type: 'host-terminal'; readonly hostId: Destination; readonly text: string }

const hostId = destinationSchema

/**
 * Requests of the window about hosts. A host is named by its destination, which is checked here and passed to ssh
 * after `--`; it must be on the list. Text typed into a login terminal is passed on and never kept.
 */
export const hostRequests = {
  /** This machine, the list of hosts, and then hosts in use that are not on the list. */
  'host.list': request<readonly HostSummary[]>()({}),
  /** Names in ~/.ssh/config that denote one machine and are not on the list yet. */
  'host.aliases': request<readonly Destination[]>()({}),
  'host.add': request<HostSummary>()({ destination: destinationSchema }),
  'host.remove': command({ hostId }),
  /** Connects in a terminal of this size, in which ssh may ask; its text comes as `host-terminal` events. */
  'host.login': command({ hostId, ...terminalSize }),
  'host.terminal': request<{ scrollback: string }>()({ hostId }),
  'host.type': command({ hostId, text: v.pipe(v.string(), v.maxLength(8192)) }),
  'host.resize': command({ hostId, ...terminalSize }),
  /** Ends the connection, or the login. Anything running on the host continues. */
  'host.disconnect': command({ hostId }),
  /** Checks the host again: preflight and inventory. Rejects if it cannot be reached. */
  'host.inspect': request<HostReport>()({ hostId }),
  /** Cancels the check in progress, which then rejects. */
  'host.cancel-inspect': command({ hostId }),
  /** The result of the last check; `null` if there was none since the app started. */
  'host.report': request<HostReport | null>()({ hostId }),
  /**
   * Removes the stored key of a host whose key changed, if it is still the one with this fingerprint; the next login then
   * asks about the new one. Only keys in the app's own list are removed.
   */
  'host.forget-key': command({
    hostId,
    storedFingerprint: v.pipe(v.string(), v.regex(/^SHA256:[A-Za-z0-9+/]{43}$/)),
  }),
}
