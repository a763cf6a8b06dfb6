import type { ConfirmedDevice } from '../plan/device'
import type { BlockDevice, DeviceHealth } from './block-device'

/** What is recorded about a machine with each campaign. Absent parts could not be read. */
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
  /** The raw device the campaign runs on, as confirmed. */
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
  /** Results files that the campaign was copied from, the most recent last; absent if it was created in this one. */
  readonly takenFrom?: readonly TakenFrom[] | undefined
  /** Verbatim output of the tools the record was read from, by command. */
  readonly raw: Readonly<Record<string, string>>
}

/** The origin of a campaign that was copied from another results file. */
export interface TakenFrom {
  /** Name of the file, without its folder. */
  readonly file: string
  /** Title of its review. */
  readonly review: string
  /** The review's own id, shared by all copies of the file. */
  readonly reviewId: string
  readonly campaignId: number
  /** The campaign's checksum there, in hex. */
  readonly seal: string
  readonly takenAtMs: number
}
