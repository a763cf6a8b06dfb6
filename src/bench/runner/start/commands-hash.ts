import { createHash } from 'node:crypto'
import type { CommandRequest, Engine } from '../../../core/engines/engine'
import { performerOf } from '../../../core/engines/preparation/preparation-run'
import { scheduleRuns } from '../../../core/engines/schedule'
import { caseAt, workloadOf } from '../../../core/plan/cases'
import type { DeviceFacts } from '../../../core/plan/device'
import type { Plan } from '../../../core/plan/plan'
import { seriesRequestOf } from '../../../core/plan/recording'
import { fillParts, levelBytes } from '../execute/fill/device-fill'
import type { Place } from '../../hosts/inventory/machine-of'

export interface HashedPlan {
  readonly plan: Plan
  readonly engine: Engine
  readonly engineVersion: string | undefined
  /** The machine, see `placeOf`: identified by its own id and host keys, whatever name led to it. */
  readonly place: Place
  readonly device: DeviceFacts
}

/**
 * SHA-256 of everything a person agrees to: machine, device with what is on it, and every command in its order, with a
 * stand-in for the run's name. Any edit of the plan that reaches a command changes it, and so does another device.
 */
export function commandsHash({ plan, engine, engineVersion, place, device }: HashedPlan): string {
  const { node, identity, sequence, tableId, contents } = device
  const hash = createHash('sha256')
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`)
  const addSteps = (request: CommandRequest) => add(performerOf(engine, request).steps(request))
  add([place.machine, place.hostKeys, plan.hosts, node, identity, sequence, tableId ?? null, contents])
  for (const { phase, caseIndex, repetition, seed } of scheduleRuns(plan, engine)) {
    const workload = workloadOf(plan, caseAt(plan, caseIndex))
    const step = phase === 'prepare' ? plan.preparation?.[repetition - 1] : undefined
    add([phase, step ?? null])
    if (engine.dataOf(workload).kind === 'none') continue
    const common = {
      ...{ workload, seed, runName: 'run', dataFile: node, isDevice: true },
      ...(engineVersion !== undefined && { engineVersion }),
    }
    const preparation = step && { preparation: { step, capacityBytes: device.sizeBytes } }
    addSteps({ ...common, phase, ...preparation, series: seriesRequestOf(plan) })
    const level = levelBytes(workload, device.sizeBytes)
    if (level === undefined) continue
    for (const part of fillParts(engine.cost(workload).fileBytes, level, device.sizeBytes))
      addSteps({ ...common, phase: 'prepare', ...part })
  }
  return hash.digest('hex')
}
