import type { HostSummary, HostState } from '../../../core/contract/host-requests'
import { thisMachine } from '../../../core/plan/destination'
import type { StateLabel } from './state-label'

const labels: Readonly<Record<HostState, StateLabel>> = {
  online: { text: 'Connected', tone: 'good' },
  offline: { text: 'Not connected', tone: 'quiet' },
  connecting: { text: 'Connecting …', tone: 'accent' },
  'needs-login': { text: 'Login needed', tone: 'warning' },
  unknown: { text: 'Unknown, reconnecting', tone: 'warning' },
  'host-key-changed': { text: 'Host key changed', tone: 'danger' },
}

/** The state of a host, in words. This machine is always available. */
export function hostStateLabel(
  host: Pick<HostSummary, 'id' | 'status' | 'loggingIn' | 'problem'>,
): StateLabel {
  if (host.problem !== undefined && host.status.state === 'online' && !host.loggingIn)
    return { text: 'Can run nothing', tone: 'danger' }
  if (host.id === thisMachine) return { text: 'This machine', tone: 'good' }
  if (host.loggingIn) return { text: 'Logging in …', tone: 'accent' }
  return labels[host.status.state]
}

/** States that end without the user doing anything. */
export function isLively(host: Pick<HostSummary, 'status' | 'loggingIn'>): boolean {
  return host.loggingIn || host.status.state === 'connecting' || host.status.state === 'unknown'
}
