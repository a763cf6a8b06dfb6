import type { CommandRequest } from '../../../../core/engines/engine'
import { runsCases } from '../../../../core/engines/preparation/prepared-workload'
import type { ConfirmedDevice } from '../../../../core/plan/device'
import { filledBytesAt, usedPercentOf } from '../../../../core/plan/fill-level'
import type { Workload } from '../../../../core/plan/plan'
import { formatBytes } from '../../../../core/units/bytes'
import { smallestOf } from '../../../../core/iterables'
import type { CampaignContext } from '../../campaign-context'
import { RunnerError } from '../../runner-error'
import type { QueuedRun } from '../../schedule/run-queue'
import { fillRun, type PreparedRun } from '../prepare-run'

type FillPart = Pick<CommandRequest, 'preparation' | 'ballast'>

/** A step that prepares the target for a run. */
export interface FillStep {
  readonly prepared: PreparedRun
  /** What it writes, as messages name it. */
  readonly what: string
  /** A discard that may fail: without it the runs are still valid. */
  readonly isOptional?: boolean
  /** The data of the plan: if it cannot be written, the run waits. */
  readonly isLayout?: boolean
  /** Called when it is done or skipped. */
  readonly done?: () => void
}

/** Bytes of a device that contain data for a workload; undefined if its level is left unchanged. */
export function levelBytes(workload: Workload, deviceBytes: number): number | undefined {
  const percent = usedPercentOf(workload)
  return percent === undefined ? undefined : filledBytesAt(percent, deviceBytes)
}

/** Requests that fill a device from one byte to another, and discard everything after that. */
export function fillParts(fromBytes: number, toBytes: number, deviceBytes: number): readonly FillPart[] {
  return [
    ...(toBytes < deviceBytes
      ? [
          {
            preparation: { step: { kind: 'discard' }, capacityBytes: deviceBytes, fromBytes: toBytes },
          } as const,
        ]
      : []),
    ...(fromBytes < toBytes ? [{ ballast: { fromBytes, toBytes } }] : []),
  ]
}

/**
 * Fills a raw device from its front to the level of each run. A device does not show how far it is filled, so
 * this tracks what was written and discarded in this session, and derives the state left by an earlier
 * session from the campaign's runs.
 */
export class DeviceFill {
  /** Everything before this byte was written. */
  #writtenTo: number
  /** There is no data from this byte on. */
  #emptyFrom: number

  /** `isKnown`: the device has stayed attached since the campaign's last run. */
  constructor(
    private readonly context: CampaignContext,
    private readonly device: ConfirmedDevice,
    isKnown: boolean,
  ) {
    this.#writtenTo = isKnown ? leastFilled(context, device) : 0
    this.#emptyFrom = device.sizeBytes
  }

  /** A step of the plan writes or empties the device as a whole. */
  forget(): void {
    this.#writtenTo = 0
    this.#emptyFrom = this.device.sizeBytes
  }

  /** The steps before a run, in order. Throws a RunnerError if the run's range reaches beyond its level. */
  steps(run: QueuedRun): readonly FillStep[] {
    const { sizeBytes } = this.device
    const level = isLevelled(run) ? levelBytes(run.workload, sizeBytes) : undefined
    if (level === undefined) return []
    const range = this.context.engine.cost(run.workload).fileBytes
    if (range > level)
      throw new RunnerError(
        'already-fuller',
        `The run uses the first ${formatBytes(range)} of the device; its level is ${formatBytes(level)}.`,
        'Use a smaller file size, or remove the levels below it.',
      )
    // The layout wrote the range itself.
    const from = Math.min(level, Math.max(this.#writtenTo, range))
    return fillParts(from, level, sizeBytes).flatMap((part) =>
      part.preparation && this.#emptyFrom <= level ? [] : [this.#step(run, part, level)],
    )
  }

  #step(run: QueuedRun, part: FillPart, level: number): FillStep {
    const { context, device } = this
    const { workload, seed } = run
    const isDiscard = part.preparation !== undefined
    const path = device.node
    // blkdiscard opens the device exclusively itself.
    const guard = { device, path, protectedPaths: context.protectedPaths, holds: !isDiscard }
    return {
      prepared: fillRun(context, { workload, seed, dataFile: path, isDevice: true, ...part }, guard),
      what: isDiscard ? 'The space behind the level' : 'The fill of the device',
      isOptional: isDiscard && this.#writtenTo <= level,
      done: () => {
        if (isDiscard) {
          this.#writtenTo = Math.min(this.#writtenTo, level)
          this.#emptyFrom = level
        } else {
          this.#writtenTo = Math.max(this.#writtenTo, level)
          this.#emptyFrom = Math.max(this.#emptyFrom, level)
        }
      },
    }
  }
}

/** True for runs of a case, which are at its level; layouts and steps for the whole device are not. */
function isLevelled({ phase, preparation }: QueuedRun): boolean {
  return phase === 'measure' || (preparation !== undefined && runsCases(preparation))
}

/**
 * How far an earlier session has certainly filled the device. The run that started last was at its level.
 * Since then at most one step towards another run's level was started, and that run is not done. So
 * everything before the lowest of these levels is still as it was written.
 */
function leastFilled({ campaignId, store, queue }: CampaignContext, { sizeBytes }: ConfirmedDevice): number {
  const startedAt = new Map(store.runs(campaignId).map(({ id, startedAtMs }) => [id, startedAtMs ?? 0]))
  const begun = queue.runs.filter((run) => (startedAt.get(run.runId) ?? 0) > 0 && run.phase !== 'layout')
  const last = begun.reduce<QueuedRun | undefined>(
    (latest, run) =>
      latest && (startedAt.get(latest.runId) ?? 0) > (startedAt.get(run.runId) ?? 0) ? latest : run,
    undefined,
  )
  if (!last || !isLevelled(last)) return 0
  const open = queue.runs.filter((run) => isLevelled(run) && queue.stateOf(run.runId) !== 'done')
  return smallestOf([last, ...open].map(({ workload }) => levelBytes(workload, sizeBytes) ?? 0))
}
