import type { Engine } from '../../../core/engines/engine'
import type { Workload } from '../../../core/plan/plan'

/** What a data file must hold for a workload, as one text; undefined when nothing is laid out for it. */
export function layoutKeyOf(engine: Engine, workload: Workload): string | undefined {
  if (!engine.needsFile(workload) || engine.makesOwnFiles) return undefined
  return JSON.stringify(engine.layoutKeys.map((key) => workload[key] ?? null))
}
