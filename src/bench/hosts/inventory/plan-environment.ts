import { benchWarnings } from '../../../core/results/campaign/bench-state'
import type { Engine } from '../../../core/engines/engine'
import type { MeasuredRate, PlanEnvironment } from '../../../core/plan/advice'
import type { CreatedFile } from '../created-file'
import { compareVersions } from '../../../core/engines/versions'
import { targetFacts } from './parse-target'
import type { Inventory } from './take-inventory'

/** The facts for advice and estimate, from an inventory and the record of files this app created. */
export function planEnvironment(
  inventory: Inventory,
  engine: Engine | undefined,
  createdFiles: readonly CreatedFile[],
  measuredRates: readonly MeasuredRate[] = [],
): PlanEnvironment {
  const { record, target, mount, engineVersion, engineInstall, engineElsewhere, runsFolder } = inventory
  // Without a target no drive is measured.
  const warnings = target ? benchWarnings(record) : []
  const created = createdFiles.find((file) => file.path === target?.path)
  return {
    machine: record.name,
    ...(record.memoryBytes !== undefined && { memoryBytes: record.memoryBytes }),
    ...(engineVersion !== undefined && { engineVersion }),
    ...(engine && inventory.engineFound !== undefined && { engineState: engineState(inventory, engine) }),
    ...(engineInstall !== undefined && { engineInstall }),
    ...(engineElsewhere !== undefined && { engineElsewhere }),
    ...(runsFolder && { runsFolder }),
    ...(warnings.length > 0 && { benchWarnings: warnings }),
    ...(target && {
      target: {
        ...targetFacts(target, created?.identity, mount, record.device),
        ...(inventory.guard && { guard: inventory.guard }),
      },
    }),
    ...(measuredRates.length > 0 && { measuredRates }),
  }
}

/** An unreadable version is assumed to be good; the engine will complain otherwise. */
function engineState(inventory: Inventory, engine: Engine): 'found' | 'missing' | 'too-old' {
  if (inventory.engineFound === false) return 'missing'
  const { engineVersion } = inventory
  if (engineVersion === undefined) return 'found'
  return compareVersions(engineVersion, engine.description.oldestVersion) < 0 ? 'too-old' : 'found'
}
