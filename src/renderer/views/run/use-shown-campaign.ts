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
 * @param openRunId The run of the shown campaign that is open. It is closed when another campaign is shown, which would
 * be mistaken for its own.
 */
export function useShownCampaign(
  campaigns: Ref<readonly { readonly id: number }[]>,
  runningId: Ref<number | undefined>,
  openRunId: Ref<number | undefined>,
): ShownCampaign {
  const chosen = ref<number>()
  const followed = ref<number>()
  const isThere = (id: number | undefined) => campaigns.value.some((one) => one.id === id)

  watch(
    [runningId, openRunId],
    ([id, openId]) => {
      if (id === undefined) return
      if (chosen.value === id || openId === undefined || !isThere(followed.value)) followed.value = id
      if (chosen.value === id) chosen.value = undefined
    },
    { immediate: true, flush: 'sync' },
  )
  const shownId = computed(() => [chosen.value, followed.value, campaigns.value[0]?.id].find(isThere))
  watch(
    shownId,
    (_, before) => {
      if (before !== undefined) openRunId.value = undefined
    },
    { flush: 'sync' },
  )
  return {
    id: shownId,
    choose(campaignId) {
      const isRunning = campaignId === runningId.value
      if (isRunning) followed.value = campaignId
      chosen.value = isRunning ? undefined : campaignId
    },
    follow() {
      followed.value = runningId.value
      chosen.value = undefined
    },
  }
}
