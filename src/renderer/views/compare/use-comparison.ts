import { computed, onScopeDispose, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import type { ComparisonChoices } from '../../../core/comparison/sides/comparison-choices'
import type { ComparisonReport } from '../../../core/comparison/texts/comparison-report'
import type { ComparisonSettings } from '../../../core/comparison/comparison-settings'
import type { BenchEvent } from '../../../core/contract/bench-requests'
import type { RequestFailure } from '../../../core/contract/request-failure'
import { useBench } from '../../composables/use-bench'
import { useNotices } from '../../composables/use-notices'
import { useReading } from '../../composables/use-reading'
import { noteLeftOutChange } from '../../composables/room/left-out-changes'
import { createActionHistory, type ActionHistory } from '../../composables/room/action-history'

/** A report and the exact settings it was created for. */
export interface ReportedComparison {
  readonly settings: ComparisonSettings
  readonly report: ComparisonReport
}

export interface ComparisonRoom {
  readonly choices: Readonly<ShallowRef<ComparisonChoices | undefined>>
  /** The requested settings; undefined while there is nothing to compare. */
  readonly settings: Readonly<ShallowRef<ComparisonSettings | undefined>>
  /** The last comparison that succeeded. */
  readonly reported: Readonly<ShallowRef<ReportedComparison | undefined>>
  /** Why the choices could not be read, when they were last asked for. */
  readonly unread: ComputedRef<RequestFailure | undefined>
  /** Why the current settings could not be compared. */
  readonly failure: ComputedRef<RequestFailure | undefined>
  readonly busy: ComputedRef<boolean>
  readonly history: ActionHistory
  /** Replaces parts of the settings; one undo step. */
  change(parts: Partial<ComparisonSettings>): void
  /** Replaces all settings, e.g. with those of a saved figure; clears the undo history. */
  open(settings: ComparisonSettings): void
  /** Excludes a run from every comparison, with the reason, or includes it again; one undo step. */
  exclude(runId: number, reason: string): Promise<void>
  include(runId: number, reason: string): Promise<void>
  /** Fetches choices and report again. */
  refresh(): Promise<void>
}

/** Milliseconds in which finished runs are gathered before the comparison is updated. */
const landingPauseMs = 700

/** The comparison of this room: the available choices, the settings, and the result. */
export function useComparison(): ComparisonRoom {
  const bench = useBench()
  const notices = useNotices()
  const choices = shallowRef<ComparisonChoices>()
  const settings = shallowRef<ComparisonSettings>()
  const reported = shallowRef<ReportedComparison>()
  const choosing = useReading<'choices'>()
  const comparing = useReading<ComparisonSettings>()
  const history = createActionHistory()
  let suggested: ComparisonSettings | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: ComparisonSettings): void {
    settings.value = next
    void report()
  }

  async function report(): Promise<void> {
    const wanted = settings.value
    if (wanted === undefined) {
      comparing.stop()
      return
    }
    const answer = await comparing.read(wanted, () =>
      bench.request('comparison.report', { settings: wanted }),
    )
    if (answer) reported.value = { settings: wanted, report: answer }
  }

  /** Settings that nobody has chosen yet follow the suggestion: with a second campaign there is a better one. */
  function takeSuggestion({ suggestion }: ComparisonChoices): void {
    const isUntouched = settings.value === suggested && !history.canUndo.value && !history.canRedo.value
    if (!isUntouched) return
    suggested = suggestion && { baseline: suggestion.baseline, candidates: [suggestion.candidate] }
    settings.value = suggested
  }

  async function refresh(): Promise<void> {
    const answer = await choosing.read('choices', () => bench.request('comparison.choices', {}))
    if (answer) {
      choices.value = answer
      takeSuggestion(answer)
    }
    await report()
  }

  /** With a reason the run is excluded, without one it is included. */
  async function store(runId: number, reason: string | undefined): Promise<void> {
    await notices.attempt('The run could not be left out or counted again', async () => {
      if (reason === undefined) await bench.request('comparison.include-run', { runId })
      else await bench.request('comparison.exclude-run', { runId, reason })
      noteLeftOutChange()
      await report()
    })
  }

  bench.onEvent((event) => {
    if (!mayChangeNumbers(event) || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void refresh()
    }, landingPauseMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  void refresh()

  return {
    choices,
    settings,
    reported,
    unread: computed(() => choosing.failure.value?.error),
    failure: computed(() => comparing.failure.value?.error),
    busy: computed(() => (choosing.pending.value ?? comparing.pending.value) !== undefined),
    history,
    change(parts) {
      const before = settings.value
      if (before === undefined) return
      const after = { ...before, ...parts }
      const label = changeLabel(before, after)
      history.push({ label, undo: () => set(before), redo: () => set(after) })
      set(after)
    },
    open(next) {
      history.clear()
      set(next)
    },
    exclude(runId, reason) {
      history.push({
        label: 'leave a run out',
        undo: () => store(runId, undefined),
        redo: () => store(runId, reason),
      })
      return store(runId, reason)
    },
    include(runId, reason) {
      history.push({
        label: 'include a run again',
        undo: () => store(runId, reason),
        redo: () => store(runId, undefined),
      })
      return store(runId, undefined)
    },
    refresh,
  }
}

/** The most important first: what follows from it, such as factors that other sides do not have, does not name the change. */
const changeLabels: Readonly<
  Record<Exclude<keyof ComparisonSettings, 'tests' | 'excludedRuns' | 'typed'>, string>
> = {
  baseline: 'change baseline',
  candidates: 'change candidates',
  names: 'rename side',
  metric: 'change metric',
  primaryMetric: 'change primary metric',
  direction: 'change direction',
  mode: 'change statistics',
  marginPercent: 'set margin',
  factors: 'change compared factors',
  group: 'change unit',
  acceptance: 'accept differences',
}

function changeLabel(before: ComparisonSettings, after: ComparisonSettings): string | undefined {
  const keys = Object.keys(changeLabels) as (keyof typeof changeLabels)[]
  const changed = keys.find((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return changed && changeLabels[changed]
}

/** Events after which other runs or campaigns may be in the file. */
function mayChangeNumbers(event: BenchEvent): boolean {
  if (event.type === 'review-changed') return true
  return event.type === 'run-changed' && event.run.state !== 'running' && event.run.state !== 'waiting'
}
