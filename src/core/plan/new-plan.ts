import type { LevelValue, Plan, Target } from './plan'

/** What a new plan needs from outside: core makes neither ids nor seeds of its own. */
export interface PlanIdentity {
  readonly id: string
  /** Unsigned 32-bit integer, stored in the plan. */
  readonly seed: number
  readonly target: Target
}

/**
 * The workload a new fio plan starts from: 4 KiB random reads and writes past the page cache, 64 outstanding, on data
 * that does not compress (0 % is said on purpose: fio's own default fill compresses to a tenth of its size).
 */
export const startingWorkload: Readonly<Record<string, LevelValue>> = {
  pattern: 'random-mix',
  read_percent: 70,
  block_size: 4096,
  queue_depth: 64,
  jobs: 1,
  io_engine: 'libaio',
  direct: true,
  file_size: 8 * 1024 ** 3,
  runtime: 30,
  ramp_time: 5,
  compress_percent: 0,
}

/** A plan with one case, ten repetitions and interleaved order, so that slow drift of a drive spreads over all cases. */
export function newPlan(
  identity: PlanIdentity,
  parts: Partial<Omit<Plan, 'schema' | 'id' | 'target' | 'order'>> = {},
): Plan {
  return {
    schema: 1,
    id: identity.id,
    name: parts.name ?? 'New plan',
    notes: parts.notes ?? '',
    engine: parts.engine ?? 'fio',
    base: parts.base ?? startingWorkload,
    axes: parts.axes ?? [],
    excluded: parts.excluded ?? [],
    repetitions: parts.repetitions ?? 10,
    order: { kind: 'interleaved', seed: identity.seed },
    pauseSeconds: parts.pauseSeconds ?? 0,
    onFailure: parts.onFailure ?? 'continue',
    target: identity.target,
  }
}
