import { computed, type ComputedRef } from 'vue'
import type { HostSummary } from '../../../core/contract/host-requests'
import { thisMachine } from '../../../core/plan/destination'
import type { CampaignFacts } from '../../../core/results/campaign'
import { useHosts } from '../../composables/use-hosts'

/** The hosts that a campaign runs on, as they stand now; those that nothing was asked of since the app started are left out. */
export function useCampaignHosts(campaign: () => CampaignFacts): {
  readonly machines: ComputedRef<readonly HostSummary[]>
  /** Those that cannot be reached just now, while that matters to the campaign. */
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
