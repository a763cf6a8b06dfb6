import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'

export interface Dismissed {
  /** Ids of the advice that was dismissed for the open plan. */
  readonly ids: ComputedRef<ReadonlySet<string>>
  readonly dismiss: (adviceId: string) => void
  readonly restore: () => void
}

const storageKey = 'benchwright.dismissed-advice'

/**
 * Advice a person does not want to see again, by plan. Stored with the window, because it belongs to the person, not
 * to the review.
 */
export function useDismissed(
  planId: Ref<string | undefined>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Dismissed {
  const byPlan = ref<Readonly<Record<string, readonly string[]>>>(read(storage))
  watch(byPlan, (now) => storage.setItem(storageKey, JSON.stringify(now)))
  const ids = computed(() => new Set(byPlan.value[planId.value ?? ''] ?? []))

  function put(list: readonly string[]): void {
    if (planId.value !== undefined) byPlan.value = { ...byPlan.value, [planId.value]: list }
  }
  return {
    ids,
    dismiss: (adviceId) => put([...ids.value, adviceId]),
    restore: () => put([]),
  }
}

function read(storage: Pick<Storage, 'getItem'>): Record<string, readonly string[]> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([planId, list]) =>
        Array.isArray(list) && list.every((one) => typeof one === 'string') ? [[planId, list]] : [],
      ),
    )
  } catch {
    // If it cannot be read, nothing was dismissed.
    return {}
  }
}
