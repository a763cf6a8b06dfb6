import type { GuardVerdict } from './device'
import type { Plan } from './plan'

/** A remark on a plan with, where the app can mend it, the mended parts of the plan. Advice is a value, never an exception. */
export interface Advice {
  /** Stable id such as `file-smaller-than-memory`; used by tests and to keep a dismissed advice dismissed. */
  readonly id: string
  /** `error`: the plan cannot run as it is. `warning`: it runs, the numbers may mislead. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  /** One sentence: what is so. */
  readonly text: string
  /** One sentence: why it matters, with numbers. */
  readonly reason?: string
  /** Field id, axis key or `target` that the advice is about; the view scrolls there. */
  readonly about?: string
  /** Key of the case, where the advice is about a single one. */
  readonly caseKey?: string
  readonly remedy?: Remedy
}

export interface Remedy {
  /** Button text, a verb phrase: "Use 48 GiB". */
  readonly label: string
  /** Parts of the plan to replace. */
  readonly change: Partial<Plan>
}

/** What is known of the machine and place a plan will run on; every part may be unknown. */
export interface PlanEnvironment {
  readonly memoryBytes?: number
  readonly engineVersion?: string
  /** `missing`: the program was looked for and not found. */
  readonly engineState?: 'found' | 'missing' | 'too-old'
  readonly target?: TargetFacts
  /** What runs that write reached on this device before, for the estimate of bytes written; absent: nothing was measured. */
  readonly measuredRates?: readonly MeasuredRate[]
}

/** Mean rate of all I/O of earlier runs that wrote with one block size. */
export interface MeasuredRate {
  readonly blockBytes: number
  readonly bytesPerSecond: number
}

/** A drive as far as its endurance is concerned. */
export interface DriveFacts {
  readonly sizeBytes?: number
  readonly rotational?: boolean
  /** Endurance used as the drive says, and what was written to it until then. */
  readonly percentUsed?: number
  readonly bytesWritten?: number
}

export interface TargetFacts {
  readonly path: string
  readonly kind: 'folder' | 'file' | 'block-device' | 'character-device' | 'other' | 'missing'
  /** The folder that holds the target exists. */
  readonly parentExists: boolean
  readonly writable: boolean
  /** For an existing file: this app created it (path, device and inode are on record). */
  readonly createdByApp: boolean
  readonly freeBytes?: number
  readonly totalBytes?: number
  readonly fileSystem?: string
  readonly mountPoint?: string
  readonly mountOptions?: string
  /** Kernel name of the block device under the file, e.g. `nvme0n1`. */
  readonly device?: string
  readonly model?: string
  readonly drive?: DriveFacts
  /** The guard's word on a raw device. */
  readonly guard?: GuardVerdict
}

/** What a plan will cost, before it runs. */
export interface TimeAtRate {
  readonly bytesPerSecond: number
  readonly seconds: number
}

export interface PlanEstimate {
  readonly caseCount: number
  readonly excludedCount: number
  readonly runCount: number
  /** Undefined if the run time is open (a size-bound workload without a known rate). */
  readonly seconds?: number
  /** Where the runs end with an amount of data: how long they take at a rate of a fast and of a slow drive. */
  readonly atRates?: { readonly fast: TimeAtRate; readonly slow: TimeAtRate }
  /** Bytes the engine will write, layout included; undefined if unknown. */
  readonly bytesWritten?: number
  /** Where `bytesWritten` comes from, to be shown beside it. */
  readonly bytesWrittenBasis: 'exact' | 'measured-rate' | 'assumed-rate' | 'unknown'
  /** Space the data file needs. */
  readonly spaceBytes: number
}
