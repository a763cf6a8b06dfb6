import * as v from 'valibot'
import { confirmedDeviceShape } from '../../plan/device'
import type { Immutable } from '../../plan/plan'
import { blockDevicesShape, deviceHealthShape } from './block-device'

const number = v.optional(v.pipe(v.number(), v.finite()))
const text = v.optional(v.string())

/** The origin of a campaign that was copied from another results file. */
const takenFromShape = v.object({
  /** Name of the file, without its folder. */
  file: v.string(),
  /** Title of its review. */
  review: v.string(),
  /** The review's own id, shared by all copies of the file. */
  reviewId: v.string(),
  campaignId: v.number(),
  /** The campaign's checksum there, in hex. */
  seal: v.string(),
  takenAtMs: v.number(),
})
export type TakenFrom = Immutable<v.InferOutput<typeof takenFromShape>>

/** What is recorded about a machine with each campaign, checked whenever it is read. Absent parts could not be read. */
export const hostRecordShape = v.object({
  name: v.string(),
  cpu: v.optional(v.object({ model: text, logicalCores: number, architecture: text })),
  memoryBytes: number,
  kernel: text,
  distribution: text,
  bootId: text,
  device: v.optional(
    v.object({
      name: v.string(),
      model: text,
      serial: text,
      firmware: text,
      sizeBytes: number,
      transport: text,
      rotational: v.optional(v.boolean()),
      scheduler: text,
      logicalBlockBytes: number,
      physicalBlockBytes: number,
      wwn: text,
      health: v.optional(deviceHealthShape),
    }),
  ),
  /** All block devices of the machine, as trees from the drives up. */
  devices: v.optional(blockDevicesShape),
  /** The raw device the campaign runs on, as confirmed. */
  confirmedDevice: v.optional(confirmedDeviceShape),
  fileSystem: v.optional(
    v.object({
      type: text,
      mountPoint: text,
      source: text,
      options: text,
      sizeBytes: number,
      freeBytes: number,
    }),
  ),
  engine: v.optional(v.object({ id: v.string(), version: text, path: text })),
  /** Results files that the campaign was copied from, the most recent last; absent if it was created in this one. */
  takenFrom: v.optional(v.array(takenFromShape)),
  /** Verbatim output of the tools the record was read from, by command. */
  raw: v.record(v.string(), v.string()),
})
export type HostRecord = Immutable<v.InferOutput<typeof hostRecordShape>>
