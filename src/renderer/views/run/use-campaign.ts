import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { BenchEvent, CampaignProgress } from '../../../core/contract/bench-requests'
import type { CampaignDetail, LogEntry, RunSummary } from '../../../core/contract/review'
import { useBench } from '../../composables/use-bench'

/** One point of the live traces. */
export interface LiveSample {
  readonly atMs: number
  readonly bytesPerSecond: number
  readonly iops: number
}

/** Samples kept for the live traces: four minutes at the highest event rate. */
const keptSamples = 960

export interface CampaignView {
  readonly detail: ShallowRef<CampaignDetail | undefined>
  /** Runs by position; a new list at most once a frame, however many events arrive. */
  readonly runs: ShallowRef<RunSummary[]>
  readonly log: ShallowRef<LogEntry[]>
  readonly progress: ShallowRef<CampaignProgress | undefined>
  readonly samples: ShallowRef<LiveSample[]>
  readonly error: Ref<string | undefined>
  reload(): Promise<void>
}

/** Loads a campaign and keeps it fresh from the bench's events. */
export function useCampaign(campaignId: Ref<number | undefined>): CampaignView {
  const bench = useBench()
  const detail = shallowRef<CampaignDetail>()
  const runs = shallowRef<RunSummary[]>([])
  const log = shallowRef<LogEntry[]>([])
  const progress = shallowRef<CampaignProgress>()
  const samples = shallowRef<LiveSample[]>([])
  const error = ref<string>()
  let indexById = new Map<number, number>()
  let frame = 0

  const refresh = (): void => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      runs.value = [...runs.value]
      log.value = [...log.value]
      samples.value = [...samples.value]
    })
  }

  async function reload(): Promise<void> {
    const id = campaignId.value
    if (id === undefined) {
      detail.value = undefined
      runs.value = []
      log.value = []
      return
    }
    try {
      const answer = await bench.request('campaign.get', { campaignId: id })
      if (campaignId.value !== id) return
      detail.value = answer
      runs.value = [...answer.runs]
      indexById = new Map(answer.runs.map((run, index) => [run.id, index]))
      log.value = [...answer.log]
      error.value = undefined
    } catch (reason) {
      error.value = reason instanceof Error ? reason.message : String(reason)
    }
  }

  function take(event: BenchEvent): void {
    if (event.type === 'run-changed' && event.run.campaignId === campaignId.value) {
      const index = indexById.get(event.run.id)
      if (index === undefined) void reload()
      else runs.value[index] = event.run
      refresh()
    } else if (
      event.type === 'campaign-changed' &&
      event.campaign.id === campaignId.value &&
      detail.value !== undefined
    ) {
      detail.value = { ...detail.value, ...event.campaign }
      if (event.campaign.state !== 'running' && event.campaign.state !== 'pausing') progress.value = undefined
    } else if (event.type === 'calibrated' && event.campaignId === campaignId.value) {
      void reload()
    } else if (event.type === 'log' && event.campaignId === campaignId.value) {
      log.value.push(event.entry)
      refresh()
    } else if (event.type === 'progress' && event.campaignId === campaignId.value) {
      progress.value = event.progress
      const run = event.progress.run
      if (run?.phase === 'running') {
        samples.value.push({
          atMs: Date.now(),
          bytesPerSecond: (run.readBytesPerSecond ?? 0) + (run.writeBytesPerSecond ?? 0),
          iops: (run.readIops ?? 0) + (run.writeIops ?? 0),
        })
        if (samples.value.length > keptSamples) samples.value.splice(0, samples.value.length - keptSamples)
        refresh()
      }
    }
  }

  const stop = bench.onEvent(take)
  onScopeDispose(() => {
    stop()
    if (frame !== 0) cancelAnimationFrame(frame)
  })
  watch(
    campaignId,
    () => {
      progress.value = undefined
      samples.value = []
      void reload()
    },
    { immediate: true },
  )
  return { detail, runs, log, progress, samples, error, reload }
}
