import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { PlansStart } from '../../../../core/contract/bench-requests'
import type { Plan } from '../../../../core/plan/plan'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useReview } from '../../../composables/review/use-review'
import type { Plans } from '../plans/plans'
import { hasNoTarget, plansToRun, type RunnablePlan } from './plans-to-run'
import type { CampaignStart } from './use-start'

export interface RunAll {
  /** The dialog that asks for what all of them need. */
  readonly shown: Ref<boolean>
  readonly plans: Readonly<ShallowRef<readonly Plan[]>>
  /** The same plans, and which of them continue an unfinished campaign. */
  readonly runnable: Readonly<ShallowRef<readonly RunnablePlan[]>>
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
    runnable,
    async open() {
      await notices.attempt('The plans could not be read', async () => {
        await flush()
        const found = plansToRun(list.value, summary.value?.campaigns ?? [])
        const read = await Promise.all(found.map(({ id }) => bench.request('plan.get', { planId: id })))
        runnable.value = found
        plans.value = read
        shown.value = true
      })
    },
    async start(folder, configuration, draft) {
      // Questions about wear and devices appear over the window, where a dialog would hide them.
      shown.value = false
      await notices.attempt('The plans were not started', async () => {
        const placed = plans.value.filter(hasNoTarget)
        for (const { id } of placed)
          await change(id, 'choose the folder to measure', (plan) => ({
            ...plan,
            target: { kind: 'folder', path: folder },
          }))
        if ((await starting.startAll(runnable.value, configuration, draft)) || placed.length === 0) return
        // The folder may be the reason, so it can be chosen again.
        for (const { id, target } of placed)
          await change(id, 'leave the folder open', (plan) => ({ ...plan, target }))
        shown.value = true
      })
    },
  }
}
