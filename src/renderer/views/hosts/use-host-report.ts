import { computed, shallowReactive, watch, type ComputedRef, type Ref } from 'vue'
import type { HostReport, HostSummary } from '../../../core/contract/host-requests'
import type { Destination } from '../../../core/plan/destination'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'

export interface HostReportView {
  readonly report: ComputedRef<HostReport | undefined>
  readonly looking: ComputedRef<boolean>
  readonly failure: ComputedRef<Error | undefined>
  /** Inspects the host again. */
  look(): Promise<void>
  /** Cancels the inspection in progress. */
  cancel(): void
}

/** Reports by host id. They outlive the room, so that they are still shown on return. */
const reports = shallowReactive(new Map<Destination, HostReport>())
const failures = shallowReactive(new Map<Destination, Error>())
const underway = shallowReactive(new Set<Destination>())

/** The report of the selected host; inspects it automatically once it is connected, unless that was done already. */
export function useHostReport(host: Ref<HostSummary | undefined>): HostReportView {
  const bench = useBench()
  const notices = useNotices()
  const id = computed(() => host.value?.id)

  async function look(): Promise<void> {
    const hostId = id.value
    if (hostId === undefined || underway.has(hostId)) return
    underway.add(hostId)
    try {
      reports.set(hostId, await bench.request('host.inspect', { hostId }))
      failures.delete(hostId)
    } catch (error) {
      failures.set(hostId, error instanceof Error ? error : new Error(String(error)))
    } finally {
      underway.delete(hostId)
    }
  }

  function cancel(): void {
    const hostId = id.value
    if (hostId === undefined) return
    void notices.attempt('The inspection could not be cancelled', () =>
      bench.request('host.cancel-inspect', { hostId }),
    )
  }

  async function fetchOrLook(hostId: Destination, known: boolean): Promise<void> {
    // The bench keeps its findings while the page is reloaded.
    const kept = known ? await bench.request('host.report', { hostId }).catch(() => null) : null
    if (kept) reports.set(hostId, kept)
    else await look()
  }

  watch(
    () => [id.value, host.value?.status.state, host.value?.inspectedAtMs !== undefined] as const,
    ([hostId, state, known]) => {
      if (hostId === undefined || state !== 'online') return
      if (reports.has(hostId) || underway.has(hostId)) return
      void fetchOrLook(hostId, known)
    },
    { immediate: true },
  )

  return {
    report: computed(() => (id.value === undefined ? undefined : reports.get(id.value))),
    looking: computed(() => id.value !== undefined && underway.has(id.value)),
    failure: computed(() => (id.value === undefined ? undefined : failures.get(id.value))),
    look,
    cancel,
  }
}

/** Forgets the findings, e.g. of a host that was removed. */
export function forgetReport(hostId: Destination): void {
  reports.delete(hostId)
  failures.delete(hostId)
}
