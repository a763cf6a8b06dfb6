import type { GuardVerdict } from './device'
import type { Plan } from './plan'

/**
 * What a reservation means for the number that it belongs to. `invalidates`: no verdict is given, and it is drawn in
 * grey and named. `qualifies`: named wherever the number is published. `note`: shown with the details of a run only.
 */
export const reservationClasses = ['invalidates', 'qualifies', 'note'] as const

export type ReservationClass = (typeof reservationClasses)[number]

/** A remark on a plan, with the corrected parts of the plan if the app can fix it. Advice is a value, never an exception. */
export interface Advice {
  /** Stable id such as `file-smaller-than-memory`; used by tests and to remember that an advice was dismissed. */
  readonly id: string
  /** `error`: the plan cannot run unchanged. `warning`: it runs, but the numbers may mislead. `note`: worth knowing. */
  readonly severity: 'error' | 'warning' | 'note'
  /** What it means for numbers that are measured all the same; absent: nothing, it is about cost, safety or the design. */
  readonly reservation?: ReservationClass
  /** One sentence: the finding. */
  readonly text: string
  /** One sentence: why it matters, with numbers. */
  readonly reason?: string
  /** Field id, axis key or `target` that the advice is about; the view scrolls to it. */
  readonly about?: string
  /** Key of the case, if the advice is about a single one. */
  readonly caseKey?: string
  readonly remedy?: Remedy
}

/** A target that cannot be used, and why. */
export function targetError(id: string, text: string, reason?: string): Advice {
  return { id, severity: 'error', text, ...(reason !== undefined && { reason }), about: 'target' }
}

export interface Remedy {
  /** Button text, a verb phrase: "Use 48 GiB". */
  readonly label: string
  /** Parts of the plan to replace. */
  readonly change: Partial<Plan>
}

/** What is known about the machine and target a plan will run on; every part may be unknown. */
export interface PlanEnvironment {
  /** The machine's name for people. */
  readonly machine?: string
  readonly memoryBytes?: number
  readonly engineVersion?: string
  /** `missing`: the program was searched for and not found. */
  readonly engineState?: 'found' | 'missing' | 'too-old'
  /** The program of an engine that is `missing`, in a folder that is not on the PATH of a non-interactive login. */
  readonly engineElsewhere?: string
  /** How to install the engine there, if its system and the account's rights are known. */
  readonly engineInstall?: string
  readonly runsFolder?: RunsFolder
  /** States of the machine and its drive that would be measured instead of the drive, or change it. */
  readonly benchWarnings?: readonly { readonly id: string; readonly text: string; readonly reason: string }[]
  readonly target?: TargetFacts
  /** Rates of earlier writing runs on this device, for the estimate of bytes written; absent: nothing was measured. */
  readonly measuredRates?: readonly MeasuredRate[]
  /** How long earlier runs of the plan's engine took on this device; absent: nothing was measured. */
  readonly measuredTimes?: MeasuredTimes
}

/** How long runs of an engine took besides what their plans asked for. */
export interface MeasuredTimes {
  /** From the start of a run to that of the next, beyond the cost of the run and the pause: start and restart of programs, collection. */
  readonly aroundSeconds?: number | undefined
  /** Of runs that end after an amount of data, their starts included. */
  readonly movedBytesPerSecond?: number | undefined
  /** Of data files that were laid out. */
  readonly layoutBytesPerSecond?: number | undefined
  /** Of one sample of what the engine writes. */
  readonly calibrationSeconds?: number | undefined
}

/** The folder in which a machine keeps the job files, logs and outputs of runs until they are stored. */
export interface RunsFolder {
  /** Absolute; created by the first run. */
  readonly path: string
  readonly isRemote: boolean
  /** What keeps it from being created or written: itself, or the nearest part of its path that exists. */
  readonly unwritable?: string
  /** Its file system is mounted read-only. */
  readonly isReadOnly?: boolean
  readonly freeBytes?: number
}

/** Mean rate of all I/O of earlier runs that wrote with one block size. */
export interface MeasuredRate {
  readonly blockBytes: number
  readonly bytesPerSecond: number
}

/** A drive: its size, kind and endurance. */
export interface DriveFacts {
  readonly sizeBytes?: number
  readonly rotational?: boolean
  /** `nvme`, `sata`, `sas`, `usb` … */
  readonly transport?: string
  /** Direct I/O needs multiples of it: 512, or 4096 on 4Kn drives. */
  readonly logicalBlockBytes?: number
  /** Endurance used according to the drive, and the amount written up to then. */
  readonly percentUsed?: number
  readonly bytesWritten?: number
}

/** What is at the path of a target. */
export const targetKinds = ['folder', 'file', 'block-device', 'character-device', 'other', 'missing'] as const

export interface TargetFacts {
  readonly path: string
  readonly kind: (typeof targetKinds)[number]
  /** The folder that holds the target exists. */
  readonly parentExists: boolean
  readonly writable: boolean
  /** For an existing file: this app created it (path, device and inode are recorded). */
  readonly createdByApp: boolean
  readonly freeBytes?: number
  readonly totalBytes?: number
  readonly fileSystem?: string
  readonly mountPoint?: string
  readonly mountOptions?: string
  /** Kernel name of the block device under the file, e.g. `nvme0n1`. */
  readonly device?: string
  readonly model?: string
  /** Serial number or world-wide name of the drive. */
  readonly identity?: string
  readonly drive?: DriveFacts
  /** The guard's verdict on a raw device. */
  readonly guard?: GuardVerdict
}

/** Where an estimate of bytes written comes from, the least certain first. */
export const writtenBases = ['unknown', 'assumed-rate', 'measured-rate', 'exact'] as const

/** The estimated cost of a plan. */
export interface TimeAtRate {
  readonly bytesPerSecond: number
  readonly seconds: number
}

export interface PlanEstimate {
  readonly caseCount: number
  readonly excludedCount: number
  readonly runCount: number
  /** Undefined if the run time is open-ended (a size-bound workload without a known rate). */
  readonly seconds?: number
  /** For runs that end after an amount of data: how long they take on a fast and on a slow drive. */
  readonly atRates?: { readonly fast: TimeAtRate; readonly slow: TimeAtRate }
  /** Bytes the engine will write, layout included; undefined if unknown. */
  readonly bytesWritten?: number
  /** Where `bytesWritten` comes from, shown next to it. */
  readonly bytesWrittenBasis: (typeof writtenBases)[number]
  /** Space the data file needs. */
  readonly spaceBytes: number
  /** It fills a target whose size is not known: time, bytes and space are lower limits without that. */
  readonly lacksTargetSize?: true
}
