import { onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import type { BenchEvent, CampaignProgress } from '../../../core/contract/bench-requests'
import { RequestFailure, requestError } from '../../../core/contract/request-failure'
import { progressValues } from '../../../core/engines/progress'
import type { CampaignFacts, LogEntry } from '../../../core/results/campaign/campaign'
import type { RunSummary } from '../../../core/results/run'
import {
  emptyRunColumns,
  mostColumnRuns,
  mostWholeRuns,
  putRun,
  putRunColumns,
  type RunColumns,
} from '../../../core/results/run-columns'
import { type Bench, useBench } from '../../composables/use-bench'
import { type CampaignRuns, countStates, lastDone, rangesOf } from './campaign-runs'
import { nextTask } from '../../composables/next-task'
import { layOutRuns } from './grid/grid-layout'

/** One point of the live traces. */
export interface LiveSample {
  readonly atMs: number
  /** By metric id, in base units. */
  readonly values: Readonly<Record<string, number>>
}

/** Number of samples for the live traces: four minutes at the highest event rate. */
const keptSamples = 960

/** Runs as stored: columns that change in place, and complete ones. */
interface KeptRuns {
  /** A new object when a number has changed. */
  columns: RunColumns
  readonly whole: WholeRuns
}

export interface CampaignView {
  readonly detail: ShallowRef<CampaignFacts | undefined>
  /** Its runs; a new object at most once per frame, however many events arrive. */
  readonly runs: ShallowRef<CampaignRuns>
  readonly log: ShallowRef<LogEntry[]>
  readonly progress: ShallowRef<CampaignProgress | undefined>
  readonly samples: ShallowRef<LiveSample[]>
  readonly error: ShallowRef<RequestFailure | undefined>
  /** The campaign is being read. */
  readonly loadsNow: ShallowRef<boolean>
  reload(): Promise<void>
}

/** Loads a campaign and keeps it up to date with the bench's events. */
export function useCampaign(campaignId: Ref<number | undefined>): CampaignView {
  const bench = useBench()
  const detail = shallowRef<CampaignFacts>()
  let shown = noRuns()
  const runs = shallowRef(viewOf(shown))
  const log = shallowRef<LogEntry[]>([])
  const progress = shallowRef<CampaignProgress>()
  const samples = shallowRef<LiveSample[]>([])
  const error = shallowRef<RequestFailure>()
  const loadsNow = shallowRef(false)
  /** What is being loaded as a replacement for what is shown; changes in the meantime are applied to both. */
  let loading: KeptRuns | undefined
  let newestLoad = 0
  let finishedLoad = 0
  let frame = 0
  const knownIds = new Set<number>()

  const refresh = (): void => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      runs.value = viewOf(shown)
      log.value = [...log.value]
      samples.value = [...samples.value]
    })
  }

  function clear(): void {
    detail.value = undefined
    shown = noRuns()
    runs.value = viewOf(shown)
    log.value = []
  }

  async function reload(): Promise<void> {
    const id = campaignId.value
    const load = ++newestLoad
    const isNewest = (): boolean => load === newestLoad
    loading = undefined
    if (id === undefined) {
      finishedLoad = load
      loadsNow.value = false
      clear()
      return
    }
    loadsNow.value = true
    try {
      const whole = new WholeRuns(bench, refresh)
      const kept = { columns: emptyRunColumns(0, []), whole }
      const columns = await loadRuns(bench, id, isNewest, (begun) => {
        kept.columns = begun
        loading = kept
      })
      if (columns === undefined) return
      await prepareRuns(kept.columns)
      await whole.fetch([...columns.id.subarray(0, mostWholeRuns)])
      // Last, so that nothing it reports can change before it is shown.
      const answer = await bench.request('campaign.get', { campaignId: id })
      if (!isNewest()) return
      shown = kept
      runs.value = viewOf(shown)
      detail.value = answer
      log.value = [...answer.log]
      error.value = undefined
    } catch (reason) {
      if (!isNewest()) return
      error.value = new RequestFailure(requestError(reason))
      // The previous campaign would be mistaken for this one.
      if (detail.value?.id !== id) clear()
    } finally {
      if (isNewest()) {
        loading = undefined
        finishedLoad = load
        loadsNow.value = false
      }
    }
  }

  /** Whether campaigns of its schedule were not stored yet when it was read. */
  const awaitsOthers = (): boolean => {
    const schedule = detail.value?.plan.interleaved
    return schedule !== undefined && (detail.value?.inTurnWithIds ?? []).length + 1 < schedule.of
  }

  function take(event: BenchEvent): void {
    if (event.type === 'campaign-changed' && !knownIds.has(event.campaign.id)) {
      knownIds.add(event.campaign.id)
      if (event.campaign.id !== campaignId.value && awaitsOthers()) void reload()
    }
    if (event.type === 'run-changed' && event.run.campaignId === campaignId.value) {
      if (loading) takeRun(loading, event.run)
      if (takeRun(shown, event.run)) refresh()
      else if (finishedLoad === newestLoad) void reload()
    } else if (
      event.type === 'campaign-changed' &&
      event.campaign.id === campaignId.value &&
      detail.value?.id === event.campaign.id
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
          values: progressValues(run),
        })
        if (samples.value.length > keptSamples) samples.value.splice(0, samples.value.length - keptSamples)
        refresh()
      }
    }
  }

  bench.onEvent(take)
  onScopeDispose(() => cancelAnimationFrame(frame))
  watch(
    campaignId,
    () => {
      progress.value = undefined
      samples.value = []
      error.value = undefined
      void reload()
    },
    { immediate: true },
  )
  return { detail, runs, log, progress, samples, error, loadsNow, reload }
}

