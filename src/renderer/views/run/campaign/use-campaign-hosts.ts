import { computed, type ComputedRef } from 'vue'
import type { HostSummary } from '../../../../core/contract/host-requests'
import { thisMachine } from '../../../../core/plan/destination'
import type { CampaignFacts } from '../../../../core/results/campaign/campaign'
import { useHosts } from '../../../composables/review/use-hosts'

/**
 * The hosts that a campaign runs on, with their current state. Hosts that have not been used since the app started
 * are omitted.
 */
export function useCampaignHosts(campaign: () => CampaignFacts): {
  readonly machines: ComputedRef<readonly HostSummary[]>
  /** Those that cannot be reached at the moment, as long as that affects the campaign. */
  readonly away: ComputedRef<readonly HostSummary[]>
} {
  const { known } = useHosts()
  const machines = computed(() => {
    const remote = campaign().plan.hosts.filter((id) => id !== thisMachine)
    return remote.flatMap((id) => known.value?.find((one) => one.id === id) ?? [])
  })
  const away = computed(() =>
    campaign().state === 'done' ? [] : machines.value.filter(({ status }) => status.state !== 'online'),
  )
  return { machines, away }
}
