import * as v from 'valibot'
import { stepKinds, type EngineCommand } from '../../core/engines/steps'
import type { RunFailure, ResultWarning } from '../../core/results/run'
import type { HostRecord } from '../../core/results/host-record'
import type { ConfirmedDevice } from '../../core/plan/device'
import type { LevelValue, Target } from '../../core/plan/plan'
import { devicesShape, healthShape } from './device-shape'

/** Shapes of values stored as JSON or as a word, checked whenever they are read. */

const number = v.pipe(v.number(), v.finite())
const optionalText = v.optional(v.string())
const optionalNumber = v.optional(number)

export const levelsShape: v.GenericSchema<unknown, Readonly<Record<string, LevelValue>>> = v.record(
  v.string(),
  v.union([number, v.string(), v.boolean()]),
)

export const targetShape: v.GenericSchema<unknown, Target> = v.variant('kind', [
  v.object({ kind: v.literal('folder'), path: v.string() }),
  v.object({ kind: v.literal('file'), path: v.string() }),
  v.object({ kind: v.literal('device'), path: v.string() }),
  v.object({ kind: v.literal('none') }),
])

export const failureShape: v.GenericSchema<unknown, RunFailure> = v.object({
  id: v.string(),
  text: v.string(),
  remedy: optionalText,
})

export const warningsShape: v.GenericSchema<unknown, ResultWarning[]> = v.array(
  v.object({ id: v.string(), text: v.string() }),
)

const processes = v.array(
  v.object({ program: v.string(), args: v.array(v.string()), prints: v.exactOptional(v.string()) }),
)

export const commandShape: v.GenericSchema<unknown, EngineCommand> = v.object({
  program: v.string(),
  args: v.array(v.string()),
  files: v.array(v.object({ name: v.string(), text: v.string() })),
  steps: v.optional(
    v.array(
      v.object({
        kind: v.picklist(stepKinds),
        processes,
        sidecars: v.exactOptional(processes),
        outputs: v.array(v.string()),
        logs: v.exactOptional(v.array(v.string())),
      }),
    ),
  ),
})

const confirmedDeviceShape: v.GenericSchema<unknown, ConfirmedDevice> = v.object({
  node: v.string(),
  identity: v.string(),
  sequence: v.string(),
  unique: v.boolean(),
  sizeBytes: number,
  tableId: optionalText,
  contentTypes: v.array(v.string()),
  writes: v.boolean(),
  commandsHash: optionalText,
  confirmedAtMs: number,
})

export const hostRecordShape: v.GenericSchema<unknown, HostRecord> = v.object({
  name: v.string(),
  cpu: v.optional(
    v.object({ model: optionalText, logicalCores: optionalNumber, architecture: optionalText }),
  ),
  memoryBytes: optionalNumber,
  kernel: optionalText,
  distribution: optionalText,
  bootId: optionalText,
  device: v.optional(
    v.object({
      name: v.string(),
      model: optionalText,
      serial: optionalText,
      firmware: optionalText,
      sizeBytes: optionalNumber,
      transport: optionalText,
      rotational: v.optional(v.boolean()),
      scheduler: optionalText,
      logicalBlockBytes: optionalNumber,
      physicalBlockBytes: optionalNumber,
      wwn: optionalText,
      health: v.optional(healthShape),
    }),
  ),
  devices: v.optional(devicesShape),
  confirmedDevice: v.optional(confirmedDeviceShape),
  fileSystem: v.optional(
    v.object({
      type: optionalText,
      mountPoint: optionalText,
      source: optionalText,
      options: optionalText,
      sizeBytes: optionalNumber,
      freeBytes: optionalNumber,
    }),
  ),
  engine: v.optional(v.object({ id: v.string(), version: optionalText, path: optionalText })),
  takenFrom: v.optional(
    v.array(
      v.object({
        file: v.string(),
        review: v.string(),
        reviewId: v.string(),
        campaignId: v.number(),
        seal: v.string(),
        takenAtMs: v.number(),
      }),
    ),
  ),
  raw: v.record(v.string(), v.string()),
})

export const logLevels = ['info', 'warning', 'error'] as const
