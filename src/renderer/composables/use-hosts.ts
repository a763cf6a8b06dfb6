import { effectScope, shallowRef, type ShallowRef } from 'vue'
import type { HostSummary } from '../../core/contract/host-requests'
import { useBench } from './use-bench'

export interface Hosts {
  /** This machine first; undefined until the bench has answered. Replaced as a whole. */
  readonly hosts: Readonly<ShallowRef<readonly HostSummary[] | undefined>>
  /** Why the list could not be read. */
  readonly failure: Readonly<ShallowRef<Error | undefined>>
  refresh(): Promise<void>
}

const hosts = shallowRef<readonly HostSummary[]>()
const failure = shallowRef<Error>()
let listening = false

/** The hosts that campaigns can run on, kept fresh by the bench's events. */
export function useHosts(): Hosts {
  if (!listening) {
    listening = true
    // Detached: the list outlives the component that asked first.
    effectScope(true).run(() =>
      useBench().onEvent((event) => {
        if (event.type === 'hosts-changed') hosts.value = event.hosts
      }),
    )
    void refresh()
  }
  return { hosts, failure, refresh }
}

async function refresh(): Promise<void> {
  try {
    hosts.value = await useBench().request('host.list', {})
    failure.value = undefined
  } catch (error) {
    failure.value = error instanceof Error ? error : new Error(String(error))
  }
}
