import * as v from 'valibot'
import { stepKinds, type EngineCommand } from '../../core/engines/steps'
import type { LevelValue, Target } from '../../core/plan/plan'

/** Shapes of values stored as JSON, checked whenever they are read; others are next to their types. */

const number = v.pipe(v.number(), v.finite())

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
