import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import type { PlannedRuns } from '../../../../core/contract/comparison-requests'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'

/** Adds plans that run cases as often as they still need. */
export function useMoreRuns(): {
  /** The plans that were added. */
  readonly planned: ShallowRef<readonly PlannedRuns[]>
  readonly busy: Readonly<Ref<boolean>>
  readonly plan: (settings: ComparisonSettings, cells: readonly number[]) => Promise<void>
} {
  const bench = useBench()
  const notices = useNotices()
  const planned = shallowRef<readonly PlannedRuns[]>([])
  const busy = ref(false)

  async function plan(settings: ComparisonSettings, cells: readonly number[]): Promise<void> {
    busy.value = true
    try {
      const { plans } = await bench.request('comparison.plan-more-runs', { settings, cells })
      planned.value = plans
    } catch (reason) {
      notices.failure(reason, 'No plan could be made of it')
    } finally {
      busy.value = false
    }
  }
  return { planned, busy, plan }
}
