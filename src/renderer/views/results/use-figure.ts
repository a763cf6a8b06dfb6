import { computed, onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { FigurePlace } from '../../../core/contract/bench-requests'
import { RequestFailure } from '../../../core/contract/request-failure'
import type { Figure } from '../../../core/figures/figure/figure'
import type { FigureSettings } from '../../../core/figures/kinds/figure-kinds'
import { keptStyles } from '../../../core/figures/figure/figure-look'
import { leftOutChanges } from '../../composables/room/left-out-changes'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReview } from '../../composables/review/use-review'

export interface BuiltFigure {
  readonly figure: ShallowRef<Figure | undefined>
  /** Why it could not be built; there is no figure then. */
  readonly error: ShallowRef<RequestFailure | undefined>
  readonly building: Ref<boolean>
  /** Cancels building the figure; `error` is then `cancelled`. */
  cancel(): void
  /** Builds it again with the current settings. */
  rebuild(): Promise<void>
}

/** Milliseconds before a figure is rebuilt while its runs are still arriving. */
const landingPauseMs = 700

/**
 * Has the bench rebuild the figure whenever its settings change, a run of its campaigns arrives, or a saved figure gives
 * a device another style.
 */
export function useFigure(settings: Ref<FigureSettings | undefined>, place: FigurePlace): BuiltFigure {
  const bench = useBench()
  const notices = useNotices()
  const figure = shallowRef<Figure>()
  const error = shallowRef<RequestFailure>()
  const building = ref(false)
  let newest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function build(): Promise<void> {
    const wanted = settings.value
    const sequence = ++newest
    if (wanted === undefined) {
      figure.value = undefined
      error.value = undefined
      return
    }
    building.value = true
    try {
      const answer = await bench.request('figure.build', { settings: wanted, place })
      if (sequence !== newest) return
      figure.value = answer
      error.value = undefined
    } catch (reason) {
      if (sequence !== newest) return
      // The previous one would be mistaken for the requested one.
      figure.value = undefined
      error.value =
        reason instanceof RequestFailure ? reason : new RequestFailure({ message: String(reason) })
    } finally {
      if (sequence === newest) building.value = false
    }
  }

  bench.onEvent((event) => {
    if (event.type !== 'run-changed' || !settings.value?.campaignIds.includes(event.run.campaignId)) return
    if (event.run.state === 'running' || event.run.state === 'waiting' || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void build()
    }, landingPauseMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  const { summary } = useReview()
  const styles = computed(() => JSON.stringify(keptStyles(summary.value?.figures ?? [])))
  watch([settings, leftOutChanges, styles], () => void build(), { immediate: true })
  return {
    ...{ figure, error, building, rebuild: build },
    cancel() {
      void notices.attempt('The figure could not be cancelled', () =>
        bench.request('figure.cancel', { place }),
      )
    },
  }
}
