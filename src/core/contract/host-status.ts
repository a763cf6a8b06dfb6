/**
 * How a host stands. `offline`: not tried, or not reachable and not waited for. `needs-login`: a person has to answer a
 * question. `unknown`: it was online, the connection is gone and is being tried again; what runs there runs on.
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

/** Both sides of a changed host key, as `SHA256:…`. Undefined where ssh did not say. */
export interface ChangedHostKey {
  readonly keyType: string | undefined
  readonly storedFingerprint: string | undefined
  readonly offeredFingerprint: string | undefined
  /** Where the stored key stands: file and line, from 1. */
  readonly file: string | undefined
  readonly line: number | undefined
}
