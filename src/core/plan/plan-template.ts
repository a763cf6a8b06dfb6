import type { Axis, LevelValue, RunOrder } from './plan'

/** A ready-made plan to start from. */
export interface PlanTemplate {
  readonly id: string
  readonly title: string
  readonly description: string
  /** Id of an engine; `fio` when unset. */
  readonly engine?: string
  readonly base: Readonly<Record<string, LevelValue>>
  readonly axes: readonly Axis[]
  readonly repetitions: number
  /** `interleaved` when unset. */
  readonly order?: RunOrder['kind']
  /** The data file is to be twice the memory of the machine; see `fileSizeByMemory`. */
  readonly isSizedByMemory?: boolean
}
