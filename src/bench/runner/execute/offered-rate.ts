import { capacityKey } from '../../../core/engines/preparation/prepared-workload'
import type { RunFailure } from '../../../core/results/run'
import type { MachineContext } from '../campaign-context'
import type { QueuedRun } from '../schedule/run-queue'

/**
 * Requests a second that the run's share of the machine's capacity stands for; undefined where it offers none. The capacity
 * is read from the run that found it there, so that a campaign that is resumed offers the same. A failure where none was found.
 */
export function offeredIopsOf(
  { queue, store, runs }: Pick<MachineContext, 'queue' | 'store' | 'runs'>,
  run: QueuedRun,
): number | undefined | RunFailure {
  const percent = run.workload.offered_percent
  const isLoad = run.phase === 'measure' || run.preparation?.kind === 'workload'
  if (typeof percent !== 'number' || !isLoad) return undefined
  const key = capacityKey(run.case.levels)
  const found = queue.runs.filter(
    (one) =>
      one.preparation?.kind === 'capacity' &&
      capacityKey(one.case.levels) === key &&
      queue.stateOf(one.runId) === 'done',
  )
  const capacity = found
    .flatMap(({ runId }) => store.run(runs.get(runId)?.runId ?? runId)?.headline.iops ?? [])
    .at(-1)
  if (capacity === undefined)
    return {
      id: 'no-capacity',
      text: `${String(percent)} % of the capacity cannot be offered, because the capacity was not found.`,
      remedy:
        'See why the preparation that finds it failed, retry that, then this run; or offer a rate in requests a second.',
    }
  return Math.max(1, Math.round((capacity * percent) / 100))
}
