import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { ComparisonSettings } from '../../../../core/comparison/comparison-settings'
import type { MoreRunsPreview, PlannedRuns } from '../../../../core/contract/comparison-requests'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'

/** Plans that run cases as often as they still need: their cost, and the plans once they are created. */
export function useMoreRuns(): {
  /** What would be added and its cost; undefined until requested. */
  readonly preview: ShallowRef<MoreRunsPreview | undefined>
  /** The plans that were added. */
  readonly planned: ShallowRef<readonly PlannedRuns[]>
  readonly busy: Readonly<Ref<boolean>>
  readonly look: (settings: ComparisonSettings, cells: readonly number[]) => Promise<void>
  readonly plan: (settings: ComparisonSettings, cells: readonly number[]) => Promise<void>
  readonly forget: () => void
} {
  const bench = useBench()
  const notices = useNotices()
  const preview = shallowRef<MoreRunsPreview>()
  const planned = shallowRef<readonly PlannedRuns[]>([])
  const busy = ref(false)
  let latest = 0

  async function look(settings: ComparisonSettings, cells: readonly number[]): Promise<void> {
    const own = ++latest
    try {
      const found = await bench.request('comparison.preview-more-runs', { settings, cells })
      if (own === latest) preview.value = found
    } catch (reason) {
      if (own === latest) notices.failure(reason, 'The cost of more runs could not be estimated')
    }
  }

  async function plan(settings: ComparisonSettings, cells: readonly number[]): Promise<void> {
    busy.value = true
    await notices.attempt('The plan could not be created', async () => {
      const { plans } = await bench.request('comparison.plan-more-runs', { settings, cells })
      planned.value = plans
    })
    busy.value = false
  }

  function forget(): void {
    latest++
    preview.value = undefined
    planned.value = []
  }
  return { preview, planned, busy, look, plan, forget }
}
