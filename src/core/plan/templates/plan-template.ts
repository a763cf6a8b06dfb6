import type { Axis, LevelValue, PreparationStep, RunOrder, UntilSteady, Workload } from '../plan'

/** A ready-made plan to start from. */
export interface PlanTemplate {
  readonly id: string
  readonly title: string
  /** Of its plans: nothing in it can be changed in the plan, so that it stays true. */
  readonly name: string
  readonly description: string
  /** Id of an engine; `fio` when unset. */
  readonly engine?: string
  readonly base: Readonly<Record<string, LevelValue>>
  readonly axes: readonly Axis[]
  /** Which cases of the axes run, by their levels; absent: all. */
  readonly runs?: (levels: Workload) => boolean
  readonly repetitions: number
  /** `interleaved` when unset. */
  readonly order?: RunOrder['kind']
  /** The data file should be twice the memory of the machine; see `fileSizeByMemory`. */
  readonly isSizedByMemory?: boolean
  /** The parts that depend on the memory of the machine, if known; `notes` say how. */
  readonly byMemory?: (
    memoryBytes: number,
  ) => Pick<PlanTemplate, 'base' | 'axes'> & { readonly notes: string }
  /** Steps that only work on a device are left out for other targets. */
  readonly preparation?: readonly PreparationStep[]
  readonly untilSteady?: UntilSteady
}

/** Parameters without these. */
export function omit(
  base: Readonly<Record<string, LevelValue>>,
  keys: readonly string[],
): Record<string, LevelValue> {
  return Object.fromEntries(Object.entries(base).filter(([key]) => !keys.includes(key)))
}
