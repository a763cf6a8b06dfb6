import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'

export interface ShownCampaign {
  readonly id: ComputedRef<number | undefined>
  /** Shows this campaign until another one is chosen; the running one is followed instead. */
  choose(campaignId: number): void
  /** Shows whichever is running. */
  follow(): void
}

/**
 * Which campaign the Run room shows: the one that is running, and the next one when that starts, unless a person chose
 * another one or is looking at one of its runs. Without a running campaign: the one that ran last, else the newest.
 *
 * @param isReading A run of the shown campaign is open.
 */
export function useShownCampaign(
  campaigns: Ref<readonly { readonly id: number }[]>,
  runningId: Ref<number | undefined>,
  isReading: Ref<boolean>,
): ShownCampaign {
  const chosen = ref<number>()
  const followed = ref<number>()
  const isThere = (id: number | undefined) => campaigns.value.some((one) => one.id === id)

  watch(
    [runningId, isReading],
    ([id, reading]) => {
      if (id === undefined) return
      if (chosen.value === id) chosen.value = undefined
      if (!reading || !isThere(followed.value)) followed.value = id
    },
    { immediate: true, flush: 'sync' },
  )
  return {
    id: computed(() => [chosen.value, followed.value, campaigns.value[0]?.id].find(isThere)),
    choose(campaignId) {
      const isRunning = campaignId === runningId.value
      chosen.value = isRunning ? undefined : campaignId
      if (isRunning) followed.value = campaignId
    },
    follow() {
      chosen.value = undefined
      followed.value = runningId.value
    },
  }
}
