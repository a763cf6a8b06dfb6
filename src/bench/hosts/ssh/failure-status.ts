import type { HostStatus } from '../../../core/contract/host-requests'
import { readChangedKey } from './changed-key'
import type { SshFailure } from './ssh-failure'

/** How a host stands after an attempt that failed for good. */
export function failureStatus(failure: SshFailure, printed: string): HostStatus {
  const { kind, text, remedy } = failure
  const sinceMs = Date.now()
  if (kind !== 'changed-key') {
    const state = kind === 'denied' || kind === 'unknown-key' ? 'needs-login' : 'offline'
    return { state, sinceMs, text, remedy }
  }
  const changedKey = readChangedKey(printed)
  const { storedFingerprint = 'unknown', offeredFingerprint = 'unknown', file, line } = changedKey
  const place = file === undefined ? '' : ` (${file}, line ${String(line)})`
  return {
    state: 'host-key-changed',
    sinceMs,
    text: `The host key changed: stored is ${storedFingerprint}${place}, offered is ${offeredFingerprint}. Nothing was sent.`,
    remedy,
    changedKey,
  }
}
