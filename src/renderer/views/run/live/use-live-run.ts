import { shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import { type LiveRun, LiveSeries } from '../../../../core/figures/over-time/live-series'
import { useBench } from '../../../composables/use-bench'

/**
 * The run that a campaign is measuring, or the last one it measured while the room was shown; undefined if there is
 * none.
 */
export function useLiveRun(campaignId: Ref<number | undefined>): Readonly<ShallowRef<LiveRun | undefined>> {
  const bench = useBench()
  const shown = shallowRef<LiveRun>()
  let series = new LiveSeries()
  let runId: number | undefined

  function take({ runId: of, isRunning, series: points }: LiveRun): void {
    if (of !== runId) {
      runId = of
      series = new LiveSeries()
    }
    series.add(points)
    shown.value = { runId: of, isRunning, series: series.all() }
  }

  /** Another run has been reported since. */
  const isOther = (run: LiveRun) => runId !== undefined && runId !== run.runId

  bench.onEvent((event) => {
    if (event.type === 'live' && event.campaignId === campaignId.value) take(event.live)
  })
  watch(
    campaignId,
    async (id) => {
      shown.value = undefined
      runId = undefined
      if (id === undefined) return
      const known = await bench.request('campaign.live', { campaignId: id }).catch(() => null)
      // What was reported in the meantime may be newer than the answer, but is incomplete.
      if (known === null || id !== campaignId.value) return
      if (isOther(known)) return
      runId = undefined
      take(known)
    },
    { immediate: true },
  )
  return shown
}
