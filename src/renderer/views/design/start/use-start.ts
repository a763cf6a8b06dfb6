import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { HostOrphans } from '../../../../core/contract/orphan-requests'
import { isCancelled } from '../../../../core/contract/request-failure'
import { ratingText, wearText } from '../../../../core/engines/advice/endurance-advice'
import type { Wear } from '../../../../core/engines/endurance'
import type { Plan } from '../../../../core/plan/plan'
import { useBench } from '../../../composables/use-bench'
import { useNotices } from '../../../composables/use-notices'
import { useRooms } from '../../../composables/use-rooms'
import { useShell } from '../../../composables/use-shell'
import type { PlanCheck } from './use-plan-check'

/** A start that takes more than this share of the drive's rating asks first. */
const askedShare = 0.5

export interface CampaignStart {
  readonly busy: Readonly<Ref<boolean>>
  /** The form that asks for the configuration. */
  readonly shown: Ref<boolean>
  /** Runs on the plan's hosts that a person has to decide about before the start goes on. */
  readonly orphans: Readonly<ShallowRef<readonly HostOrphans[] | undefined>>
  /** What the person decided about them: go on, or do not start. */
  decide(goesOn: boolean): void
  start(configuration: string): Promise<void>
}

/** Starts the open plan: saves it, has a person decide about runs of others and about a raw device, and goes to the Run room. */
export function useStart(
  plan: Ref<Plan>,
  check: Pick<PlanCheck, 'during'>,
  save: () => Promise<void>,
  wear: () => Wear | undefined,
): CampaignStart {
  const bench = useBench()
  const notices = useNotices()
  const { go } = useRooms()
  const busy = ref(false)
  const shown = ref(false)
  const orphans = shallowRef<readonly HostOrphans[]>()
  let decide: (goesOn: boolean) => void = () => undefined

  async function settleOrphans(): Promise<boolean> {
    const found = await bench.request('orphans.of-plan', { planId: plan.value.id })
    if (found.every((one) => one.orphans.length === 0)) return true
    const decided = new Promise<boolean>((resolve) => {
      decide = resolve
    })
    orphans.value = found
    const goesOn = await decided
    orphans.value = undefined
    return goesOn
  }

  /** What wears a drive out is not started by the way. */
  async function agreeToWear(): Promise<boolean> {
    const found = wear()
    if (found === undefined || found.share <= askedShare) return true
    return notices.confirm({
      title: 'Wear this drive out?',
      text: `${wearText(found)} ${ratingText(found)} Fewer repetitions, a shorter run time or fewer cases write less.`,
      danger: 'Start all the same',
    })
  }

  /** A plan that writes to a raw device is confirmed in a window of the shell; null: it was not. */
  async function confirmDevice(): Promise<{ confirmationId?: string } | null> {
    const { id, target } = plan.value
    return target.kind === 'device' ? useShell().request('plan.confirm-device', { planId: id }) : {}
  }

  async function start(configuration: string): Promise<void> {
    busy.value = true
    try {
      await save()
      if (!(await agreeToWear()) || !(await settleOrphans())) return
      const confirmed = await confirmDevice()
      if (!confirmed) return
      const started = await check.during((planId) =>
        bench.request('campaign.start', { planId, configuration, ...confirmed }),
      )
      if (!started) return
      shown.value = false
      go('run', { campaignId: started.campaignId })
    } catch (error) {
      if (!isCancelled(error)) notices.failure(error, 'The campaign was not started')
    } finally {
      busy.value = false
    }
  }

  return { busy, shown, orphans, decide: (goesOn) => decide(goesOn), start }
}
