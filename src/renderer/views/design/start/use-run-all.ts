import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { PlansStart } from '../../../../core/contract/bench-requests'
import type { Plan } from '../../../../core/plan/plan'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useReview } from '../../../composables/use-review'
import type { Plans } from '../plans/plans'
import { hasNoTarget, plansToRun, type RunnablePlan } from './plans-to-run'
import type { CampaignStart } from './use-start'

export interface RunAll {
  /** The dialog that asks for what all of them need. */
  readonly shown: Ref<boolean>
  readonly plans: Readonly<ShallowRef<readonly Plan[]>>
  /** Ids of those that continue an unfinished campaign. */
  readonly resumed: ComputedRef<readonly string[]>
  open(): Promise<void>
  start(folder: string, configuration: string, draft: PlansStart['draft']): Promise<void>
}

/** Runs every unfinished plan of the review, one after the other. */
export function useRunAll(
  { list, flush, change }: Pick<Plans, 'list' | 'flush' | 'change'>,
  starting: Pick<CampaignStart, 'startAll'>,
): RunAll {
  const bench = useBench()
  const notices = useNotices()
  const { summary } = useReview()
  const shown = ref(false)
  const plans = shallowRef<readonly Plan[]>([])
  const runnable = shallowRef<readonly RunnablePlan[]>([])

  return {
    shown,
    plans,
    resumed: computed(() => runnable.value.filter(({ isResumed }) => isResumed).map(({ id }) => id)),
    async open() {
      await notices.attempt('The plans could not be read', async () => {
        await flush()
        const found = plansToRun(list.value, summary.value?.campaigns ?? [])
        plans.value = await Promise.all(found.map(({ id }) => bench.request('plan.get', { planId: id })))
        runnable.value = found
        shown.value = true
      })
    },
    async start(folder, configuration, draft) {
      // Questions about wear and devices appear over the window, where a dialog would hide them.
      shown.value = false
      await notices.attempt('The plans were not started', async () => {
        for (const { id } of plans.value.filter(hasNoTarget))
          await change(id, 'choose the folder to measure', (plan) => ({
            ...plan,
            target: { kind: 'folder', path: folder },
          }))
        await starting.startAll(runnable.value, configuration, draft)
      })
    },
  }
}