function noRuns(): KeptRuns {
  return {
    columns: emptyRunColumns(0, []),
    whole: new WholeRuns(
      { request: () => Promise.reject(new Error('No campaign is shown.')) },
      () => undefined,
    ),
  }
}

function viewOf({ columns, whole }: KeptRuns): CampaignRuns {
  return { columns, whole: (runId) => (runId === undefined ? undefined : whole.get(runId)) }
}

/** Puts a run at its position; false if it has none. */
function takeRun(kept: KeptRuns, run: RunSummary): boolean {
  const { columns, whole } = kept
  if (columns.id[run.position] !== run.id) return false
  putRun(columns, run.position, run)
  kept.columns = { ...columns }
  whole.put(run)
  return true
}

/** Computes what the room shows of all runs, one part per task, before it is shown. */
async function prepareRuns(columns: RunColumns): Promise<void> {
  const works = [layOutRuns, countStates, lastDone, rangesOf]
  for (const work of works) {
    work(columns)
    if (columns.id.length > mostColumnRuns) await nextTask()
  }
}

/**
 * Requests the runs of a campaign in pieces, so that none of them blocks the window. `begun` receives the columns as
 * soon as they exist: changes in the meantime must be applied to them, too. Undefined if no longer required.
 */
async function loadRuns(
  bench: Pick<Bench, 'request'>,
  campaignId: number,
  isWanted: () => boolean,
  begun: (columns: RunColumns) => void,
): Promise<RunColumns | undefined> {
  let all: RunColumns | undefined
  for (let from = 0; from < (all?.id.length ?? 1); from += mostColumnRuns) {
    const { total, columns } = await bench.request('campaign.runs', { campaignId, from })
    if (!isWanted()) return undefined
    if (all === undefined) begun((all = emptyRunColumns(total, Object.keys(columns.headline))))
    putRunColumns(all, from, columns)
  }
  return all
}

/** Complete runs that were viewed. Requests within one task are combined. */
export class WholeRuns {
  readonly #bench: Pick<Bench, 'request'>
  /** Called when requested runs have arrived. */
  readonly #came: () => void
  readonly #runs = new Map<number, RunSummary>()
  readonly #asked = new Set<number>()
  #unsent: number[] = []

  constructor(bench: Pick<Bench, 'request'>, came: () => void) {
    this.#bench = bench
    this.#came = came
  }

  /** The run with this id; undefined until it is loaded, which this requests. */
  get(runId: number): RunSummary | undefined {
    const run = this.#runs.get(runId)
    if (run === undefined && !this.#asked.has(runId)) {
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send())
      this.#asked.add(runId)
      this.#unsent.push(runId)
    }
    return run
  }

  /** Stores the current version of a run. */
  put(run: RunSummary): void {
    this.#runs.set(run.id, run)
  }

  /** Requests these runs and waits for them. */
  async fetch(runIds: readonly number[]): Promise<void> {
    for (let from = 0; from < runIds.length; from += mostWholeRuns) {
      const { runs } = await this.#bench.request('run.list', {
        runIds: runIds.slice(from, from + mostWholeRuns),
      })
      for (const run of runs) this.put(run)
    }
  }

  #send(): void {
    const runIds = this.#unsent
    this.#unsent = []
    // A run missing from the answer is gone and is not requested again; one whose request failed is.
    this.fetch(runIds).then(this.#came, () => {
      for (const runId of runIds) this.#asked.delete(runId)
    })
  }
}
