import { computed, effectScope, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { HostSummary } from '../../../core/contract/host-requests'
import { useBench } from '../use-bench'

export interface Hosts {
  /** The person's list, this machine first; undefined until the bench has answered. Replaced as a whole. */
  readonly hosts: ComputedRef<readonly HostSummary[] | undefined>
  /** Those on the list, and others that campaigns use. */
  readonly known: Readonly<ShallowRef<readonly HostSummary[] | undefined>>
  /** Why the list could not be read. */
  readonly failure: Readonly<ShallowRef<Error | undefined>>
  refresh(): Promise<void>
}

const known = shallowRef<readonly HostSummary[]>()
const hosts = computed(() => known.value?.filter(({ listed }) => listed))
const failure = shallowRef<Error>()
let listening = false

/** The hosts that campaigns can run on, kept up to date by the bench's events. */
export function useHosts(): Hosts {
  if (!listening) {
    listening = true
    // Detached: the list outlives the component that asked first.
    effectScope(true).run(() =>
      useBench().onEvent((event) => {
        if (event.type === 'hosts-changed') known.value = event.hosts
      }),
    )
    void refresh()
  }
  return { hosts, known, failure, refresh }
}

async function refresh(): Promise<void> {
  try {
    known.value = await useBench().request('host.list', {})
    failure.value = undefined
  } catch (error) {
    failure.value = error instanceof Error ? error : new Error(String(error))
  }
}
