import type { ConfirmedDevice } from '../plan/device'
import type { BlockDevice, DeviceHealth } from './block-device'

/** What is recorded of a machine with each campaign. Absent parts could not be read. */
export interface HostRecord {
  readonly name: string
  readonly cpu?: { readonly model?: string; readonly logicalCores?: number; readonly architecture?: string }
  readonly memoryBytes?: number
  readonly kernel?: string
  readonly distribution?: string
  readonly bootId?: string
  readonly device?: {
    readonly name: string
    readonly model?: string
    readonly serial?: string
    readonly firmware?: string
    readonly sizeBytes?: number
    readonly transport?: string
    readonly rotational?: boolean
    readonly scheduler?: string
    readonly logicalBlockBytes?: number
    readonly physicalBlockBytes?: number
    readonly wwn?: string
    readonly health?: DeviceHealth
  }
  /** All block devices of the machine, as trees from the drives up. */
  readonly devices?: readonly BlockDevice[]
  /** The raw device the campaign runs on, as it was confirmed. */
  readonly confirmedDevice?: ConfirmedDevice | undefined
  readonly fileSystem?: {
    readonly type?: string
    readonly mountPoint?: string
    readonly source?: string
    readonly options?: string
    readonly sizeBytes?: number
    readonly freeBytes?: number
  }
  readonly engine?: { readonly id: string; readonly version?: string; readonly path?: string }
  /** Results files that the campaign was copied from, the last one last; absent if it was made in this one. */
  readonly takenFrom?: readonly TakenFrom[] | undefined
  /** Verbatim outputs of the tools the record was read from, by command. */
  readonly raw: Readonly<Record<string, string>>
}

/** Where a campaign that was taken over from another results file is there. */
export interface TakenFrom {
  /** Name of the file, without its folder. */
  readonly file: string
  /** Title of its review. */
  readonly review: string
  /** The review's own id, which all copies of the file have. */
  readonly reviewId: string
  readonly campaignId: number
  /** The campaign's checksum there, in hex. */
  readonly seal: string
  readonly takenAtMs: number
}
